import type { CountedRefusals } from '../../house/house-events.ts'
import { askHouse } from '../stream/house-stream.ts'
import type { Floor } from './floor.ts'

const SWEEP_EVERY_MS = 60_000

/**
 * Ends overdue sessions and records counted refusals every minute. Returns a function that ends this and records the
 * last counts.
 */
export function sweepHouse(floor: Floor): () => Promise<void> {
  const { refusals } = floor
  const sweep = setInterval(() => {
    endOverdueSessions(floor)
    void countRefusals(floor, refusals.takeCounted())
  }, SWEEP_EVERY_MS).unref()
  return () => {
    clearInterval(sweep)
    return countRefusals(floor, refusals.takeCounted(true))
  }
}

function endOverdueSessions({ house, presence }: Floor): void {
  if (house.stopped) return
  const sessions = presence.overdueSessions(house.settled.state)
  if (sessions.length === 0) return
  // On failure, the next sweep tries again.
  void askHouse(house, { do: 'end-sessions', sessions, by: { system: 'service' } }).catch(() => {})
}

/** Records the number of refusals that were not recorded one by one. */
async function countRefusals({ house, refusals }: Floor, counts: CountedRefusals[]): Promise<void> {
  if (counts.length === 0) return
  const counting = askHouse(house, { do: 'count-refusals', counts, by: { system: 'service' } })
  await counting.catch(() => refusals.giveBack(counts))
}
