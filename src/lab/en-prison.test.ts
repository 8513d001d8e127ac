import { describe, expect, test } from 'vitest'
import { prisonBooks, prisonLoses, prisonStays } from '../../test/books/french-en-prison.ts'
import type { Book } from '../books/rule-book.ts'
import { outcomeOf } from '../engine/draw.ts'
import { fractionText } from '../engine/fraction.ts'
import { type Cents, zero } from '../engine/money.ts'
import { chancesOf, decidingPockets, distribution, netTogether } from '../engine/odds.ts'
import { settlePrisoner, settleStakes } from '../engine/settle.ts'
import { type Line, type Stake, totalOf } from '../engine/settlement.ts'
import { type Spot, spotsOf } from '../engine/spots.ts'
import { compileTable, lineUp, rowOf, settleEach } from './fast-settlement.ts'
import { seededFill } from './generator.ts'
import { figuresOfLayout } from './layout-odds.ts'
import { planCalled } from './plan.ts'
import { type SimulationSetup, simulate } from './simulation.ts'
import { simulationResult } from './simulation-result.ts'

const stake = 1_001 as Cents
const stakeOn = (spot: Spot): Stake => ({ player: 'ann', spot, cash: stake, chips: 0, colour: null, chipValue: zero })
const netOfLine = ({ paid, collected }: Line): number => paid - collected

/** The result of a stake in its round, and in the round that decides about it if it is imprisoned. */
function netByEngine(book: Book, spot: Spot, pocket: string, next: string): number {
  const round = { book, limits: {}, warned: () => false, pocket, draw: null }
  const first = settleStakes(round, [stakeOn(spot)])[0]!
  if (first.result !== 'imprisoned') return netOfLine(first)
  expect([first.imprisoned, netOfLine(first)]).toEqual([totalOf(stakeOn(spot)), 0])
  return netOfLine(settlePrisoner({ ...stakeOn(spot), rounds: [1] }, outcomeOf(next, null)))
}

describe.each(prisonBooks)('$id', (book) => {
  const { list, byId } = spotsOf(book, 'table')

  test('every spot on every two balls: odds, fast table and settlement agree', () => {
    const table = compileTable(book, 'table')
    const wagers = lineUp(
      table,
      list.map(({ index }) => ({ spot: index, stake })),
    )
    const nets = new Float64Array(list.length)
    for (const { outcome } of chancesOf(book)) {
      settleEach(table, rowOf(table, outcome), wagers, nets)
      for (const spot of list) {
        const expected = netByEngine(book, spot, outcome.pocket, outcome.next ?? '')
        expect(netTogether([{ spot, stake }], outcome, Infinity), `${spot.spot} on ${outcome.pocket}`).toBe(expected)
        expect(nets[spot.index], `${spot.spot} on ${outcome.pocket}`).toBe(expected)
      }
    }
    // In its own round a stake in prison is neither won nor lost.
    settleEach(table, rowOf(table, outcomeOf('0', null)), wagers, nets)
    for (const spot of list)
      expect(nets[spot.index], spot.spot).toBe(
        spot.enPrison ? 0 : spot.spot.startsWith('0') ? stake * spot.pays : -stake,
      )
  })

  test.each([
    ['flat', null],
    ['martingale', 20_000],
    ['paroli', 20_000],
  ])('a simulation of %s play agrees with the exact odds', (plan, bankroll) => {
    const setup: SimulationSetup = {
      book,
      layout: 'table',
      wagers: [{ spot: 'red', stake: 500 as Cents }],
      plan: planCalled(plan)!,
      limits: {},
      rounds: 200_000,
      bankroll: bankroll as Cents | null,
      sessionRounds: 100,
    }
    const result = simulationResult(
      setup,
      simulate(setup, (block) => seededFill('prison', block)),
    )
    expect(result.disagreements).toEqual([])
    expect(result.exact).toBe(book === prisonLoses ? '1350/1369' : '73/74')
  })

  test('a layout of chips: on zero the next ball decides', () => {
    const { pockets, returnToPlayer } = figuresOfLayout(book, 'table', { red: 500 as Cents, '17': 100 as Cents })!
    expect(pockets.find(({ pocket }) => pocket === '0')).toEqual({ pocket: '0', plain: -100, worst: -600, best: -100 })
    expect(pockets.find(({ pocket }) => pocket === '1')).toEqual({ pocket: '1', plain: 400, worst: 400, best: 400 })
    expect(fractionText(returnToPlayer)).not.toBe('36/37')
  })

  test('the balls that decide are those of a wheel', () => {
    expect(decidingPockets(book)).toHaveLength(book === prisonLoses ? 37 : 36)
    expect(byId.get('red')!.enPrison?.further).toBe(book === prisonLoses ? 'loses' : 'stays')
  })
})

/** Red and black together lose one of the two on the ball after a zero, and both on a second zero where that loses. */
test.each([
  [prisonLoses, { '-4': '1/1369', '-2': '36/1369', '0': '36/37' }],
  [prisonStays, { '-2': '1/37', '0': '36/37' }],
])('stakes of one round share the ball that decides about them', (book, expected) => {
  const { byId } = spotsOf(book, 'table')
  const both = ['red', 'black'].map((spot) => ({ spot: byId.get(spot)!, stake: 2 as Cents }))
  const found = distribution(book, both).map(({ result, probability }) => [String(result), fractionText(probability)])
  expect(Object.fromEntries(found)).toEqual(expected)
})
