import type { TableEvent } from '../engine/events.ts'
import type { Limits } from '../engine/limits.ts'

/** The limits that rounds were played by, from this round on until the next row. The entries of a round do not say them. */
export type RoundLimits = readonly { from: number; limits: Limits }[]

export const firstLimits = (limits: Limits): RoundLimits => [{ from: 1, limits }]

/** `opened`: the rounds that were opened before. */
export function noteLimits(since: RoundLimits, opened: number, events: readonly TableEvent[]): RoundLimits {
  const set = events.findLast((event) => event.type === 'limits-set')
  if (!set) return since
  const from = opened + 1
  return [...since.filter((row) => row.from < from), { from, limits: set.to }]
}

export const limitsOfRound = (since: RoundLimits, round: number): Limits =>
  since.findLast(({ from }) => from <= round)!.limits
