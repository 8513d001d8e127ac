import type { Limits } from '../engine/limits.ts'
import type { Cents } from '../engine/money.ts'
import type { CallerId } from './caller.ts'
import type { Notice, ShiftFigures } from './floor-records.ts'
import type { CountedRefusals, CountedTries, PinHash } from './house-events.ts'
import type { HouseRefusal } from './house-refusals.ts'
import type { StaffRole } from './roles.ts'
import type { Seen, Settings } from './significant-kinds.ts'
import type { StopPlace, StopTime } from './stop-words.ts'
import type { WheelWork } from './wheel-work.ts'

/** The balance of a terminal's player at its table. */
export type Left = { balance: Cents; staked: Cents }

/** The end of a ticket and its time. */
export type TicketEnd = { redeemed: string } | { cancelled: string }

type NewTicket = { number: string; amount: Cents; days?: number; limit?: Cents }
type AboutStaff = { badge: string; reason: string }
type AboutTerminal = { terminal: string; reason: string }

/**
 * The closed table of the house's commands. Time, randomness and secrets arrive in the command, so that it can be
 * decided again: drawn numbers and hashes, and the result of comparing a PIN or a code, never the PIN or the code.
 */
type CommandFields = {
  'add-staff': { badge: string; name: string; role: StaffRole; pin: PinHash }
  'set-pin': AboutStaff & { pin: PinHash }
  /**
   * The service has compared the present PIN before: a wrong one is a wrong attempt and not a command. The same holds
   * for `sign-in`.
   */
  'change-own-pin': { pin: PinHash }
  'change-role': AboutStaff & { role: StaffRole }
  'remove-staff': AboutStaff
  'lock-staff': AboutStaff
  'unlock-staff': AboutStaff
  /**
   * `session`: the hash of the token. `station`, `mark`: see the event. `lasts`: for how many milliseconds, `pinAge`: how old
   * the PIN may be; `pin`: a new one that takes its place.
   */
  'sign-in': {
    badge: string
    session: string
    station?: string
    mark?: string
    lasts?: number
    pinAge?: number
    pin?: PinHash
  }
  'count-wrong-tries': CountedTries
  'sign-out': { session: string }
  'end-sessions': { sessions: readonly { session: string; why: 'expired' | 'idle'; idle?: number }[] }
  /** The house was restored from a copy: people who were signed in then sign in again. */
  'end-all-sessions': object
  /** `code`: the hash of the enrolment code. */
  'add-terminal': { terminal: string; table: string; player: string; name?: string; code: string }
  'renew-code': AboutTerminal & { code: string }
  /** `terminal` null: no terminal waits for the typed code. `credential`: the hash of its token. */
  enrol: { terminal: string | null; credential: string }
  'add-demo-terminal': { table: string; name?: string; credential: string }
  /** `finishing`: it has a part in a round under way, and closes when that is concluded. */
  'close-terminal': AboutTerminal & { finishing: boolean }
  'open-terminal': AboutTerminal
  /** `left`: the funds that its player has by its table. */
  'remove-terminal': AboutTerminal & { left: Left }
  /** A round was concluded: these terminals were closing at its table. */
  'close-after-round': { terminals: readonly string[] }
  /** A terminal's credits leave it as a ticket. `limit`: the highest amount of one ticket. */
  'issue-ticket': NewTicket
  /** An attendant sells a ticket for cash. */
  'sell-ticket': NewTicket & { table: string }
  /** `closed`: the end of a ticket by the journal, if it is not in memory any more. */
  'redeem-ticket': { number: string; table?: string; closed?: TicketEnd }
  'cancel-ticket': { number: string; reason: string; closed?: TicketEnd }
  /** The paper was lost or cannot be read: it is printed again, marked as a copy. */
  'copy-ticket': { number: string; reason: string; closed?: TicketEnd }
  /** The changes for players in an entry of a table, so that absent players are notified too. */
  'give-notices': { table: string; entry: number; notices: readonly { player: string; notice: Notice }[] }
  'read-notices': { upTo: number }
  'call-attendant': object
  'withdraw-call': object
  'answer-call': { terminal: string }
  /** `figures`: those of the table at that moment. */
  /** Limits that take effect when the round under way is over. */
  'plan-limits': { table: string; limits: Limits; reason: string }
  'end-plan': { table: string }
  'take-table': { table: string; figures: ShiftFigures }
  'leave-table': { table: string; figures: ShiftFigures }
  /** Significant events that the service has seen, each with how often. */
  'note-events': { events: readonly Seen[] }
  /** `numbers`: the open events that somebody has looked at. */
  'acknowledge-events': { numbers: readonly number[]; note: string }
  /** The effective configuration of a node, each setting as JSON, and the digest of them all. */
  'note-configuration': { node: string; digest: string; settings: Settings }
  'stop-gaming': StopPlace & { when: StopTime; reason: string }
  'resume-gaming': StopPlace & { reason: string }
  /** Work on the wheel with this serial number. `table`: where it is installed. */
  'note-wheel': { wheel: string; work: WheelWork; table?: string; technician: string; reason: string }
  /** A caller was refused for lack of authority before the command was decided. */
  'note-refusal': { asked: string; refusal: HouseRefusal }
  /** The number of refusals that were too many to be recorded one by one. */
  'count-refusals': { counts: readonly CountedRefusals[] }
  /** The wall clock was set: its time before and after. */
  'correct-clock': { from: string; to: string }
  /** From now on the house signs its checkpoints with this key: its public half, as C2SP writes it. */
  'use-signing-key': { key: string }
}

export type HouseCommandName = keyof CommandFields
export type FieldsOf<Name extends HouseCommandName> = CommandFields[Name]
/** A request to the house; the time is added when it is decided. `id`: a repeated request creates no second ticket. */
export type HouseWish = {
  [Name in HouseCommandName]: { do: Name; by: CallerId; id?: string } & CommandFields[Name]
}[HouseCommandName]
export type HouseCommand = HouseWish & { at: string }
export type HouseCommandOf<Name extends HouseCommandName> = Extract<HouseCommand, { do: Name }>

/** Commands about a ticket. They are decided in a stream of their own, by the house's knowledge of their caller. */
const ticketCommandNames = ['issue-ticket', 'sell-ticket', 'redeem-ticket', 'cancel-ticket', 'copy-ticket'] as const
export type TicketCommandName = (typeof ticketCommandNames)[number]
export type TicketWish = Extract<HouseWish, { do: TicketCommandName }>
export const isTicketWish = (wish: HouseWish): wish is TicketWish =>
  (ticketCommandNames as readonly string[]).includes(wish.do)
/** A recorded command in the stream of the tickets. */
export type TicketCommand = HouseCommandOf<TicketCommandName | 'note-refusal'>
/** The commands of the house itself: people, terminals and the floor. */
export type PeopleWish = Exclude<HouseWish, TicketWish>
export type PeopleCommand = Exclude<HouseCommand, TicketWish>
/** A wish without its caller. */
export type Unsigned<Wish> = Wish extends unknown ? Omit<Wish, 'by'> : never
export type UnsignedWish = Unsigned<PeopleWish>
