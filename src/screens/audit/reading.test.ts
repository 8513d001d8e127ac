import { afterEach, expect, test, vi } from 'vitest'
import { journalOf, read, serving, spin, twoRounds } from '../../../test/support/audit.ts'
import { readEntry } from './audit-journal.ts'
import { entriesOf, openReading, stateBefore, stepsOf } from './reading.ts'
import { replayEntry } from './replay.ts'
import { type RoundFound, roundIn } from './round-index.ts'

afterEach(() => vi.unstubAllGlobals())

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

test.each([7, 1_000, 1_000_000])(
  'a journal is read, hashed and decided again, in pieces of %i bytes',
  async (length) => {
    const lines = journalOf(twoRounds)
    const reading = await read(lines, length)
    expect(reading.progress.value).toMatchObject({
      status: 'read',
      entries: lines.length,
      chain: { checked: lines.length, hash: lines.at(-1)!.hash, broken: null },
      rules: { same: lines.length, differs: [] },
      unreadable: null,
    })
    expect(reading.lines).toEqual(lines)
    expect(reading.index.rounds).toHaveLength(2)
  },
)

test('what came since is read on from there', async () => {
  const lines = journalOf(twoRounds)
  const reading = await read(lines.slice(0, 6))
  expect(reading.progress.value).toMatchObject({ entries: 6, chain: { checked: 6 } })
  serving(lines)
  await reading.readOn()
  expect(reading.progress.value).toMatchObject({
    entries: lines.length,
    chain: { checked: lines.length, broken: null },
  })
  expect(reading.lines).toEqual(lines)
})

test('a changed payment breaks the chain and the rules at its entry', async () => {
  const lines = journalOf(twoRounds)
  const paid = lines.findIndex(({ body }) => body.includes('"paid":35000'))
  const body = lines[paid]!.body.replace('"paid":35000', '"paid":36000')
  const { progress } = await read(lines.with(paid, { ...lines[paid]!, body }))
  expect(progress.value.chain).toMatchObject({ checked: paid, broken: { seq: paid + 1, why: 'hash' } })
  expect(progress.value.rules.differs[0]).toBe(paid + 1)
})

test('after a gap nothing is replayed, and the chain says what is missing', async () => {
  const { progress } = await read(journalOf(twoRounds).toSpliced(4, 1))
  expect(progress.value).toMatchObject({ unreadable: 5, chain: { checked: 4, broken: { seq: 5, why: 'missing' } } })
})

test('a door that is shut is said to be', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 403 }))
  const reading = openReading('one', 'token')
  await expect.poll(() => reading.progress.value).toMatchObject({ status: 'failed', failed: 403 })
})

test('the table before any entry is what all entries before it come to', async () => {
  const reading = await read(journalOf(manyRounds))
  let state = null
  for (const line of reading.lines) {
    if (line.seq % 13 === 0 || line.seq % 200 < 3)
      expect(JSON.stringify(stateBefore(reading, line.seq)), `entry ${line.seq}`).toBe(JSON.stringify(state))
    state = replayEntry(state, readEntry(line))
  }
})

test('the steps of a round follow one from the other', async () => {
  const reading = await read(journalOf(manyRounds))
  const { seqs } = entriesOf(roundIn(reading.index, 40)!)
  const steps = stepsOf(reading, seqs)
  expect(steps.map(({ again }) => again)).toEqual(new Array(6).fill('same'))
  for (const [index, step] of steps.slice(1).entries()) expect(step.before).toBe(steps[index]!.after)
  expect(steps[0]!.after.round).toMatchObject({ phase: 'betting-open', round: 40 })
  expect(steps.at(-1)!.after.round).toMatchObject({ phase: 'settled', round: 40 })
})

const round = (from: number, to: number, later: number[] = []) => ({ entries: { from, to }, later }) as RoundFound

test('a round is shown with all that was done about it later', () => {
  expect(entriesOf(round(3, 6, [20, 31]))).toEqual({ seqs: [3, 4, 5, 6, 20, 31], leftOut: 0 })
})

test('of a very long round both ends are shown, and how much is between', () => {
  const { seqs, leftOut } = entriesOf(round(11, 10_010, [20_000]))
  expect(leftOut).toBe(10_000 - 800)
  expect(seqs).toHaveLength(801)
  expect([seqs[0], seqs[399], seqs[400], seqs[799], seqs[800]]).toEqual([11, 410, 9_611, 10_010, 20_000])
})
