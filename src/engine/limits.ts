import type { Clause, RuleBook, SpotKind } from '../books/rule-book.ts'
import { CENTS_MAX, type Cents, isCents, larger, smaller, zero } from './money.ts'
import { isRecord } from './shape.ts'
import { kindsOf } from './spots.ts'

/** The limits displayed at a table for one kind of wager. */
export type Limit = { min?: Cents; max?: Cents }
/**
 * Limits by kind of wager. `default` is for the kinds that have none of their own, `maximum-payout` for the winnings of
 * a round.
 */
export type Limits = { readonly [kind: SpotKind]: Limit }

/** The key of the maximum payout among the limits: its `max` is the most that one player wins in one round. */
export const PAYOUT = 'maximum-payout'

export type Range = { min: Cents; max: Cents }

const open: Range = { min: zero, max: CENTS_MAX as Cents }

/**
 * The limits for one player's total on one spot of this kind (reading 4).
 *
 * @example
 * const { min, max } = limitsFor(setup.limits, 'straight-up')
 */
export const limitsFor = (limits: Limits, kind: SpotKind): Range => ({
  min: limits[kind]?.min ?? limits.default?.min ?? open.min,
  max: limits[kind]?.max ?? limits.default?.max ?? open.max,
})

export const rangeOf = ({ min = open.min, max = open.max }: Limit): Range => ({ min, max })

/** The lowest minimum of any spot at a table (reading 31); null if no spot has one. */
export function tableMinimum(limits: Limits, kinds: readonly SpotKind[]): Cents | null {
  const minima = kinds.map((kind) => limitsFor(limits, kind).min).filter((min) => min > 0)
  return minima.length === 0 ? null : (Math.min(...minima) as Cents)
}

/** How a stake lies outside the limits displayed. */
export type Outside = 'under-minimum' | 'over-maximum'

/** `under`: the part of the stake that was placed under the minimum, where that does not follow from the total. */
export function outsideOf(limits: Limits, kind: SpotKind, total: Cents, under?: Cents): Outside | null {
  const { min, max } = limitsFor(limits, kind)
  if (under === undefined ? total < min : under > 0) return 'under-minimum'
  return total > max ? 'over-maximum' : null
}

/** A problem of limits, in words. `clause`: of the book's own limits, where these contradict them. */
export type LimitsProblem = { problem: string; clause?: Clause }

/** Reads the limits that a table is to display. Where the book has limits of its own, the narrower of both apply. */
export function tableLimits(book: RuleBook, layout: string, value: unknown): { limits: Limits } | LimitsProblem {
  const kinds = kindsOf(book, layout)
  const problem = shapeProblem(value, book.rules.maximumPayout ? [...kinds, PAYOUT] : kinds)
  if (problem !== null) return { problem }
  const { [PAYOUT]: payout, ...stated } = value as Limits
  const wagers = wagerLimits(book, kinds, stated)
  const winnings = payoutLimit(book, payout?.max)
  if ('problem' in wagers) return wagers
  return 'problem' in winnings ? winnings : { limits: { ...wagers.limits, ...winnings.limits } }
}

/** Returns the book's own limits: they apply at a table that states none. */
export function bookLimits(book: RuleBook, layout: string): Limits {
  const read = tableLimits(book, layout, {})
  if ('problem' in read) throw new Error(`${book.id} ${read.problem}`)
  return read.limits
}

function wagerLimits(book: RuleBook, kinds: readonly SpotKind[], stated: Limits): { limits: Limits } | LimitsProblem {
  const rule = book.rules.limits
  if (rule.policy === 'none' || !rule.amounts) return withoutCrossing(stated, kinds)
  const { clause } = rule
  const amounts = rule.amounts as Limits
  const wider = widerBound(amounts, stated)
  return wider === null ? withoutCrossing(narrowest(amounts, stated, kinds), kinds, clause) : { problem: wider, clause }
}

function payoutLimit({ rules }: RuleBook, stated: Cents | undefined): { limits: Limits } | LimitsProblem {
  const own = rules.maximumPayout?.amount as Cents | undefined
  const max = stated ?? own
  if (max === undefined) return { limits: {} }
  return own !== undefined && max > own
    ? { problem: 'puts the maximum payout above that of the rule book', clause: rules.maximumPayout!.clause }
    : { limits: { [PAYOUT]: { max } } }
}

function shapeProblem(value: unknown, kinds: readonly SpotKind[]): string | null {
  if (!isRecord(value)) return 'must be an object'
  for (const [kind, limit] of Object.entries(value)) {
    if (kind !== 'default' && !kinds.includes(kind)) return `has no kind of wager called ${kind}`
    if (!isRecord(limit)) return `.${kind} must be an object with min and max`
    if (kind === PAYOUT && limit.max === 0) return `.${kind}.max must be above 0`
    for (const [bound, amount] of Object.entries(limit)) {
      if (kind === PAYOUT && bound !== 'max') return `.${kind} has max, not ${bound}`
      if (bound !== 'min' && bound !== 'max') return `.${kind} has min and max, not ${bound}`
      if (!isCents(amount) || amount < 0) return `.${kind}.${bound} must be a whole number of cents`
    }
  }
  return null
}

function withoutCrossing(
  limits: Limits,
  kinds: readonly SpotKind[],
  clause?: Clause,
): { limits: Limits } | LimitsProblem {
  const crossed = crossedKind(limits, kinds)
  if (crossed === undefined) return { limits }
  return { problem: `puts the minimum of ${crossed} above its maximum`, ...(clause === undefined ? {} : { clause }) }
}

/** Returns a kind whose minimum is above its maximum. */
export const crossedKind = (limits: Limits, kinds: readonly SpotKind[]): SpotKind | undefined =>
  kinds.find((kind) => limitsFor(limits, kind).min > limitsFor(limits, kind).max)

/** A bound that is wider than the book's own, in words; null if there is none. */
function widerBound(amounts: Limits, stated: Limits): string | null {
  for (const [kind, { min, max }] of Object.entries(stated)) {
    const isGeneral = kind === 'default'
    const own = isGeneral ? rangeOf(amounts.default ?? {}) : limitsFor(amounts, kind)
    const whose = isGeneral ? 'all kinds' : kind
    if (min !== undefined && min < own.min) return `puts the minimum of ${whose} below that of the rule book`
    if (max !== undefined && max > own.max) return `puts the maximum of ${whose} above that of the rule book`
  }
  return null
}

function narrowest(amounts: Limits, stated: Limits, kinds: readonly SpotKind[]): Limits {
  const general = narrower(rangeOf(amounts.default ?? {}), rangeOf(stated.default ?? {}))
  const own = kinds
    .filter((kind) => amounts[kind] || stated[kind])
    .map((kind) => [kind, boundsBeside(general, narrower(limitsFor(amounts, kind), limitsFor(stated, kind)))] as const)
  const rows = [['default', boundsBeside(open, general)] as const, ...own]
  return Object.fromEntries(rows.filter(([, limit]) => Object.keys(limit).length > 0))
}

const narrower = (one: Range, other: Range): Range => ({
  min: larger(one.min, other.min),
  max: smaller(one.max, other.max),
})

/** The bounds of a range that the general one does not already give. */
const boundsBeside = (general: Range, { min, max }: Range): Limit => ({
  ...(min === general.min ? {} : { min }),
  ...(max === general.max ? {} : { max }),
})

/** Limits for a table that changes to a book. Without a maximum payout in the book, the table displays none. */
export function limitsUnder({ rules }: RuleBook, limits: Limits): Limits {
  const { [PAYOUT]: _, ...wagers } = limits
  return rules.maximumPayout ? limits : wagers
}

/** Whether two limits mean the same for every kind. */
export const areSameLimits = (one: Limits, other: Limits, kinds: readonly SpotKind[]): boolean =>
  one[PAYOUT]?.max === other[PAYOUT]?.max &&
  kinds.every((kind) => {
    const [a, b] = [limitsFor(one, kind), limitsFor(other, kind)]
    return a.min === b.min && a.max === b.max
  })

/** The clause that limits wagers, for an event that cites it. A book without limits has none. */
export const limitsCited = ({ rules: { limits } }: RuleBook): { clause?: Clause } =>
  'clause' in limits ? { clause: limits.clause } : {}
