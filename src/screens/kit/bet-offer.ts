import type { Book, Pocket, SeveralPieceBet } from '../../books/rule-book.ts'
import { betsAt, expand } from '../../engine/several-piece.ts'
import { spotsOf } from '../../engine/spots.ts'
import type { DealerView } from '../../engine/views.ts'

/** The facts that decide which several-piece bets a table offers. */
export type BetOffer = { book: Book; layout: string; terminal: string | null; order: readonly Pocket[] }

type TableShown = Pick<DealerView, 'layout' | 'terminal' | 'wheelOrder'>

export const betOffer = (book: Book, { layout, terminal, wheelOrder: order }: TableShown): BetOffer => ({
  book,
  layout,
  terminal,
  order,
})

/** Returns the bets that are offered here; none where the book knows no such bets. */
export const betsOffered = ({ book, layout, terminal }: BetOffer): readonly SeveralPieceBet[] =>
  betsAt(book, layout, terminal)?.bets ?? []

/** Returns the wagers that a bet is made of; none where it is not offered. */
export function piecesIn({ book, layout, terminal, order }: BetOffer, bet: string) {
  const expanded = expand(book, layout, terminal, bet, order)
  return 'pieces' in expanded ? expanded.pieces : []
}

/** Returns the numbers that a bet covers. */
export function coveredBy(offer: BetOffer, bet: string): Pocket[] {
  const { byId } = spotsOf(offer.book, offer.layout)
  return [...new Set(piecesIn(offer, bet).flatMap(({ spot }) => byId.get(spot)?.covers ?? []))]
}
