import type { Cents } from '../../engine/money.ts'
import type { TableSetup } from '../../engine/table.ts'
import type { HousePolicy } from '../../house/policy.ts'
import { HOUSE } from '../../house/state.ts'
import { TICKETS } from '../../house/ticket-state.ts'
import type { KnownBooks } from '../../record/known-books.ts'
import type { WheelSource } from '../../wheel/source.ts'
import type { HouseSign } from '../../wire/floor-service.ts'
import type { HouseProof } from '../checkpoints/house-proof.ts'
import type { Journal } from '../journal/journal.ts'
import type { Publisher } from '../publishing/publisher.ts'
import type { KeyMaterial } from '../secrets/key-material.ts'
import type { HouseStream } from '../stream/house-stream.ts'
import { catchUpWith, type TableStream } from '../stream/table-stream.ts'
import type { TicketStream } from '../stream/ticket-stream.ts'
import type { Alarms } from './alarms.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { EventRecord } from './event-record.ts'
import type { Presence } from './presence.ts'
import type { RefusalNotes } from './refusal-notes.ts'
import { problem, type Reply } from './reply.ts'
import type { SelfCheckDesk } from './self-check-desk.ts'
import type { SignInGuard } from './sign-in-guard.ts'
import type { TableSteps } from './table-steps.ts'
import type { WheelLink } from './wheel-link.ts'

/** `wheel`: where its lines come from; the service connects it when all is ready. */
/** `short`: the name for lists of many tables. */
export type TablePlan = { id: string; name: string; short?: string; setup: TableSetup; wheel?: () => WheelSource }

/** One table of the house: its plan, its stream, its publisher, and its wheel if it has one. */
export type Room = {
  plan: TablePlan
  table: TableStream
  publisher: Publisher
  wheel: WheelLink | null
  steps: TableSteps
}

/** The whole house without its HTTP API, which is built on it. */
export type Floor = {
  readonly rooms: ReadonlyMap<string, Room>
  /** Tables that stay closed because their stored record cannot be trusted, with the reason. */
  readonly unavailable: ReadonlyMap<string, string>
  readonly house: HouseStream
  readonly tickets: TicketStream
  readonly journal: Journal
  readonly keyMaterial: KeyMaterial
  /** Books that a table may be changed to. */
  readonly books: KnownBooks
  /** Rounds open only by rule books that are in force. */
  readonly onlyInForce: boolean
  readonly presence: Presence
  readonly guard: SignInGuard
  readonly refusals: RefusalNotes
  /** The highest amount of one ticket. */
  readonly ticketMax: Cents
  readonly policy: HousePolicy
  readonly sign: SignSettings
  readonly alarms: Alarms
  readonly events: EventRecord
  readonly selfCheck: SelfCheckDesk
  /** The other nodes; null if this process is the whole house. */
  readonly elsewhere: Elsewhere | null
  /** The signed proofs of the house; null if it signs none, as in tests. */
  readonly proof: HouseProof | null
  readonly now: () => string
}

/** Reads the entries that the resting replicas of all tables have left in the journal. */
export const catchUpAll = async ({ rooms }: Pick<Floor, 'rooms'>): Promise<void> => {
  await Promise.all([...rooms.values()].map(({ table }) => catchUpWith(table)))
}

/** The node that decides a table's commands, if it is another one. */
export const deciderOf = ({ elsewhere }: Floor, { role }: TableStream): Elsewhere | null =>
  role === 'follower' ? elsewhere : null

/** The settings of the house's appearance. An empty colour stands for the default; 0 minutes for no reminder. */
export type SignSettings = Omit<HouseSign, 'demo' | 'key' | 'badges'>

export const plainSign: SignSettings = {
  name: 'Croupier',
  operator: '',
  address: '',
  ticketText: '',
  saferGambling: '',
  shows: { odds: false, hotAndCold: false, stakes: false, lab: false },
  timeZone: 'Asia/Singapore',
  gamingDayStart: '06:00',
  accentColour: '',
  feltColour: '',
  mark: '',
  idle: [],
  reminderMinutes: 60,
  currency: '$',
  version: '',
  digest: '',
}

/** The reply about a table that is not open: it does not exist, or it is closed. */
export function noTable({ unavailable }: Floor, table: string): Reply {
  const why = unavailable.get(table)
  if (why === undefined) return problem('not-found', `there is no table ${table}`)
  return problem('unavailable', `table ${table} is not available: ${why}`)
}

/** Streams that are stopped or closed: tables, the house, and its tickets. */
export const stoppedStreams = ({ rooms, unavailable, house, tickets }: Floor): string[] => [
  ...unavailable.keys(),
  ...[...rooms.values()].filter(({ table }) => table.stopped).map(({ plan }) => plan.id),
  ...(house.stopped ? [HOUSE] : []),
  ...(tickets.stopped ? [TICKETS] : []),
]
