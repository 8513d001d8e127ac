import { type Limits, limitsFor, PAYOUT, rangeOf } from '../engine/limits.ts'
import { kindIn, rangeIn } from '../words/naming.ts'
import { dollars } from '../words/plain-text.ts'
import type { Setting } from './nouns.ts'
import { sentences } from './passages.ts'

export function tellLimits(setting: Setting, limits: Limits): string {
  const { book, words } = setting
  const told = limitsWords(setting, limits)
  const isUnknown = book.rules.limits.policy === 'none'
  if (told === null) return isUnknown ? words.story.limits.unknown : words.story.limits.unset
  return sentences(words, words.story.limits.shown(told), isUnknown ? words.story.limits.notEnforced : null)
}

/** Null: there are none. */
export function limitsWords({ book, words }: Setting, limits: Limits): string | null {
  const { default: general, [PAYOUT]: payout, ...kinds } = limits
  const each = Object.keys(kinds).map((kind) =>
    words.story.limits.ofKind(kindIn(words.nouns, book, kind), rangeIn(words.nouns, limitsFor(limits, kind), dollars)),
  )
  const all = general ? [rangeIn(words.nouns, rangeOf(general), dollars)] : []
  const most = payout ? [words.story.limits.ofKind(words.nouns.maximumPayout, dollars(payout.max!))] : []
  const told = [...all, ...each, ...most]
  return told.length > 0 ? words.story.limits.joined(told) : null
}
