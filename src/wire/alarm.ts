import type { Static } from 'typebox'
import { by } from './play-shapes.ts'
import { either, nullOnly, oneOf, only, shape, text, time, whole } from './shapes.ts'
import { wheelFault } from './wheel-facts.ts'

/** Why another node has a table: the one before gave it up, or was not heard of any more. */
const moveReason = oneOf(['given-up', 'node-silent'])
export type MoveReason = Static<typeof moveReason>

/** Steps that the service takes of itself, and retries. */
const stepName = oneOf([
  'draw-bonus-numbers',
  'close-terminals',
  'set-planned-limits',
  'give-notices',
  'save-snapshot',
  'renew-leases',
])

/** An alarm for the people who run the house: a code with its facts. `why` is the machine's own message. */
export const alarm = either([
  shape({ at: time, table: text, alarm: only('table-stopped'), why: text }),
  shape({ at: time, table: nullOnly, alarm: only('house-stopped'), why: text }),
  shape({ at: time, table: nullOnly, alarm: only('tickets-stopped'), why: text }),
  shape({ at: time, table: text, alarm: only('table-restored') }),
  shape({ at: time, table: nullOnly, alarm: only('house-restored') }),
  shape({ at: time, table: nullOnly, alarm: only('tickets-restored') }),
  shape({ at: time, table: text, alarm: only('table-damaged'), why: text }),
  shape({ at: time, table: nullOnly, alarm: only('journal-lost'), why: text }),
  shape({ at: time, table: nullOnly, alarm: only('journal-found') }),
  /** No key here opens the sealed secret of this round: its numbers cannot be drawn. */
  shape({ at: time, table: text, alarm: only('draw-secret-lost'), round: whole }),
  shape({ at: time, table: text, alarm: only('void-after-draw'), round: whole, by }),
  shape({ at: time, table: either([text, nullOnly]), alarm: only('step-failed'), step: stepName, why: text }),
  shape({ at: time, table: text, alarm: only('wheel-fault'), fault: wheelFault }),
  /** Another node decides about the table from now on; the one that did found out that it does not any more; a node is gone. */
  shape({ at: time, table: text, alarm: only('table-moved'), node: text, why: moveReason }),
  shape({ at: time, table: text, alarm: only('lease-lost'), node: text }),
  shape({ at: time, table: nullOnly, alarm: only('node-gone'), node: text }),
  /** A node has had no link to a living one for some seconds; it has one again, or that one is gone. */
  shape({ at: time, table: nullOnly, alarm: only('link-lost'), node: text, peer: text }),
  shape({ at: time, table: nullOnly, alarm: only('link-found'), node: text, peer: text }),
  shape({ at: time, table: nullOnly, alarm: only('clock-set'), from: time, to: time }),
  /** No entry can hold the wall clock's time. `house`: the time that the service uses instead. */
  shape({ at: time, table: nullOnly, alarm: only('clock-out-of-range'), wall: text, house: time }),
  /** The clocks of a node and of the store differ. `house`: the node's own time. */
  shape({ at: time, table: nullOnly, alarm: only('clocks-apart'), node: text, wall: time, store: time, house: time }),
  /** The number of wrong PINs within an hour, most of them from one address. */
  shape({ at: time, table: nullOnly, alarm: only('wrong-pins'), count: whole, from: text }),
  /** A stream is not signed: it is inconsistent with its last checkpoint, or unreadable. */
  shape({ at: time, table: either([text, nullOnly]), alarm: only('signing-stopped'), why: text }),
  shape({ at: time, table: either([text, nullOnly]), alarm: only('signing-resumed') }),
  shape({ at: time, table: either([text, nullOnly]), alarm: only('witness-refused'), witness: text, why: text }),
  shape({ at: time, table: nullOnly, alarm: only('witness-silent'), witness: text, why: text }),
  shape({ at: time, table: nullOnly, alarm: only('witness-heard'), witness: text }),
])

/** Which node decides about a table, since when, and why it came there as far as that is known. */
export const tablePlace = shape({ table: text, node: text, since: time, moved: either([moveReason, nullOnly]) })
export type TablePlace = Static<typeof tablePlace>

export type Alarm = Static<typeof alarm>
type Without<One, Field extends string> = One extends unknown ? Omit<One, Field> : never
/** An alarm as it is raised. The service adds the time. */
export type Raised = Without<Alarm, 'at'>
