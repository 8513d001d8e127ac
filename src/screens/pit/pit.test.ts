import { expect, test } from 'vitest'
import { bookById, books } from '../../books/index.ts'
import { conduct, openTable, type Table } from '../../engine/conduct.ts'
import { isRefusal } from '../../engine/decision.ts'
import { recall } from '../../engine/history.ts'
import { type Command, readCommand } from '../../engine/language.ts'
import { layoutNames, spotsOf } from '../../engine/spots.ts'
import { readSetup, type TableSetup } from '../../engine/table.ts'
import { type PitRound, pitView } from '../../engine/views.ts'
import { limitsIn, rowsOf } from './limits-fields.ts'
import { houseChange, ifCorrected, ifVoided } from './preview.ts'
import { queueOf, type Watched } from './queue.ts'
import { byHour, growth, resultsIn, type Seen, seenIn, seenInJournal, sumOf, together } from './seen.ts'
import { wheelStatistics } from './wheel-statistics.ts'

function play(setup: object, commands: readonly object[]) {
  const read = readSetup(setup, bookById) as TableSetup
  let table: Table = openTable(bookById(read.book)!, read)
  const events = commands.flatMap((fields) => {
    const played = conduct(table, readCommand(fields) as Command)
    table = played.table
    if (isRefusal(played.answer)) throw new Error(JSON.stringify(played.answer))
    return played.answer.events
  })
  return { table, events, view: pitView(table.book, table.state) }
}

const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const bonusOf = (book: string) => {
  const { rules, wheel } = bookById(book)!
  return rules.bonus ? [{ do: 'bonus-numbers', numbers: wheel.pockets.slice(0, 10) }] : []
}
const round = (book: string, wagers: readonly object[], pocket: string) => [
  { do: 'place-your-bets' },
  ...wagers,
  spin,
  { do: 'no-more-bets' },
  ...bonusOf(book),
  { do: 'ball-at-rest', pocket },
  { do: 'settle' },
]

const tables = books.flatMap((book) =>
  layoutNames(book).map((layout) => {
    const terminal = book.layouts[layout]!.severalPieceBets[0]?.terminal
    return [book.id, { book: book.id, layout, ...(terminal ? { terminal } : {}) }] as const
  }),
)

test.each(tables)('%s: what a correction or a void would change is what it then changes', (id, setup) => {
  const book = bookById(id)!
  const spots = spotsOf(book, setup.layout).list
  const wagers = ['Ann', 'Bea'].flatMap((player, nth) =>
    spots.filter(({ index }) => index % 7 === nth).map(({ spot }) => ({ do: 'wager', player, spot, stake: 1_000 })),
  )
  const limits = book.rules.limits.policy === 'settled-by-rule' ? { limits: { default: { min: 100, max: 700 } } } : {}
  const funds = ['Ann', 'Bea'].map((player) => ({ do: 'buy-in', player, amount: 10_000_00 }))
  const { pockets } = book.wheel
  const { table } = play({ ...setup, ...limits }, [...funds, ...round(id, wagers, pockets[5]!)])
  const settled = recall(table.state.history, 1)!
  for (const pocket of pockets.slice(6)) {
    const command = { do: 'correct-outcome', round: 1, pocket, reason: 'a test' }
    const { answer } = conduct(table, readCommand(command) as Command)
    const foreseen = ifCorrected(book, setup.layout, settled, pocket)
    expect(changesOf(foreseen)).toEqual(adjustmentsIn(answer))
  }
  const code = book.rules.voidedRounds.codes?.[0] ?? book.irregularities[0]!.code
  const command = { do: 'void-rounds', rounds: [1], code, reason: 'a test' }
  const { answer } = conduct(table, readCommand(command) as Command)
  expect(changesOf(ifVoided(settled.lines))).toEqual(adjustmentsIn(answer))
})

const changesOf = (changes: ReturnType<typeof ifVoided>) =>
  changes.filter(({ change }) => change !== 0).map(({ player, change }) => [player, change])

function adjustmentsIn(answer: ReturnType<typeof conduct>['answer']) {
  if (isRefusal(answer)) throw new Error(JSON.stringify(answer))
  return answer.events.flatMap((event) =>
    'adjustments' in event ? event.adjustments!.map(({ player, amount }) => [player, amount]) : [],
  )
}

test("the house's side of a change is the players' turned round", () => {
  expect(
    houseChange([
      { player: 'a', before: 0, after: 500, change: 500 },
      { player: 'b', before: 0, after: -200, change: -200 },
    ]),
  ).toBe(-300)
})

const seen = (numbers: readonly number[], at: number | null, win = 100): PitRound[] =>
  numbers.map(
    (number) =>
      ({
        round: number,
        pocket: '7',
        void: null,
        handle: 1_000,
        win,
        hold: 0.1,
        theoreticalWin: 27,
        adjustments: [],
        at,
      }) as never,
  )

test('a desk knows the time only of rounds that it saw come', () => {
  const first = seenIn(seen([3, 2, 1], null), [], 5_000, true)
  expect(first.map(({ round, at }) => [round, at])).toEqual([
    [1, null],
    [2, null],
    [3, null],
  ])
  const then = seenIn(seen([4, 3, 2, 1], null), first, 9_000, false)
  expect(then.map(({ at }) => at)).toEqual([null, null, null, 9_000])
  const late = seenIn(seen([6, 5, 4, 3], null), then, 12_000, false)
  expect(late.map(({ at }) => at)).toEqual([null, null, null, 9_000, null, null])
})

test('a correction replaces a round and keeps its time', () => {
  const before = seenIn(seen([1], null), [], 5_000, false)
  expect(seenIn(seen([1], null, -500), before, 9_000, false)).toMatchObject([{ win: -500, at: 5_000 }])
})

test('numbers that start anew are another table', () => {
  const before = seenIn(seen([9, 8], null), [], 5_000, true)
  expect(seenIn(seen([2, 1], null), before, 6_000, true).map(({ round }) => round)).toEqual([1, 2])
})

test('rounds by the hour; those without a time are in none', () => {
  const at = (time: string) => Date.parse(`2026-01-01T${time}Z`)
  const rounds = [null, at('20:59:59'), at('21:00:00'), at('21:30:00')].map(
    (time, index) =>
      ({ round: index + 1, at: time, pocket: '1', void: null, handle: 10, win: 1, theory: 0.5 }) as const,
  ) satisfies Seen
  expect(byHour(rounds)).toEqual([
    { hour: at('20:00:00'), sum: { rounds: 1, handle: 10, win: 1, theory: 0.5 } },
    { hour: at('21:00:00'), sum: { rounds: 2, handle: 20, win: 2, theory: 1 } },
  ])
  expect(together([sumOf(rounds), sumOf(rounds)])).toEqual({ rounds: 8, handle: 80, win: 8, theory: 4 })
  expect(growth(rounds, { win: 104, theory: 52 })).toMatchObject([
    { win: 101 },
    { win: 102 },
    { win: 103 },
    { win: 104, theory: 52 },
  ])
})

test('a journal tells of rounds what the view tells', () => {
  const id = 'mbs/roulette@3'
  const stake = (spot: string, amount: number) => ({ do: 'wager', player: 'Ann', spot, stake: amount })
  const { events, view } = play({ book: id }, [
    { do: 'buy-in', player: 'Ann', amount: 100_000 },
    ...round(id, [stake('17', 1_000), stake('red', 700)], '17'),
    ...round(id, [stake('1', 300)], '2'),
    { do: 'place-your-bets' },
    stake('5', 500),
    { do: 'no-spin' },
    { do: 'correct-outcome', round: 2, pocket: '1', reason: 'the camera' },
  ])
  const journal = seenInJournal(bookById(id)!, 'table')
  for (const event of events) journal.add(event, 1_000)
  expect(journal.rounds()).toEqual(seenIn(view.recent, [], 0, true).map((one) => ({ ...one, at: 1_000 })))
  expect(resultsIn(journal.rounds())).toEqual(['17', '1'])
  expect(sumOf(journal.rounds()).win).toBe(view.figures.win)
})

test('a wheel: too few spins, enough, and a pocket that comes up too often', () => {
  const { order } = bookById('mbs/roulette@3')!.wheel
  const each = (times: number) => Array.from({ length: times }, () => order).flat()
  expect(wheelStatistics(order, [])).toMatchObject({ verdict: 'too-few', missing: 185 })
  expect(wheelStatistics(order, order)).toMatchObject({ verdict: 'too-few', missing: 148 })
  expect(wheelStatistics(order, each(5))).toMatchObject({ verdict: 'too-even', missing: 0 })
  const worn = wheelStatistics(order, [...each(5), ...new Array(30).fill('17')])
  expect(worn.verdict).toBe('very-unusual')
  expect(worn.counts.find(({ pocket }) => pocket === '17')!.count).toBe(35)
  const uneven = [
    ...each(5),
    ...order.filter((_, index) => index % 3 === 0),
    ...order.filter((_, index) => index % 5 === 0),
  ]
  expect(wheelStatistics(order, uneven).verdict).toBe('too-even')
  const mixed = order.flatMap((pocket, index) => new Array([3, 8, 6, 5, 7, 4, 9][index % 7]!).fill(pocket))
  expect(wheelStatistics(order, mixed).verdict).toBe('fits')
})

test('limits are typed as money and read back as they were', () => {
  const limits = { default: { min: 500, max: 200_000 }, 'straight-up': { max: 50_000 } } as never
  const rows = rowsOf(limits, ['straight-up', 'split'])
  expect(rows).toEqual({
    default: { min: '5.00', max: '2,000.00' },
    'straight-up': { min: '', max: '500.00' },
    split: { min: '', max: '' },
  })
  expect(limitsIn(rows)).toEqual(limits)
  expect(limitsIn({ default: { min: '5 dollars', max: '' } })).toBeNull()
})

const floor = { stopped: false, wheel: { connected: true, faults: [] } }
function watched(id: string, commands: readonly object[], glance: object = {}): Watched {
  const { table, view } = play({ book: 'mbs/roulette@3' }, commands)
  return { id, book: table.book, view, glance: { ...floor, ...glance } as never }
}

test('what waits for the pit, the most urgent first', () => {
  const bet = [{ do: 'buy-in', player: 'Ann', amount: 10_000 }, { do: 'place-your-bets' }]
  const atRest = [...bet, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17', source: 'wheel' }]
  const queue = queueOf([
    watched('quiet', bet),
    watched('away', bet, { wheel: { connected: false, faults: ['no line'] } }),
    watched('dark', [...bet, spin, { do: 'power-failure' }]),
    watched('differs', [...atRest, { do: 'ball-at-rest', pocket: '20', source: 'dealer' }]),
    watched('referred', [...bet, spin, { do: 'refer', reason: 'a quarrel' }]),
    { ...watched('stopped', bet, { stopped: true }), view: null },
  ])
  expect(queue.map(({ table, kind, clause }) => [table, kind, clause])).toEqual([
    ['stopped', 'stopped', null],
    ['referred', 'referred', '6.2'],
    ['differs', 'differs', '6.4'],
    ['dark', 'power-out', '5.11'],
    ['away', 'wheel-away', null],
  ])
  expect(queue[1]).toMatchObject({ round: 1, reason: 'a quarrel' })
  expect(queue[2]).toMatchObject({ round: 1, pockets: ['17', '20'] })
})
