import type { DealerView } from '../../engine/views.ts'
import type { Direction, flags, stateNames, WheelState } from '../../wheel/line.ts'

/** What the service tells staff of a table's wheel. */
export type WheelSeen = {
  /** Lines come; false also when it has been silent too long. */
  connected: boolean
  state: (typeof stateNames)[WheelState] | null
  ball: 'moving' | 'at-rest' | null
  rotor: Direction | 'still' | null
  /** What is wrong now. */
  warnings: readonly (keyof typeof flags)[]
  heardAt: string | null
  /** What was wrong, the newest first. */
  faults: readonly string[]
  faultAt: string | null
}

/** What the console sees: the table, and its wheel, if it has one. */
export type ConsoleView = DealerView & { wheel: WheelSeen | null }
