import type { SpotKind } from '../../books/rule-book.ts'
import type { Spot } from '../../engine/spots.ts'
import { nouns as nounsInEnglish } from '../../words/en/nouns.en.ts'
import { betIn, chipColourIn, roleIn } from '../../words/naming.ts'
import { capitalise } from '../../words/plain-text.ts'
import { wordsOf } from './speech.ts'

/** The names of things, the same as in the story and on tickets. */
export const nouns = wordsOf('nouns', nounsInEnglish, 'hall')

/** In the middle of a sentence. */
export const roleName = (role: unknown): string => roleIn(nouns, role)
export const colourName = (colour: string): string => chipColourIn(nouns, colour)

/** By itself. */
export const kindName = (kind: SpotKind): string => capitalise(nouns.kinds[kind])
export const betName = (bet: string): string => capitalise(betIn(nouns, bet))

const nthIn = (spot: string): string | undefined => /-(\d)$/.exec(spot)?.[1]

/** "Split 17/20", "2nd dozen", "Red". */
export function spotName({ spot, kind, covers }: Pick<Spot, 'spot' | 'kind' | 'covers'>): string {
  if (kind === 'straight-up') return capitalise(nouns.number(spot))
  if (spot.includes('/')) return `${kindName(kind)} ${spot}`
  const nth = nthIn(spot)
  if (nth) return nouns.nth(nouns.kinds[kind], nth)
  return kind === 'top-line' ? `${kindName(kind)} ${covers.join('/')}` : kindName(kind)
}

/** What a number belongs to, and no bet on it: "2nd dozen", "Red". */
export function groupName({ spot, kind }: Pick<Spot, 'spot' | 'kind'>): string {
  const nth = nthIn(spot)
  const group = kind === 'dozen' || kind === 'column' ? nouns.groups[kind] : nouns.kinds[kind]
  return nth ? nouns.nth(group, nth) : capitalise(group)
}
