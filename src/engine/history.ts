import type { Pocket } from '../books/rule-book.ts'
import type { Draw } from './draw.ts'
import type { Adjustment, Awarded, Binding, LaterLine } from './events.ts'
import type { Facts } from './facts.ts'
import type { Holding } from './holdings.ts'
import type { Limits } from './limits.ts'
import type { Cents } from './money.ts'
import type { WithCuts } from './payout-cuts.ts'
import { PersistentMap } from './persistent-map.ts'
import type { Ruling } from './rulings.ts'
import type { Line } from './settlement.ts'

/** A round that was concluded, as it stands now. A correction or a later void replaces it. */
export type Concluded = WithCuts & {
  round: number
  book: string
  limits: Limits
  pocket: Pocket | null
  /** A void round has it too: the draw is needed if the round is put right (reading 28). */
  draw: Draw | null
  /** The code by which it is void; null if it was settled. */
  code: string | null
  lines: readonly Line[]
  adjustments: readonly Adjustment[]
  /** The money in hand of each player of the round when it was concluded. Empty where a correction cancelled lines. */
  balances: Readonly<Record<string, Cents>>
  /** When it was first concluded; null if the command had no time. */
  at: string | null
  facts: Facts
  /** Whether a spin and the closing of bets are on record. */
  wasPlayed: boolean
  /** Only of a void round that is not put right like any wrong result. */
  binding?: Binding
  /** Awards for it, by the last decision. */
  awards?: readonly Awarded[]
  /** Only where wagers were ruled on. */
  rulings?: ConcludedRulings
  /** Lines of later rounds about stakes that this one left in prison, in order. */
  later?: readonly LaterLine[]
}

/** Stake of one player on one spot at no more bets. `colour`: of the player's colour chips, at that value. */
export type LaidStake = { player: string; spot: string; colour: string | null; chipValue: Cents } & Holding

/** Rulings on wagers of a round in their order, and all wagers of the players whom they are about, as they lay. */
export type ConcludedRulings = { list: readonly Ruling[]; lay: readonly LaidStake[] }

/**
 * The rounds that the table keeps for recall and correction. The journal keeps all rounds. For a decision about a
 * forgotten round, the caller reads that round from the journal and adds it (`recalledRounds`). `isWhole`: no round is
 * forgotten.
 */
export type History = {
  rounds: PersistentMap<Concluded>
  oldest: number
  newest: number
  weight: number
  isWhole?: true
  recalledRounds?: ReadonlyMap<number, Concluded>
}

/** A new map for each table: versions of one map share one store, and two tables would take it from each other. */
export const noHistory = (): History => ({ rounds: PersistentMap.of(), oldest: 1, newest: 0, weight: 0 })

/** A history that keeps every round, for callers such as a script. */
export const wholeHistory = (): History => ({ ...noHistory(), isWhole: true })

/** The least number of rounds that are kept, however large. Beyond that, as many are kept as hold this many lines. */
export const ROUNDS_KEPT_MIN = 20
const WEIGHT_KEPT = 50_000
const ROUND_WEIGHT = 10
export const ROUNDS_KEPT_MAX = WEIGHT_KEPT / ROUND_WEIGHT
const weightOf = ({ lines, later = [] }: Concluded): number => lines.length + later.length + ROUND_WEIGHT

/** Returns a round that the table remembers by itself. */
export const keptRound = (history: History, round: number): Concluded | undefined => history.rounds.get(String(round))

/**
 * Returns a round that the table remembers, or that was read from the journal.
 *
 * @example
 * const third: Concluded | undefined = recall(state.history, 3)
 */
export const recall = (history: History, round: number): Concluded | undefined =>
  keptRound(history, round) ?? history.recalledRounds?.get(round)

/** Whether a round was concluded and is not remembered any more. */
export const isForgotten = (history: History, round: number): boolean =>
  Number.isSafeInteger(round) && round >= 1 && round < history.oldest && !keptRound(history, round)

export const withRecalled = (history: History, rounds: readonly Concluded[]): History => ({
  ...history,
  recalledRounds: new Map(rounds.map((round) => [round.round, round])),
})

export function remember(history: History, round: Concluded): History {
  const before = keptRound(history, round.round)
  const grown = {
    ...(history.isWhole ? { isWhole: history.isWhole } : {}),
    rounds: history.rounds.set(String(round.round), round),
    oldest: history.oldest,
    newest: Math.max(history.newest, round.round),
    weight: history.weight + weightOf(round) - (before ? weightOf(before) : 0),
  }
  return forget(grown)
}

/** Puts a changed round in the place of the one that is remembered or recalled. */
export function replaceRound(history: History, round: Concluded): History {
  const before = keptRound(history, round.round)
  if (!before) return withRecalled(history, [...(history.recalledRounds?.values() ?? []), round])
  const weight = history.weight + weightOf(round) - weightOf(before)
  return { ...history, rounds: history.rounds.set(String(round.round), round), weight }
}

function forget(history: History): History {
  let { rounds, oldest, weight } = history
  while (!history.isWhole && weight > WEIGHT_KEPT && rounds.size > ROUNDS_KEPT_MIN) {
    const round = rounds.get(String(oldest))
    if (round) weight -= weightOf(round)
    rounds = rounds.without(String(oldest))
    oldest++
  }
  return { ...history, rounds, oldest, weight }
}

/**
 * The newest rounds first.
 *
 * @example
 * const last: Concluded[] = latest(state.history, 10)
 */
export function latest(history: History, count: number): Concluded[] {
  const found: Concluded[] = []
  for (let number = history.newest; number >= history.oldest && found.length < count; number--) {
    const round = keptRound(history, number)
    if (round) found.push(round)
  }
  return found
}
