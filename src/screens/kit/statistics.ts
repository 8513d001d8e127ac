import type { Book, Pocket } from '../../books/rule-book.ts'
import type { Result } from '../../engine/views.ts'

export type PocketCount = { pocket: Pocket; count: number }

const outcomes = (results: readonly Result[]): Pocket[] =>
  results.flatMap(({ pocket, void: code }) => (pocket !== null && code === null ? [pocket] : []))

/** So many rounds tell something of single numbers: as many as there are numbers. */
export const isEnough = (book: Book, results: readonly Result[]): boolean =>
  outcomes(results).length >= book.wheel.pockets.length

/** The pockets that came most and least often; among equals, the one that came last is hot, the one longest away cold. */
export function hotAndCold(
  book: Book,
  results: readonly Result[],
  count: number,
): { hot: PocketCount[]; cold: PocketCount[] } {
  const came = outcomes(results)
  const counts = book.wheel.pockets.map((pocket) => ({
    pocket,
    count: came.filter((one) => one === pocket).length,
    ago: came.indexOf(pocket) < 0 ? came.length : came.indexOf(pocket),
  }))
  const hot = [...counts].sort((a, b) => b.count - a.count || a.ago - b.ago).filter((one) => one.count > 0)
  const cold = [...counts].sort((a, b) => a.count - b.count || b.ago - a.ago)
  const bare = ({ pocket, count }: PocketCount): PocketCount => ({ pocket, count })
  return { hot: hot.slice(0, count).map(bare), cold: cold.slice(0, count).map(bare) }
}

/** How often some numbers came, of how many rounds, and what chance alone gives in 95 of 100 cases. */
export type Frequency = { count: number; of: number; share: number; chance: number; least: number; most: number }

export function frequencyOf(book: Book, results: readonly Result[], covers: readonly Pocket[]): Frequency {
  const came = outcomes(results)
  const [of, count] = [came.length, came.filter((pocket) => covers.includes(pocket)).length]
  const chance = covers.length / book.wheel.pockets.length
  return { count, of, share: of > 0 ? count / of : 0, chance, ...usual(of, chance) }
}

/** How seldom it is less, and how seldom more: a fortieth each. */
const SELDOM = 0.025

/** Between these in at least 95 of 100 cases, exactly: with few rounds the bell curve is not true. */
function usual(rounds: number, chance: number): { least: number; most: number } {
  let [least, most, below] = [0, rounds, 0]
  let exactly = (1 - chance) ** rounds
  for (let count = 0; count <= rounds; count++) {
    if (below <= SELDOM) least = count
    below += exactly
    if (1 - below <= SELDOM) {
      most = count
      break
    }
    exactly *= ((rounds - count) / (count + 1)) * (chance / (1 - chance))
  }
  return { least, most }
}

/** The count of numbers that did not come in these rounds, and its average by chance. */
export function absentIn(book: Book, results: readonly Result[]): { count: number; byChance: number } {
  const came = new Set(outcomes(results))
  const { pockets } = book.wheel
  return {
    count: pockets.filter((pocket) => !came.has(pocket)).length,
    byChance: pockets.length * (1 - 1 / pockets.length) ** outcomes(results).length,
  }
}

/** A number and the rounds since it came. */
export type Sleeper = { pocket: Pocket; rounds: number }

/** The numbers that came and have been away longest. Among those that did not come at all none is longer away. */
export function sleepersIn(book: Book, results: readonly Result[], count: number): Sleeper[] {
  const came = outcomes(results)
  const away = book.wheel.pockets.map((pocket) => ({ pocket, rounds: came.indexOf(pocket) }))
  const list = away.filter(({ rounds }) => rounds >= 0).sort((a, b) => b.rounds - a.rounds)
  return list.slice(0, count)
}

/** Pockets on each side that count as neighbours. */
const NEIGHBOURS = 2

/** How often a number was the one before it, and how often one of its neighbours on the wheel, with what chance gives. */
export function followsIn(order: readonly Pocket[], results: readonly Result[]) {
  const came = outcomes(results)
  const of = Math.max(0, came.length - 1)
  const steps = came.slice(1).map((before, index) => {
    const apart = Math.abs(order.indexOf(came[index]!) - order.indexOf(before))
    return Math.min(apart, order.length - apart)
  })
  const share = (isMeant: (step: number) => boolean, covers: number) => {
    const count = steps.filter(isMeant).length
    return { count, of, share: of > 0 ? count / of : 0, chance: covers / order.length }
  }
  return {
    repeats: share((step) => step === 0, 1),
    neighbours: share((step) => step > 0 && step <= NEIGHBOURS, 2 * NEIGHBOURS),
  }
}

/** The wheel in parts of neighbouring numbers, as equal as possible. */
export function wheelParts(order: readonly Pocket[], count: number): Pocket[][] {
  const edge = (part: number) => Math.round((part * order.length) / count)
  return Array.from({ length: count }, (_, part) => order.slice(edge(part), edge(part + 1)))
}
