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
