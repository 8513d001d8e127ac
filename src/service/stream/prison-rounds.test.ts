import { describe, expect, test } from 'vitest'
import { prisonBooks, prisonLoses } from '../../../test/books/french-en-prison.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import {
  asJson,
  atRest,
  buyIn,
  command,
  entriesOf,
  give,
  noMoreBets,
  now,
  placeYourBets,
  settle,
  spin,
  wager,
} from '../../../test/support/stream.ts'
import { keptRound, ROUNDS_KEPT_MAX } from '../../engine/history.ts'
import type { Command } from '../../engine/language.ts'
import { balanceOf, isBalanced } from '../../engine/ledger.ts'
import { fundsOf } from '../../engine/summary.ts'
import { readSetup } from '../../engine/table.ts'
import { allOf, entriesReader } from '../../record/journal-reader.ts'
import { knownBooks } from '../../record/known-books.ts'
import { verify } from '../../record/verify.ts'
import { addToTally, type TableTally } from '../figures/table-tally.ts'
import { type Journal, nodeSha256 } from '../journal/journal.ts'
import { openTableStream, type TableStream } from './table-stream.ts'

const books = knownBooks(prisonBooks)
const reason = 'found on the tape'

function open(journal: Journal): Promise<TableStream> {
  const setup = readSetup({ book: prisonLoses.id }, books.byId)
  if ('problem' in setup) throw new Error(setup.problem)
  return openTableStream('single', setup, { journal, now, books, reviveAfterMs: 3_600_000 })
}

const play = (host: TableStream, pocket: string, ...wagers: Command[]) =>
  give(host, placeYourBets, ...wagers, spin, noMoreBets, atRest(pocket), settle)

const correct = (round: number, pocket: string): Command =>
  command({ do: 'correct-outcome', round, pocket, reason, by: 'pit-supervisor' })

/** Plays enough void rounds, which decide no wagers, for the table to forget the earlier ones. */
async function forget(host: TableStream): Promise<void> {
  for (let round = 0; round < ROUNDS_KEPT_MAX + 5; round++) {
    void host.submit(placeYourBets, 'test')
    void host.submit(command({ do: 'no-spin' }), 'test')
  }
  await host.snapshot()
  expect(keptRound(host.settled.state.history, 2)).toBeUndefined()
}

async function isProved(journal: Journal): Promise<void> {
  const stored = await allOf(journal.pages('single'))
  expect((await verify(entriesReader(new Map([['single', stored]])), nodeSha256))[0]?.finding ?? null).toBeNull()
}

/** The house's win, both by the ledger and by the figures computed from the journal. */
async function houseWin(journal: Journal, host: TableStream): Promise<number> {
  const { ledger } = host.settled.state
  expect(isBalanced(ledger)).toBe(true)
  let tally: TableTally | undefined
  for (const entry of await entriesOf(journal)) tally = addToTally(tally, entry)
  const win = balanceOf(ledger, 'house')
  expect(tally!.total.win).toBe(win)
  return win
}

const ann = (host: TableStream) => {
  const { balance, staked } = fundsOf(host.settled.state, 'ann')
  return { hand: balance - 10_000, staked }
}

describe('a wager that was imprisoned long ago', () => {
  test.each([
    ['freed', '1', '2'],
    ['lost', '2', '1'],
  ])('and %s in the next round is settled again as if the zero had never been', async (_, deciding, other) => {
    const journal = memoryJournal()
    const first = await open(journal)
    await give(first, buyIn('ann', 10_000))
    await play(first, '0', wager('ann', 500, undefined, 'red'))
    await play(first, deciding, wager('ann', 100, undefined, '17'))
    await forget(first)
    const host = await open(journal)
    await give(host, correct(1, '3'))
    expect(ann(host)).toEqual({ hand: 400, staked: 0 })
    // The later round, which had decided about the stake, no longer has a line of it.
    await give(host, correct(2, other))
    expect(ann(host)).toEqual({ hand: 400, staked: 0 })
    await give(host, correct(1, '0'))
    expect(ann(host)).toEqual({ hand: -600, staked: 500 })
    await play(host, '1')
    expect(ann(host)).toEqual({ hand: -100, staked: 0 })
    expect(await houseWin(journal, host)).toBe(100)
    await isProved(journal)
    const again = await open(journal)
    expect(asJson(again.settled.state.ledger)).toEqual(asJson(host.settled.state.ledger))
  })

  test('and is in prison still leaves it when its round is corrected, also after a restart', async () => {
    const journal = memoryJournal()
    const first = await open(journal)
    await give(first, buyIn('ann', 10_000))
    await play(first, '0', wager('ann', 500, undefined, 'red'))
    await forget(first)
    const host = await open(journal)
    expect(ann(host)).toEqual({ hand: -500, staked: 500 })
    await give(host, correct(1, '2'))
    expect(ann(host)).toEqual({ hand: -500, staked: 0 })
    expect(host.settled.state.prison).toEqual([])
    expect(await houseWin(journal, host)).toBe(500)
    await isProved(journal)
  })
})
