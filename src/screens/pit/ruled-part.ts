import { readMoney } from '../../words/plain-text.ts'
import type { WagerToRule } from './table-facts.ts'

/** The part of a wager that is ruled on, as the command names it; neither: all of it. */
export type RuledPart = { stake?: number; chips?: number }

/** What was typed: null where it is no part of anything. */
export function partIn({ isAllChips }: WagerToRule, text: string): RuledPart | null {
  const typed = text.trim()
  if (typed === '') return {}
  if (isAllChips) return /^[1-9]\d{0,8}$/.test(typed) ? { chips: Number(typed) } : null
  const stake = readMoney(typed)
  return stake !== null && stake > 0 ? { stake } : null
}
