import type { Checkpoint } from '../proof/checkpoints.ts'
import { areTwoHistories } from './check-note.ts'

/** Two histories that the house has signed: the first pair that cannot both be true. */
export function twoHistories(checkpoints: readonly Checkpoint[]): readonly [Checkpoint, Checkpoint] | null {
  for (const [at, one] of checkpoints.entries()) {
    const other = checkpoints.slice(at + 1).find((later) => areTwoHistories(one, later))
    if (other) return [one, other]
  }
  return null
}
