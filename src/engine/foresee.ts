import type { Clause, RuleBook } from '../books/rule-book.ts'
import { decide } from './decide.ts'
import { type Decision, isRefusal } from './decision.ts'
import type { TableEvent } from './events.ts'
import { evolve } from './evolve.ts'
import { type Effect, effectsOf } from './foreseen-effects.ts'
import { latest, recall } from './history.ts'
import type { HouseRules } from './house-rules.ts'
import { type Command, leastFor } from './language.ts'
import { balanceOf, owedBy } from './ledger.ts'
import { type Outside, outsideOf } from './limits.ts'
import { add, type Cents, subtract, sum, zero } from './money.ts'
import { isConcluding } from './prison-changes.ts'
import type { Refusal } from './refusals.ts'
import type { Line } from './settlement.ts'
import { spotsOf } from './spots.ts'
import { sumsOf } from './sums.ts'
import { isUnderWay, type Phase, type TableState } from './table.ts'

/** A player's part in the rounds that change: won less lost, before and after. */
export type PlayerForesight = {
  player: string
  before: Cents
  after: Cents
  change: Cents
  /** The change of the player's debt; negative if it shrinks. */
  owed: Cents
  /** Stakes that come back from the layout. */
  returned: Cents
}

/** A wager that lies outside the limits. */
export type OutsideWager = { player: string; spot: string; stake: Cents; outside: Outside }

/** The effects that a command would have if it were given now. */
export type Foresight = {
  events: readonly TableEvent[]
  /** The phase of the round afterwards. */
  phase: Phase
  /** Rounds that it concludes, voids, settles again or refers. */
  rounds: readonly number[]
  effects: readonly Effect[]
  clauses: readonly Clause[]
  /** Players whose money moves, by name. */
  players: readonly PlayerForesight[]
  /** Stakes that come back from the layout, all together. */
  returned: { wagers: number; players: number; total: Cents }
  /** The house's gain; negative if it loses. */
  house: Cents
  /** For a round that waits to be settled: how its settlement would differ. Money does not move yet. */
  settling: readonly PlayerForesight[]
  /** For new limits: wagers of the last round that would have been outside them. */
  outside: readonly OutsideWager[]
}

/** A foresight without its events, for callers that only need the facts. */
export type ForesightFacts = Omit<Foresight, 'events'>

/**
 * Decides a command without carrying it out, and returns the facts that people need before they confirm it.
 *
 * @example
 * const foreseen = foresee(roulette3, state, command)
 * if (isForesight(foreseen)) console.log(foreseen.players)
 */
export function foresee(book: RuleBook, state: TableState, command: Command, house?: HouseRules): Foresight | Refusal {
  const decision = decide(book, state, command, house)
  if (isRefusal(decision)) return decision
  const { events } = decision
  const after = events.reduce(evolve, state)
  const players = moneyMoved(state, after, events)
  const effects = events.flatMap((event) => effectsOf(book, { before: state, after }, event, command))
  return {
    events,
    phase: after.round.phase,
    rounds: [...new Set(events.flatMap((event) => ('round' in event ? [event.round] : [])))],
    effects,
    clauses: clausesOf(events, effects),
    players,
    returned: returnedOf(state, players, events),
    house: subtract(houseMoney(after), houseMoney(state)),
    settling: settlingChange(book, state, after, events),
    outside: events.some(({ type }) => type === 'limits-set') ? outsideThen(book, after) : [],
  }
}

/** The house's win, less its awards. */
const houseMoney = ({ ledger }: TableState): Cents => add(balanceOf(ledger, 'house'), balanceOf(ledger, 'awards'))

/** The clauses that the decision cites, and those that explain its effects. */
function clausesOf(events: readonly TableEvent[], effects: readonly Effect[]): Clause[] {
  const cited = [
    ...events.map((event) => ('clause' in event ? event.clause : null)),
    ...effects.map(({ clause }) => clause),
  ]
  return [...new Set(cited)].filter((clause) => typeof clause === 'string' && clause !== '') as Clause[]
}

/**
 * Tells a preview from a refusal.
 *
 * @example
 * const foreseen = foresee(roulette3, state, command)
 * const isAllowed: boolean = isForesight(foreseen)
 */
export const isForesight = (foreseen: Foresight | Refusal): foreseen is Foresight => !isRefusal(foreseen)

// Money ---------------------------------------------------------------------------------------------------------------

function moneyMoved(state: TableState, after: TableState, events: readonly TableEvent[]): PlayerForesight[] {
  const parts = events.filter(isConcluding).flatMap((event) => {
    const concluded = recall(state.history, event.round)
    if (!concluded) return partsOf([], event.lines, true)
    const cancelled = 'prison' in event ? (event.prison?.cancelled ?? []) : []
    const before = cancelled.length === 0 ? concluded.lines : [...concluded.lines, ...cancelled.map(({ line }) => line)]
    return partsOf(before, event.lines, false)
  })
  const rows = together([...parts, ...awardParts(events)])
  // Reads all of one ledger, then all of the other: switching between two versions of a map costs every change between
  // them.
  const [now, then] = [after, state].map(({ ledger }) => rows.map(({ player }) => owedBy(ledger, player)))
  return rows.map((row, index) => ({ ...row, owed: subtract(now![index]!, then![index]!) }))
}

const awardParts = (events: readonly TableEvent[]): Part[] =>
  events.flatMap((event) =>
    event.type === 'referral-decided'
      ? (event.awards ?? []).map(({ player, amount, before = zero }) => ({
          player,
          before,
          after: amount,
          returned: zero,
        }))
      : [],
  )

function returnedOf(
  { history }: TableState,
  players: readonly PlayerForesight[],
  events: readonly TableEvent[],
): Foresight['returned'] {
  const first = events.filter(isConcluding).filter(({ round }) => !recall(history, round))
  return {
    wagers: first.flatMap(({ lines }) => lines).filter(({ returned }) => returned > 0).length,
    players: players.filter(({ returned }) => returned > 0).length,
    total: sum(players.map(({ returned }) => returned)),
  }
}

type Part = Omit<PlayerForesight, 'change' | 'owed'>

/** Compares two settlements of one round, player by player. `isFirst`: stakes lie on the layout until then. */
function partsOf(before: readonly Line[], after: readonly Line[], isFirst: boolean): Part[] {
  const [was, is] = [sumsOf(before).players, sumsOf(after).players]
  return [...new Set([...was.keys(), ...is.keys()])].map((player) => ({
    player,
    before: net(was.get(player)),
    after: net(is.get(player)),
    returned: isFirst ? (is.get(player)?.returned ?? zero) : zero,
  }))
}

const net = (sums: { paid: Cents; collected: Cents } | undefined): Cents =>
  sums ? subtract(sums.paid, sums.collected) : zero

function together(parts: readonly Part[]): PlayerForesight[] {
  const byPlayer = new Map<string, Part>()
  for (const part of parts) {
    const known = byPlayer.get(part.player)
    byPlayer.set(part.player, known ? sumOf(known, part) : part)
  }
  return [...byPlayer.values()]
    .sort((a, b) => (a.player < b.player ? -1 : 1))
    .map((part) => ({ ...part, change: subtract(part.after, part.before), owed: zero }))
}

const sumOf = (one: Part, other: Part): Part => ({
  player: one.player,
  before: add(one.before, other.before),
  after: add(one.after, other.after),
  returned: add(one.returned, other.returned),
})

/** A ruling, or another outcome, changes the result of settling. */
function settlingChange(
  book: RuleBook,
  state: TableState,
  after: TableState,
  events: readonly TableEvent[],
): PlayerForesight[] {
  const [event] = events
  if (event?.type === 'wager-ruled' && !isRoundNow(state, event.round))
    return settledAgainChange(book, after, event.round)
  if (!events.some((one) => changesSettling(state, one))) return []
  const [was, is] = [linesIfSettled(book, state), linesIfSettled(book, after)]
  return is ? together(partsOf(was ?? [], is, true)) : []
}

const isRoundNow = ({ round }: TableState, number: number): boolean => isUnderWay(round) && round.round === number

/** Compares a concluded round, settled again by the rulings on it, with how it stands. */
function settledAgainChange(book: RuleBook, state: TableState, round: number): PlayerForesight[] {
  const by = { role: leastFor('decide', book) }
  const lines = settledLines(decide(book, state, { do: 'decide', decision: 'settle', round, reason: '-', by }))
  const before = recall(state.history, round)?.lines
  return lines && before ? together(partsOf(before, lines, false)) : []
}

const changesSettling = ({ round }: TableState, event: TableEvent): boolean =>
  event.type === 'wager-ruled' ||
  (event.type === 'outcome-corrected' && isUnderWay(round) && round.round === event.round)

/** The lines of the round under way if it were settled now; null if it cannot be. */
export function linesIfSettled(book: RuleBook, state: TableState): readonly Line[] | null {
  const decision = decide(book, { ...state, powerOut: null }, settlingCommand(book, state))
  return settledLines(decision)
}

const settlingCommand = (book: RuleBook, { round }: TableState): Command =>
  round.phase === 'referred'
    ? { do: 'decide', decision: 'settle', reason: '-', by: { role: leastFor('decide', book) } }
    : { do: 'settle', by: { role: leastFor('settle', book) } }

function settledLines(decision: Decision): readonly Line[] | null {
  if (isRefusal(decision)) return null
  return decision.events.find((event) => event.type === 'round-settled')?.lines ?? null
}

// Limits --------------------------------------------------------------------------------------------------------------

/**
 * Limits change between rounds, when the layout is empty: the last round shows which players they would have affected.
 */
function outsideThen(book: RuleBook, { history, limits, setup }: TableState): OutsideWager[] {
  if (book.rules.limits.policy === 'none') return []
  const { byId } = spotsOf(book, setup.layout)
  return (latest(history, 1)[0]?.lines ?? []).flatMap(({ player, spot, stake }) => {
    const outside = outsideOf(limits, byId.get(spot)!.kind, stake)
    return outside ? [{ player, spot, stake, outside }] : []
  })
}
