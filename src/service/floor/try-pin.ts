import { type HouseRefusal, isHouseRefusal, refuse } from '../../house/house-refusals.ts'
import { checkPin, matchesNow } from '../secrets/pin-checks.ts'
import { isKnownStation, networkOf, type TryingFrom, tryMarks } from '../secrets/try-marks.ts'
import type { Floor } from './floor.ts'

/** `mark`: what wrong tries are forgotten with it. */
type RightPin = { mark: string }

/**
 * Looks at a PIN that somebody typed somewhere. Whoever must wait is told so before it is looked at. A wrong one is
 * counted; the answer and what it costs are the same for a badge that nobody has.
 */
export async function tryPin(
  floor: Floor,
  badge: string,
  pin: string,
  from: TryingFrom,
): Promise<RightPin | HouseRefusal> {
  const { house, keyMaterial, guard } = floor
  // Of a house that is stopped nobody learns which PIN is right.
  await house.flushed()
  const { state } = house.settled
  const marks = tryMarks(state, badge, from, keyMaterial)
  const seconds = guard.secondsToWait(marks)
  if (seconds > 0) return refuse('too-many-wrong-tries', { seconds })
  const trial = guard.begin(marks, networkOf(from.address))
  const turns = isKnownStation(state, badge, from) ? keyMaterial.stationTurns : keyMaterial.pinTurns
  const check = await checkPin(state, badge, pin, keyMaterial, turns).catch((error) => {
    guard.end(trial)
    throw error
  })
  if (isHouseRefusal(check)) {
    guard.end(trial)
    return check
  }
  if (matchesNow(house.settled.state, badge, check)) {
    guard.succeed(trial)
    return { mark: marks[0]!.mark }
  }
  await guard.fail(trial, house.settled.state.staff.get(badge) ? badge : null)
  return refuse('badge-or-pin-wrong')
}
