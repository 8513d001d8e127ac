import { expect, test } from 'vitest'
import { bookById } from '../books/index.ts'
import { type Fraction, fraction, fractionText, multiply, nothing, one, plus, toNumber } from '../engine/fraction.ts'
import type { Limits } from '../engine/limits.ts'
import type { Cents } from '../engine/money.ts'
import { choose, distribution, type ResultChance } from '../engine/odds.ts'
import { spotsOf } from '../engine/spots.ts'
import { longestBelow, longestRunRange } from './losing-run.ts'
import { aheadEvenBehind, exactRounds, manyRounds, resultQuantile } from './many-rounds.ts'
import { planCalled } from './plan.ts'
import { sessionOdds } from './session-odds.ts'
import type { SimulationSetup } from './simulation.ts'

const singleZero = bookById('mbs/roulette@3')!
const fastAction = bookById('mbs/sands-fast-action-roulette@2')!
const cents = (amount: number) => amount as Cents

const roundOf = (book: typeof singleZero, wagers: Record<string, number>): ResultChance[] =>
  distribution(
    book,
    Object.entries(wagers).map(([spot, stake]) => ({
      spot: spotsOf(book, 'table').byId.get(spot)!,
      stake: cents(stake),
    })),
  )

/** Result by result and round by round, with nothing that the lab uses. */
function slowly(round: readonly ResultChance[], rounds: number): Map<number, Fraction> {
  let all = new Map<number, Fraction>([[0, one]])
  for (let nth = 0; nth < rounds; nth++) {
    const next = new Map<number, Fraction>()
    for (const [sum, chance] of all)
      for (const { result, probability } of round)
        next.set(sum + result, plus(next.get(sum + result) ?? nothing, multiply(chance, probability)))
    all = next
  }
  return all
}

const textsOf = (chances: Iterable<readonly [number, Fraction]>) =>
  [...chances].sort(([a], [b]) => a - b).map(([result, chance]) => `${result}: ${fractionText(chance)}`)

test.each<[string, typeof singleZero, Record<string, number>, number]>([
  ['one round of red', singleZero, { red: 500 }, 1],
  ['nine rounds of red', singleZero, { red: 500 }, 9],
  ['a layout of four wagers', singleZero, { '17': 100, '17/20': 300, red: 500, 'dozen-2': 200 }, 4],
  ['bonus numbers', fastAction, { '17': 500, 'scatter-bonus': 100, 'bonus-win': 100 }, 3],
  ['a wager that cannot lose all', singleZero, { red: 500, black: 500 }, 6],
])('%s: every result as a fraction, as slow counting gives it', (_, book, wagers, rounds) => {
  const round = roundOf(book, wagers)
  const found = exactRounds(round, rounds)!
  expect(textsOf(found.map(({ result, probability }) => [result, probability] as const))).toEqual(
    textsOf(slowly(round, rounds)),
  )
})

test('a hundred rounds of red are the binomial distribution, to the last digit', () => {
  const found = exactRounds(roundOf(singleZero, { red: 1 }), 100)!
  for (const { result, probability } of found) {
    const won = (result + 100) / 2
    expect(fractionText(probability)).toBe(
      fractionText(fraction(choose(100, won) * 18n ** BigInt(won) * 19n ** BigInt(100 - won), 37n ** 100n)),
    )
  }
  expect(found).toHaveLength(101)
})

test('in doubles no chance is off by more than the bound says', () => {
  const round = roundOf(singleZero, { '17': 100, red: 300 })
  const exact = manyRounds(round, 40)!
  const rounded = manyRounds(round, 4_000)!
  expect([exact.isExact, rounded.isExact]).toEqual([true, false])
  expect(rounded.errorBound).toBeLessThan(1e-9)
  const sum = rounded.results.reduce((total, { probability }) => total + probability, 0)
  expect(Math.abs(sum - 1)).toBeLessThan(rounded.errorBound)
  const mean = rounded.results.reduce((total, { result, probability }) => total + result * probability, 0)
  expect(mean / rounded.mean).toBeCloseTo(1, 8)
})

test('so many rounds of red in doubles are the binomial distribution within the bound', () => {
  const rounds = 20_000
  const many = manyRounds(roundOf(singleZero, { red: 1 }), rounds)!
  expect(many.isExact).toBe(false)
  let worst = 0
  for (const { result, probability } of many.results.slice(0, many.results.length).filter((_, at) => at % 97 === 0)) {
    const won = (result + rounds) / 2
    const exact = toNumber({
      n: choose(rounds, won) * 18n ** BigInt(won) * 19n ** BigInt(rounds - won),
      d: 37n ** BigInt(rounds),
    })
    worst = Math.max(worst, Math.abs(exact - probability))
  }
  expect(worst).toBeLessThan(many.errorBound)
})

test('ahead, even and behind are all there is; quantiles are results', () => {
  const many = manyRounds(roundOf(singleZero, { red: 500 }), 2)!
  expect(aheadEvenBehind(many)).toEqual({
    ahead: toNumber(fraction(18 * 18, 37 * 37)),
    even: toNumber(fraction(2 * 18 * 19, 37 * 37)),
    behind: toNumber(fraction(19 * 19, 37 * 37)),
  })
  expect([0.1, 0.5, 0.99].map((part) => resultQuantile(many, part))).toEqual([-1000, 0, 1000])
})

test('a game with too many results is not listed', () => {
  expect(manyRounds(roundOf(fastAction, { '17': 501, 'scatter-bonus': 100 }), 1_000_000)).toBeNull()
})

// Ruin ----------------------------------------------------------------------------------------------------------------

const sessionOf = (
  plan: string,
  wagers: Record<string, number>,
  bankroll: number,
  rounds: number,
  limits: Limits = {},
): SimulationSetup => ({
  book: singleZero,
  layout: 'table',
  plan: planCalled(plan)!,
  limits,
  rounds,
  sessionRounds: rounds,
  wagers: Object.entries(wagers).map(([spot, stake]) => ({ spot, stake: cents(stake) })),
  bankroll: cents(bankroll),
})

test.each([1, 2, 5, 20])('a bankroll of %i units on red: the law of the first passage', (bankroll) => {
  const [p, q] = [18 / 37, 19 / 37]
  let ruin = 0
  // The first time at nothing is the nth round: bankroll/n of all the ways there (the ballot theorem).
  for (let n = bankroll; n <= 300; n += 2) {
    const lost = (n + bankroll) / 2
    ruin += (bankroll / n) * toNumber(fraction(choose(n, lost))) * q ** lost * p ** (n - lost)
  }
  const odds = sessionOdds(sessionOf('flat', { red: 500 }, 500 * bankroll, 300))!
  expect(odds.ruin).toBeCloseTo(ruin, 11)
  expect(odds.errorBound).toBeLessThan(1e-9)
})

/** Every way a session can go, one after another: stakes by hand, with nothing that the chain uses. */
function ruinSlowly(setup: SimulationSetup, stakeAfter: (results: string) => number, pays: number, p: number): number {
  const walk = (results: string, bank: number): number => {
    const stake = stakeAfter(results)
    if (stake > bank) return 1
    if (results.length === setup.sessionRounds) return 0
    return p * walk(`${results}W`, bank + stake * pays) + (1 - p) * walk(`${results}L`, bank - stake)
  }
  return walk('', setup.bankroll!)
}

const lossesAtEnd = (results: string): number => results.length - results.lastIndexOf('W') - 1
const winsAtEnd = (results: string): number => results.length - results.lastIndexOf('L') - 1

// biome-ignore format: a table is read down its columns
test.each<[string, string, Record<string, number>, number, Limits, (results: string) => number, number]>([
  ['flat on red',             'flat',       { red: 500 },  2_000, {}, () => 500, 1],
  ['a bankroll between',      'flat',       { red: 500 },  2_250, {}, () => 500, 1],
  ['flat on a dozen',         'flat',       { 'dozen-1': 500 }, 2_000, {}, () => 500, 2],
  ['martingale',              'martingale', { red: 500 },  10_000, {}, (r) => 500 * 2 ** lossesAtEnd(r), 1],
  ['martingale held by a limit', 'martingale', { red: 500 }, 10_000, { default: { max: cents(1_500) } }, (r) => Math.min(1_500, 500 * 2 ** lossesAtEnd(r)), 1],
  ['paroli',                  'paroli',     { red: 500 },  2_000, {}, (r) => 500 * 2 ** (winsAtEnd(r) % 3), 1],
])('the risk of ruin, every way counted: %s', (_, plan, wagers, bankroll, limits, stakeAfter, pays) => {
  const setup = sessionOf(plan, wagers, bankroll, 12, limits)
  const p = pays === 1 ? 18 / 37 : 12 / 37
  const slow = ruinSlowly(setup, stakeAfter, pays, p)
  expect(slow).toBeGreaterThan(0)
  const odds = sessionOdds(setup)!
  expect(Math.abs(odds.ruin - slow)).toBeLessThan(1e-12)
  // The house keeps its part of every stake under every plan.
  expect(odds.net / odds.staked).toBeCloseTo(-1 / 37, 11)
})

test('a limit makes martingale ruin seldomer, and its session worse or better never by its edge', () => {
  const ruin = (limits: Limits) => sessionOdds(sessionOf('martingale', { red: 500 }, 100_000, 200, limits))!.ruin
  expect(ruin({ default: { max: cents(4_000) } })).toBeLessThan(ruin({ default: { max: cents(32_000) } }))
  expect(ruin({ default: { max: cents(32_000) } })).toBeLessThan(ruin({}))
})

test('a player who cannot cover the first stake is ruined before the first round; a line has no chain', () => {
  expect(sessionOdds(sessionOf('flat', { red: 500 }, 499, 10))).toEqual({ ruin: 1, staked: 0, net: 0, errorBound: 0 })
  expect(sessionOdds(sessionOf('labouchere', { red: 500 }, 50_000, 10))).toBeNull()
  expect(sessionOdds({ ...sessionOf('flat', { red: 500 }, 500, 10), bankroll: null })).toBeNull()
})

// Losing runs ---------------------------------------------------------------------------------------------------------

test('the longest losing run of twelve rounds, every way counted', () => {
  const p = 0.6
  const shorter = new Array(14).fill(0)
  for (let way = 0; way < 2 ** 12; way++) {
    const rounds = way.toString(2).padStart(12, '0')
    const losses = [...rounds].filter((round) => round === '1').length
    const longest = Math.max(...rounds.split('0').map((run) => run.length))
    for (let length = longest + 1; length < 14; length++) shorter[length] += p ** losses * (1 - p) ** (12 - losses)
  }
  for (let length = 1; length <= 13; length++) expect(longestBelow(length, 12, p)).toBeCloseTo(shorter[length], 12)
})

test('the longest losing run of many rounds, against counting round by round', () => {
  for (const [p, length] of [
    [19 / 37, 12],
    [36 / 37, 200],
    [25 / 37, 20],
  ] as const) {
    let runs = new Float64Array(length)
    runs[0] = 1
    for (let round = 0; round < 5_000; round++) {
      const next = new Float64Array(length)
      for (let run = 0; run < length; run++) {
        next[0]! += runs[run]! * (1 - p)
        if (run + 1 < length) next[run + 1] = runs[run]! * p
      }
      runs = next
    }
    expect(longestBelow(length, 5_000, p)).toBeCloseTo(
      runs.reduce((sum, chance) => sum + chance, 0),
      9,
    )
  }
})

test('a range of runs: whoever always loses, hardly ever, or as on red', () => {
  expect(longestRunRange(100, 1, 0.99)).toEqual([100, 100])
  expect(longestRunRange(1, 0.5, 0.99)).toEqual([0, 1])
  // By hand, with exp(-n q p^length) for the probability of no run of this length: 0.003 below 17, 0.996 up to 27.
  expect(longestRunRange(1_000_000, 19 / 37, 0.99)).toEqual([17, 27])
})
