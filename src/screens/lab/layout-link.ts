import { books } from '../../books/index.ts'
import type { Book, SpotId } from '../../books/rule-book.ts'
import { type Cents, isCents } from '../../engine/money.ts'
import { layoutNames, parseSpot, spotsOf } from '../../engine/spots.ts'

/** Chips on a layout of a book. */
export type LabLayout = { book: Book; layout: string; stakes: ReadonlyMap<SpotId, Cents> }

export const emptyLayout = (book: Book = books.find(({ id }) => id === 'mbs/roulette@3')!): LabLayout => ({
  book,
  layout: layoutNames(book)[0]!,
  stakes: new Map(),
})

/** Chips that the lab shows to whoever opens it without a link: its figures are seen at once. In cents. */
const example: readonly (readonly [SpotId, number])[] = [
  ['17', 500],
  ['17/20', 500],
  ['16/17/19/20', 500],
  ['dozen-2', 1_000],
  ['red', 1_000],
]

export function exampleLayout(): LabLayout {
  const empty = emptyLayout()
  return { ...empty, stakes: new Map(example.map(([spot, stake]) => [spot, stake as Cents])) }
}

/**
 * `?book=mbs/roulette@3&layout=table&wager=17=500&wager=red=1000`: the words are those of the command line. `packed`: the book
 * itself, in `#book=`, where the service does not have it.
 */
export function linkOf({ book, layout, stakes }: LabLayout, packed: string | null): string {
  const wagers = [...stakes].map(
    ([spot, stake]) => `&wager=${encodeURIComponent(spot).replaceAll('%2F', '/')}=${stake}`,
  )
  return `?book=${book.id}&layout=${layout}${wagers.join('')}${packed === null ? '' : `#book=${packed}`}`
}

/** The book that a link asks for: carried in its fragment, or named by its id. Null: it names none. */
export function bookInLink({
  search,
  hash,
}: Pick<Location, 'search' | 'hash'>): { packed: string } | { id: string } | null {
  if (hash.startsWith('#book=')) return { packed: hash.slice('#book='.length) }
  const id = new URLSearchParams(search).get('book')
  return id === null ? null : { id }
}

/** Reads the chips of a link. Null: what stands there fits no layout of the book. */
export function readLink(search: string, book: Book): LabLayout | null {
  const asked = new URLSearchParams(search)
  const layout = asked.get('layout') ?? layoutNames(book)[0]!
  if (!layoutNames(book).includes(layout)) return null
  const spots = spotsOf(book, layout)
  const stakes = new Map<SpotId, Cents>()
  for (const wager of asked.getAll('wager')) {
    const at = wager.lastIndexOf('=')
    const [spot, stake] = [parseSpot(spots, wager.slice(0, at)), Number(wager.slice(at + 1))]
    if (at < 0 || !spot || !isCents(stake) || stake <= 0 || stakes.has(spot.spot)) return null
    stakes.set(spot.spot, stake)
  }
  return { book, layout, stakes }
}

/** Moves chips to a changed book. Those whose spot is gone are left out. */
export function chipsOn(book: Book, { layout: name, stakes }: LabLayout): LabLayout {
  const layout = layoutNames(book).includes(name) ? name : layoutNames(book)[0]!
  const { byId } = spotsOf(book, layout)
  return { book, layout, stakes: new Map([...stakes].filter(([spot]) => byId.has(spot))) }
}

/** Writes the command that gives the same figures. `named`: the id or the file of the book. */
export function commandOf({ book, layout, stakes }: LabLayout, named: string): string {
  const option = layoutNames(book).length > 1 ? ` --layout ${layout}` : ''
  return `croupier odds ${named}${option}${[...stakes].map(([spot, stake]) => ` --wager ${spot}=${stake}`).join('')}`
}
