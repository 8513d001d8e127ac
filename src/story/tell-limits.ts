import type { SpotKind } from '../books/rule-book.ts'
import { type Limits, limitsFor } from '../engine/limits.ts'
import { rangeIn } from '../words/naming.ts'
import { dollars } from '../words/plain-text.ts'
import type { StoryWords } from '../words/vocabulary.ts'
import type { Setting } from './nouns.ts'
import { sentences } from './passages.ts'

export function tellLimits({ book, words }: Setting, limits: Limits): string {
  const told = limitsWords(words, limits)
  const isUnknown = book.rules.limits.policy === 'none'
  if (told === null) return isUnknown ? words.story.limits.unknown : words.story.limits.unset
  return sentences(words, words.story.limits.shown(told), isUnknown ? words.story.limits.notEnforced : null)
}

/** Null: there are none. */
export function limitsWords(words: StoryWords, limits: Limits): string | null {
  const { default: general, ...kinds } = limits
  const own = Object.keys(kinds) as SpotKind[]
  const each = own.map((kind) =>
    words.story.limits.ofKind(words.nouns.kinds[kind], rangeIn(words.nouns, limitsFor(limits, kind), dollars)),
  )
  const all = general ? [rangeIn(words.nouns, limitsFor({ default: general }, 'straight-up'), dollars)] : []
  return all.length + each.length > 0 ? words.story.limits.joined([...all, ...each]) : null
}
