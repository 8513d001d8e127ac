import type { Static } from 'typebox'
import { by } from './play-shapes.ts'
import {
  byName,
  cents,
  either,
  flag,
  list,
  nullOnly,
  oneOf,
  only,
  optional,
  orNull,
  query,
  shape,
  text,
  textUpTo,
  time,
  whole,
} from './shapes.ts'
import { signature } from './signature.ts'
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
  'check-program',
])

const ofCheck = {
  at: time,
  table: nullOnly,
  node: text,
  version: text,
  digest: orNull(text),
  configuration: text,
  asker: text,
}
const ofConfiguration = {
  at: time,
  table: nullOnly,
  node: text,
  digest: text,
  before: byName(text),
  after: byName(text),
}
/** How cash, credits, chips and tickets were exchanged. */
const cashKind = oneOf(['bought-in', 'cashed-out', 'ticket-issued', 'ticket-redeemed'])

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
  /** A node that starts had not stopped in good order. `since`: when it had started. */
  shape({ at: time, table: nullOnly, alarm: only('crash-detected'), node: text, since: time }),
  shape({ ...ofCheck, alarm: only('self-check-passed') }),
  /** Without a manifest there is nothing to compare with. */
  shape({ ...ofCheck, alarm: only('self-check-unverified') }),
  /** `differences`: the first of them, by name of file, package or book. */
  shape({ ...ofCheck, alarm: only('self-check-failed'), count: whole, differences: byName(text) }),
  /** No screen of a terminal has been there for some time; one is there again. */
  shape({ at: time, table: text, alarm: only('terminal-lost'), terminal: text }),
  shape({ at: time, table: text, alarm: only('terminal-back'), terminal: text }),
  shape({
    at: time,
    table: nullOnly,
    alarm: only('service-started'),
    node: text,
    version: text,
    digest: text,
    configuration: text,
  }),
  shape({ at: time, table: nullOnly, alarm: only('service-stopped'), node: text }),
  /** The effective configuration of a node, the first time and when it has changed: each setting as JSON. */
  shape({ ...ofConfiguration, alarm: only('configuration-noted') }),
  shape({ ...ofConfiguration, alarm: only('configuration-changed') }),
  shape({ at: time, table: text, alarm: only('large-win'), round: whole, player: text, amount: cents }),
  shape({ at: time, table: text, alarm: only('large-wager'), round: whole, player: text, amount: cents }),
  /** `who`: a player, a terminal, or the badge of an attendant. */
  shape({ at: time, table: text, alarm: only('large-cash'), what: cashKind, who: text, amount: cents }),
  /** More kinds of one event are open than the list holds. */
  shape({ at: time, table: nullOnly, alarm: only('more-events'), of: text }),
])

/**
 * A significant event: an alarm, or another matter of the record. `at` of the event: when it happened first, `last`: when it
 * happened last. `isOpen`: it waits for somebody to acknowledge it.
 */
export const significantEvent = shape({
  number: whole,
  event: alarm,
  last: time,
  count: whole,
  isOpen: flag,
  acknowledged: orNull(shape({ at: time, by: signature, note: text })),
})
export type SignificantRow = Static<typeof significantEvent>
const spanFields = { from: optional(text), to: optional(text) }
export const eventsQuery = query(spanFields)
export const eventsExportQuery = query({ ...spanFields, language: optional(text) })
const differenceKinds = ['file-changed', 'file-missing', 'file-added', 'node', 'package', 'book'] as const
export const selfCheckResult = shape({
  outcome: oneOf(['passed', 'failed', 'no-manifest']),
  version: text,
  node: text,
  files: whole,
  manifest: orNull(text),
  differences: list(shape({ what: oneOf(differenceKinds), name: text })),
})
export const acknowledgement = shape({ numbers: list(whole), note: textUpTo(500) })

/** Which node decides about a table, since when, and why it came there as far as that is known. */
export const tablePlace = shape({ table: text, node: text, since: time, moved: either([moveReason, nullOnly]) })
export type TablePlace = Static<typeof tablePlace>

export type Alarm = Static<typeof alarm>
type Without<One, Field extends string> = One extends unknown ? Omit<One, Field> : never
/** An alarm as it is raised. The service adds the time. */
export type Raised = Without<Alarm, 'at'>
