import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookById, books } from '../books/index.ts'
import type { RuleBook } from '../books/rule-book.ts'
import { type Draw, drawFacts, type Outcome, outcomeOf } from '../engine/draw.ts'
import { CENTS_MAX, type Cents } from '../engine/money.ts'
import { chancesOf } from '../engine/odds.ts'
import { settleStakes } from '../engine/settle.ts'
import { layoutNames, type Spot, spotsOf } from '../engine/spots.ts'
import {
  compileTable,
  type FastWagers,
  lineUp,
  rowOf,
  settleEach,
  settleSpins,
  settleTogether,
} from './fast-settlement.ts'

const layouts = books.flatMap((book) => layoutNames(book).map((layout) => ({ id: book.id, book, layout })))
const fastAction = bookById('mbs/sands-fast-action-roulette@2')!
const singleZero = bookById('mbs/roulette@3')!
const cents = (amount: number) => amount as Cents

/** A draw that makes this outcome, found by trying; the chances say which outcomes can be. */
function drawFor(book: RuleBook, outcome: Outcome): Draw | null {
  const { bonus } = book.rules
  if (!bonus) return null
  const own = bonus.links.find(({ pockets }) => pockets.includes(outcome.pocket))!.pockets
  const others = bonus.links.flatMap(({ pockets }) => (pockets === own ? [] : pockets))
  const oneOfEach = bonus.links.map(({ pockets }) => pockets.find((pocket) => pocket !== outcome.pocket)!)
  const candidates = [
    others.slice(0, 10),
    oneOfEach,
    [outcome.pocket, ...others.slice(0, 9)],
    [outcome.pocket, ...oneOfEach.filter((pocket) => !own.includes(pocket))],
    [...own, ...others.slice(0, 6)],
  ].map((numbers) => drawFacts(bonus, numbers))
  const same = (draw: Draw) => JSON.stringify(outcomeOf(outcome.pocket, draw)) === JSON.stringify(outcome)
  return candidates.find(same) ?? expect.fail(`no draw for ${JSON.stringify(outcome)}`)
}

function engineNet(book: RuleBook, outcome: Outcome, wagers: readonly { spot: Spot; stake: Cents }[]): number[] {
  const round = { book, limits: {}, warned: () => false, pocket: outcome.pocket, draw: drawFor(book, outcome) }
  const stakes = wagers.map(({ spot, stake }) => {
    return { player: 'ann', spot, cash: stake, chips: 0, colour: null, chipValue: cents(0) }
  })
  return settleStakes(round, stakes).map(({ paid, collected }) => paid - collected)
}

test.each(layouts)(
  '$id $layout: every spot on every outcome that can be, as the engine settles it',
  ({ book, layout }) => {
    const table = compileTable(book, layout)
    const { list } = spotsOf(book, layout)
    const wagers = list.map((spot) => ({ spot, stake: cents(100 + spot.index) }))
    const lined = lineUp(
      table,
      wagers.map(({ spot, stake }) => ({ spot: spot.index, stake })),
    )
    const nets = new Float64Array(list.length)
    for (const { outcome } of chancesOf(book)) {
      const expected = engineNet(book, outcome, wagers)
      const sum = expected.reduce((total, net) => total + net, 0)
      const row = rowOf(table, outcome)
      settleEach(table, row, lined, nets)
      expect([...nets]).toEqual(expected)
      expect(settleTogether(table, row, lined)).toBe(sum)
      expect(settleSpins(table, new Int32Array(list.length).fill(row), lined)).toBe(sum)
    }
  },
)

test.each([
  ['mbs/roulette@3', 'table', 37, 157],
  ['mbs/sands-roulette@2', 'table', 39, 166],
  ['rws/roulette-double-zero-etg@4', 'B', 38, 161],
  ['mbs/sands-fast-action-roulette@2', 'table', 240, 43],
])('%s %s: a table of %i outcomes and %i spots', (id, layout, outcomes, spots) => {
  const table = compileTable(bookById(id)!, layout)
  expect([table.outcomes.length, table.spots, table.results.length]).toEqual([outcomes, spots, outcomes * spots])
  for (const [row, outcome] of table.outcomes.entries()) expect(rowOf(table, outcome)).toBe(row * spots)
})

test('wagers on many spots in rounds of their own sum to what each wins alone', () => {
  const table = compileTable(fastAction, 'table')
  const wager = fc.record({
    spot: fc.nat(table.spots - 1),
    stake: fc.integer({ min: 0, max: 1_000_000 }).map(cents),
    row: fc.constantFrom(...table.rows.values()),
  })
  fc.assert(
    fc.property(fc.array(wager, { maxLength: 40 }), (wagers) => {
      const alone = wagers.map((one) => settleTogether(table, one.row, lineUp(table, [one])))
      const rows = Int32Array.from(wagers, ({ row }) => row)
      const sum = alone.reduce((total, net) => total + net, 0)
      expect(settleSpins(table, rows, lineUp(table, wagers))).toBe(sum)
    }),
  )
})

test('results are exact where a float of 32 bits or an integer of 32 bits would not be', () => {
  const table = compileTable(fastAction, 'table')
  const { index } = spotsOf(fastAction, 'table').byId.get('scatter-bonus')!
  const stakes = [CENTS_MAX, CENTS_MAX - 1, 1, 3].map((stake) => ({ spot: index, stake: cents(stake) }))
  const scatter = rowOf(table, { pocket: '17', level: 'plain', scatter: true })
  expect(settleTogether(table, scatter, lineUp(table, stakes))).toBe((2 * CENTS_MAX + 3) * 700)
})

test('only wagers get a line', () => {
  const table = compileTable(singleZero, 'table')
  const bad: [number, number][] = [
    ...([
      [157, 1],
      [-1, 1],
      [0.5, 1],
      [Number.NaN, 1],
    ] as [number, number][]),
    ...([
      [0, -1],
      [0, 0.5],
      [0, Number.NaN],
      [0, 2 ** 53],
      [0, CENTS_MAX + 1],
    ] as [number, number][]),
  ]
  for (const [spot, stake] of bad)
    expect(() => lineUp(table, [{ spot, stake: cents(stake) }]), `${spot} ${stake}`).toThrow(RangeError)
  const tooMuch = Array.from({ length: 3_000 }, () => ({ spot: 0, stake: cents(CENTS_MAX) }))
  expect(() => lineUp(table, tooMuch)).toThrow(/exactly/)
  expect(lineUp(table, [])).toEqual({ spots: new Uint16Array(), stakes: new Float64Array() } satisfies FastWagers)
})

test('an outcome that the wheel cannot have, or results without room, stop the lab', () => {
  const table = compileTable(singleZero, 'table')
  const lined = lineUp(table, [{ spot: 0, stake: cents(1) }])
  for (const outcome of [
    { pocket: '00', level: 'plain', scatter: false },
    { pocket: '1', level: 'bonus', scatter: false },
    { pocket: '1', level: 'plain', scatter: true },
  ] as const)
    expect(() => rowOf(table, outcome)).toThrow(RangeError)
  expect(() => settleEach(table, 0, lined, new Float64Array(0))).toThrow(RangeError)
  expect(() => settleSpins(table, new Int32Array(2), lined)).toThrow(RangeError)
})
