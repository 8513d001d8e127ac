import { afterEach, expect, test, vi } from 'vitest'
import { findingOf, journalOf, leavesOf, read, serving, spin, twoRounds } from '../../../test/support/audit.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { readTableEntry } from '../../record/table-entry.ts'
import * as en from '../../words/en/index.ts'
import { vocabularyIn } from '../../words/index.ts'
import { openReading } from './reading.ts'
import { type RoundFound, roundIn } from './round-search.ts'
import { roundEntries, stateBefore, stepOf, stepsOf, stepVerdict, toldIn } from './steps.ts'
import { verifyArriving } from './verify-arriving.ts'

afterEach(() => vi.unstubAllGlobals())

const zh = await vocabularyIn('zh')

const manyRounds = [
  { do: 'buy-in', player: 'Ann', amount: 10_000_000 },
  ...Array.from({ length: 90 }, (_, round) => [
    { do: 'place-your-bets' },
    { do: 'wager', player: 'Ann', spot: String(round % 37), stake: 500 },
    spin,
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '17' },
    { do: 'settle' },
  ]).flat(),
]

test.each([7, 1_000, 1_000_000])('a journal is read and verified, in pieces of %i bytes', async (length) => {
  const entries = journalOf(twoRounds)
  const reading = await read(entries, length)
  expect(reading.progress.value).toMatchObject({
    status: 'read',
    entries: entries.length,
    checked: entries.length,
    verdict: { report: { entries: entries.length, rounds: 2, head: entries.at(-1)!.hash }, problem: null },
    unreadable: null,
  })
  expect(reading.entries).toEqual(entries)
  expect(reading.index.rounds).toHaveLength(2)
})

test('later entries are read from there on, and the whole is verified again', async () => {
  const entries = journalOf(twoRounds)
  const reading = await read(entries.slice(0, 6))
  expect(reading.progress.value).toMatchObject({ entries: 6, verdict: { report: { entries: 6 } } })
  serving(entries)
  await reading.readOn()
  await expect
    .poll(() => reading.progress.value)
    .toMatchObject({
      entries: entries.length,
      checked: entries.length,
      verdict: { report: { entries: entries.length } },
    })
  expect(findingOf(reading)).toBeNull()
  expect(reading.entries).toEqual(entries)
})

/** A payment is changed; its hash is left or computed again. */
const changed = (entries: readonly Stored[], at: number, isRehashed: boolean): Stored[] => {
  const body = entries[at]!.body.replace('"paid":35000', '"paid":36000')
  const bodies = entries.map((entry) => entry.body).with(at, body)
  return isRehashed ? leavesOf(bodies) : entries.with(at, { ...entries[at]!, body })
}

test.each([
  ['the hash left', false, /hash/],
  ['the hash computed again', true, /by the rule book settle yields/],
])(
  'a changed payment with %s is found at its entry, and what follows is not checked',
  async (_, isRehashed, problem) => {
    const entries = journalOf(twoRounds)
    const paid = entries.findIndex(({ body }) => body.includes('"paid":35000'))
    const reading = await read(changed(entries, paid, isRehashed))
    expect(findingOf(reading)).toMatchObject({ seq: paid + 1, problem: expect.stringMatching(problem) })
    const verdicts = reading.entries
      .slice(paid - 1, paid + 2)
      .map(({ seq, body }) => stepVerdict(reading.progress.value, { seq, entry: readTableEntry(body) }))
    expect(verdicts).toMatchObject([
      { again: 'same' },
      { again: 'wrong', problem: expect.any(String) },
      { again: 'unchecked' },
    ])
  },
)

test('after a gap nothing is replayed, and it is said what is missing', async () => {
  const reading = await read(journalOf(twoRounds).toSpliced(4, 1))
  expect(reading.progress.value).toMatchObject({ unreadable: 5 })
  expect(findingOf(reading)).toMatchObject({ seq: 6, problem: 'entry 5 is missing' })
})

test('a line that is not an entry is named', async () => {
  const entries = journalOf(twoRounds)
  const reading = await read(entries.with(2, { ...entries[2]!, hash: 'none' }))
  expect(findingOf(reading)).toEqual({ seq: null, problem: 'line 3 is not an entry of a journal' })
})

test('a route that refuses is said to', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 403 }))
  const reading = openReading('one', 'token', verifyArriving)
  await expect.poll(() => reading.progress.value).toMatchObject({ status: 'failed', failed: 403 })
})

test('the table before an entry is the state after all earlier entries', async () => {
  const reading = await read(journalOf(manyRounds))
  let state = null
  for (const entry of reading.entries) {
    if (entry.seq % 13 === 0 || entry.seq % 200 < 3)
      expect(JSON.stringify(stateBefore(reading, entry.seq)), `entry ${entry.seq}`).toBe(JSON.stringify(state))
    state = stepOf(state, entry, reading.books).after
  }
})

test('the steps of a round follow one from the other', async () => {
  const reading = await read(journalOf(manyRounds))
  const { seqs } = roundEntries(roundIn(reading.index, 40)!)
  const steps = stepsOf(reading, seqs)
  for (const step of steps) expect(stepVerdict(reading.progress.value, step)).toEqual({ again: 'same' })
  for (const [index, step] of steps.slice(1).entries()) expect(step.before).toBe(steps[index]!.after)
  expect(steps[0]!.after.round).toMatchObject({ phase: 'betting-open', round: 40 })
  expect(steps.at(-1)!.after.round).toMatchObject({ phase: 'settled', round: 40 })
})

test('every entry is told in words', async () => {
  const reading = await read(journalOf(twoRounds))
  const steps = stepsOf(
    reading,
    reading.entries.map(({ seq }) => seq),
  )
  for (const step of steps)
    for (const words of [en, zh]) expect(toldIn(words, step).length, `entry ${step.seq}`).toBeGreaterThan(0)
})

const round = (from: number, to: number, later: number[] = []) => ({ from, to, later }) as RoundFound

test('a round is shown with all that was done about it later', () => {
  expect(roundEntries(round(3, 6, [20, 31]))).toEqual({ seqs: [3, 4, 5, 6, 20, 31], leftOut: 0 })
})

test('both ends of a very long round are shown, with the number of entries between', () => {
  const { seqs, leftOut } = roundEntries(round(11, 10_010, [20_000]))
  expect(leftOut).toBe(10_000 - 800)
  expect(seqs).toHaveLength(801)
  expect([seqs[0], seqs[399], seqs[400], seqs[799], seqs[800]]).toEqual([11, 410, 9_611, 10_010, 20_000])
})
