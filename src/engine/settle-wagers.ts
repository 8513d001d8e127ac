import type { Pocket, RuleBook } from '../books/rule-book.ts'
import { type Draw, drawFacts, isDraw } from './draw.ts'
import type { Limits } from './limits.ts'
import { cutToMaximum } from './maximum-payout.ts'
import { add, type Cents, cents, zero } from './money.ts'
import { settleStakes } from './settle.ts'
import type { Line, Stake } from './settlement.ts'
import { layoutNames, parseSpot, type Spots, spotsOf } from './spots.ts'

/** A wager as a plain value. `stake`: in cents. */
export type PlainWager = { readonly player: string; readonly spot: string; readonly stake: number }

/** The pocket where the ball rests, with the numbers of the bonus draw where the book has one. */
export type PlainOutcome = Pocket | { readonly pocket: Pocket; readonly bonusNumbers?: readonly Pocket[] }

/** Options of `settle`: the layout, and the limits of the table. */
export type SettleOptions = {
  /** One of the book's layouts; the first one by default. */
  readonly layout?: string
  /** Limits displayed at the table; by default none but the book's own maximum payout. */
  readonly limits?: Limits
}

/**
 * Settles wagers by a book. Each line tells the result of one player on one spot, with the clause that decides it. Wagers
 * of one player on one spot are one stake. Arguments that the book does not know throw a RangeError that names them.
 *
 * @example
 * ```ts
 * import { roulette3 } from '@croupier/engine/books/roulette-3'
 * import { settle } from '@croupier/engine'
 *
 * const wagers = [
 *   { player: 'ann', spot: '17', stake: 500 },
 *   { player: 'ben', spot: 'red', stake: 1000 },
 * ]
 * for (const { player, result, paid, clause } of settle(roulette3, wagers, '17')) console.log(player, result, paid, clause)
 * ```
 */
export function settle(
  book: RuleBook,
  wagers: Iterable<PlainWager>,
  outcome: PlainOutcome,
  { layout = layoutNames(book)[0]!, limits = {} }: SettleOptions = {},
): readonly Line[] {
  if (!layoutNames(book).includes(layout))
    throw new RangeError(`options.layout: ${book.id} has ${layoutNames(book).join(', ')}, not ${layout}`)
  const result = resultOf(book, outcome)
  const stakes = stakesOf(book, layout, wagers)
  return cutToMaximum(book, limits, settleStakes({ book, limits, warned: () => false, ...result }, stakes))
}

function resultOf(book: RuleBook, outcome: PlainOutcome): { pocket: Pocket; draw: Draw | null } {
  const { pocket, bonusNumbers } =
    typeof outcome === 'string' ? { pocket: outcome } : { bonusNumbers: undefined, ...outcome }
  if (!book.wheel.pockets.includes(pocket))
    throw new RangeError(`outcome: the wheel of ${book.id} has no pocket ${pocket}`)
  const { bonus } = book.rules
  if (!bonus) {
    if (bonusNumbers) throw new RangeError(`outcome.bonusNumbers: ${book.id} has no bonus draw`)
    return { pocket, draw: null }
  }
  if (!bonusNumbers || !isDraw(book, bonusNumbers))
    throw new RangeError(`outcome.bonusNumbers: ${book.id} draws ${bonus.numbers} different numbers of the wheel`)
  return { pocket, draw: drawFacts(bonus, bonusNumbers) }
}

function stakesOf(book: RuleBook, layout: string, wagers: Iterable<PlainWager>): readonly Stake[] {
  const spots = spotsOf(book, layout)
  const stakes = new Map<string, Stake>()
  let nth = 0
  for (const wager of wagers) {
    const { player, spot, amount } = checked(wager, `wagers[${nth}]`, book, spots)
    const key = JSON.stringify([player, spot.spot])
    const cash = add(stakes.get(key)?.cash ?? zero, amount)
    stakes.set(key, { player, spot, cash, chips: 0, colour: null, chipValue: zero })
    nth += 1
  }
  return [...stakes.values()]
}

function checked({ player, spot: name, stake }: PlainWager, at: string, book: RuleBook, spots: Spots) {
  const spot = parseSpot(spots, String(name))
  if (!spot) throw new RangeError(`${at}.spot: ${name} is not a spot of this layout of ${book.id}`)
  const amount: Cents = cents(stake, `${at}.stake`)
  if (amount <= 0) throw new RangeError(`${at}.stake: ${stake} is not above zero`)
  return { player: String(player), spot, amount }
}
