import type { RuleBook } from '../books/rule-book.ts'

export const NO_LINK = 255

/** The link of each pocket of a book with bonus numbers, by their indexes. */
export const linksOf = ({ wheel, rules }: RuleBook): Uint8Array =>
  Uint8Array.from(wheel.pockets, (pocket) => {
    const link = rules.bonus!.links.findIndex(({ pockets }) => pockets.includes(pocket))
    return link < 0 ? NO_LINK : link
  })
