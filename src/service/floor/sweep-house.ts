import type { CountedRefusals } from '../../house/house-events.ts'
import { askHouse } from '../stream/house-stream.ts'
import type { Floor } from './floor.ts'
import type { RefusalNotes } from './refusal-notes.ts'

const SWEEP_EVERY_MS = 60_000

/** Ends overdue sessions and records counted refusals every minute. Returns how to end that, with the last counts recorded. */
export function sweepHouse(floor: Floor, notes: RefusalNotes): () => Promise<void> {
  const sweep = setInterval(() => {
    endOverdueSessions(floor)
    void countRefusals(floor, notes.takeCounted(), notes)
  }, SWEEP_EVERY_MS).unref()
  return () => {
    clearInterval(sweep)
    return countRefusals(floor, notes.takeCounted(true), notes)
  }
}

function endOverdueSessions({ house, presence }: Floor): void {
  if (house.stopped) return
  const sessions = presence.overdueSessions(house.settled.state)
  if (sessions.length === 0) return
  // The next sweep tries again.
  void askHouse(house, { do: 'end-sessions', sessions, by: { system: 'service' } }).catch(() => {})
}

/** Records how many refusals were not recorded one by one. */
async function countRefusals({ house }: Floor, counts: CountedRefusals[], notes: RefusalNotes): Promise<void> {
  if (counts.length === 0) return
  const counting = askHouse(house, { do: 'count-refusals', counts, by: { system: 'service' } })
  await counting.catch(() => notes.giveBack(counts))
}
