import type { Pocket, RuleBook } from '../../books/rule-book.ts'
import { type Draw, outcomeOf } from '../../engine/draw.ts'
import { inPlay, type Line } from '../../engine/settlement.ts'
import { spotsOf } from '../../engine/spots.ts'
import { collectedOn, paidOn, termsOf } from '../../engine/unit-result.ts'

/** What a player's round would come to instead, before anybody confirms it. */
export type Difference = { player: string; before: number; after: number; change: number }

/** Settled again on another pocket: what was in play stays in play, what was returned stays returned (reading 16). */
export function ifCorrected(
  book: RuleBook,
  layout: string,
  { lines, draw }: { lines: readonly Line[]; draw: Draw | null },
  pocket: Pocket,
): Difference[] {
  const { byId } = spotsOf(book, layout)
  const outcome = outcomeOf(pocket, draw)
  return differences(lines, (line) => {
    if (line.result === 'returned') return 0
    const terms = termsOf(byId.get(line.spot)!, outcome)
    return paidOn(terms, inPlay(line)) - collectedOn(terms, inPlay(line))
  })
}

/** Void: every stake counts as returned. */
export const ifVoided = (lines: readonly Line[]): Difference[] => differences(lines, () => 0)

function differences(lines: readonly Line[], resultOf: (line: Line) => number): Difference[] {
  const players = Map.groupBy(lines, ({ player }) => player)
  return [...players].map(([player, own]) => {
    const before = own.reduce((sum, { paid, collected }) => sum + paid - collected, 0)
    const after = own.reduce((sum, line) => sum + resultOf(line), 0)
    return { player, before, after, change: after - before }
  })
}

/** What of a debit is owed: the balance does not cover it. */
export const newlyOwed = (change: number, balance: number): number => Math.max(0, -change - balance)

/** What the house gains by it, or loses. */
export const houseChange = (changes: readonly Difference[]): number =>
  changes.reduce((sum, { change }) => sum - change, 0)
