import type { Book, Pocket, RuleBook } from '../../books/rule-book.ts'
import { colourCovered, colourOf } from '../../engine/pocket-colour.ts'
import { type Spot, spotsOf } from '../../engine/spots.ts'
import { capitalise } from '../../words/plain-text.ts'
import { groupName, nouns } from '../words/names.ts'

/**
 * Returns the sections of a layout in groups that share out the numbers: odd and even, three dozens, red and black. Sections of
 * one size without a number in common make a group. The last of the layout come first: even chances before columns.
 */
export function sectionGroups(book: RuleBook, layout: string): Spot[][] {
  const sections = spotsOf(book, layout).list.filter(({ isSection, covers }) => isSection && covers.length > 0)
  const groups: Spot[][] = []
  for (const section of sections) {
    const group = groups.find((some) => some.every((other) => isApart(other, section)))
    if (group) group.push(section)
    else groups.push([section])
  }
  return groups.reverse()
}

const isApart = (a: Spot, b: Spot): boolean =>
  a.covers.length === b.covers.length && !a.covers.some((pocket) => b.covers.includes(pocket))

/**
 * Returns the groups of a number in two lines, as far as the layout has them: its colour and odd or even; its dozen and
 * column.
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
