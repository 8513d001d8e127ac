import { type ClockStep, mustBeRecordable, realTime, type TimeSource } from '../clock.ts'
import { type Journal, JournalUnusable } from '../journal/journal.ts'
import { latestTime } from '../journal/latest-time.ts'
import type { Leases } from '../journal/leases.ts'
import { askHouse, openHouse } from '../stream/house-stream.ts'
import { CLOCK_LIMIT_MS, NodeClock, type StoreReading, spanText } from './node-clock.ts'

/** The journal of a cluster. */
export type SharedJournal = Journal & { leases: Leases }

type ClockOptions = { limitMs?: number; source?: TimeSource }

/**
 * Reads the store's clock before the first entry is written. Throws in words for the operator where the machine's clock
 * differs from it by more than the limit, or where the record is far ahead of it.
 */
export async function openNodeClock(journal: SharedJournal, options: ClockOptions = {}): Promise<NodeClock> {
  const clock = await readStoreClock(journal, options)
  const latest = await latestTime(journal)
  const problem = latest === null ? null : clock.heard(latest)
  if (problem === null) return clock
  throw new JournalUnusable(
    `the last entry of the record cannot be followed: ${problem}; set that clock if it is wrong, else stop all nodes and ` +
      'put a correction on record (croupier nodes correct-clock)',
  )
}

/** Records a step of time from the end of the record back to the store's clock; null if the record is not far ahead. */
export async function correctClock(journal: SharedJournal): Promise<ClockStep | null> {
  const clock = await readStoreClock(journal)
  const from = await latestTime(journal)
  if (from === null || clock.heard(from) === null) return null
  const to = clock.now()
  const house = await openHouse({ journal, now: () => to })
  await askHouse(house, { do: 'correct-clock', from, to, by: { system: 'service' } })
  house.close()
  return { from, to }
}

async function readStoreClock(
  { leases }: SharedJournal,
  { limitMs = CLOCK_LIMIT_MS, source = realTime }: ClockOptions = {},
): Promise<NodeClock> {
  const asked = source.steady()
  const { now } = await leases.roster()
  const reading = { now, asked, answered: source.steady() }
  mustBeRecordable('the database', now)
  mustAgree(source.wall(), reading, limitMs)
  return new NodeClock(source, reading, limitMs)
}

/** The store's clock was read while its request was under way: a difference within that time does not count. */
function mustAgree(wall: number, { now, asked, answered }: StoreReading, limitMs: number): void {
  const ahead = wall - (now + (answered - asked))
  const behind = now - wall
  if (ahead <= limitMs && behind <= limitMs) return
  const difference = ahead > 0 ? `${spanText(ahead)} ahead` : `${spanText(behind)} behind`
  throw new JournalUnusable(
    `the clock of this machine says ${new Date(wall).toISOString()}, and that of the database ` +
      `${new Date(now).toISOString()}: this machine is ${difference}; set the clock that is wrong, or let the node differ ` +
      'more (serve --clock-seconds)',
  )
}
