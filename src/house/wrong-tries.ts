import type { PersistentMap } from '../engine/persistent-map.ts'
import type { HouseEventOf } from './house-events.ts'
import { DAY, MINUTE, moment } from './time.ts'

/**
 * After wrong PINs the caller has to wait, longer each time, but no badge is locked. A wait belongs to a badge at an
 * address, or to a badge at a station where it signed in before, to which strangers' attempts do not count. Counts are
 * on record, so that they hold after a restart and for every reader of the record. The age of the last attempt is
 * measured by a steady clock.
 */

/**
 * The number of wrong attempts without a wait. Each further one waits twice as long as the one before, up to the
 * longest.
 */
export type Patience = { free: number; longest: number }
export const patienceOfBadge: Patience = { free: 5, longest: 15 * MINUTE }
/** For one address and all badges together: behind one address may be many people. */
export const patienceOfAddress: Patience = { free: 20, longest: MINUTE }

const FIRST_WAIT = 5_000

export const waitAfter = (count: number, { free, longest }: Patience): number =>
  count < free ? 0 : Math.min(FIRST_WAIT * 2 ** (count - free), longest)

/** After a day without another they are forgotten. */
const FORGOTTEN_AFTER = DAY
/** More are not kept: those with the fewest tries go first, so that a flood does not wash out what was tried most. */
export const MARKS_MAX = 5_000

/** `at`: when the last of them was counted. */
export type WrongTries = { count: number; at: string }
type Tries = PersistentMap<WrongTries>

export function withTries(tries: Tries, { marks, at }: HouseEventOf<'sign-ins-failed'>): Tries {
  const now = moment(at)
  const isOld = (one: WrongTries): boolean => now - moment(one.at) >= FORGOTTEN_AFTER
  const left = tries.entries().reduce((all, [mark, one]) => (isOld(one) ? all.without(mark) : all), tries)
  const after = marks.reduce(
    (all, { mark, count }) => all.set(mark, { count: (all.get(mark)?.count ?? 0) + count, at }),
    left,
  )
  return after.size > MARKS_MAX ? withoutFewest(after) : after
}

function withoutFewest(tries: Tries): Tries {
  const byCount = tries.entries().sort(([, a], [, b]) => a.count - b.count || moment(a.at) - moment(b.at))
  const surplus = byCount.slice(0, tries.size - (MARKS_MAX * 9) / 10)
  return surplus.reduce((all, [mark]) => all.without(mark), tries)
}
