import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Refusal } from '../src/engine/refusals.ts'
import type { TableSetup } from '../src/engine/table.ts'
import { isTableStream } from '../src/house/ticket-state.ts'
import { writeEntryLine } from '../src/record/entry-lines.ts'
import { allOf } from '../src/record/journal-reader.ts'
import type { Stored } from '../src/record/stored-entry.ts'
import { readTableEntry } from '../src/record/table-entry.ts'
import { stepVerdict } from '../src/screens/audit/steps.ts'
import type { Journal } from '../src/service/journal/journal.ts'
import type { TableStream } from '../src/service/stream/table-stream.ts'
import { corpus, versionsInCorpus } from './corpus.ts'
import { findingOf, read } from './support/audit.ts'
import { croupier } from './support/cli.ts'
import { entriesIn, rehash } from './support/journal.ts'
import { memoryJournal } from './support/memory-journal.ts'
import { cleanUp, freshFolder } from './support/service.ts'
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
afterAll(cleanUp)

const reason = 'found on the tape'
const correct = (round: number, pocket: string) =>
  command({ do: 'correct-outcome', round, pocket, reason, by: 'shift-manager' })
const voidRounds = (...rounds: number[]) =>
  command({ do: 'void-rounds', rounds, code: 'ball-broke', reason, by: 'shift-manager' })

const allIn = (journal: Journal) => allOf(journal.pages('single'))

/** The first problem by `croupier verify`, on the journal as the auditor's route exports it. */
async function byCommandLine(entries: readonly Stored[]): Promise<{ seq: number | null; problem: string } | null> {
  const { stream } = entries[0]!
  const file = join(freshFolder(), `${stream}.jsonl`)
  writeFileSync(file, entries.map(writeEntryLine).join(''))
  const { status, json } = await croupier(['verify', file, '--json'])
  const { sound, streams } = json()
  expect([status, streams.length]).toEqual([sound ? 0 : 1, 1])
  const { finding } = streams[0]
  return finding && { seq: finding.seq, problem: finding.problem }
}

/** The first problem, after the audit screen and the command line were found to say the same. */
async function problemIn(entries: readonly Stored[]): Promise<string | null> {
  const found = findingOf(await read(entries, 1_000_000))
  expect(await byCommandLine(entries)).toEqual(found)
  return found && `${found.seq} ${found.problem}`
}

/** An entry is found wrong by its rule book. */
const wrongAt = (seq: number) => expect.stringMatching(new RegExp(`^${seq} by the rule book`))

/** The house refuses a command before the table decides. */
async function forbid(host: TableStream): Promise<void> {
  const refusal: Refusal = { refused: 'position-too-low', needs: 'pit-supervisor', by: 'dealer' }
  const outcome = { events: [], answer: refusal, isRefused: true, record: 'noted' as const }
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
    expect(await problemIn(entries)).toBeNull()
    const { progress } = await read(entries, 1_000_000)
    const verdicts = entries.map(({ seq, body }) => stepVerdict(progress.value, { seq, entry: readTableEntry(body) }))
    // The refusal of the table cites its clause and is decided again; that of the house is not the book's.
    const count = (again: string) => verdicts.filter((one) => one.again === again).length
    expect([count('same'), count('house')]).toEqual([entries.length - 1, 1])
  })

  test('with a payment of a correction forged are found wrong', async () => {
    const at = entries.findLastIndex(({ body }) => body.includes('"adjustments":[{'))
    const body = entries[at]!.body.replace(/"amount":(-?)(\d+)/, '"amount":$1$29')
    const forged = rehash(entries.with(at, { ...entries[at]!, body }))
    expect(await problemIn(forged)).toEqual(wrongAt(at + 1))
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
  expect(await problemIn(entries)).toBeNull()
})

test.each(versionsInCorpus)('the audit finds nothing wrong with the journals of %s', async (version) => {
  for (const [stream, entries] of await entriesIn(corpus(version)))
    if (isTableStream(stream)) expect(await problemIn(entries), stream).toBeNull()
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
    else await host.submit({ ...one, by }, by.role === 'wheel' ? 'wheel' : 'test')
  }
  return allIn(journal)
}

const play = fc.array(numbers, { minLength: 30, maxLength: 120 })

test('both verdicts agree on random play, honest or with one forged entry', async () => {
  await fc.assert(
    fc.asyncProperty(someSetup, play, fc.nat(), async (setup, choices, which) => {
      const entries = await playedAt(setup, choices)
      expect(await problemIn(entries)).toBeNull()
      const at = 1 + (which % (entries.length - 1))
      const forged = rehash(entries.with(at, { ...entries[at]!, body: forgedBody(entries[at]!) }))
      expect(await problemIn(forged)).toEqual(wrongAt(at + 1))
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
