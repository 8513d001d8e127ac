/**
 * How the ball and the rotor move, in degrees and milliseconds. Nothing here decides anything: the pocket is known before
 * the ball comes down, and the motion is made to end there.
 */
export const ROTOR_SPEED = 0.018
export const BALL_SPEED = -0.3
/** From the rim to rest. */
export const LANDING_MS = 3_000

/** Where a pocket's middle lies on the rotor, clockwise from the top. */
export const pocketAngle = (order: readonly string[], pocket: string): number =>
  (order.indexOf(pocket) * 360) / order.length

export const turn = (angle: number): number => ((angle % 360) + 360) % 360

/** The ball as seen from the rotor: from an angle on, at first as fast as it was, at last not at all. */
export type Landing = { from: number; travel: number; lasts: number; power: number }

/** At least this many degrees, so that it slows down and does not stop short. */
const TRAVEL_MIN = 320

export function landing(from: number, target: number, speed = BALL_SPEED - ROTOR_SPEED, lasts = LANDING_MS): Landing {
  const way = Math.sign(speed)
  const missing = turn(way * (target - from))
  const turns = Math.ceil((TRAVEL_MIN - missing) / 360)
  const travel = way * (missing + turns * 360)
  // What is left shrinks by this power of the time left: that makes the first speed the speed it had.
  return { from, travel, lasts, power: (speed * lasts) / travel }
}

export type BallPlace = { angle: number; height: number }

/** Height: 1 in the rim, 0 in the pocket. It falls in the second half and skips twice on the way. */
export function ballAt({ from, travel, lasts, power }: Landing, elapsed: number): BallPlace {
  const part = Math.min(1, Math.max(0, elapsed / lasts))
  return { angle: from + travel * (1 - (1 - part) ** power), height: heightAt(part) }
}

function heightAt(part: number): number {
  if (part < 0.45) return 1
  const fall = (part - 0.45) / 0.55
  const skip = fall < 0.85 ? 0.18 * Math.abs(Math.sin(fall * Math.PI * 3.2)) * (1 - fall) : 0
  return Math.max(0, 1 - fall * 1.25) ** 1.4 + skip
}
