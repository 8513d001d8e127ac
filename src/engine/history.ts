import type { Pocket } from '../books/rule-book.ts'
import type { Draw } from './draw.ts'
import type { Adjustment } from './events.ts'
import type { Limits } from './limits.ts'
import type { Cents } from './money.ts'
import { PersistentMap } from './persistent-map.ts'
import type { Line } from './settlement.ts'

/** A round that was concluded, as it stands now: a correction or a later void replaces it. */
export type Concluded = {
  round: number
  book: string
  limits: Limits
  pocket: Pocket | null
  draw: Draw | null
  /** Why it is void; null: it was settled. */
  code: string | null
  lines: readonly Line[]
  adjustments: readonly Adjustment[]
  /** What each player of the round had when it was concluded, in hand. */
  balances: Readonly<Record<string, Cents>>
  /** When it was concluded first; null: nobody said. */
  at: string | null
}

/** The rounds that the table keeps for recall and correction. The journal keeps all. */
export type History = { rounds: PersistentMap<Concluded>; oldest: number; newest: number; weight: number }

/** Anew for each table: versions of one map share one store, and two tables would take it from each other. */
export const noHistory = (): History => ({ rounds: PersistentMap.of(), oldest: 1, newest: 0, weight: 0 })

/** However large they were, this many rounds are kept; beyond that, as many as hold this many lines. */
export const ROUNDS_KEPT_MIN = 20
const WEIGHT_KEPT = 50_000
const ROUND_WEIGHT = 10
export const ROUNDS_KEPT_MAX = WEIGHT_KEPT / ROUND_WEIGHT
const weightOf = (round: Concluded): number => round.lines.length + ROUND_WEIGHT

export const recall = (history: History, round: number): Concluded | undefined => history.rounds.get(String(round))

export function remember(history: History, round: Concluded): History {
  const before = recall(history, round.round)
  const grown = {
    rounds: history.rounds.set(String(round.round), round),
    oldest: history.oldest,
    newest: Math.max(history.newest, round.round),
    weight: history.weight + weightOf(round) - (before ? weightOf(before) : 0),
  }
  return forget(grown)
}

function forget(history: History): History {
  let { rounds, oldest, weight } = history
  while (weight > WEIGHT_KEPT && rounds.size > ROUNDS_KEPT_MIN) {
    const round = rounds.get(String(oldest))
    if (round) weight -= weightOf(round)
    rounds = rounds.without(String(oldest))
    oldest++
  }
  return { ...history, rounds, oldest, weight }
}

/** The newest rounds first. */
export function latest(history: History, count: number): Concluded[] {
  const found: Concluded[] = []
  for (let number = history.newest; number >= history.oldest && found.length < count; number--) {
    const round = recall(history, number)
    if (round) found.push(round)
  }
  return found
}
