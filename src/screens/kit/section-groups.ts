import type { RuleBook } from '../../books/rule-book.ts'
import { type Spot, spotsOf } from '../../engine/spots.ts'

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
