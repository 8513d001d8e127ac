import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Refusal } from '../src/engine/refusals.ts'
import type { TableSetup } from '../src/engine/table.ts'
import { HOUSE } from '../src/house/state.ts'
import { allOf, entriesReader } from '../src/record/journal-reader.ts'
import type { Stored } from '../src/record/stored-entry.ts'
import { readTableEntry } from '../src/record/table-entry.ts'
import { verify } from '../src/record/verify.ts'
import { type Journal, nodeSha256 } from '../src/service/journal/journal.ts'
import { openReader } from '../src/service/journal/reader.ts'
import type { TableStream } from '../src/service/stream/table-stream.ts'
import { corpus, versionsInCorpus } from './corpus.ts'
import { read } from './support/audit.ts'
import { rehash } from './support/journal.ts'
import { memoryJournal } from './support/memory-journal.ts'
import {
  atRest,
  buyIn,
  command,
  give,
  nextCommand,
  noMoreBets,
  numbers,
  openSingle,
  placeYourBets,
  playForgottenRounds,
  settle,
  setupOf,
  someSetup,
  spin,
  wager,
} from './support/stream.ts'

/** The audit screen and `croupier verify` say the same of a journal. */
afterEach(() => vi.unstubAllGlobals())

const reason = 'found on the tape'
const correct = (round: number, pocket: string) => command({ do: 'correct-outcome', round, pocket, reason })
const voidRounds = (...rounds: number[]) =>
  command({ do: 'void-rounds', rounds, code: 'ball-broke', reason, by: 'shift-manager' })

const allIn = (journal: Journal) => journal.read('single', 1, 1_000_000)

/** The first entry that `verify` finds wrong. */
async function wrongByVerify(entries: readonly Stored[]): Promise<number | null> {
  const reports = await verify(entriesReader(new Map([[entries[0]!.stream, entries]])), nodeSha256)
  return reports[0]!.finding?.seq ?? null
}

/** Reads a journal as the audit screen does. `wrong`: the entries that it finds wrong, each with its command. */
async function audited(entries: readonly Stored[]) {
  const { progress } = await read(entries, 1_000_000)
  const { rules, unreadable } = progress.value
  const wrong = [...rules.differs, ...(unreadable === null ? [] : [unreadable])]
  return { ...rules, first: wrong[0] ?? null, wrong: wrong.map((seq) => `${seq} ${nameOf(entries[seq - 1]!)}`) }
}

function nameOf({ body }: Stored): string {
  const entry = readTableEntry(body)
  return 'command' in entry ? entry.command.do : 'another'
}

/** The house refuses a command before the table decides. */
async function forbid(host: TableStream): Promise<void> {
  const refusal: Refusal = { refused: 'position-too-low', needs: 'pit-supervisor', by: 'dealer' }
  const outcome = { events: [], answer: refusal, isRefused: true, isRecorded: true }
  const asked = command({ do: 'correct-outcome', round: 1, pocket: '18', reason })
  await host.submit(asked, 'test', (given) => ({ command: given, refused: outcome }))
}

describe('rounds that the table has forgotten', () => {
  let entries: readonly Stored[]
  beforeAll(async () => {
    const journal = memoryJournal()
    await playForgottenRounds(await openSingle(journal))
    // From its snapshot, as after a restart.
    const host = await openSingle(journal)
    await give(host, correct(1, '18'), correct(1, '20'), correct(2, '20'), voidRounds(1, 2), correct(1, '17'))
    await give(host, command({ do: 'refer', round: 2, reason }))
    await give(host, command({ do: 'decide', decision: 'stands', round: 2, reason, awards: { ann: 500 } }))
    await give(host, command({ do: 'refer', round: 1, reason }), correct(1, '19'))
    await host.submit(command({ do: 'correct-outcome', round: 1, pocket: '18', reason, by: 'dealer' }), 'test')
    await forbid(host)
    entries = await allIn(journal)
  })

  test('are corrected, made void, put right, referred and decided: the audit finds nothing wrong', async () => {
    expect(await wrongByVerify(entries)).toBeNull()
    const { same, house, wrong } = await audited(entries)
    expect(wrong).toEqual([])
    // The refusal of the table cites its clause and is decided again; that of the house is not the book's.
    expect([same, house]).toEqual([entries.length - 1, 1])
  })

  test('with a payment of a correction forged are found wrong', async () => {
    const at = entries.findLastIndex(({ body }) => body.includes('"adjustments":[{'))
    const body = entries[at]!.body.replace(/"amount":(-?)(\d+)/, '"amount":$1$29')
    const forged = rehash(entries.with(at, { ...entries[at]!, body }))
    expect(await wrongByVerify(forged)).toBe(at + 1)
    expect((await audited(forged)).first).toBe(at + 1)
  })
})

test('a round is put right by the book that it was opened by, after the table has another', async () => {
  const journal = memoryJournal()
  const host = await openSingle(journal, setupOf({ id: 'single', book: 'mbs/sands-roulette@1' } as { id: string }))
  const round = [placeYourBets, wager('ann', 1_000), spin, noMoreBets, atRest('17'), settle]
  await give(host, buyIn('ann', 100_000), ...round)
  await give(host, command({ do: 'set-book', book: 'mbs/sands-roulette@2', reason }), ...round)
  await give(host, correct(1, '18'), correct(2, '18'), correct(1, '17'))
  const entries = await allIn(journal)
  expect(await wrongByVerify(entries)).toBeNull()
  expect((await audited(entries)).wrong).toEqual([])
})

test.each(versionsInCorpus)('the audit finds nothing wrong with the journals of %s', async (version) => {
  const reader = await openReader(corpus(version))
  for (const stream of (await reader.streams()).filter((one) => one !== HOUSE))
    expect((await audited(await allOf(reader.pages(stream)))).wrong, stream).toEqual([])
  await reader.close()
})

/** Plays what these numbers say; now and then somebody asks who may not. */
async function playedAt(setup: TableSetup, choices: readonly (readonly number[])[]): Promise<readonly Stored[]> {
  const journal = memoryJournal()
  const host = await openSingle(journal, setup)
  for (const choice of choices) {
    const one = nextCommand(host, choice)
    const [kind] = choice
    const by = kind! % 11 === 5 ? ({ role: 'player', name: 'zed' } as const) : one.by
    if (kind! % 17 === 3) await forbid(host)
    else await host.submit({ ...one, by }, 'test')
  }
  return allIn(journal)
}

const play = fc.array(numbers, { minLength: 30, maxLength: 120 })

test('of tables that were played at random, honest or with one entry forged, both say the same', async () => {
  await fc.assert(
    fc.asyncProperty(someSetup, play, fc.nat(), async (setup, choices, which) => {
      const entries = await playedAt(setup, choices)
      expect(await wrongByVerify(entries)).toBeNull()
      expect((await audited(entries)).wrong).toEqual([])
      const at = 1 + (which % (entries.length - 1))
      const forged = rehash(entries.with(at, { ...entries[at]!, body: forgedBody(entries[at]!) }))
      expect(await wrongByVerify(forged)).toBe(at + 1)
      expect((await audited(forged)).first).toBe(at + 1)
    }),
  )
})

/** Another result of the same command. */
function forgedBody({ body }: Stored): string {
  const entry = JSON.parse(body)
  const { events, refused, ...rest } = entry
  if (!events) return JSON.stringify({ ...rest, refused: { ...refused, refused: 'round-unknown' } })
  return JSON.stringify({ ...rest, events: [...events, { type: 'bought-in', player: 'zed', amount: 100 }] })
}
