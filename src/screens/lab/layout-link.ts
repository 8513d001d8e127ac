import { bookById, books } from '../../books/index.ts'
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

/** `?book=mbs/roulette@3&layout=table&wager=17=500&wager=red=1000`: the words are those of the command line. */
export function linkOf({ book, layout, stakes }: LabLayout): string {
  const wagers = [...stakes].map(
    ([spot, stake]) => `&wager=${encodeURIComponent(spot).replaceAll('%2F', '/')}=${stake}`,
  )
  return `?book=${book.id}&layout=${layout}${wagers.join('')}`
}

/** Null: what stands there fits no layout. */
export function readLink(search: string): LabLayout | null {
  const asked = new URLSearchParams(search)
  if (!asked.has('book')) return emptyLayout()
  const book = bookById(asked.get('book')!)
  const layout = asked.get('layout') ?? (book && layoutNames(book)[0])
  if (!book || !layout || !layoutNames(book).includes(layout)) return null
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

/** What to type for the same figures. */
export function commandOf({ book, layout, stakes }: LabLayout): string {
  const named = layoutNames(book).length > 1 ? ` --layout ${layout}` : ''
  return `croupier odds ${book.id}${named}${[...stakes].map(([spot, stake]) => ` --wager ${spot}=${stake}`).join('')}`
}
