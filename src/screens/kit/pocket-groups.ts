import type { Book, Pocket, SpotKind } from '../../books/rule-book.ts'
import { colourOf } from '../../engine/pocket-colour.ts'
import { spotsOf } from '../../engine/spots.ts'
import { capitalise } from '../../words/plain-text.ts'
import { groupName, nouns } from '../words/names.ts'

const lines: readonly (readonly SpotKind[])[] = [
  ['odd', 'even'],
  ['dozen', 'column'],
]

/** What a number belongs to, in two lines: its colour and whether it is odd; its dozen and column. Whatever the layout has. */
export function groupLines(book: Book, layout: string, pocket: Pocket): string[] {
  const groups = spotsOf(book, layout).list.filter(({ covers }) => covers.includes(pocket))
  const named = lines.map((kinds) =>
    kinds.flatMap((kind) => groups.filter((spot) => spot.kind === kind)).map(groupName),
  )
  const [first = [], ...others] = named
  const colour = capitalise(nouns.colours[colourOf(book, pocket)])
  return [[colour, ...first], ...others].filter((names) => names.length > 0).map((names) => names.join(' · '))
}
