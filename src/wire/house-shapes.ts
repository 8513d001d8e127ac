import type { Static } from 'typebox'
import type { staffRoles } from '../house/roles.ts'
import { terminalStatus } from './audiences.ts'
import { requestId } from './command.ts'
import {
  cents,
  either,
  flag,
  list,
  loosely,
  oneOf,
  optional,
  orNull,
  query,
  shape,
  text,
  textUpTo,
  time,
  whole,
} from './shapes.ts'
import { role, signature } from './signature.ts'

/** People, terminals and tickets in requests and answers. */
const reason = textUpTo(500)
type StaffRole = (typeof staffRoles)[number]
/** Which roles there are, the house itself says: what is none is refused with the field's name. */
const roleAsked = loosely<StaffRole>(textUpTo(32))
export const okAnswer = shape({ ok: flag })
export const reasonBody = shape({ reason })

/** `when`: left out, a terminal with a part in the round closes after it. */
export const closingBody = shape({ reason: textUpTo(500), when: optional(oneOf(['now', 'after-round'])) })

export const signInBody = shape({ badge: textUpTo(32), pin: textUpTo(32), newPin: optional(textUpTo(32)) })
export const signedIn = shape({ token: text, badge: text, name: text, role, expires: time })
export type SignedIn = Static<typeof signedIn>
export const ownPin = shape({ current: textUpTo(32), pin: textUpTo(32) })
export const who = either([
  shape({ kind: oneOf(['staff']), badge: text, name: text, role }),
  shape({ kind: oneOf(['terminal']), terminal: text, table: text, player: text }),
])

export const newStaff = shape({ badge: textUpTo(32), name: textUpTo(64), role: roleAsked, pin: textUpTo(32) })
export const newPin = shape({ pin: textUpTo(32), reason })
export const newRole = shape({ role: roleAsked, reason })
export const staffRow = shape({
  badge: text,
  name: text,
  role,
  failures: whole,
  locked: orNull(shape({ until: orNull(time) })),
  sessions: list(shape({ opened: time, expires: time })),
})
export type StaffRow = Static<typeof staffRow>

export const enrolment = shape({ code: textUpTo(32) })
export const enrolledTerminal = shape({ token: text, terminal: text, table: text, player: text })
export type Enrolled = Static<typeof enrolledTerminal>
export const demoSeat = shape({ table: textUpTo(64) })
export const newTerminal = shape({
  terminal: textUpTo(64),
  table: textUpTo(64),
  player: textUpTo(64),
  name: optional(textUpTo(64)),
})
export const enrolmentCode = shape({ code: text, expires: time })
export type NewEnrolmentCode = Static<typeof enrolmentCode>

export const meters = shape({
  cashIn: cents,
  ticketsIn: cents,
  cashOut: cents,
  ticketsOut: cents,
  wagered: cents,
  won: cents,
  lost: cents,
  returned: cents,
  returnedByVoid: cents,
  adjusted: cents,
  awarded: cents,
  owed: cents,
  staked: cents,
  balance: cents,
  roundsPlayed: whole,
  roundsVoided: whole,
  ticketsInCount: whole,
  ticketsOutCount: whole,
})
const terminalFields = { terminal: text, table: text, player: text, status: terminalStatus, meters }
export const terminalRow = shape({
  ...terminalFields,
  name: orNull(text),
  demo: flag,
  enrolled: flag,
  codeExpires: orNull(time),
})
export type TerminalRow = Static<typeof terminalRow>
export const ownTerminal = shape(terminalFields)

export const ticketPlace = either([
  shape({ table: text, terminal: text, player: text }),
  shape({ table: text, attendant: text }),
])
const ticketMoment = shape({ place: ticketPlace, at: time })
const cancellation = shape({ reason: text, by: signature, at: time })
const ticketFields = {
  number: text,
  amount: cents,
  sequence: whole,
  issued: ticketMoment,
  expires: time,
  redeemed: orNull(ticketMoment),
  cancelled: orNull(cancellation),
  copies: optional(whole),
}
export const ticketFacts = shape(ticketFields)
/** For lists: of its number only the end is shown; `mark` names it to the house, and nobody can redeem it. */
const ticketRow = shape({ ...ticketFields, mark: text, status: oneOf(['open', 'redeemed', 'cancelled', 'expired']) })
export type TicketRow = Static<typeof ticketRow>

const total = shape({ count: whole, amount: cents })
export const ticketAnswer = shape({
  totals: shape({ issued: total, redeemed: total, cancelled: total }),
  tickets: list(ticketRow),
})
export type TicketAnswer = Static<typeof ticketAnswer>

const ticketAsk = { table: optional(textUpTo(64)), id: optional(requestId) }
const amount = loosely<Static<typeof cents>>({ type: 'integer', minimum: 1, description: 'whole cents' })
export const ticketOrder = shape({ amount, ...ticketAsk })
export const ticketIn = shape({ number: textUpTo(40), ...ticketAsk })

export const printQuery = query({ language: optional(text) })
/** The facts that the owner of a lost ticket remembers. `amount`: in cents; times: ISO 8601. */
export const ticketsQuery = query({
  place: optional(text),
  amount: optional(text),
  from: optional(text),
  to: optional(text),
  status: optional(text),
})
/** The last ticket of a terminal, while it is open. */
export const lastTicket = shape({ ticket: orNull(ticketFacts) })
