import { expect, test } from 'vitest'
import { foreignBookById } from '../../test/books/foreign-books.ts'
import { bookById, books } from '../books/index.ts'
import { fraction, fractionText, toNumber } from '../engine/fraction.ts'
import type { Limits } from '../engine/limits.ts'
import type { Cents } from '../engine/money.ts'
import { chancesOf, spotOdds } from '../engine/odds.ts'
import { layoutNames, spotsOf } from '../engine/spots.ts'
import { gameOf, gameProblem } from './game.ts'
import { chanceFrom, seededFill } from './generator.ts'
import { flat, planCalled } from './plan.ts'
import { BLOCK_ROUNDS, blockPlayer, blocksOf, type SimulationSetup, StakesTooLarge, simulate } from './simulation.ts'
import { simulationResult } from './simulation-result.ts'
import { emptyTally, joinTallies } from './simulation-tally.ts'
import { spinnerOf } from './spinner.ts'

const singleZero = bookById('mbs/roulette@3')!
const fastAction = bookById('mbs/sands-fast-action-roulette@2')!
const cents = (amount: number) => amount as Cents
const layouts = books.flatMap((book) => layoutNames(book).map((layout) => ({ id: book.id, book, layout })))
const spotCount = layouts.reduce((sum, { book, layout }) => sum + spotsOf(book, layout).list.length, 0)

type Part = Partial<Omit<SimulationSetup, 'wagers'>> & { wagers?: Record<string, number> }

function setupOf({ wagers = { red: 500 }, ...rest }: Part = {}): SimulationSetup {
  return {
    book: singleZero,
    layout: 'table',
    plan: flat,
    limits: {},
    rounds: 100_000,
    bankroll: null,
    ...rest,
    wagers: Object.entries(wagers).map(([spot, stake]) => ({ spot, stake: cents(stake) })),
    sessionRounds: rest.sessionRounds ?? 200,
  }
}

const playedBy = (seed: string) => (block: number) => seededFill(seed, block)
const resultBy = (setup: SimulationSetup, seed: string) => simulationResult(setup, simulate(setup, playedBy(seed)))

test.each(layouts)('$id $layout: every spot, played and exact', ({ book, layout }) => {
  for (const { spot } of spotsOf(book, layout).list) {
    const setup = setupOf({ book, layout, wagers: { [spot]: 100 }, rounds: 10_000 })
    // All spots of all books together are to agree.
    const result = simulationResult(setup, simulate(setup, playedBy('every spot')), 1 - 0.01 / spotCount)
    expect(result.disagreements, `${spot}: ${JSON.stringify(result)}`).toEqual([])
    const odds = spotOdds(chancesOf(book), spotsOf(book, layout).byId.get(spot)!)
    expect(result.expected).toBeCloseTo(toNumber(odds.returnToPlayer), 12)
    expect(result.standardDeviation.exact! / 100).toBeCloseTo(Math.sqrt(toNumber(odds.variance)), 9)
  }
})

test('outcomes of a bonus book come as often as counting draws says, each of them', () => {
  const chances = chancesOf(fastAction)
  const outcomes = new Uint16Array(300_000)
  spinnerOf(fastAction, chanceFrom(seededFill('outcomes', 0)))(outcomes)
  const counts = new Array(chances.length).fill(0)
  for (const outcome of outcomes) counts[outcome]++
  for (const [at, { probability }] of chances.entries()) {
    const expects = toNumber(probability) * outcomes.length
    expect(Math.abs(counts[at] - expects)).toBeLessThan(5 * Math.sqrt(expects) + 2)
  }
})

test('blocks are the same whoever plays them, in whatever order', () => {
  const setup = setupOf({ wagers: { '17': 500, red: 300 }, rounds: 2 * BLOCK_ROUNDS + 12_345 })
  const [one, other] = [blockPlayer(setup, playedBy('x')), blockPlayer(setup, playedBy('x'))]
  const backwards = [2, 1, 0].map((block) => (block % 2 === 0 ? one : other)(block)).reverse()
  expect(blocksOf(setup)).toBe(3)
  expect(backwards.reduce(joinTallies, emptyTally)).toEqual(simulate(setup, playedBy('x')))
})

test('a losing run goes on from one block to the next', () => {
  // Straight-ups lose long: run by run over all rounds at once.
  const setup = setupOf({ wagers: { '17': 100 }, rounds: 2 * BLOCK_ROUNDS })
  const outcomes = [0, 1].flatMap((block) => {
    const spun = new Uint16Array(BLOCK_ROUNDS)
    spinnerOf(singleZero, chanceFrom(seededFill('runs', block)))(spun)
    return [...spun]
  })
  const seventeen = singleZero.wheel.pockets.indexOf('17')
  let [run, longest] = [0, 0]
  for (const outcome of outcomes) {
    run = outcome === seventeen ? 0 : run + 1
    longest = Math.max(longest, run)
  }
  const tally = simulate(setup, playedBy('runs'))
  expect([tally.longest, tally.trailing, tally.leading]).toEqual([longest, run, outcomes.indexOf(seventeen)])
})

test.each([
  ['a run over the whole of both', [3, 3, 3, 3], [2, 2, 2, 2], [5, 5, 5]],
  ['a run that ends the first and begins the second', [5, 1, 2, 2], [5, 3, 0, 3], [1, 0, 5]],
  ['a second that loses throughout', [5, 1, 2, 2], [4, 4, 4, 4], [1, 6, 6]],
])('tallies put together: %s', (_, before, next, joined) => {
  const tallyOf = ([rounds, leading, trailing, longest]: number[]) => ({
    ...emptyTally,
    rounds: rounds!,
    leading: leading!,
    trailing: trailing!,
    longest: longest!,
  })
  const { leading, trailing, longest } = joinTallies(tallyOf(before), tallyOf(next))
  expect([leading, trailing, longest]).toEqual(joined)
})

test('money is exact: what came back is what each outcome brings, times how often it came', () => {
  const setup = setupOf({ book: fastAction, wagers: { '17': 333, 'scatter-bonus': 101 }, rounds: 30_000 })
  const { nets, stake } = gameOf(setup).at(1)
  const outcomes = new Uint16Array(30_000)
  spinnerOf(fastAction, chanceFrom(seededFill('money', 0)))(outcomes)
  const net = outcomes.reduce((sum, outcome) => sum + nets[outcome]!, 0)
  const tally = simulate(setup, playedBy('money'))
  expect([tally.staked, tally.returned]).toEqual([BigInt(stake * 30_000), BigInt(stake * 30_000 + net)])
})

// biome-ignore format: a table is read down its columns
test.each<[string, Part]>([
  ['flat',        { bankroll: cents(10_000) }],
  ['martingale',  { bankroll: cents(20_000) }],
  ['martingale',  { bankroll: cents(20_000), limits: { default: { min: cents(500), max: cents(4_000) } } }],
  ['dalembert',   { bankroll: cents(20_000) }],
  ['fibonacci',   { bankroll: cents(20_000) }],
  ['paroli',      { bankroll: cents(20_000) }],
  ['labouchere',  { bankroll: cents(50_000) }],
  ['flat',        { bankroll: cents(20_000), book: fastAction, wagers: { '17': 500 } }],
  ['paroli',      { bankroll: cents(20_000), wagers: { 'dozen-1': 300, red: 700 } }],
])('%s: sessions played agree with the chain', (name, part) => {
  const setup = setupOf({ ...part, plan: planCalled(name)!, rounds: 200_000 })
  const result = resultBy(setup, 'sessions')
  expect(result.disagreements).toEqual([])
  expect(result.sessions!.count).toBe(1_000)
  expect(result.rounds).toBe(200_000)
  if (name !== 'labouchere') expect(result.sessions!.ruin.exact).not.toBeNull()
  expect(result.heldRounds > 0).toBe(setup.limits.default !== undefined)
})

test('a session that the end of the simulation cuts short is no session, but its rounds count', () => {
  const result = resultBy(setupOf({ bankroll: cents(1_000_000), rounds: 1_050, sessionRounds: 200 }), 'x')
  expect([result.sessions!.count, result.rounds, result.played]).toEqual([5, 1_050, 1_050])
})

test('la partage: odd cents are rounded as the settlement rounds them, and then no one fraction holds for every stake', () => {
  const book = foreignBookById('abroad/french-roulette@1')!
  const odd = setupOf({ book, wagers: { red: 501 }, rounds: 50_000 })
  // With 37 units, 18 win 501, 18 lose 501, and on zero 251 are collected.
  expect(resultBy(odd, 'partage')).toMatchObject({ exact: `${37 * 501 - 251}/${37 * 501}`, disagreements: [] })
  const plan = { ...odd, plan: planCalled('paroli')! }
  expect(resultBy(plan, 'partage')).toMatchObject({ exact: null, agrees: true, disagreements: [] })
})

test('the maximum payout cuts a round of the lab as it cuts one at a table', () => {
  const book = foreignBookById('riviera/french-roulette@1')!
  const limits = { 'maximum-payout': { max: cents(5_000) } }
  const cut = setupOf({ book, wagers: { '17': 100, '14/17': 100, black: 200 }, limits, rounds: 50_000 })
  // 17 wins 5,400 and is paid 5,000; 14 wins 1,700; each other black number wins 200; on 0 half of 200 comes back.
  const back = 5_400 + 1_800 + 17 * 400 + 100
  expect(resultBy(cut, 'payout')).toMatchObject({ exact: fractionText(fraction(back, 37 * 400)), disagreements: [] })
  // Larger stakes of a plan are cut more: no one return is exact for all of them.
  const doubled = { ...cut, plan: planCalled('martingale')!, sessionRounds: 20 }
  expect(resultBy(doubled, 'payout')).toMatchObject({ exact: null, disagreements: [] })
})

test('a wrong figure is found out: a wheel on which red comes too seldom', () => {
  const setup = setupOf({ rounds: 200_000 })
  const biased = (block: number) => {
    const fill = seededFill('biased', block)
    return (numbers: Uint16Array) => {
      fill(numbers)
      for (let at = 0; at < numbers.length; at++) if (numbers[at]! % 50 === 0) numbers[at] = 100
    }
  }
  const result = simulationResult(setup, simulate(setup, biased))
  expect(result.agrees).toBe(false)
  expect(result.disagreements).toEqual(expect.arrayContaining(['return', 'hitRate']))
})

test('few rounds and rare wins are no disagreement', () => {
  for (const rounds of [1, 2, 10, 37, 200])
    for (let seed = 0; seed < 40; seed++) {
      const result = resultBy(setupOf({ book: fastAction, wagers: { 'super-bonus-win': 100 }, rounds }), `${seed}`)
      expect(result.disagreements).toEqual([])
    }
})

test('at fresh seeds the intervals hold as often as they say', () => {
  let wrong = 0
  for (let seed = 0; seed < 200; seed++)
    if (resultBy(setupOf({ rounds: 2_000 }), `seed ${seed}`).disagreements.length > 0) wrong++
  expect(wrong).toBeLessThanOrEqual(5)
})

test('a plan without end is stopped where sums are no longer exact', () => {
  const setup = setupOf({
    plan: planCalled('martingale')!,
    wagers: { '17': 100_000_000 },
    rounds: 400_000,
    sessionRounds: 400_000,
  })
  expect(() => simulate(setup, playedBy('too much'))).toThrow(StakesTooLarge)
})

// biome-ignore format: a table is read down its columns
test.each<[string, Record<string, number>, Limits]>([
  ['no wager',               {},                          {}],
  ['a spot that is none',    { '3/4': 500 },              {}],
  ['a stake of nothing',     { red: 0 },                  {}],
  ['half a cent',            { red: 0.5 },                {}],
  ['under the minimum',      { red: 400 },                { default: { min: cents(500) } }],
  ['over its own maximum',   { '17': 5_000, red: 5_000 }, { 'straight-up': { max: cents(1_000) } }],
])('what cannot be played is told: %s', (_, wagers, limits) => {
  expect(gameProblem(setupOf({ wagers, limits }))).toMatch(/./)
})
