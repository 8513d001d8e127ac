import type { WheelFault } from './wheel-faults.ts'
import { flags, type SpinDirection, type StatusLine, stateNames, type WheelState } from './wheel-line.ts'

/** What the dealer and the pit see of the wheel. */
export type WheelStatus = {
  /** Lines come, or the wheel said that it is closed. */
  connected: boolean
  /** What the wheel itself says it does; null: nothing was heard yet. */
  state: (typeof stateNames)[WheelState] | null
  /** The ball is seen while it runs and when it rests. */
  ball: 'moving' | 'at-rest' | null
  rotor: SpinDirection | 'still' | null
  warnings: readonly (keyof typeof flags)[]
  /** When the last line came. It is told with the rest of the status, not by itself twice a second. */
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

/** What a line of the wheel's says of it. */
export function shownOf({ state, rotor, speed, flags: up }: StatusLine): Partial<WheelStatus> {
  const name = stateNames[state]
  const warnings = (Object.keys(flags) as (keyof typeof flags)[]).filter((flag) => up & flags[flag])
  return { state: name, ball: BALL[name] ?? null, rotor: speed === 0 ? 'still' : rotor, warnings }
}
