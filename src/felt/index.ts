import type { Book } from '../books/rule-book.ts'
import { feltElement } from './felt-element.ts'
import { wheelElement } from './wheel-element.ts'

/** Entry point of the pictures for users of the library: layouts and wheels as SVG, and as elements of a page. */

export type { FeltChip, SpotEvent } from './felt-element.ts'
export { feltSvg } from './felt-svg.ts'
export { wheelSvg } from './wheel-svg.ts'

/**
 * Defines the elements `<croupier-felt>` and `<croupier-wheel>` in a page, for these books. Importing this module defines
 * nothing.
 *
 * @example
 * defineElements([roulette3])
 */
export function defineElements(books: readonly Book[]): void {
  if (books.length === 0) throw new RangeError('books is empty: name at least one rule book')
  customElements.define('croupier-felt', feltElement(books))
  customElements.define('croupier-wheel', wheelElement(books))
}
