import type { Book, Pocket } from '../books/rule-book.ts'
import { phaseIfContinued } from './decisions/referrals.ts'
import type { Draw } from './draw.ts'
import type { Adjustment, Awarded, PhaseUnderWay, Source } from './events.ts'
import { type Facts, noFacts } from './facts.ts'
import { type Figures, figuresOf, handleBySpot, winOf } from './figures.ts'
import { type Concluded, type ConcludedRulings, latest } from './history.ts'
import { heldOn, type Wagers } from './holdings.ts'
import { isInForce } from './in-force.ts'
import { accountsOf, balanceOf, isBalanced, owedBy, playersOf } from './ledger.ts'
import { type Limits, type Outside, outsideOf } from './limits.ts'
import { memoByIdentity } from './memo.ts'
import { add, type Cents, subtract, sum, zero } from './money.ts'
import type { By } from './positions.ts'
import { underIn } from './prepared-settlement.ts'
import { prisonersOf } from './prison.ts'
import { type Ruling, underKey } from './rulings.ts'
import { type Line, totalOf } from './settlement.ts'
import { spotsOf } from './spots.ts'
import { awardedIn, fundsOf, type PlayerFunds } from './summary.ts'
import { sumsOf } from './sums.ts'
import { isUnderWay, type PaidAward, type Phase, type Referral, type Round, type TableState } from './table.ts'

/**
 * A view is built from the fields that it lists, never by removing fields from something larger: a field that is added
 * to the state stays private until it is listed here. A result's `at`: when its round was concluded.
 */
export type Result = { round: number; pocket: Pocket | null; void: string | null; at?: string | null }

/** The view of everybody in the room. */
export type DisplayView = {
  book: string
  title: string
  layout: string
  limits: Limits
  limitsEnforced: boolean
  /** The rule book was not in force when the round was opened, or the last one concluded. The house may allow that. */
  isOutOfForce: boolean
  phase: Phase
  round: number | null
  pocket: Pocket | null
  draw: Draw | null
  /** SHA-256 of the secret that the bonus numbers are derived from: shown from the opening of bets on. */
  commitment: string | null
  void: { code: string; clause: string } | null
  powerOut: boolean
  isClosing: boolean
  /** While betting is open: when it opened, and when no more bets will be called, if that was announced. */
  openedAt: string | null
  closesAt: string | null
  results: readonly Result[]
}

export type WagerShown = { stake: Cents; chips: number; outside: Outside | null }
/**
 * Wagers by spot. `wagers` are in play; `setAside` are those that the pit ruled to be returned when the round is
 * settled.
 */
export type WagersShown = Readonly<Record<string, WagerShown>>
/** A stake in prison. `rounds`: those that imprisoned it, starting with the one in which it was wagered. */
export type ImprisonedShown = { spot: string; stake: Cents; chips: number; rounds: readonly number[] }
export type PlayerRound = Result & {
  lines: readonly Line[]
  net: Cents
  adjusted: Cents
  /** The money in hand before the round's stakes were placed, and when it was concluded. */
  balance: { before: Cents; after: Cents } | null
}

/** The public view, and the player's own fields. */
export type PlayerView = DisplayView & {
  terminal: string | null
  wheelOrder: readonly Pocket[]
  player: string
  funds: PlayerFunds
  wagers: WagersShown
  setAside: WagersShown
  imprisoned: readonly ImprisonedShown[]
  /** This player's result of the last round. */
  last: PlayerRound | null
  /** This player's last awards, the newest last. */
  awards: readonly OwnAward[]
}
export type OwnAward = Omit<PaidAward, 'player'>

export type SeatView = {
  funds: PlayerFunds
  wagers: WagersShown
  setAside: WagersShown
  imprisoned: readonly ImprisonedShown[]
  warned: boolean
  /** The colour by which staff tell the player apart; null: there were none left. */
  colour: string | null
}

/** The public view, every seat, and the amounts to be paid. */
export type DealerView = DisplayView & {
  terminal: string | null
  wheelOrder: readonly Pocket[]
  /** Seats by player. */
  seats: Readonly<Record<string, SeatView>>
  referred: string | null
  /** The phase to which a referred round would return. */
  phaseIfContinued: PhaseUnderWay | null
  /** Whether the ball of the round under way was spun. */
  spun: boolean
  /** The person who allowed the dealer to close betting before the spin. */
  leave: By | null
  /** The source of the outcome; null if there is none, or the pit has decided it. */
  saidBy: Source | null
  /** The other source's result, where the wheel and the dealer differ. */
  differs: Pocket | null
  /** Counts of revolutions, and irregularities that were reported while the round was referred. */
  facts: Facts
  /** Rulings of the pit in the round under way; null if there are none. */
  rulings: RulingsShown | null
  lines: readonly Line[]
}

/** Rulings in their order. `lay`: the wagers of the players concerned as they lay at no more bets, by player. */
export type RulingsShown = { list: readonly Ruling[]; lay: Readonly<Record<string, WagersShown>> }

/** The dealer's view, with the house's figures and open debts. */
export type PitView = DealerView & {
  figures: Figures
  owed: readonly { player: string; owed: Cents }[]
  recent: readonly PitRound[]
  /** Concluded rounds that wait for the shift manager. */
  referrals: readonly Referral[]
  /** The last awards, and the sum of all. */
  awards: readonly PaidAward[]
  awarded: Cents
}
export type PitRound = Result & Figures & { adjustments: readonly Adjustment[]; facts: Facts }

/** The pit's view, with every line of the rounds that are kept, and the accounts. */
export type AuditorView = PitView & {
  concluded: readonly Concluded[]
  ledger: Readonly<Record<string, Cents>>
  balanced: boolean
}

const RESULTS_SHOWN = 20

/**
 * Returns the public view, for displays.
 *
 * @example
 * const view: DisplayView = displayView(roulette3, state)
 */
export function displayView(book: Book, state: TableState): DisplayView {
  const { round, limits, setup, powerOut, history } = state
  return {
    book: book.id,
    title: book.texts.en.title,
    layout: setup.layout,
    limits,
    limitsEnforced: book.rules.limits.policy !== 'none',
    isOutOfForce: isOutOfForce(book, state),
    phase: round.phase,
    round: 'round' in round ? round.round : null,
    pocket: 'pocket' in round ? round.pocket : null,
    // A draw is in the state only after no more bets (reading 18), so it is never shown before its time.
    draw: 'draw' in round ? round.draw : null,
    commitment: commitmentOf(round),
    void: round.phase === 'void' ? { code: round.code, clause: round.clause } : null,
    powerOut: powerOut !== null,
    isClosing: state.isClosing,
    ...bettingTimes(round),
    results: latest(history, RESULTS_SHOWN).map(resultOf),
  }
}

/** The commitment of the round under way, or the one that the last draw was checked against. */
function commitmentOf(round: Round): string | null {
  if (isUnderWay(round)) return round.commitment?.hash ?? null
  return 'draw' in round ? (round.draw?.reveal?.commitment ?? null) : null
}

/** Judged by the last time that the table knows of its rounds. */
function isOutOfForce(book: Book, { round, history }: TableState): boolean {
  const at = isUnderWay(round) ? round.openedAt : latest(history, 1)[0]?.at
  return typeof at === 'string' && !isInForce(book, at)
}

/** The announced time does not bind: with the ball spinning, bets stay open until no more bets is called. */
function bettingTimes(round: Round): { openedAt: string | null; closesAt: string | null } {
  const isOpen = round.phase === 'betting-open' || round.phase === 'ball-spinning'
  return isOpen
    ? { openedAt: round.openedAt ?? null, closesAt: round.closesAt ?? null }
    : { openedAt: null, closesAt: null }
}

/**
 * Returns the view of one player.
 *
 * @example
 * const view: PlayerView = playerView(roulette3, state, 'ann')
 */
export function playerView(book: Book, state: TableState, player: string): PlayerView {
  return {
    ...displayView(book, state),
    terminal: state.setup.terminal,
    wheelOrder: state.setup.wheelOrder,
    player,
    funds: fundsOf(state, player),
    wagers: wagersOf(book, state, player),
    setAside: setAsideOf(book, state, player),
    imprisoned: imprisonedShown(book, state, player),
    last: lastRound(state, player),
    awards: awardsOf(state, player),
  }
}

/**
 * Returns the view of the dealer.
 *
 * @example
 * const view: DealerView = dealerView(roulette3, state)
 */
export function dealerView(book: Book, state: TableState): DealerView {
  return {
    ...displayView(book, state),
    terminal: state.setup.terminal,
    wheelOrder: state.setup.wheelOrder,
    seats: Object.fromEntries(playersOf(state.ledger).map((player) => [player, seatOf(book, state, player)])),
    referred: referralOf(state),
    phaseIfContinued: continuationOf(state),
    spun: isSpun(state),
    leave: leaveIn(state),
    saidBy: saidByIn(state),
    differs: differenceIn(state),
    facts: factsIn(state),
    rulings: rulingsIn(book, state),
    lines: payoutsOf(state),
  }
}

export const referralOf = ({ round }: TableState): string | null => (round.phase === 'referred' ? round.reason : null)

export const continuationOf = ({ round }: TableState): PhaseUnderWay | null =>
  isUnderWay(round) ? phaseIfContinued(round) : null

export const isSpun = ({ round }: TableState): boolean => 'spin' in round && round.spin !== null

export const leaveIn = ({ round }: TableState): By | null =>
  round.phase === 'betting-open' ? (round.leave ?? null) : null

export const saidByIn = ({ round }: TableState): Source | null =>
  'said' in round && round.pocket !== null ? (round.said?.source ?? null) : null

export const differenceIn = ({ round }: TableState): Pocket | null =>
  'said' in round ? (round.said?.differs ?? null) : null

export const factsIn = ({ round }: TableState): Facts => (isUnderWay(round) ? round.facts : noFacts)

/** Reading 21: books without a rule for rulings have them too, while a round is referred. */
export function rulingsIn(book: Book, state: TableState): RulingsShown | null {
  const { round } = state
  if (!('rulings' in round) || !round.rulings) return null
  const { list, lay } = round.rulings
  const players = [...new Set(list.map(({ player }) => player))]
  return { list, lay: Object.fromEntries(players.map((player) => [player, shownIn(lay, book, state, player)])) }
}

/** The most lines for a dealer to pay by hand. Recall shows all of them. */
const PAYOUTS_MAX = 2_000

/** The lines that the dealer collects and pays now. */
export function payoutsOf({ round, history }: TableState): readonly Line[] {
  const lines = round.phase === 'settled' ? (latest(history, 1)[0]?.lines ?? []) : []
  return lines.length > PAYOUTS_MAX ? [] : lines
}

/**
 * Returns the view of the pit.
 *
 * @example
 * const view: PitView = pitView(roulette3, state)
 */
export const pitView = (book: Book, state: TableState): PitView => ({
  ...dealerView(book, state),
  ...houseFigures(book, state),
})

/** The fields that the pit sees beyond the dealer's. */
export const houseFigures = (book: Book, state: TableState) => ({
  figures: figuresOf(book, state.setup.layout, state, balanceOf(state.ledger, 'house')),
  owed: playersOf(state.ledger)
    .map((player) => ({ player, owed: owedBy(state.ledger, player) }))
    .filter(({ owed }) => owed > 0),
  recent: latest(state.history, RESULTS_SHOWN).map((round) => pitRound(round, { book, layout: state.setup.layout })),
  referrals: state.referrals,
  awards: state.awards,
  awarded: awardedIn(state),
})

/**
 * Returns the view of an auditor.
 *
 * @example
 * const view: AuditorView = auditorView(roulette3, state)
 */
export function auditorView(book: Book, state: TableState): AuditorView {
  return {
    ...pitView(book, state),
    concluded: latest(state.history, Number.POSITIVE_INFINITY),
    ledger: accountsOf(state.ledger),
    balanced: isBalanced(state.ledger),
  }
}

const resultOf = ({ round, pocket, code, at }: Concluded): Result => ({ round, pocket, void: code, at: at ?? null })

export const lastRound = ({ history }: TableState, player: string): PlayerRound | null =>
  latest(history, 1).map((round) => playerRound(round, player))[0] ?? null

export const awardsOf = ({ awards }: TableState, player: string): OwnAward[] =>
  awards.flatMap(({ player: name, ...award }) => (name === player ? [award] : []))

export function playerRound(round: Concluded, player: string): PlayerRound {
  const lines = linesOf(round.lines, player)
  const adjustments = round.adjustments.filter((one) => one.player === player)
  const adjusted = sum(adjustments.map(({ amount }) => amount))
  const net = netOf(round.lines, player)
  // A stake that a correction moved into or out of prison was not in hand.
  const isKnown = Object.hasOwn(round.balances, player) && adjustments.every((one) => one.imprisoned === undefined)
  const after = isKnown ? round.balances[player] : undefined
  const hand = subtract(handOf(round.lines, player), adjusted)
  const balance = after === undefined ? null : { before: subtract(after, hand), after }
  return { ...resultOf(round), lines, net, adjusted, balance }
}

/**
 * The change of the money in hand by an adjustment. The lines have changed since, while the balance of that time came
 * from the former lines.
 */
const adjustedInHand = ({ amount, imprisoned = zero }: Adjustment): Cents => subtract(amount, imprisoned)

/** The whole round, for staff: every line, and the money in hand of each of its players before and after. */
export type StaffRound = Result & {
  adjustments: readonly Adjustment[]
  balances: Readonly<Record<string, { before: Cents; after: Cents }>>
  lines: readonly Line[]
  facts: Facts
  awards?: readonly Awarded[]
  rulings?: ConcludedRulings
}

export function staffRound(round: Concluded): StaffRound {
  const { adjustments, lines } = round
  const adjusted = new Map<string, Cents>()
  for (const one of adjustments) adjusted.set(one.player, add(adjusted.get(one.player) ?? zero, adjustedInHand(one)))
  const balances = Object.entries(round.balances).map(([player, after]) => {
    const hand = subtract(handOf(lines, player), adjusted.get(player) ?? zero)
    return [player, { before: subtract(after, hand), after }] as const
  })
  const { facts, awards, rulings } = round
  const kept = { facts, ...(awards ? { awards } : {}), ...(rulings ? { rulings } : {}) }
  return { ...resultOf(round), adjustments, balances: Object.fromEntries(balances), lines, ...kept }
}

/** The net result of a player's round. */
function netOf(lines: readonly Line[], player: string): Cents {
  const own = sumsOf(lines).players.get(player)
  return own ? subtract(own.paid, own.collected) : zero
}

/**
 * The change of the money in hand by a player's round. Stakes that it imprisoned are not in hand, and stakes that it
 * decided were not in hand before.
 */
function handOf(lines: readonly Line[], player: string): Cents {
  const { imprisoned } = sumsOf(lines).players.get(player) ?? { imprisoned: zero }
  return subtract(netOf(lines, player), imprisoned)
}

/** A round is summed up once and cached, because it is shown often. */
const pitRound = memoByIdentity((round: Concluded, { book, layout }: { book: Book; layout: string }): PitRound => {
  const { lines, ...cuts } = round
  const figures = figuresOf(book, layout, { handleBySpot: handleBySpot({}, lines), ...cuts }, winOf(lines))
  return { ...resultOf(round), ...figures, adjustments: round.adjustments, facts: round.facts }
})

export const seatOf = (book: Book, state: TableState, player: string): SeatView => ({
  funds: fundsOf(state, player),
  wagers: wagersOf(book, state, player),
  setAside: setAsideOf(book, state, player),
  imprisoned: imprisonedShown(book, state, player),
  warned: state.underMinimum.get(player) !== undefined,
  colour: state.seatColours.get(player) ?? null,
})

/** A player's wager on one spot; null if there is none. */
export function wagerOn(book: Book, state: TableState, player: string, spot: string): WagerShown | null {
  const { round } = state
  const held = isUnderWay(round) ? round.wagers.get(player)?.spots.get(spot) : undefined
  if (!held) return null
  const chipValue = state.colours.get(player)?.value ?? zero
  const stake = totalOf({ cash: held.cash, chips: held.chips, chipValue })
  const { kind } = spotsOf(book, state.setup.layout).byId.get(spot)!
  const enforced = book.rules.limits.policy !== 'none'
  const under = isUnderWay(round) ? underIn(book, state, round.wagers)?.get(underKey({ player, spot })) : undefined
  return { stake, chips: held.chips, outside: enforced ? outsideOf(state.limits, kind, stake, under) : null }
}

export const wagersOf = (book: Book, state: TableState, player: string): WagersShown =>
  isUnderWay(state.round) ? shownIn(state.round.wagers, book, state, player) : {}

export const setAsideOf = (book: Book, state: TableState, player: string): WagersShown =>
  'setAside' in state.round ? shownIn(state.round.setAside, book, state, player) : {}

/** A player's stakes in prison, in the order of the layout's spots. */
export function imprisonedShown(book: Book, { setup, prison, colours }: TableState, player: string): ImprisonedShown[] {
  const { byId } = spotsOf(book, setup.layout)
  const chipValue = colours.get(player)?.value ?? zero
  return prisonersOf(prison, player)
    .map(({ spot, rounds, cash, chips }) => ({ spot, stake: totalOf({ cash, chips, chipValue }), chips, rounds }))
    .sort((a, b) => byId.get(a.spot)!.index - byId.get(b.spot)!.index || a.rounds[0]! - b.rounds[0]!)
}

function shownIn(wagers: Wagers, book: Book, state: TableState, player: string): WagersShown {
  const { byId } = spotsOf(book, state.setup.layout)
  const enforced = book.rules.limits.policy !== 'none'
  const chipValue = state.colours.get(player)?.value ?? zero
  const spots = (wagers.get(player)?.spots.keys() ?? []).map((id) => byId.get(id)!)
  const under = underIn(book, state, wagers)
  const shown = spots
    .sort((a, b) => a.index - b.index)
    .map(({ spot, kind }) => {
      const held = heldOn(wagers, player, spot)
      const stake = totalOf({ ...held, chipValue })
      const placed = under?.get(underKey({ player, spot }))
      const outside = enforced ? outsideOf(state.limits, kind, stake, placed) : null
      return [spot, { stake, chips: held.chips, outside }] as const
    })
  return Object.fromEntries(shown)
}

/** A player's own lines. Their ranges within the round are found once, not once per player. */
const linesOf = (lines: readonly Line[], player: string): readonly Line[] =>
  (sumsOf(lines).players.get(player)?.runs ?? []).flatMap(([from, to]) => lines.slice(from, to))
