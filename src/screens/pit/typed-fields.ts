import type { SpotKind } from '../../books/rule-book.ts'
import type { Awarded } from '../../engine/events.ts'
import type { Awards } from '../../engine/language.ts'
import type { Limit, Limits } from '../../engine/limits.ts'
import { money, readMoney } from '../../words/plain-text.ts'
import type { WagerToRule } from './table-facts.ts'

/** The part of a wager that is ruled on, as the command names it; neither: all of it. */
export type RuledPart = { stake?: number; chips?: number }

/** The typed amount; null if it is not valid. */
export function partIn({ isAllChips }: WagerToRule, text: string): RuledPart | null {
  const typed = text.trim()
  if (typed === '') return {}
  if (isAllChips) return /^[1-9]\d{0,8}$/.test(typed) ? { chips: Number(typed) } : null
  const stake = readMoney(typed)
  return stake !== null && stake > 0 ? { stake } : null
}

/** Awards as they are typed. */
export type AwardRow = { player: string; amount: string }

/** Reads the rows: null while one of them is not whole; undefined: they are as those before. None left takes those back. */
export function awardsInPlaceOf(before: readonly Awarded[], rows: readonly AwardRow[]): Awards | null | undefined {
  const awards = awardsIn(rows)
  const were = Object.fromEntries(before.map(({ player, amount }) => [player, amount]))
  return awards && isSameAwards(awards, were as Awards) ? undefined : awards
}

const isSameAwards = (one: Awards, other: Awards): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([player, amount]) => other[player] === amount)

function awardsIn(rows: readonly AwardRow[]): Awards | null {
  const read = rows.map(({ player, amount }) => [player, readMoney(amount)] as const)
  const isWhole = read.every(([player, amount]) => player !== '' && amount !== null && amount > 0)
  return isWhole ? (Object.fromEntries(read) as Awards) : null
}

/** The players that a row may name: each player only once. */
export const playersFor = (players: readonly string[], rows: readonly AwardRow[], row: AwardRow): string[] =>
  players.filter((player) => player === row.player || rows.every((one) => one.player !== player))

/** Limits as typed: an empty field sets no limit of its own. */
export type LimitFields = { min: string; max: string }
export type LimitsForm = Readonly<Record<string, LimitFields>>

const moneyText = (cents: number | undefined): string => (cents === undefined ? '' : money(cents))

export function limitsForm(limits: Limits, kinds: readonly SpotKind[]): LimitsForm {
  const row = (limit: Limit | undefined): LimitFields => ({ min: moneyText(limit?.min), max: moneyText(limit?.max) })
  return Object.fromEntries([
    ['default', row(limits.default)],
    ...kinds.map((kind) => [kind, row(limits[kind])] as const),
  ])
}

/** Null if a field is not an amount of money. */
export function limitsIn(rows: LimitsForm): Limits | null {
  const limits: Record<string, Limit> = {}
  for (const [kind, { min, max }] of Object.entries(rows)) {
    const [low, high] = [min, max].map((text) => (text.trim() === '' ? undefined : readMoney(text)))
    if (low === null || high === null) return null
    if (low !== undefined || high !== undefined)
      limits[kind] = { ...(low === undefined ? {} : { min: low }), ...(high === undefined ? {} : { max: high }) }
  }
  return limits as Limits
}
