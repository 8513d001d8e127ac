import { expect, test } from 'vitest'
import { bookById } from '../../books/index.ts'
import { conduct, openTable, type Table } from '../../engine/conduct.ts'
import { isRefusal } from '../../engine/decision.ts'
import { type Command, readCommand } from '../../engine/language.ts'
import type { Cents } from '../../engine/money.ts'
import { readSetup, type TableSetup } from '../../engine/table.ts'
import { pitView } from '../../engine/views.ts'
import { holdChance, withinChance } from '../../lab/hold-chance.ts'
import type { FigureSum } from '../../wire/floor-shapes.ts'
import { houseSign } from '../kit/house-sign.ts'
import { shortClock } from '../kit/time-text.ts'
import { addHours, addSums, growth, holdText } from './house-figures.ts'
import { queueOf, type Watched, watchingSince } from './queue.ts'
import { spanOf } from './report-panel.tsx'
import { limitsForm, limitsIn } from './typed-fields.ts'
import { wheelStatistics } from './wheels.tsx'

function play(setup: object, commands: readonly object[]) {
  const read = readSetup(setup, bookById) as TableSetup
  let table: Table = openTable(bookById(read.book)!, read)
  for (const fields of commands) {
    const played = conduct(table, readCommand(fields) as Command)
    if (isRefusal(played.answer)) throw new Error(JSON.stringify(played.answer))
    table = played.table
  }
  return { table, view: pitView(table.book, table.state) }
}

const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const sum = (rounds: number, win: number, theoreticalWin: number, variance: number): FigureSum =>
  addSums([
    {
      rounds,
      staked: rounds,
      voided: 0,
      handle: 1_000 as Cents,
      win: win as Cents,
      hold: 0,
      theoreticalWin,
      theoreticalHold: 0,
      variance,
      standardDeviation: 0,
      deviations: null,
      awarded: 100 as Cents,
    },
  ])

test('figures of several tables are one: money and variances add up', () => {
  expect(addSums([sum(2, 300, 50, 900), sum(1, -100, 50, 700)])).toMatchObject({
    rounds: 3,
    handle: 2_000,
    win: 200,
    hold: 0.1,
    theoreticalWin: 100,
    variance: 1_600,
    deviations: 2.5,
    awarded: 200,
  })
  expect(addSums([])).toMatchObject({ rounds: 0, handle: 0, hold: null, theoreticalHold: null, deviations: null })
})

test('the same hour of several tables is one row, the oldest first', () => {
  const hour = (time: string, win: number) => ({ from: `2026-01-01T${time}:00.000Z`, ...sum(1, win, 10, 100) })
  const hours = addHours([
    [hour('21:00', 5), hour('20:00', 1)],
    [hour('21:00', 7), hour('19:00', 2)],
  ])
  expect(hours.map(({ from, rounds, win }) => [from.slice(11, 16), rounds, win])).toEqual([
    ['19:00', 1, 2],
    ['20:00', 1, 1],
    ['21:00', 2, 12],
  ])
})

test('a hold is judged by how far fair play strays, and not before there are rounds enough', () => {
  const judged = (rounds: number, deviations: number) => holdChance(sum(rounds, 100 + deviations * 10, 100, 100))
  expect(holdChance(addSums([])).verdict).toBe('none')
  expect(judged(29, 5).verdict).toBe('too-few')
  expect(judged(30, 1.96)).toMatchObject({ verdict: 'within', p: expect.closeTo(0.05, 4) })
  expect(judged(30, -2.5).verdict).toBe('within')
  expect(judged(30, 2.6).verdict).toBe('unusual')
  expect(judged(30, -3.3)).toMatchObject({ verdict: 'very-unusual', p: expect.closeTo(0.00097, 5) })
})

test('a chart shows as chance what is called so, and rounds without stakes are no evidence', () => {
  const { low, high } = withinChance(100, 400)
  for (const [win, verdict] of [
    [low + 0.01, 'within'],
    [high - 0.01, 'within'],
    [low - 0.01, 'unusual'],
    [high + 0.01, 'unusual'],
  ] as const)
    expect(holdChance({ staked: 30, deviations: (win - 100) / 20 }).verdict).toBe(verdict)
  expect(holdChance({ ...sum(400, 500, 100, 100), staked: 1 }).verdict).toBe('too-few')
})

test('win and theory grow up to the total, within bounds that widen', () => {
  const rows = [sum(1, 50, 10, 400), sum(1, -20, 10, 500)]
  const grown = growth(rows, addSums([sum(8, 100, 80, 1_600), ...rows]))
  expect(grown).toMatchObject([
    { win: 100, theory: 80, low: expect.closeTo(80 - 2.5758 * 40, 2) },
    { win: 150, theory: 90 },
    { win: 130, theory: 100, low: expect.closeTo(100 - 2.5758 * 50, 2), high: expect.closeTo(100 + 2.5758 * 50, 2) },
  ])
})

test('a wheel: too few spins, enough, and a pocket that comes up too often', () => {
  const { order } = bookById('mbs/roulette@3')!.wheel
  const each = (times: number) => Array.from({ length: times }, () => order).flat()
  const statisticsOf = (results: readonly string[]) =>
    wheelStatistics(
      order,
      order.map((pocket) => results.filter((one) => one === pocket).length),
    )
  expect(statisticsOf([])).toMatchObject({ verdict: 'too-few', missing: 185 })
  expect(statisticsOf(order)).toMatchObject({ verdict: 'too-few', missing: 148 })
  expect(statisticsOf(each(5))).toMatchObject({ verdict: 'too-even', missing: 0 })
  const worn = statisticsOf([...each(5), ...new Array(30).fill('17')])
  expect(worn.verdict).toBe('very-unusual')
  expect(worn.counts.find(({ pocket }) => pocket === '17')!.count).toBe(35)
  const uneven = [
    ...each(5),
    ...order.filter((_, index) => index % 3 === 0),
    ...order.filter((_, index) => index % 5 === 0),
  ]
  expect(statisticsOf(uneven).verdict).toBe('too-even')
  const mixed = order.flatMap((pocket, index) => new Array([3, 8, 6, 5, 7, 4, 9][index % 7]!).fill(pocket))
  expect(statisticsOf(mixed).verdict).toBe('fits')
})

test('limits are typed as money and read back as they were', () => {
  const limits = { default: { min: 500, max: 200_000 }, 'straight-up': { max: 50_000 } } as never
  const rows = limitsForm(limits, ['straight-up', 'split'])
  expect(rows).toEqual({
    default: { min: '5.00', max: '2,000.00' },
    'straight-up': { min: '', max: '500.00' },
    split: { min: '', max: '' },
  })
  expect(limitsIn(rows)).toEqual(limits)
  expect(limitsIn({ default: { min: '5 dollars', max: '' } })).toBeNull()
})

const heard = { connected: true, faults: [] }
function watched(id: string, commands: readonly object[], wheel: object = heard): Watched {
  const { table, view } = play({ book: 'mbs/roulette@3' }, commands)
  return { id, book: table.book, view: { ...view, wheel: wheel as never }, isStopped: false }
}

test('items waiting for the pit, the most urgent first', () => {
  const bet = [{ do: 'buy-in', player: 'Ann', amount: 10_000 }, { do: 'place-your-bets' }]
  const atRest = [...bet, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17', by: { role: 'wheel' } }]
  const queue = queueOf([
    watched('quiet', bet),
    watched('away', bet, { connected: false, faults: ['no line'] }),
    watched('dark', [...bet, spin, { do: 'power-failure' }]),
    watched('differs', [...atRest, { do: 'ball-at-rest', pocket: '20', source: 'dealer' }]),
    watched('referred', [...bet, spin, { do: 'refer', reason: 'a quarrel' }]),
    watched('asked', [...atRest, { do: 'settle' }, { do: 'refer', round: 1, reason: 'a claim' }]),
    { ...watched('stopped', bet), view: null, isStopped: true },
  ])
  expect(queue.map(({ table, kind, clause }) => [table, kind, clause])).toEqual([
    ['stopped', 'stopped', null],
    ['referred', 'referred', '6.2'],
    ['differs', 'differs', '6.4'],
    ['dark', 'power-out', '5.11'],
    ['asked', 'concluded', '6.2'],
    ['away', 'wheel-away', null],
  ])
  expect(queue[1]).toMatchObject({ round: 1, reason: 'a quarrel' })
  expect(queue[2]).toMatchObject({ round: 1, pockets: ['17', '20'] })
  expect(queue[4]).toMatchObject({ round: 1, reason: 'a claim', isVoid: false })
})

test('an item shows since when it waits, as far as the desk has seen it, and starts again after it was done', () => {
  const open = [{ do: 'place-your-bets' }, spin]
  const [quiet, referred] = [watched('t', open), watched('t', [...open, { do: 'refer', reason: 'a quarrel' }])]
  const since = watchingSince()
  const told = (table: Watched, now: number) => since([table], now).map(({ since, isOlder }) => [since, isOlder])
  expect(told({ ...quiet, view: null }, 100)).toEqual([])
  expect(told(referred, 200)).toEqual([[200, true]])
  expect(told(referred, 300)).toEqual([[200, true]])
  expect(told(quiet, 400)).toEqual([])
  expect(told(referred, 500)).toEqual([[500, false]])
})

/** The request in each of these zones. */
function inZones<T>(zones: readonly string[], asked: () => T): T[] {
  const before = houseSign.value
  const answers = zones.map((timeZone) => {
    houseSign.value = { ...before, timeZone }
    return asked()
  })
  houseSign.value = before
  return answers
}

test('the hours of a chart are by the clock of the house', () => {
  const at = Date.parse('2026-03-01T20:00:00Z')
  const texts = inZones(['Asia/Singapore', 'Asia/Kathmandu', 'America/New_York'], () => shortClock(at))
  expect(texts).toEqual(['04:00', '01:45', '15:00'])
})

test('a report of a day, month or year names its gaming day by the clock of the house', () => {
  const now = new Date('2026-03-08T20:00:00Z')
  const zones = ['Asia/Singapore', 'America/New_York']
  const spans = (at: Date) =>
    inZones(zones, () => (['today', 'yesterday', 'month', 'year'] as const).map((choice) => spanOf(choice, at, '', '')))
  const of = (from: string, before: string) => [
    { from },
    { from: before, to: before },
    { from: from.slice(0, 7) },
    { from: from.slice(0, 4) },
  ]
  // At 04:00 in Singapore it is still the gaming day of the date before.
  expect(spans(now)).toEqual([of('2026-03-08', '2026-03-07'), of('2026-03-08', '2026-03-07')])
  const later = new Date('2026-03-08T22:00:00Z')
  expect(spans(later)).toEqual([of('2026-03-09', '2026-03-08'), of('2026-03-08', '2026-03-07')])
  const typed = () => spanOf('other', now, '2026-03-09T06:00', 'soon')
  expect(inZones(zones, typed)).toEqual([
    { from: '2026-03-08T22:00:00.000Z', to: 'soon' },
    { from: '2026-03-09T10:00:00.000Z', to: 'soon' },
  ])
})

test('a percentage has its thousands apart, and its own sign for less than nothing', () => {
  expect([0.027, -12.3456, 1234.5, null].map(holdText)).toEqual(['2.70%', '−1,234.56%', '123,450.00%', '–'])
})
