import type { Piece, Pocket, RuleBook, SeveralPieceBet, SeveralPieceOffer } from '../books/rule-book.ts'
import { layoutOf } from './spots.ts'

/** The pieces of a bet, or a refusal that lists the bets on offer. */
export type Expansion =
  | { pieces: readonly Piece[]; clause: string }
  | { refused: 'bet-not-offered'; bet: string; offered: readonly string[]; clause?: string }

/**
 * The terminals that a table with this layout must choose between; none where all tables offer the same.
 *
 * @example
 * const terminals = terminalsOf(rouletteDoubleZeroEtg4, 'A')
 */
export const terminalsOf = (book: RuleBook, layout: string): readonly string[] =>
  layoutOf(book, layout).severalPieceBets.flatMap(({ terminal }) => terminal ?? [])

/**
 * Returns the bets that a table offers.
 *
 * @example
 * const bets = betsAt(rouletteDoubleZeroEtg4, 'A', 'rapid')?.bets
 */
export const betsAt = (book: RuleBook, layout: string, terminal: string | null): SeveralPieceOffer | undefined =>
  layoutOf(book, layout).severalPieceBets.find((offer) => (offer.terminal ?? null) === terminal)

/**
 * Expands the text of a several-piece bet (`tiers`, `finales:4`, `neighbours:21:2`) into its pieces. The wheel's order
 * gives the neighbours.
 *
 * @example
 * const expansion = expand(rouletteDoubleZeroEtg4, 'A', 'rapid', 'neighbours:21:2')
 * if (!('refused' in expansion)) console.log(expansion.pieces.map(({ spot }) => spot))
 */
export function expand(
  book: RuleBook,
  layout: string,
  terminal: string | null,
  bet: string,
  wheelOrder: readonly Pocket[] = book.wheel.order,
): Expansion {
  const offer = betsAt(book, layout, terminal)
  if (!offer) return { refused: 'bet-not-offered', bet, offered: [] }
  const [name, ...chosen] = bet.split(':')
  const rule = offer.bets.find((row) => row.bet === name)
  const pieces = rule && piecesOf(rule, chosen, wheelOrder)
  if (!pieces) return { refused: 'bet-not-offered', bet, offered: offer.bets.map(formOf), clause: offer.clause }
  return { pieces, clause: offer.clause }
}

/** The written form of a bet. */
export function formOf(rule: SeveralPieceBet): string {
  switch (rule.choose) {
    case 'nothing':
      return rule.bet
    case 'last-digit':
      return `${rule.bet}:DIGIT`
    case 'number-and-neighbours':
      return `${rule.bet}:NUMBER:${rule.sidesMin}-${rule.sidesMax}`
  }
}

export type FinalesBet = Extract<SeveralPieceBet, { choose: 'last-digit' }>

/** Returns the numbers of a finales bet, by digit: the book's own groups, or the numbers of the wheel in their order. */
export function finalesOf({ groups }: FinalesBet, pockets: readonly Pocket[]): ReadonlyMap<string, readonly Pocket[]> {
  if (groups) return new Map(Object.entries(groups))
  // 00 and 000 are zeros apart from the number 0.
  const numbers = pockets.filter((pocket) => /^(?:0|[1-9]\d*)$/.test(pocket)).sort((a, b) => Number(a) - Number(b))
  const byDigit = [...'0123456789'].map((digit) => [digit, numbers.filter((number) => number.endsWith(digit))] as const)
  return new Map(byDigit.filter(([, own]) => own.length > 0))
}

function piecesOf(rule: SeveralPieceBet, chosen: string[], order: readonly Pocket[]): readonly Piece[] | undefined {
  switch (rule.choose) {
    case 'nothing':
      return chosen.length === 0 ? rule.pieces : undefined
    case 'last-digit':
      return chosen.length === 1 ? finalesOf(rule, order).get(chosen[0]!)?.map(onePiece) : undefined
    case 'number-and-neighbours': {
      const [number, sidesText] = chosen
      const sides = /^[1-9]$/.test(sidesText ?? '') ? Number(sidesText) : 0
      const at = order.indexOf(number ?? '')
      if (chosen.length !== 2 || at < 0 || sides < rule.sidesMin || sides > rule.sidesMax) return undefined
      return neighbours(order, at, sides).map(onePiece)
    }
  }
}

const onePiece = (spot: Pocket): Piece => ({ spot, pieces: 1 })

/** The numbers from the last neighbour on one side to the last on the other. */
function neighbours(order: readonly Pocket[], at: number, sides: number): Pocket[] {
  const found: Pocket[] = []
  for (let step = sides; step >= -sides; step--) found.push(order[(at + step + order.length) % order.length]!)
  return found
}
