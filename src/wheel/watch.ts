import type { Fault, FaultCode } from './wheel-faults.ts'
import { flags, type SpinDirection, type StatusLine, states } from './wheel-line.ts'

/** Limits of a wheel: outside them the house raises an alarm, and nothing at the table changes. */
export type WheelLimits = {
  /** Rotor speed with the ball in the rim, in tenths of rpm. */
  readonly rotor: { readonly least: number; readonly most: number }
  /** Spins in a row with the rotor in one direction. */
  readonly sameDirection: number
  /** Spins within an hour. */
  readonly spinsAnHour: number
  /** Time for which the sensor flag may stay up, in milliseconds. */
  readonly sensorMs: number
}

export const usualLimits: WheelLimits = {
  rotor: { least: 80, most: 350 },
  sameDirection: 30,
  spinsAnHour: 120,
  sensorMs: 30_000,
}

const HOUR_MS = 3_600_000

/** Rotor, pace and sensor of a wheel so far. Times are in milliseconds of a steady clock. */
export type Watch = {
  /** The game whose spin was seen last. */
  readonly spunGame: number | null
  readonly direction: SpinDirection | null
  /** Spins in a row in that direction. */
  readonly row: number
  /** Spins of the last hour. */
  readonly spins: readonly number[]
  readonly isTooFast: boolean
  readonly sensorSince: number | null
  readonly isStuck: boolean
}

export const watching: Watch = {
  spunGame: null,
  direction: null,
  row: 0,
  spins: [],
  isTooFast: false,
  sensorSince: null,
  isStuck: false,
}

type Watched = { readonly state: Watch; readonly faults: readonly Fault[] }

/** Compares one status line with the limits. Each fault is raised once, until it is over or a further row is full. */
export function watchLine(before: Watch, line: StatusLine, now: number, limits: WheelLimits = usualLimits): Watched {
  const sensor = watchSensor(before, line, now, limits)
  const isSpin = line.state === states.ballInRim && before.spunGame !== line.game
  if (!isSpin) return sensor
  const spin = watchSpin(sensor.state, line, now, limits)
  return { state: spin.state, faults: [...sensor.faults, ...spin.faults] }
}

const faultOf = (fault: FaultCode, { game }: StatusLine, detail: string): Fault => ({ fault, game, detail })

function watchSensor(before: Watch, line: StatusLine, now: number, { sensorMs }: WheelLimits): Watched {
  if (!(line.flags & flags.sensor)) return { state: { ...before, sensorSince: null, isStuck: false }, faults: [] }
  const since = before.sensorSince ?? now
  const isLong = now - since >= sensorMs
  const faults =
    isLong && !before.isStuck ? [faultOf('sensor-stuck', line, `${Math.round((now - since) / 1_000)} s`)] : []
  return { state: { ...before, sensorSince: since, isStuck: before.isStuck || isLong }, faults }
}

function watchSpin(before: Watch, line: StatusLine, now: number, limits: WheelLimits): Watched {
  const { rotor: direction, speed, game } = line
  const row = before.direction === direction ? before.row + 1 : 1
  const spins = [...before.spins.filter((at) => now - at < HOUR_MS), now]
  const isTooFast = spins.length > limits.spinsAnHour
  const faults: Fault[] = []
  // A rotor that stands still has a fault of its own.
  if (speed !== 0 && (speed < limits.rotor.least || speed > limits.rotor.most))
    faults.push(faultOf('rotor-speed', line, `${(speed / 10).toFixed(1)} rpm`))
  if (row % limits.sameDirection === 0) faults.push(faultOf('rotor-unchanged', line, `${row} spins ${direction}`))
  if (isTooFast && !before.isTooFast) faults.push(faultOf('pace', line, `${spins.length} spins in an hour`))
  return { state: { ...before, spunGame: game, direction, row, spins, isTooFast }, faults }
}
