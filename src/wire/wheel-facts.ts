import { faultCodes } from '../wheel/wheel-faults.ts'
import { flags, stateNames } from '../wheel/wheel-line.ts'
import { either, flag, list, oneOf, only, optional, orNull, shape, text, time, whole } from './shapes.ts'

/** The wheel's status for staff, and its faults: a code with its facts, which each screen puts into words. */
export const wheelFault = either([
  shape({ fault: oneOf(faultCodes), game: orNull(whole), detail: optional(text) }),
  shape({ fault: oneOf(['connection-closed', 'connection-lost']), where: text, why: optional(text) }),
  shape({ fault: only('reading-failed'), why: text }),
  shape({ fault: only('command-refused'), command: text, refused: text }),
  shape({ fault: only('more-faults'), count: whole, seconds: whole }),
])

type StateName = (typeof stateNames)[keyof typeof stateNames]

export const wheelStatus = shape({
  connected: flag,
  state: orNull(oneOf(Object.values(stateNames) as StateName[])),
  ball: orNull(oneOf(['moving', 'at-rest'])),
  rotor: orNull(oneOf(['clockwise', 'anticlockwise', 'still'])),
  warnings: list(oneOf(Object.keys(flags) as (keyof typeof flags)[])),
  heardAt: orNull(time),
  faults: list(wheelFault),
  faultAt: orNull(time),
})
