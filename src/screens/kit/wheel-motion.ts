/**
 * The motion of ball and rotor, in degrees and milliseconds. It decides nothing: the pocket is known before the ball
 * comes down, and the motion ends there.
 */
export const ROTOR_SPEED = 0.024
export const BALL_SPEED = -0.36
/** The time from the rim to rest. */
export const LANDING_MS = 4_000

/** The angle of a pocket's middle on the rotor, clockwise from the top. */
export const pocketAngle = (order: readonly string[], pocket: string): number =>
  (order.indexOf(pocket) * 360) / order.length

export const turn = (angle: number): number => ((angle % 360) + 360) % 360

/** The ball as seen from the rotor: from an angle on, at first as fast as it was, at last not at all. */
export type Landing = { from: number; travel: number; lasts: number; power: number }

/** The exponent with which it slows down evenly to the end: it neither stops early nor rests before it is down. */
const EVEN = 2

export function landing(from: number, target: number, speed = BALL_SPEED - ROTOR_SPEED, lasts = LANDING_MS): Landing {
  const way = Math.sign(speed)
  const missing = turn(way * (target - from))
  const turns = Math.max(1, Math.round((Math.abs(speed * lasts) / EVEN - missing) / 360))
  const travel = way * (missing + turns * 360)
  // The remaining way shrinks with this power of the remaining time, so that the motion starts at the previous speed.
  return { from, travel, lasts, power: (speed * lasts) / travel }
}

/** `height`: 1 in the rim, 0 in the pocket. `hop`: how far it is above what it rolls on. */
type BallPlace = { angle: number; height: number; hop: number }

export function ballAt({ from, travel, lasts, power }: Landing, elapsed: number): BallPlace {
  const part = Math.min(1, Math.max(0, elapsed / lasts))
  return { angle: from + travel * (1 - (1 - part) ** power), ...heightAt(part) }
}

/** The ball leaves the rim at `DROP`, strikes the frets at `STRIKE`, and hops twice, the second time lower. */
const DROP = 0.46
const STRIKE = 0.76
const hops = [
  { from: STRIKE, to: 0.88, up: 0.34 },
  { from: 0.88, to: 0.965, up: 0.14 },
]

function heightAt(part: number): { height: number; hop: number } {
  if (part < DROP) return { height: 1, hop: 0 }
  const fall = Math.min(1, (part - DROP) / (STRIKE - DROP))
  const hop = hops.find(({ from, to }) => part >= from && part < to)
  const up = hop ? hop.up * Math.sin((Math.PI * (part - hop.from)) / (hop.to - hop.from)) : 0
  return { height: Math.max(0, 1 - fall ** 2.2) + up, hop: up }
}

/** The visible phases of a ball. The pocket may be named from the moment when the ball is in it. */
export type BallState = 'none' | 'running' | 'falling' | 'rest'

/**
 * The camera: in the last seconds it closes in on the ball's sector, follows the ball to its pocket, stays there, and goes
 * back. One movement without a cut.
 */
const CAMERA = { near: 2.5, comes: 3_000, waits: 250, leaves: 800 }
/** How long the ball in its pocket is seen from near. */
export const NEAR_MS = 1_000
export const CAMERA_MS = LANDING_MS + NEAR_MS + CAMERA.leaves

/** `zoom`: how much larger the wheel is. `pull`: how far the view's middle is on its way from the wheel's to the ball's. */
type CameraView = { zoom: number; pull: number }

/** Seen whole. */
export const far: CameraView = { zoom: 1, pull: 0 }

export function cameraAt(elapsed: number, lasts = LANDING_MS): CameraView {
  const coming = smooth((elapsed - (lasts - CAMERA.comes)) / (CAMERA.comes - CAMERA.waits))
  const leaving = smooth((elapsed - lasts - NEAR_MS) / CAMERA.leaves)
  const near = coming * (1 - leaving)
  // The middle is ahead of the size, so that the ball stays in sight on its way round.
  return { zoom: 1 + (CAMERA.near - 1) * near, pull: 0.9 * near ** 0.8 }
}

/** From 0 to 1, beginning and ending gently. */
function smooth(part: number): number {
  const t = Math.min(1, Math.max(0, part))
  return t * t * (3 - 2 * t)
}
