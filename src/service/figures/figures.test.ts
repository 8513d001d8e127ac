import { afterAll, expect, onTestFinished, test } from 'vitest'
import { announcedRoulette } from '../../../test/books/foreign-books.ts'
import { freshStore } from '../../../test/postgres/fresh-store.ts'
import { reportingDesk } from '../../../test/support/floor.ts'
import { lend, memoryJournal } from '../../../test/support/memory-journal.ts'
import {
  ask,
  type Body,
  cleanUp,
  freshFolder,
  must,
  quietService,
  quietTables,
  seatAt,
  staffOf,
} from '../../../test/support/service.ts'
import { setupOf } from '../../../test/support/stream.ts'
import { isRefusal } from '../../engine/decision.ts'
import type { Command } from '../../engine/language.ts'
import { readCommand } from '../../engine/language.ts'
import type { Cents } from '../../engine/money.ts'
import { firstItems } from '../../record/journal-reader.ts'
import type { TableEntry } from '../../record/table-entry.ts'
import { openTableStream } from '../stream/table-stream.ts'
import { addToTally, figuresBy, type TableTally } from './table-tally.ts'

afterAll(cleanUp)

/** A table of mbs/roulette@3 (37 pockets) whose clock the test sets, and its figures. */
async function table() {
  let now = ''
  const journal = memoryJournal()
  const host = await openTableStream('single', setupOf(quietTables[1]), { journal, now: () => now })
  const desk = reportingDesk(journal)
  const give = async (at: string, ...commands: Body[]) => {
    now = `2026-01-31T${at}Z`
    for (const one of commands) {
      const answer = await host.submit(readCommand(one) as Command, 'test')
      if (isRefusal(answer)) throw new Error(`${one.do}: ${answer.refused}`)
    }
  }
  const round = (at: string, pocket: string, ...stakes: [spot: string, stake: number][]) =>
    give(
      at,
      { do: 'place-your-bets' },
      ...stakes.map(([spot, stake]) => ({ do: 'wager', player: 'ann', spot, stake })),
      { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
      { do: 'no-more-bets' },
      { do: 'ball-at-rest', pocket },
      { do: 'settle' },
    )
  await give('20:00:00', { do: 'buy-in', player: 'ann', amount: 1_000_000 })
  return { journal, host, give, round, by: (by: 'hour' | 'round') => desk.ask('figures', 'single', host.durable, by) }
}

/**
 * 10.00 on 17 and 10.00 on red, by hand. With 37 pockets, one (17, black) costs the house 350.00 and wins it the 10.00
 * on red: -34,000 cents. 18 are red: 1,000 each way, zero together. The other 18 win 2,000.
 */
const straightAndRed = {
  handle: 2_000,
  theoreticalWin: 2_000 / 37,
  variance: (34_000 ** 2 + 18 * 2_000 ** 2) / 37 - (2_000 / 37) ** 2,
}
/** 50.00 on red: 18 pockets cost 5,000, 19 win it. */
const red = { handle: 5_000, theoreticalWin: 5_000 / 37, variance: 5_000 ** 2 - (5_000 / 37) ** 2 }

const close = (value: number) => expect.closeTo(value, 5)

const sums = (...parts: (typeof red)[]) => {
  const sum = (of: (part: typeof red) => number) => parts.reduce((total, part) => total + of(part), 0)
  const [handle, theory, variance] = [
    sum((one) => one.handle),
    sum((one) => one.theoreticalWin),
    sum((one) => one.variance),
  ]
  return {
    handle,
    theoreticalWin: close(theory),
    theoreticalHold: close(theory / handle),
    variance: close(variance),
    standardDeviation: close(Math.sqrt(variance)),
    awarded: 0,
  }
}

test('by the hour: rounds, handle, win and hold against theory, as worked by hand', async () => {
  const { round, by } = await table()
  await round('20:10:00', '17', ['17', 1_000], ['red', 1_000])
  await round('20:59:59', '0', ['red', 5_000])
  await round('21:00:00', '1', ['red', 5_000])
  const late = { rounds: 1, staked: 1, voided: 0, win: -5_000, hold: -1, ...sums(red) }
  const early = {
    rounds: 2,
    staked: 2,
    voided: 0,
    win: -29_000,
    hold: close(-29_000 / 7_000),
    ...sums(straightAndRed, red),
  }
  const deviation = (win: number, ...parts: (typeof red)[]) => {
    const theory = parts.reduce((sum, one) => sum + one.theoreticalWin, 0)
    return close((win - theory) / Math.sqrt(parts.reduce((sum, one) => sum + one.variance, 0)))
  }
  expect(await by('hour')).toEqual({
    figures: [
      { from: '2026-01-31T21:00:00.000Z', ...late, deviations: deviation(-5_000, red) },
      { from: '2026-01-31T20:00:00.000Z', ...early, deviations: deviation(-29_000, straightAndRed, red) },
    ],
    total: {
      rounds: 3,
      staked: 3,
      voided: 0,
      win: -34_000,
      hold: close(-34_000 / 12_000),
      ...sums(straightAndRed, red, red),
      deviations: deviation(-34_000, straightAndRed, red, red),
    },
  })
})

test('by the round, the newest first; what comes later is counted when it is asked for', async () => {
  const { round, by, give } = await table()
  await round('20:10:00', '17', ['17', 1_000], ['red', 1_000])
  expect((await by('round')).figures).toMatchObject([
    { round: 1, at: '2026-01-31T20:10:00Z', pocket: '17', win: -34_000 },
  ])
  await give('20:12:00', { do: 'place-your-bets' }, { do: 'irregularity', code: 'ball-out-of-wheel' })
  const { figures, total } = await by('round')
  expect(figures).toMatchObject([
    { round: 2, at: '2026-01-31T20:12:00Z', pocket: null, void: 'ball-out-of-wheel', rounds: 0, voided: 1, handle: 0 },
    { round: 1, void: null, ...sums(straightAndRed) },
  ])
  expect(figures[0]).toMatchObject({ hold: null, theoreticalHold: null, standardDeviation: 0, deviations: null })
  expect(total).toMatchObject({ rounds: 1, voided: 1, win: -34_000 })
})

test('a correction and a later void change the round in its own hour', async () => {
  const { round, by, give } = await table()
  await round('20:10:00', '17', ['17', 1_000], ['red', 1_000])
  await round('20:20:00', '0', ['red', 5_000])
  await give('22:00:00', { do: 'correct-outcome', round: 1, pocket: '18', reason: 'misread' })
  expect((await by('hour')).figures).toMatchObject([
    { from: '2026-01-31T20:00:00.000Z', rounds: 2, win: 5_000, ...sums(straightAndRed, red) },
  ])
  await give('23:00:00', { do: 'void-rounds', rounds: [2], code: 'ball-broke', reason: 'a crack', by: 'shift-manager' })
  const { figures, total } = await by('hour')
  expect(figures).toMatchObject([{ rounds: 1, voided: 1, win: 0, ...sums(straightAndRed) }])
  expect(total).toMatchObject({ rounds: 1, voided: 1, win: 0, ...sums(straightAndRed) })
  await give('23:30:00', { do: 'void-rounds', rounds: [1], code: 'ball-broke', reason: 'a crack', by: 'shift-manager' })
  expect((await by('hour')).total).toMatchObject({ rounds: 0, voided: 2, handle: 0, win: 0, deviations: null })
})

test('an award counts in its own hour and in the row of its round, beside the win', async () => {
  const { round, by, give } = await table()
  await round('20:10:00', '0', ['red', 5_000])
  await give('21:00:00', { do: 'refer', round: 1, reason: 'a quarrel' })
  const decide = { do: 'decide', decision: 'stands', round: 1, reason: 'for the wait' }
  await give('21:05:00', { ...decide, awards: { ann: 700 } })
  await give('22:00:00', { do: 'place-your-bets' }, { do: 'refer', reason: 'again' })
  await give('22:01:00', { do: 'decide', decision: 'void', reason: 'again', awards: { ann: 50 } })
  expect((await by('hour')).figures).toMatchObject([
    { from: '2026-01-31T22:00:00.000Z', rounds: 0, voided: 1, win: 0, awarded: 50 },
    { from: '2026-01-31T21:00:00.000Z', rounds: 0, voided: 0, win: 0, awarded: 700 },
    { from: '2026-01-31T20:00:00.000Z', rounds: 1, win: 5_000, awarded: 0 },
  ])
  const { figures, total } = await by('round')
  expect(figures).toMatchObject([
    { round: 2, void: 'decision', awarded: 50 },
    { round: 1, win: 5_000, hold: 1, awarded: 700 },
  ])
  expect(total).toMatchObject({ win: 5_000, awarded: 750 })
})

test('simultaneous requests get the same answer, and nothing is counted twice', async () => {
  const { round, by } = await table()
  await round('20:10:00', '17', ['17', 1_000], ['red', 1_000])
  const told = await Promise.all([by('hour'), by('hour'), by('round')])
  expect(told.map(({ total }) => total)).toEqual([told[0].total, told[0].total, told[0].total])
  expect(told[0].total).toMatchObject({ rounds: 1, handle: 2_000, win: -34_000 })
})

test('a failed count is reported, and the next request counts again', async () => {
  const { journal, host, round } = await table()
  await round('20:10:00', '17', ['17', 1_000], ['red', 1_000])
  let isBroken = true
  const read = async (stream: string, from: number, limit: number) => {
    const page = await firstItems(journal.pages(stream, from), limit)
    return isBroken ? [...page.slice(0, -1), { ...page.at(-1)!, body: '{"lines":' }] : page
  }
  const desk = reportingDesk({ lend: () => lend(read) })
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(desk.ask('figures', 'single', host.durable, 'hour')).rejects.toThrow('JSON')
  isBroken = false
  expect((await desk.ask('figures', 'single', host.durable, 'hour')).total).toMatchObject({ rounds: 1, handle: 2_000 })
})

test('the next request starts a thread that was lost', async () => {
  const { journal, host, round } = await table()
  await round('20:10:00', '17', ['red', 1_000])
  const desk = reportingDesk(journal)
  const total = async () => (await desk.ask('figures', 'single', host.durable, 'total')).total
  const before = await total()
  await desk.end()
  expect(await total()).toEqual(before)
})

const stores: readonly [string, () => Promise<Record<string, string>>][] = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ store: await freshStore() })],
]

test.each(stores)(
  'the routes on %s: of a table and of the house, for the pit and above, and for audit',
  async (_, flags) => {
    const service = await quietService(freshFolder(), await flags())
    onTestFinished(() => service.stop())
    const { address } = service
    const staff = await staffOf(service)
    const ann = await seatAt(service, 'single', 'ann')
    const tell = (command: Body) => must(address, staff['shift-manager'], 'single', command)
    await tell({ do: 'place-your-bets' })
    await must(address, ann.token, 'single', { do: 'wager', player: 'ann', spot: 'red', stake: 5_000 })
    await tell({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
    await tell({ do: 'no-more-bets' })
    await tell({ do: 'ball-at-rest', pocket: '0' })
    await tell({ do: 'settle' })
    const get = (path: string, token?: string) => ask(address, 'GET', path, token === undefined ? {} : { token })
    for (const role of ['pit-supervisor', 'pit-manager', 'shift-manager', 'auditor', 'administrator'] as const) {
      const { body } = await get('/api/tables/single/figures', staff[role])
      expect(body).toMatchObject({ table: 'single', book: 'mbs/roulette@3', layout: 'table', by: 'hour' })
      expect(body).toMatchObject({ figures: [{ win: 5_000, ...sums(red) }], total: { win: 5_000, rounds: 1 } })
    }
    for (const role of ['pit-supervisor', 'auditor', 'administrator'] as const) {
      const [page, other] = await Promise.all(
        ['?from=2020-01-01', '?to=2020-01-01&language=zh'].map((query) => get(`/api/report${query}`, staff[role])),
      )
      expect(page!.body.text).toContain('50.00')
      expect(other!.body.text).toContain('lang="zh-Hans"')
      expect(page!.body.text).not.toMatch(/<script|undefined/)
    }
    const house = (await get('/api/figures', staff.auditor)).body as { games: unknown[] }
    expect(house).toMatchObject({
      tables: [{ table: 'etg' }, { table: 'single', total: { win: 5_000 } }, { table: 'fast' }],
    })
    expect(house.games).toHaveLength(3)
    expect(house).toMatchObject({ total: { rounds: 1, handle: 5_000, win: 5_000 } })
    const shifts = (await get('/api/shifts', staff.dealer)).body as unknown as { table: string; now: object }[]
    // The drop is the amount that Ann paid in, however it was used afterwards.
    expect(shifts.find(({ table }) => table === 'single')).toMatchObject({ now: { drop: 100_000, win: 5_000 } })
    const told = (path: string, token?: string) =>
      get(path, token).then(({ status, body }) => [status, body.field ?? body.refused])
    expect(await told('/api/tables/single/figures?by=round', staff.auditor)).toEqual([200, undefined])
    expect(await told('/api/tables/single/figures?by=year', staff.auditor)).toEqual([400, 'by'])
    expect(await told('/api/tables/nowhere/figures', staff.auditor)).toEqual([404, undefined])
    for (const [query, field] of Object.entries({
      'from=noon': 'from',
      'from=2026-02-02&to=2026-02-01': 'to',
      'language=la': 'language',
    }))
      expect(await told(`/api/report?${query}`, staff.auditor)).toEqual([400, field])
    for (const path of ['/api/tables/single/figures', '/api/figures', '/api/report']) {
      expect(await told(path)).toEqual([401, undefined])
      expect(await told(path, staff.dealer)).toEqual([403, 'position-too-low'])
      expect(await told(path, ann.token)).toEqual([403, 'position-too-low'])
    }
  },
)

test('a maximum payout counts in theory and variance, also of a round that is changed when nobody keeps it', () => {
  const rules = { ...announcedRoulette.rules, maximumPayout: { amount: 5_000 as Cents, clause: '3.4' } }
  const { texts: _, ...book } = { ...announcedRoulette, rules }
  const round = { type: 'round-settled', round: 1, pocket: '0', clause: '1' }
  const line = { player: 'ann', spot: '17', stake: 200, result: 'lost', pays: 35, paid: 0, returned: 0, clause: '1' }
  // 2.00 on 17 would win 70.00, and 20.00 of that are above the maximum.
  const settled = { ...round, lines: [{ ...line, collected: 200 }], cutByOutcome: { '17': 2_000 } }
  const entry = (at: string, ...events: object[]) => ({ at: `2026-01-31T${at}:00Z`, command: {}, events })
  const opened = { at: '2026-01-31T20:00:00Z', opened: { layout: 'table' }, ruleBook: book }
  const tallyOf = (...entries: object[]): TableTally =>
    entries.reduce((so: TableTally | undefined, one) => addToTally(so, one as TableEntry), undefined)!
  const theory = (200 + 2_000) / 37
  const sum = { theoreticalWin: close(theory), variance: close((36 * 200 ** 2 + 5_000 ** 2) / 37 - theory ** 2) }
  expect(figuresBy(tallyOf(opened, entry('20:10', settled)), 'hour').total).toMatchObject({ handle: 200, ...sum })

  const { lines, cutByOutcome } = settled
  const before = { pocket: '0', code: null, handle: { '17': 200 }, cutByOutcome, won: 200, at: '2026-01-31T20:10:00Z' }
  const corrected = { type: 'outcome-corrected', round: 1, from: '0', to: '1', lines, cutByOutcome, before }
  const tally = tallyOf(opened, entry('20:10', settled))
  tally.rounds.clear()
  const nothing = { handle: 0, theoreticalWin: close(0), standardDeviation: 0 }
  const voided = { type: 'round-voided', round: 1, code: 'ball-broke', lines: [], before }
  addToTally(tally, entry('21:00', corrected) as unknown as TableEntry)
  expect(figuresBy(tally, 'hour').total).toMatchObject({ handle: 200, ...sum })
  addToTally(tally, entry('22:00', voided) as unknown as TableEntry)
  expect(figuresBy(tally, 'hour').total).toMatchObject(nothing)
})
