import type { Book, Pocket } from '../../books/rule-book.ts'
import { colourCovered, colourOf } from '../../engine/pocket-colour.ts'
import { capitalise } from '../../words/plain-text.ts'
import { groupName, nouns } from '../words/names.ts'
import { sectionGroups } from './section-groups.ts'

/**
 * Returns what a number belongs to, in two lines: its colour and one even chance (odd or even); its dozen and column. Whatever
 * the layout has.
 */
export function groupLines(book: Book, layout: string, pocket: Pocket): string[] {
  const groups = sectionGroups(book, layout).filter((group) =>
    group.every(({ covers }) => colourCovered(book, covers) === null),
  )
  const ownIn = (some: typeof groups) =>
    some.flatMap((group) => group.filter(({ covers }) => covers.includes(pocket)).map((spot) => groupName(book, spot)))
  const halves = groups.filter((group) => group.length === 2)
  const parts = groups.filter((group) => group.length > 2)
  const colour = capitalise(nouns.colours[colourOf(book, pocket)])
  return [[colour, ...ownIn(halves.slice(0, 1))], ownIn(parts)]
    .filter((names) => names.length > 0)
    .map((names) => names.join(' · '))
}
