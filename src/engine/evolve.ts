import { commitmentIn, type Sent, withSent } from './committed-draw.ts'
import { type Draw, drawOf } from './draw.ts'
import type { Adjustment, Award, Chips, Count, PhaseUnderWay, Source, TableEvent } from './events.ts'
import { noFacts, withCount, withReport } from './facts.ts'
import { amountsWith, handleBySpot, type InPlay } from './figures.ts'
import { type Concluded, isForgotten, keptRound, remember } from './history.ts'
import { addStake, noWagers, takeStake, type Wagers } from './holdings.ts'
import { impossible } from './impossible.ts'
import { AWARDS_MAX } from './language.ts'
import { cashOf, chipsOf, post } from './ledger.ts'
import { add, type Cents } from './money.ts'
import type { WithCuts } from './payout-cuts.ts'
import { afterOwnChange, noteOtherRounds, prisonAfter } from './prison-changes.ts'
import { rulingsToKeep, withRuling } from './ruled-rounds.ts'
import { type Ruling, workOutRulings } from './rulings.ts'
import { withSeatColours } from './seat-colours.ts'
import type { Line } from './settlement.ts'
import { sumsOf } from './sums.ts'
import { isUnderWay, type Round, type RoundUnderWay, type Said, type Spin, type TableState } from './table.ts'
import { type OneTime, withoutRound, withRound } from './under-minimum.ts'

/**
 * Records what happened. It never refuses; an event that does not fit the state is a bug and stops the table.
 *
 * @example
 * let after = state
 * if (!isRefusal(decision)) for (const event of decision.events) after = evolve(after, event)
 */
export function evolve(state: TableState, event: TableEvent): TableState {
  const ledger = post(state.ledger, event)
  // Most events are wagers: their state is copied once.
  if (event.type === 'wager-placed' || event.type === 'wager-withdrawn')
    return { ...state, ledger, round: evolveRound(underWay(state.round), event) }
  return record({ ...state, ledger }, event)
}

function record(state: TableState, event: TableEvent): TableState {
  switch (event.type) {
    case 'bought-in':
      return buyIn(state, event)
    case 'cashed-out':
    case 'owed-repaid':
    case 'play-interrupted':
      return state
    case 'round-referred':
      return referRound(state, event)
    case 'referral-decided':
      return decideReferral(state, event)
    case 'table-closed':
      return { ...state, isClosing: true }
    case 'table-opened':
      return { ...state, isClosing: false }
    case 'book-set':
      return { ...state, setup: { ...state.setup, book: event.to } }
    case 'limits-set':
      return { ...state, limits: event.to }
    case 'power-failed':
      return { ...state, powerOut: event.ball }
    case 'play-resumed':
      return { ...state, powerOut: null }
    case 'betting-opened':
      return {
        ...state,
        roundsOpened: event.round,
        round: { phase: 'betting-open', ...openingOf(event), wagers: noWagers(), facts: noFacts },
      }
    case 'round-settled':
      return event.adjustments ? settleAgain(state, event, event.pocket, event.adjustments) : settleRound(state, event)
    case 'round-voided':
      return concludeVoid(state, event)
    case 'outcome-corrected':
      return correctOutcome(state, event)
    case 'revolutions-counted':
      return noteCount(state, event)
    case 'wager-ruled':
      return noteRuling(state, event)
    default:
      return { ...state, round: evolveRound(underWay(state.round), event) }
  }
}

type RoundEvent = Extract<
  TableEvent,
  {
    type:
      | 'wager-placed'
      | 'wager-withdrawn'
      | 'ball-spun'
      | 'early-close-allowed'
      | 'betting-closed'
      | 'bonus-numbers-drawn'
      | 'outcome-determined'
      | 'results-differed'
      | 'irregularity-reported'
  }
>

function evolveRound(round: RoundUnderWay, event: RoundEvent): Round {
  switch (event.type) {
    case 'wager-placed':
      return withWagers(round, event, addStake(round.wagers, event.player, event.spot, event.stake, event.chips))
    case 'wager-withdrawn':
      return withWagers(round, event, takeStake(round.wagers, event.player, event.spot, event.stake, event.chips))
    case 'ball-spun':
      return spun(round, spinOf(event))
    case 'early-close-allowed':
      return round.phase === 'betting-open' ? { ...round, leave: event.by } : unfit(event)
    case 'betting-closed':
      return closeBetting(round)
    case 'bonus-numbers-drawn':
      if (!('draw' in round)) return unfit(event)
      return { ...round, draw: drawOf(event) }
    case 'outcome-determined':
      return atRest({ ...round, facts: withCount(round.facts, countIn(event)) }, event)
    case 'results-differed':
      if (!('said' in round) || !round.said) return unfit(event)
      return { ...round, said: { ...round.said, differs: event.pocket }, facts: withCount(round.facts, countIn(event)) }
    case 'irregularity-reported':
      return { ...round, facts: withReport(round.facts, event) }
    default:
      return impossible(event)
  }
}

const withWagers = (round: RoundUnderWay, event: Sent, wagers: Wagers): RoundUnderWay =>
  round.commitment ? { ...round, wagers, commitment: withSent(round.commitment, event) } : { ...round, wagers }

type Referred = Extract<TableEvent, { type: 'round-referred' }>

function referRound(state: TableState, event: Referred): TableState {
  const { round } = state
  if (isUnderWay(round) && round.round === event.round) return { ...state, round: referredNow(round, event) }
  return { ...state, referrals: [...state.referrals, { round: event.round, reason: event.reason }] }
}

const referredNow = (round: RoundUnderWay, { reason, phase }: Referred): Round => ({
  phase: 'referred',
  ...base(round),
  spin: 'spin' in round ? round.spin : null,
  draw: 'draw' in round ? round.draw : null,
  pocket: 'pocket' in round ? round.pocket : null,
  said: 'said' in round ? round.said : null,
  setAside: 'setAside' in round ? round.setAside : noWagers(),
  ...('rulings' in round && round.rulings ? { rulings: round.rulings } : {}),
  reason,
  from: phase ?? unfit(round),
})

const withoutReferral = (referrals: TableState['referrals'], round: number): TableState['referrals'] =>
  referrals.filter((one) => one.round !== round)

function decideReferral(state: TableState, event: Extract<TableEvent, { type: 'referral-decided' }>): TableState {
  const { round: number, phase, awards, reason = '' } = event
  const decided = { ...state, referrals: withoutReferral(state.referrals, number) }
  const now = awards ? withAwards(decided, number, awards, reason) : decided
  return phase ? { ...now, round: goOn(underWay(now.round), phase) } : now
}

/** Awards of a round replace those of an earlier decision about it. */
function withAwards(state: TableState, number: number, awards: readonly Award[], reason: string): TableState {
  const { round, history } = state
  const given = awards.filter(({ amount }) => amount > 0).map(({ player, amount }) => ({ player, amount }))
  const others = state.awards.filter((one) => one.round !== number)
  const shown = [...others, ...given.map((award) => ({ round: number, ...award, reason }))].slice(-AWARDS_MAX)
  if (isUnderWay(round) && round.round === number)
    return { ...state, awards: shown, round: { ...round, awards: given } }
  const before = keptRound(history, number)
  return { ...state, awards: shown, history: before ? remember(history, { ...before, awards: given }) : history }
}

/** Returns a referred round to a phase, with the pocket of a ball that has stopped meanwhile. */
function goOn(round: RoundUnderWay, phase: PhaseUnderWay): Round {
  if (round.phase !== 'referred') return unfit(round)
  const { spin, draw, pocket, said, setAside, rulings } = round
  if (phase === 'betting-open') return { phase, ...base(round) }
  if (phase === 'betting-closed') return { phase, ...base(round), spin, draw }
  if (phase === 'ball-spinning') return spin ? { phase, ...base(round), spin } : unfit(round)
  if (pocket === null) return unfit(round)
  return { phase, ...base(round), spin, draw, pocket, said, setAside, ...(rulings ? { rulings } : {}) }
}

type BettingOpened = Extract<TableEvent, { type: 'betting-opened' }>

const openingOf = ({ round, book, at, closesAt, commitment, forPrison }: BettingOpened) => ({
  round,
  book,
  openedAt: at ?? null,
  closesAt: closesAt ?? null,
  ...commitmentIn(commitment),
  ...(forPrison ? { forPrison } : {}),
})

const base = (under: RoundUnderWay) => {
  const { round, book, wagers, facts, openedAt, closesAt, awards, leave, commitment, forPrison } = under
  return {
    round,
    book,
    wagers,
    facts,
    openedAt,
    closesAt,
    ...(awards ? { awards } : {}),
    ...(leave ? { leave } : {}),
    ...(commitment ? { commitment } : {}),
    ...(forPrison ? { forPrison } : {}),
  }
}

const spinOf = ({ ball, wheel, source }: Extract<TableEvent, { type: 'ball-spun' }>): Spin => ({
  ball,
  wheel,
  ...(source ? { source } : {}),
})

function spun(round: RoundUnderWay, spin: Spin): Round {
  if (round.phase === 'betting-open') return { phase: 'ball-spinning', ...base(round), spin }
  if (round.phase === 'betting-closed') return { ...round, spin }
  return unfit(round)
}

function closeBetting(round: RoundUnderWay): Round {
  if (round.phase === 'betting-open') return { phase: 'betting-closed', ...base(round), spin: null, draw: null }
  if (round.phase === 'ball-spinning') return { phase: 'betting-closed', ...base(round), spin: round.spin, draw: null }
  return unfit(round)
}

const countIn = ({ source, revolutions }: { source: Source; revolutions?: number }): Count | undefined =>
  revolutions === undefined ? undefined : { source, revolutions }

/** Records a count, also one that arrives when the round is over. */
function noteCount(state: TableState, { round: number, source, revolutions }: CountedEvent): TableState {
  const { round, history } = state
  const count = { source, revolutions }
  if (isUnderWay(round)) return { ...state, round: { ...round, facts: withCount(round.facts, count) } }
  const before = keptRound(history, number) ?? unfit(number)
  return { ...state, history: remember(history, { ...before, facts: withCount(before.facts, count) }) }
}

type CountedEvent = Extract<TableEvent, { type: 'revolutions-counted' }>
type AtRest = Extract<TableEvent, { type: 'outcome-determined' }>

/** The ball may come to rest while a referral waits. The round stays referred. */
function atRest(round: RoundUnderWay, { pocket, source }: AtRest): Round {
  const said: Said = { source, differs: null }
  if (round.phase === 'referred') return { ...round, pocket, said }
  if (round.phase !== 'betting-closed') return unfit(round)
  const { spin, draw } = round
  return { phase: 'outcome-determined', ...base(round), spin, draw, pocket, said, setAside: noWagers() }
}

type Ruled = Extract<TableEvent, { type: 'wager-ruled' }>

/** A round that is forgotten is read from the journal with its rulings. */
function noteRuling(state: TableState, event: Ruled): TableState {
  const { round, history } = state
  const ruling = rulingIn(event)
  if (isUnderWay(round) && round.round === event.round) return { ...state, round: withRulingNow(round, ruling) }
  const before = keptRound(history, event.round)
  return before ? { ...state, history: remember(history, withRuling(before, ruling)) } : state
}

function withRulingNow(round: RoundUnderWay, ruling: Ruling): Round {
  if (!('setAside' in round)) return unfit(round)
  const { lay, list } = round.rulings ?? { lay: round.wagers, list: [] }
  const rulings = { lay, list: [...list, ruling] }
  return { ...round, ...workOutRulings(rulings), rulings }
}

function rulingIn({ player, spot, treatment, to, stake, chips }: Ruled): Ruling {
  const ruling = { player, spot, treatment, ...(to === undefined ? {} : { to }) }
  return { ...ruling, ...(stake === undefined ? {} : { stake }), ...(chips ? { chips } : {}) }
}

function buyIn(
  state: TableState,
  { player, chips, seatColours }: Extract<TableEvent, { type: 'bought-in' }>,
): TableState {
  const known = { ...state, seatColours: withSeatColours(state.seatColours, seatColours) }
  return chips ? withColour(known, player, chips) : known
}

const withColour = (state: TableState, player: string, { colour, value }: Chips): TableState => ({
  ...state,
  colours: state.colours.set(player, { colour, value }),
})

function settleRound(state: TableState, event: Extract<TableEvent, { type: 'round-settled' }>): TableState {
  const before = underWay(state.round)
  const draw = 'draw' in before ? before.draw : null
  const { round, pocket, lines } = event
  const concluded = {
    round,
    book: before.book,
    limits: state.limits,
    pocket,
    draw,
    code: null,
    lines,
    ...cutsIn(event),
    adjustments: [],
    balances: balancesAfter(state, lines),
    at: event.at ?? null,
    wasPlayed: wasPlayed(before),
    ...keptOf(before, lines),
  }
  return {
    ...state,
    round: { phase: 'settled', round, book: before.book, pocket, draw },
    powerOut: null,
    underMinimum: withRound(state.underMinimum, round, underIn(event)),
    prison: prisonAfter(state.prison, event),
    history: noteOtherRounds(remember(state.history, concluded), event),
    ...inPlayWith(state, event),
  }
}

const underIn = ({ warned = [], again = [] }: OneTime): string[] => [...warned, ...again]

/** Facts, awards and rulings of a round, kept when it is concluded. */
const keptOf = (round: RoundUnderWay, lines: readonly Line[]): Pick<Concluded, 'facts' | 'awards' | 'rulings'> => ({
  facts: round.facts,
  ...(round.awards ? { awards: round.awards } : {}),
  ...('rulings' in round && round.rulings ? { rulings: rulingsToKeep(round.rulings, lines) } : {}),
})

const wasPlayed = (round: RoundUnderWay): boolean =>
  'spin' in round && round.spin !== null && round.phase !== 'ball-spinning'

function balancesAfter({ ledger }: TableState, lines: readonly Line[]): Readonly<Record<string, Cents>> {
  const players = [...sumsOf(lines).players.keys()]
  return Object.fromEntries(players.map((player) => [player, add(cashOf(ledger, player), chipsOf(ledger, player))]))
}

type RoundVoided = Extract<TableEvent, { type: 'round-voided' }>

function concludeVoid(state: TableState, event: RoundVoided): TableState {
  const { round: number, code, clause, lines } = event
  const { round } = state
  const before = keptRound(state.history, number)
  const isThisRound = 'round' in round && round.round === number
  return {
    ...state,
    round: isThisRound ? { phase: 'void', round: number, book: round.book, code, clause } : round,
    powerOut: isThisRound ? null : state.powerOut,
    underMinimum: withoutRound(state.underMinimum, number, sumsOf(lines).players.keys()),
    prison: prisonAfter(state.prison, event),
    history: noteOtherRounds(
      isForgotten(state.history, number) ? state.history : remember(state.history, voidRound(state, before, event)),
      event,
    ),
    referrals: withoutReferral(state.referrals, number),
    ...inPlayWithout(state, before, event),
  }
}

/** A void round has no outcome. The values that would settle it are kept aside. */
function voidRound(state: TableState, before: Concluded | undefined, event: RoundVoided): Concluded {
  const { round, code, lines } = event
  const now = {
    round,
    book: before?.book ?? underWay(state.round).book,
    limits: before?.limits ?? state.limits,
    pocket: null,
    draw: drawIn(before ?? underWay(state.round)),
    code,
    lines,
    adjustments: [...(before?.adjustments ?? []), ...(event.adjustments ?? [])],
    balances: before?.balances ?? balancesAfter(state, lines),
    at: before?.at ?? event.at ?? null,
    wasPlayed: before?.wasPlayed ?? wasPlayed(underWay(state.round)),
    ...(before ? keptAfter(before) : keptOf(underWay(state.round), lines)),
    ...(event.binding ? { binding: event.binding } : {}),
  }
  if (event.counted) now.facts = withCount(now.facts, event.counted)
  return before ? afterOwnChange(now, before, event) : now
}

const drawIn = (round: RoundUnderWay | Concluded): Draw | null => ('draw' in round ? round.draw : null)

const keptAfter = ({ facts, awards, rulings }: Concluded): Pick<Concluded, 'facts' | 'awards' | 'rulings'> => ({
  facts,
  ...(awards ? { awards } : {}),
  ...(rulings ? { rulings } : {}),
})

type InPlayOfTable = Pick<TableState, keyof InPlay>

const inPlayWith = (
  { handleBySpot: handles, cutByOutcome: cuts }: InPlayOfTable,
  { lines, cutByOutcome = {} }: Pick<Concluded, 'lines' | 'cutByOutcome'>,
  sign: 1 | -1 = 1,
): InPlayOfTable => ({
  handleBySpot: handleBySpot(handles, lines, sign),
  cutByOutcome: amountsWith(cuts, Object.entries(cutByOutcome), sign),
})

/** Removes the stakes of a round from those in play: it is void, or they are counted again. */
function inPlayWithout(
  state: TableState,
  kept: Concluded | undefined,
  { before }: Pick<RoundVoided, 'before'>,
): InPlayOfTable {
  const { handleBySpot: handles, cutByOutcome: cuts } = state
  if (!before) return kept ? inPlayWith(state, kept, -1) : { handleBySpot: handles, cutByOutcome: cuts }
  return {
    handleBySpot: amountsWith(handles, Object.entries(before.handle), -1),
    cutByOutcome: amountsWith(cuts, Object.entries(before.cutByOutcome ?? {}), -1),
  }
}

const cutsIn = ({ cutByOutcome }: WithCuts): WithCuts => (cutByOutcome ? { cutByOutcome } : {})

type OutcomeCorrected = Extract<TableEvent, { type: 'outcome-corrected' }>

function correctOutcome(state: TableState, event: OutcomeCorrected): TableState {
  const { round: number, to: pocket } = event
  const { round } = state
  if (isUnderWay(round) && round.round === number) return { ...state, round: correctedNow(round, pocket) }
  return settleAgain(state, event, pocket, event.adjustments)
}

type SettledAgain = Extract<TableEvent, { type: 'outcome-corrected' | 'round-settled' }>

/** A concluded round is settled by another outcome, or by rulings on its wagers. */
function settleAgain(
  state: TableState,
  event: SettledAgain,
  pocket: string,
  adjustments: readonly Adjustment[],
): TableState {
  const { round: number, lines } = event
  const { round, history, underMinimum } = state
  const before = keptRound(history, number)
  const now = before && settledAnew(before, event, pocket, adjustments)
  return {
    ...state,
    round: now ? settledOn(round, now) : round,
    underMinimum: withRound(withoutRound(underMinimum, number, sumsOf(lines).players.keys()), number, underIn(event)),
    prison: prisonAfter(state.prison, event),
    history: noteOtherRounds(now ? remember(history, now) : history, event),
    referrals: withoutReferral(state.referrals, number),
    ...inPlayWith(inPlayWithout(state, before, event), event),
  }
}

function settledAnew(
  before: Concluded,
  event: SettledAgain,
  pocket: string,
  adjustments: readonly Adjustment[],
): Concluded {
  const { binding: _, cutByOutcome: __, ...rest } = before
  const all = [...before.adjustments, ...adjustments]
  const now = { ...rest, pocket, code: null, lines: event.lines, ...cutsIn(event), adjustments: all }
  return afterOwnChange(now, before, event)
}

/** A pit supervisor has decided the result. It is attributed to neither the wheel nor the dealer any more. */
const correctedNow = (round: RoundUnderWay, pocket: string): Round =>
  'said' in round ? { ...round, pocket, said: null } : unfit(round)

const settledOn = (round: Round, { round: number, book, pocket, draw }: Concluded): Round =>
  'round' in round && round.round === number ? { phase: 'settled', round: number, book, pocket: pocket!, draw } : round

function underWay(round: Round): RoundUnderWay {
  return isUnderWay(round) ? round : unfit(round)
}

function unfit(cause: unknown): never {
  throw new Error('This event does not fit the state of the table', { cause })
}
