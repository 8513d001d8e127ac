import type { RuleBook, SpotKind } from '../books/rule-book.ts'
import { type Limits, limitsFor } from '../engine/limits.ts'
import { CENTS_MAX, type Cents } from '../engine/money.ts'
import { kindWords } from './spots.ts'
import { dollars } from './text.ts'

export function limitsTold(book: RuleBook, limits: Limits): string {
  const words = limitsWords(limits)
  const { policy } = book.rules.limits
  if (words === '') return policy === 'none' ? 'These rules know no limits.' : 'No limits are set.'
  const shown = `Limits, for one player on one spot: ${words}.`
  return policy === 'none' ? `${shown} These rules know no limits, so none is enforced.` : shown
}

export function limitsWords(limits: Limits): string {
  const { default: general, ...kinds } = limits
  const own = Object.keys(kinds) as SpotKind[]
  const each = own.map((kind) => `${kindWords(kind)} ${rangeWords(limitsFor(limits, kind))}`)
  const all = general ? [rangeWords(limitsFor({ default: general }, 'straight-up'))] : []
  return [...all, ...each].filter((words) => words !== '').join('; ')
}

function rangeWords({ min, max }: { min: Cents; max: Cents }): string {
  if (max >= CENTS_MAX) return min > 0 ? `at least ${dollars(min)}` : 'any amount'
  return min > 0 ? `${dollars(min)} to ${dollars(max)}` : `at most ${dollars(max)}`
}
