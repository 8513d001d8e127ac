import type { Limits } from '../engine/limits.ts'
import type { Cents } from '../engine/money.ts'
import type { PersonSignature, Signature } from './caller.ts'
import type { Notice, ShiftFigures } from './floor-records.ts'
import type { HouseRefusal } from './house-refusals.ts'
import type { StaffRole } from './roles.ts'
import type { SignificantFacts } from './significant-kinds.ts'
import type { StopPlace, StopTime } from './stop-words.ts'
import type { WheelWork } from './wheel-work.ts'

/** The parameters are stored with the hash, so that they can be raised later. */
export type PinHash = { scheme: 'scrypt'; N: number; r: number; p: number; salt: string; hash: string }

export type SessionEnd =
  | 'signed-out'
  | 'expired'
  | 'idle'
  | 'pin-set'
  | 'role-changed'
  | 'removed'
  | 'locked'
  | 'restored'
export type TerminalStatus = 'open' | 'closing' | 'closed' | 'removed'
/** The hash of an enrolment code, under the house key. */
export type EnrolmentCode = { hash: string; expires: string }
/** The place where a ticket was issued or redeemed. */
export type TicketPlace = { table: string; terminal: string; player: string } | { table: string; attendant: string }

/**
 * Numbers of wrong attempts, by badge (null: a badge that does not exist) and by mark: a hash of the place that waits.
 */
export type CountedTries = {
  badges: readonly { badge: string | null; count: number }[]
  marks: readonly { mark: string; count: number }[]
}

/** The number of a caller's refusals that are not recorded one by one; `since`: the first one of that minute. */
export type CountedRefusals = { actor: string; count: number; since: string }

type Signed = { at: string; by: Signature }
type SignedByPerson = { at: string; by: PersonSignature }
type GivenNotice = { terminal: string; notice: Notice }
type Dealer = { badge: string; name: string }
export type Reasoned = Signed & { reason: string }

/** The events of the house, in the past tense. They hold no PIN, token or enrolment code, only hashes. */
export type HouseEvent =
  | ({ type: 'staff-added'; badge: string; name: string; role: StaffRole } & Signed)
  | ({ type: 'staff-pin-set'; badge: string; pin: PinHash; reason?: string } & Signed)
  | ({ type: 'staff-role-changed'; badge: string; from: StaffRole; to: StaffRole } & Reasoned)
  | ({ type: 'staff-removed'; badge: string; name: string; role: StaffRole } & Reasoned)
  /** `until` null: until an administrator unlocks it. */
  | { type: 'staff-locked'; badge: string; until: string | null; reason: string; at: string; by?: Signature }
  | ({ type: 'staff-unlocked'; badge: string; until: string | null } & Reasoned)
  /** Counted wrong attempts. A badge that does not exist is not recorded: it may be a PIN in the wrong field. */
  | ({ type: 'sign-ins-failed'; at: string } & CountedTries)
  /** `station`: the hash of the token that identifies the station. `mark`: the counter that is cleared. */
  | {
      type: 'session-opened'
      session: string
      badge: string
      at: string
      expires: string
      station?: string
      mark?: string
    }
  | { type: 'session-ended'; session: string; badge: string; why: SessionEnd; at: string }
  | ({
      type: 'terminal-added'
      terminal: string
      table: string
      player: string
      name?: string
      demo?: true
      code: EnrolmentCode | null
    } & Signed)
  /** The earlier enrolment is revoked. */
  | ({ type: 'enrolment-code-made'; terminal: string; code: EnrolmentCode } & Reasoned)
  | { type: 'terminal-enrolled'; terminal: string; credential: string; at: string }
  | ({ type: 'terminal-closed'; terminal: string; from: TerminalStatus; to: 'closing' | 'closed' } & Reasoned)
  | ({ type: 'terminal-opened'; terminal: string; from: TerminalStatus } & Reasoned)
  | ({ type: 'terminal-removed'; terminal: string; table: string; player: string } & Reasoned)
  | ({ type: 'notices-given'; table: string; entry: number; notices: readonly GivenNotice[] } & Signed)
  | { type: 'notices-read'; terminal: string; upTo: number; at: string }
  | { type: 'attendant-called'; terminal: string; table: string; at: string }
  | { type: 'call-withdrawn'; terminal: string; at: string }
  | ({ type: 'call-answered'; terminal: string; called: string } & Signed)
  | ({ type: 'limits-planned'; table: string; limits: Limits; reason: string } & SignedByPerson)
  | ({ type: 'plan-ended'; table: string } & Signed)
  /** `from`: the dealer before. */
  | ({ type: 'table-taken'; table: string; from?: Dealer; figures: ShiftFigures } & SignedByPerson)
  | ({ type: 'table-left'; table: string; dealer: Dealer; since: string; figures: ShiftFigures } & SignedByPerson)
  | ControlEvent
  | WheelEvent
  | RecordedRefusal
  | ({ type: 'refusals-counted' } & CountedRefusals & Signed)
  /** Times before and after it must not be compared. */
  | ({ type: 'clock-corrected'; from: string; to: string } & Signed)
  /** `from` null: it is the first key. */
  | ({ type: 'signing-key-changed'; from: string | null; to: string } & Signed)

/**
 * Work on a wheel. `table`: where it stands from then on, null: at none. `from`: where it stood before. `replaced`: the wheel that it
 * took the place of. `technician`: the name of the person who did the work; `by` entered it.
 */
type WheelEvent = {
  type: 'wheel-noted'
  wheel: string
  work: WheelWork
  table: string | null
  from: string | null
  replaced?: string
  technician: string
} & Reasoned

/** Significant events, and the stops of gaming. `first`, `last`: when it happened, which may be before it could be recorded. */
type ControlEvent =
  | ({ type: 'significant-noted'; event: number; facts: SignificantFacts; first: string; count: number } & Signed)
  | ({ type: 'significant-repeated'; event: number; count: number; last: string } & Signed)
  | ({ type: 'significant-acknowledged'; numbers: readonly number[]; note: string } & Signed)
  | ({ type: 'gaming-stopped'; when: StopTime } & StopPlace & Reasoned)
  | ({ type: 'gaming-resumed' } & StopPlace & Reasoned)

/** A refusal that is on record: of a command about people and the floor with the house, of one about a ticket with the tickets. */
export type RecordedRefusal = { type: 'refusal-recorded'; asked: string; refusal: HouseRefusal } & Signed

/** Events about one ticket: of all events of the house and its tickets, only these move money. */
export type TicketEvent =
  /** `sequence`: the how manieth ticket of the house it is. */
  | {
      type: 'ticket-issued'
      number: string
      sequence: number
      amount: Cents
      place: TicketPlace
      at: string
      expires: string
    }
  | { type: 'ticket-redeemed'; number: string; amount: Cents; place: TicketPlace; at: string }
  | ({ type: 'ticket-cancelled'; number: string; amount: Cents } & Reasoned)
  /** `copy`: the number of the copy. */
  | ({ type: 'ticket-copied'; number: string; amount: Cents; copy: number } & Reasoned)

/** The events of the tickets. */
export type TicketStreamEvent = TicketEvent | RecordedRefusal
export const isTicketEvent = (event: HouseEvent | TicketEvent): event is TicketEvent => 'number' in event

type AnyEvent = HouseEvent | TicketEvent
export type HouseEventOf<Type extends AnyEvent['type']> = Extract<AnyEvent, { type: Type }>

/** The events to be journalled, or a refusal. */
export type Decided<Event = HouseEvent> = { events: readonly Event[] } | HouseRefusal

/** The result of a command. A refusal may have events too: a failed attempt is on record. */
export type HouseDecision<Event = HouseEvent> = { events: readonly Event[]; refused?: HouseRefusal }
export type TicketDecision = HouseDecision<TicketStreamEvent>
