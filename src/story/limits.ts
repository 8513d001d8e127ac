import type { SpotKind } from '../books/rule-book.ts'
import { type Limits, limitsFor, type Range } from '../engine/limits.ts'
import { CENTS_MAX } from '../engine/money.ts'
import { sentences } from './passages.ts'
import type { Setting } from './scene.ts'
import { dollars } from './text.ts'
import type { Words } from './words/words.ts'

export function limitsTold({ book, words }: Setting, limits: Limits): string {
  const told = limitsWords(words, limits)
  const isUnknown = book.rules.limits.policy === 'none'
  if (told === null) return isUnknown ? words.limits.unknown : words.limits.unset
  return sentences(words, words.limits.shown(told), isUnknown ? words.limits.notEnforced : null)
}

/** Null: there are none. */
export function limitsWords(words: Words, limits: Limits): string | null {
  const { default: general, ...kinds } = limits
  const own = Object.keys(kinds) as SpotKind[]
  const each = own.map((kind) =>
    words.limits.ofKind(words.spots.kinds[kind], rangeWords(words, limitsFor(limits, kind))),
  )
  const all = general ? [rangeWords(words, limitsFor({ default: general }, 'straight-up'))] : []
  return all.length + each.length > 0 ? words.limits.joined([...all, ...each]) : null
}

function rangeWords({ limits }: Words, { min, max }: Range): string {
  if (max >= CENTS_MAX) return min > 0 ? limits.atLeast(dollars(min)) : limits.any
  return min > 0 ? limits.between(dollars(min), dollars(max)) : limits.atMost(dollars(max))
}
