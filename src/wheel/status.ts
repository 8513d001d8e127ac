import type { WheelFault } from './wheel-faults.ts'
import { flags, type SpinDirection, type StatusLine, stateNames, type WheelState } from './wheel-line.ts'

/** The wheel's status as dealer and pit see it. */
export type WheelStatus = {
  /** Lines come, or the wheel said that it is closed. */
  connected: boolean
  /** The wheel's own state; null before its first line. */
  state: (typeof stateNames)[WheelState] | null
  /** The ball is seen while it runs and when it rests. */
  ball: 'moving' | 'at-rest' | null
  rotor: SpinDirection | 'still' | null
  warnings: readonly (keyof typeof flags)[]
  /** Time of the last line. It is published with the rest of the status, not by itself twice a second. */
  heardAt: string | null
  /** The newest first. */
  faults: readonly WheelFault[]
  faultAt: string | null
}

const BALL: Partial<Record<WheelStatus['state'] & string, WheelStatus['ball']>> = {
  'ball-in-rim': 'moving',
  'no-more-bets': 'moving',
  'winning-number': 'at-rest',
}

export const unheardWheel: WheelStatus = {
  connected: true,
  state: null,
  ball: null,
  rotor: null,
  warnings: [],
  heardAt: null,
  faults: [],
  faultAt: null,
}

/** The status that one line of the wheel reports. */
export function shownOf({ state, rotor, speed, flags: up }: StatusLine): Partial<WheelStatus> {
  const name = stateNames[state]
  const warnings = (Object.keys(flags) as (keyof typeof flags)[]).filter((flag) => up & flags[flag])
  return { state: name, ball: BALL[name] ?? null, rotor: speed === 0 ? 'still' : rotor, warnings }
}
