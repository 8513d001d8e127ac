import { type HouseRefusal, isHouseRefusal, refuse } from '../../house/house-refusals.ts'
import { checkPin, matchesNow } from '../secrets/pin-checks.ts'
import { isKnownStation, networkOf, type TryingFrom, tryMarks } from '../secrets/try-marks.ts'
import type { Floor } from './floor.ts'

/** `mark`: the counter whose wrong attempts are cleared. */
type RightPin = { mark: string }

/**
 * Checks a PIN that was typed at some station. A caller who must wait gets that answer before the PIN is checked. A
 * wrong PIN is counted. The answer and the time are the same for a badge that does not exist.
 */
export async function tryPin(
  floor: Floor,
  badge: string,
  pin: string,
  from: TryingFrom,
): Promise<RightPin | HouseRefusal> {
  const { house, keyMaterial, guard } = floor
  // While the house is stopped, no PIN is checked: the answer would reveal the right one without counting attempts.
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
