import type { RuleBook } from '../../books/rule-book.ts'
import type { Decide } from '../decision.ts'
import type { ChipMark, Chips } from '../events.ts'
import { heldBy } from '../holdings.ts'
import { balanceOf, cashOf, chipsOf, owedBy } from '../ledger.ts'
import { type Limits, tableMinimum } from '../limits.ts'
import { type Cents, TABLE_MONEY_MAX, wholeChips } from '../money.ts'
import { prisonersOf } from '../prison.ts'
import { type Refusal, refuse } from '../refusals.ts'
import { coloursGiven } from '../seat-colours.ts'
import { kindsOf } from '../spots.ts'
import { isUnderWay, type RoundUnderWay, type TableState } from '../table.ts'

export const buyIn: Decide<'buy-in'> = (book, state, { player, amount, colour, chipValue }) => {
  if (colour !== undefined && !book.funds.colourChips) return refuse('not-in-this-book', { what: 'colour chips' })
  if (amount <= 0) return refuse('amount-not-positive', { amount })
  if (chipValue !== undefined && chipValue <= 0) return refuse('amount-not-positive', { chipValue })
  if (amount - balanceOf(state.ledger, 'outside') > TABLE_MONEY_MAX) return refuse('amount-too-large', { amount })
  if (colour === undefined || chipValue === undefined)
    return { events: [{ type: 'bought-in', player, amount, ...coloursGiven(state, player) }] }
  const { clause } = book.funds.colourChips!
  const wrong = colourProblem(state, player, colour, chipValue, clause)
  if (wrong) return wrong
  if (amount % chipValue !== 0) return refuse('not-whole-chips', { amount, chipValue, clause })
  const chips: Chips = { colour, value: chipValue, count: wholeChips(amount, chipValue) }
  const marked = isMarked(book, state, chipValue)
  const given = coloursGiven(state, player, colour)
  return { events: [{ type: 'bought-in', player, amount, chips, marked, clause, ...given }] }
}

/** A colour belongs to one player at a table at a time, and its value stays while chips of it are out. */
function colourProblem(
  state: TableState,
  player: string,
  colour: string,
  value: Cents,
  clause: string,
): Refusal | null {
  if (isTakenByOther(state, player, colour)) return refuse('colour-in-use', { colour, clause })
  const own = state.colours.get(player)
  if (own && (own.colour !== colour || own.value !== value) && hasChipsOut(state, player))
    return refuse('colour-differs', { colour: own.colour, chipValue: own.value, clause })
  return null
}

export const isTakenByOther = (state: TableState, player: string, colour: string): boolean =>
  state.colours
    .entries()
    .some(([owner, theirs]) => owner !== player && theirs.colour === colour && hasChipsOut(state, owner))

/** Whether a player has colour chips in hand, on the layout, in prison, or set aside by a ruling. */
function hasChipsOut({ ledger, round, prison }: TableState, player: string): boolean {
  if (chipsOf(ledger, player) > 0 || prisonersOf(prison, player).some(({ chips }) => chips > 0)) return true
  const places = isUnderWay(round) ? [round.wagers, ...('setAside' in round ? [round.setAside] : [])] : []
  return places.some((wagers) => heldBy(wagers, player).chips > 0)
}

/** A value above the table minimum is marked on the bank of chips. */
export function isMarked(book: RuleBook, { limits, setup }: Markable, value: Cents): boolean {
  const least = tableMinimum(limits, kindsOf(book, setup.layout))
  return book.funds.colourChips!.markedAboveMinimum && least !== null && value > least
}

type Markable = Pick<TableState, 'limits'> & { setup: Pick<TableState['setup'], 'layout'> }

/** Chips that are out already and are to be marked by another book or other limits (reading 31). */
export function marksBy(book: RuleBook, state: TableState, next: RuleBook, limits: Limits): { marks?: ChipMark[] } {
  if (!next.funds.colourChips) return {}
  const marks = state.colours
    .entries()
    .filter(([, { value }]) => isMarked(next, { ...state, limits }, value) && !isMarked(book, state, value))
    .filter(([player]) => hasChipsOut(state, player))
    .map(([player, { colour, value }]) => ({ player, colour, value }))
    .sort((one, other) => (one.player < other.player ? -1 : 1))
  return marks.length > 0 ? { marks } : {}
}

export const cashOut: Decide<'cash-out'> = (book, state, { player, amount, colour, chipValue }) => {
  if (colour !== undefined && !book.funds.colourChips) return refuse('not-in-this-book', { what: 'colour chips' })
  if (amount <= 0) return refuse('amount-not-positive', { amount })
  if (colour === undefined) return cashOutMoney(book, state, player, amount)
  const own = state.colours.get(player)
  const clause = book.funds.colourChips!.clause
  if (!own || own.colour !== colour || (chipValue !== undefined && chipValue !== own.value))
    return refuse('colour-differs', { colour: own?.colour ?? null, chipValue: own?.value ?? null, clause })
  if (amount % own.value !== 0) return refuse('not-whole-chips', { amount, chipValue: own.value, clause })
  const balance = chipsOf(state.ledger, player)
  if (amount > balance) return refuse('balance-too-low', { balance, amount })
  const chips: Chips = { colour, value: own.value, count: wholeChips(amount, own.value) }
  return { events: [{ type: 'cashed-out', player, amount, chips }] }
}

/** A wager that was ruled to be returned is still a stake until the round is concluded. */
const hasStakes = (round: RoundUnderWay, player: string): boolean =>
  round.wagers.get(player) !== undefined || ('setAside' in round && round.setAside.get(player) !== undefined)

function cashOutMoney(book: RuleBook, state: TableState, player: string, amount: Cents) {
  const { round, ledger } = state
  if (book.funds.money === 'credits' && isUnderWay(round) && hasStakes(round, player))
    return refuse('stakes-in-play', { round: round.round })
  const balance = cashOf(ledger, player)
  if (amount > balance) return refuse('balance-too-low', { balance, amount })
  return { events: [{ type: 'cashed-out' as const, player, amount }] }
}

export const repay: Decide<'repay'> = (_book, { ledger }, { player, amount }) => {
  if (amount <= 0) return refuse('amount-not-positive', { amount })
  const owed = owedBy(ledger, player)
  if (amount > owed) return refuse('nothing-owed', { owed, amount })
  const balance = cashOf(ledger, player)
  if (amount > balance) return refuse('balance-too-low', { balance, amount })
  return { events: [{ type: 'owed-repaid', player, amount }] }
}
