import type { Clause, RuleBook } from '../../books/rule-book.ts'
import { clauseOf } from '../clauses.ts'
import type { Decide, Decision } from '../decision.ts'
import type { Chips, TableEvent } from '../events.ts'
import { type Holding, heldOn } from '../holdings.ts'
import { balanceOf, cashOf, chipsOf } from '../ledger.ts'
import { limitsFor, type Outside, outsideOf } from '../limits.ts'
import { memoByIdentity } from '../memo.ts'
import {
  add,
  CENTS_MAX,
  type Cents,
  HOUSE_LOSS_MAX,
  smaller,
  subtract,
  sum,
  times,
  wholeChips,
  zero,
} from '../money.ts'
import { type By, isStaff } from '../positions.ts'
import { prisonersOf } from '../prison.ts'
import { firstOf, type Refusal, refuse } from '../refusals.ts'
import { totalOf } from '../settlement.ts'
import { expand } from '../several-piece.ts'
import { parseSpot, type Spot, type Spots, spotsOf } from '../spots.ts'
import { isUnderWay, type Round, type TableState } from '../table.ts'

/** A wager to be placed. A several-piece bet is several of them: either all are placed or none. */
type Placement = { spot: Spot; stake: Cents; chips?: Chips }
type OpenRound = Extract<Round, { phase: 'betting-open' | 'ball-spinning' }>

export const placeWager: Decide<'wager'> = (book, state, command) => {
  const { placing, recording } = staffRules(book)
  const what = command.own ? 'staff-records' : 'staff-wagers'
  const barred = isStaff(command.by.role) ? (command.own ? recording : placing) : null
  if (barred) return refuse('not-in-this-book', { what, ...barred })
  if (command.chips !== undefined && !book.funds.colourChips)
    return refuse('not-in-this-book', { what: 'colour chips' })
  const round = roundForWagers(book, state)
  if ('refused' in round) return round
  const placements = placementsOf(book, state, command)
  if ('refused' in placements) return placements
  return placeIn(book, state, round, command, placements)
}

/** Places several wagers, all or none, as a several-piece bet does. A refusal of one refuses the whole. */
export function placeTogether(
  book: RuleBook,
  state: TableState,
  order: Order,
  stakes: readonly { spot: Spot; stake: Cents }[],
): Decision {
  const round = roundForWagers(book, state)
  return 'refused' in round ? round : placeIn(book, state, round, order, stakes)
}

type Order = Pick<Parameters<Decide<'wager'>>[2], 'player' | 'by' | 'bet' | 'own' | 'id'>

/** Finds the rules against placing for a player and against recording what a player did; null: allowed (readings 30, 33). */
export function staffRules({ rules, playedOn }: RuleBook): {
  placing: { clause: Clause } | null
  recording: { clause: Clause } | null
} {
  const placing = rules.playersAlone ?? null
  return { placing, recording: playedOn === 'terminals' ? placing : null }
}

function placeIn(
  book: RuleBook,
  state: TableState,
  round: OpenRound,
  { player, by, bet, own, id }: Order,
  placements: readonly Placement[],
): Decision {
  const total = sum(placements.map(({ stake }) => stake))
  if (placements.some(({ stake }) => stake <= 0)) return refuse('stake-not-positive', { stake: total })
  if (isTooLarge(book, state, placements, total)) return refuse('amount-too-large', { stake: total })
  const refused = firstOf(placements.map((one) => limitRefusal(book, state, round, player, one)))
  if (refused) return refused
  const poor = fundsRefusal(state, player, total, placements[0]?.chips)
  if (poor) return poor
  const signature = isStaff(by.role) ? signatureOf(book, by, own) : {}
  const named = bet === undefined ? {} : { bet }
  const events = placements.map((one) => placedEvent(book, state, round, player, one))
  // Most wagers are a player's own on one spot: their events need no further fields.
  if (bet === undefined && !isStaff(by.role) && !round.commitment) return { events }
  return { events: events.map((event) => ({ ...event, ...named, ...sentAs(round, id), ...signature })) }
}

/** A wager placed at a request cites the rule for it. A recorded wager is the player's own act. */
const signatureOf = (book: RuleBook, by: By, own: boolean | undefined) =>
  own ? ({ by, own } as const) : { by, clause: staffClause(book) }

/** Reading 36: refuses more than a table can hold, or more than could be paid if every wager won. */
function isTooLarge(
  book: RuleBook,
  { ledger, setup }: TableState,
  placements: readonly Placement[],
  total: Cents,
): boolean {
  const layout = balanceOf(ledger, 'layout')
  if (layout + total > CENTS_MAX) return true
  const most = mostPaid(spotsOf(book, setup.layout))
  const largest = placements.reduce((sum, { spot, stake }) => sum + stake * largestPays(spot), layout * most)
  return largest - balanceOf(ledger, 'house') > HOUSE_LOSS_MAX
}

/** The largest payout odds of any spot on a layout. */
const mostPaid = memoByIdentity(({ list }: Spots) => Math.max(...list.map(largestPays)))

const largestPays = ({ pays, paysBonus, paysSuperBonus }: Spot): number => Math.max(pays, paysBonus, paysSuperBonus)

/** The draw is derived from the player's own ids too, so that nobody else can know it beforehand. */
const sentAs = ({ commitment }: OpenRound, id: string | undefined): { id?: string } =>
  commitment && id !== undefined ? { id } : {}

/** Where the book does not say that staff may bet for a player, the higher position may (reading 22). */
export const staffClause = ({ rules }: RuleBook): string => (rules.placedByStaff ?? rules.higherPosition).clause

/** A closed table opens rounds for stakes in prison alone. */
function roundForWagers(book: RuleBook, state: TableState): OpenRound | Refusal {
  const { round, isClosing } = state
  if (isClosing && isUnderWay(round) && round.forPrison) return refuse('table-is-closed')
  return openRound(book, state, book.rules.lateWager.clause)
}

/** Reading 9: after no more bets a wager is refused, and the refusal is recorded. */
function openRound(book: RuleBook, state: TableState, lateClause: string): OpenRound | Refusal {
  const { round } = state
  if (state.powerOut) return refuse('power-is-out', { clause: clauseOf(book.rules.powerFailure) })
  if (round.phase === 'betting-open' || round.phase === 'ball-spinning') return round
  const clause = isUnderWay(round) ? lateClause : book.rules.opening.clause
  return refuse('betting-is-closed', { phase: round.phase, clause })
}

function placementsOf(
  book: RuleBook,
  state: TableState,
  command: Parameters<Decide<'wager'>>[2],
): Placement[] | Refusal {
  const { layout, terminal, wheelOrder } = state.setup
  const spots = spotsOf(book, layout)
  if (command.bet !== undefined) {
    const expansion = expand(book, layout, terminal, command.bet, wheelOrder)
    if ('refused' in expansion) return refuse(expansion.refused, { ...expansion })
    const placed = expansion.pieces.map(({ spot, pieces }) => ({ spot: spots.byId.get(spot)!, pieces }))
    if (command.chips !== undefined) return chipPlacements(state, command.player, placed, command.chips)
    return placed.map(({ spot, pieces }) => ({ spot, stake: pieceStake(command.unit!, pieces) }))
  }
  const spot = parseSpot(spots, command.spot!)
  if (!spot) return refuse('spot-not-in-book', { spot: command.spot, clause: book.layouts[layout]!.clause })
  if (command.chips === undefined) return [{ spot, stake: command.stake! }]
  return chipPlacements(state, command.player, [{ spot, pieces: 1 }], command.chips)
}

/**
 * A unit may be as large as money can be. Nine pieces of that exceed the limit of money, so this is checked afterwards.
 */
const pieceStake = (unit: Cents, pieces: number): Cents => (unit * pieces) as Cents

/** `count`: colour chips for each piece. */
function chipPlacements(
  state: TableState,
  player: string,
  placed: readonly { spot: Spot; pieces: number }[],
  count: number,
): Placement[] | Refusal {
  const own = state.colours.get(player)
  if (!own)
    return count <= 0
      ? refuse('stake-not-positive', { chips: count })
      : refuse('balance-too-low', { balance: 0, chips: count })
  const { colour, value } = own
  if (placed.some(({ pieces }) => count * pieces * value > CENTS_MAX))
    return refuse('amount-too-large', { chips: count })
  return placed.map(({ spot, pieces }) => ({
    spot,
    stake: times(value, count * pieces),
    chips: { colour, value, count: count * pieces },
  }))
}

/** Reading 7: a terminal refuses what is outside the limits; at a table it is recorded and flagged. */
function limitRefusal(
  book: RuleBook,
  state: TableState,
  round: OpenRound,
  player: string,
  { spot, stake }: Placement,
): Refusal | null {
  const rule = book.rules.limits
  if (rule.policy !== 'refused') return null
  return outsideLimits(state, spot, totalWith(state, round, player, spot, stake), rule.clause)
}

function outsideLimits(state: TableState, spot: Spot, total: Cents, clause: string): Refusal | null {
  const { min, max } = limitsFor(state.limits, spot.kind)
  if (total < min) return refuse('under-the-minimum', { spot: spot.spot, total, min, clause })
  if (total > max) return refuse('over-the-maximum', { spot: spot.spot, total, max, clause })
  return null
}

function fundsRefusal({ ledger }: TableState, player: string, stake: Cents, chips: Chips | undefined): Refusal | null {
  const balance = chips ? chipsOf(ledger, player) : cashOf(ledger, player)
  return stake > balance ? refuse('balance-too-low', { balance, stake }) : null
}

const heldTotal = (state: TableState, held: Holding, player: string): Cents =>
  totalOf({ cash: held.cash, chips: held.chips, chipValue: state.colours.get(player)?.value ?? zero })

/** The total of a player on a spot with one more stake. */
const totalWith = (state: TableState, { wagers }: OpenRound, player: string, { spot }: Spot, stake: Cents): Cents =>
  add(heldTotal(state, heldOn(wagers, player, spot), player), stake)

function placedEvent(
  book: RuleBook,
  state: TableState,
  round: OpenRound,
  player: string,
  placement: Placement,
): TableEvent {
  const { spot, stake, chips } = placement
  const total = totalWith(state, round, player, spot, stake)
  const { round: number, book: id } = round
  const placed = { type: 'wager-placed', round: number, book: id, player, spot: spot.spot, stake, total } as const
  const outside = flag(book, state, spot, total)
  return chips || outside !== noFlag ? { ...placed, ...(chips ? { chips } : {}), ...outside } : placed
}

const noFlag: { outside?: Outside } = {}

function flag(book: RuleBook, state: TableState, spot: Spot, total: Cents): { outside?: Outside } {
  if (book.rules.limits.policy !== 'settled-by-rule') return noFlag
  const outside = outsideOf(state.limits, spot.kind, total)
  return outside ? { outside } : noFlag
}

export const withdrawWager: Decide<'withdraw'> = (book, state, command) => {
  const { recording } = staffRules(book)
  if (recording && isStaff(command.by.role))
    return refuse('not-in-this-book', { what: 'staff-withdrawals', ...recording })
  if (command.chips !== undefined && !book.funds.colourChips)
    return refuse('not-in-this-book', { what: 'colour chips' })
  const round = openRound(book, state, book.rules.lateWithdrawal.clause)
  if ('refused' in round) return round
  const { layout } = state.setup
  const spot = parseSpot(spotsOf(book, layout), command.spot)
  if (!spot) return refuse('spot-not-in-book', { spot: command.spot, clause: book.layouts[layout]!.clause })
  const { player, by, id } = command
  const held = heldOn(round.wagers, player, spot.spot)
  if (held.cash === 0 && held.chips === 0) return nothingHeld(state, player, spot)
  const taken = takenBack(state.colours.get(player), held, command)
  if ('refused' in taken) return taken
  const total = subtract(heldTotal(state, held, player), taken.stake)
  const rule = book.rules.limits
  const wrong = rule.policy === 'refused' && total > 0 ? outsideLimits(state, spot, total, rule.clause) : null
  if (wrong) return wrong
  const signature = isStaff(by.role) ? { by } : {}
  const left = total > 0 ? flag(book, state, spot, total) : {}
  const sent = sentAs(round, id)
  const withdrawn = { round: round.round, player, spot: spot.spot, ...taken, total, ...left, ...sent, ...signature }
  return { events: [{ type: 'wager-withdrawn', ...withdrawn }] }
}

/** A stake in prison lies on its spot, but its owner cannot withdraw it, and staff cannot rule on it. */
export function nothingHeld({ prison }: TableState, player: string, { spot, enPrison }: Spot): Refusal {
  const own = prisonersOf(prison, player).filter((prisoner) => prisoner.spot === spot)
  if (own.length === 0) return refuse('no-such-wager', { player, spot })
  const rounds = own.map((prisoner) => prisoner.rounds[0]!)
  return refuse('stakes-imprisoned', { player, spot, rounds, ...(enPrison ? { clause: enPrison.clause } : {}) })
}

export type Taken = { stake: Cents; chips?: Chips }

/**
 * Returns the part to take back: all of it, a number of colour chips, or an amount (cash first, then whole colour
 * chips).
 */
export function takenBack(
  own: { colour: string; value: Cents } | undefined,
  held: Holding,
  command: { stake?: Cents; chips?: number },
): Taken | Refusal {
  const of = (cash: Cents, count: number): Taken =>
    count === 0 || !own
      ? { stake: cash }
      : { stake: add(cash, times(own.value, count)), chips: { colour: own.colour, value: own.value, count } }
  if (command.chips !== undefined) {
    if (command.chips <= 0) return refuse('stake-not-positive', { chips: command.chips })
    return command.chips > held.chips ? refuse('withdrawal-too-large', { chips: held.chips }) : of(zero, command.chips)
  }
  if (command.stake === undefined) return of(held.cash, held.chips)
  if (command.stake <= 0) return refuse('stake-not-positive', { stake: command.stake })
  const total = totalOf({ ...held, chipValue: own?.value ?? zero })
  const cash = smaller(command.stake, held.cash)
  const rest = subtract(command.stake, cash)
  if (rest > 0 && own && held.chips > 0 && rest % own.value !== 0)
    return refuse('not-whole-chips', { stake: command.stake, chipValue: own.value })
  if (command.stake > total) return refuse('withdrawal-too-large', { total })
  return of(cash, rest > 0 && own ? wholeChips(rest, own.value) : 0)
}
