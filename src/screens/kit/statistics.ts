import type { Pocket, RuleBook, SpotKind } from '../../books/rule-book.ts'
import { spotsOf } from '../../engine/spots.ts'
import type { Result } from '../../engine/views.ts'

export type Count = { pocket: Pocket; count: number }

const outcomes = (results: readonly Result[]): Pocket[] =>
  results.flatMap(({ pocket, void: code }) => (pocket !== null && code === null ? [pocket] : []))

/** The pockets that came most and least often; among equals, the one that came last is hot, the one longest away cold. */
export function hotAndCold(book: RuleBook, results: readonly Result[], count: number): { hot: Count[]; cold: Count[] } {
  const came = outcomes(results)
  const counts = book.wheel.pockets.map((pocket) => ({
    pocket,
    count: came.filter((one) => one === pocket).length,
    ago: came.indexOf(pocket) < 0 ? came.length : came.indexOf(pocket),
  }))
  const hot = [...counts].sort((a, b) => b.count - a.count || a.ago - b.ago).filter((one) => one.count > 0)
  const cold = [...counts].sort((a, b) => a.count - b.count || b.ago - a.ago)
  const bare = ({ pocket, count }: Count): Count => ({ pocket, count })
  return { hot: hot.slice(0, count).map(bare), cold: cold.slice(0, count).map(bare) }
}

export type Share = { spot: string; kind: SpotKind; count: number; of: number }

/** How often each of the large groups of a layout came: colours, odd and even, low and high, dozens, columns. */
export function sharesOf(
  book: RuleBook,
  layout: string,
  results: readonly Result[],
  kinds: readonly SpotKind[],
): Share[] {
  const came = outcomes(results)
  return spotsOf(book, layout)
    .list.filter(({ kind }) => kinds.includes(kind))
    .map(({ spot, kind, covers }) => ({
      spot,
      kind,
      count: came.filter((pocket) => covers.includes(pocket)).length,
      of: came.length,
    }))
}

/** How often some numbers came, of how many rounds, and what chance alone gives in 95 of 100 cases. */
export type Came = { count: number; of: number; share: number; chance: number; least: number; most: number }

export function cameOf(book: RuleBook, results: readonly Result[], covers: readonly Pocket[]): Came {
  const came = outcomes(results)
  const [of, count] = [came.length, came.filter((pocket) => covers.includes(pocket)).length]
  const chance = covers.length / book.wheel.pockets.length
  return { count, of, share: of > 0 ? count / of : 0, chance, ...usual(of, chance) }
}

/** Two standard deviations about what is expected, in whole rounds. */
function usual(rounds: number, chance: number): { least: number; most: number } {
  const [middle, off] = [rounds * chance, 2 * Math.sqrt(rounds * chance * (1 - chance))]
  return { least: Math.max(0, Math.ceil(middle - off)), most: Math.min(rounds, Math.floor(middle + off)) }
}

/** The wheel in so many parts of numbers that lie beside each other, as equal as they come out. */
export function partsOf(order: readonly Pocket[], count: number): Pocket[][] {
  const edge = (part: number) => Math.round((part * order.length) / count)
  return Array.from({ length: count }, (_, part) => order.slice(edge(part), edge(part + 1)))
}
