import type { Cents } from '../../engine/money.ts'
import { type HousePolicy, usualPolicy } from '../../house/policy.ts'
import { TICKET_MAX } from '../../house/tickets.ts'
import { moment } from '../../house/time.ts'
import type { Signer } from '../../proof/keys.ts'
import { mustBeSameBook } from '../../record/carried-books.ts'
import { builtInBooks, type KnownBooks } from '../../record/known-books.ts'
import type { WheelSource } from '../../wheel/source.ts'
import { HouseProof, type HouseProofOptions } from '../checkpoints/house-proof.ts'
import type { WitnessPlan } from '../checkpoints/witness-link.ts'
import { ServiceClock, type TimeSource } from '../clock.ts'
import type { Journal } from '../journal/journal.ts'
import { latestTime } from '../journal/latest-time.ts'
import type { KeyMaterial } from '../secrets/key-material.ts'
import { snapshotSeal } from '../secrets/snapshot-seal.ts'
import { type HouseStream, openHouse } from '../stream/house-stream.ts'
import type { StreamOptions } from '../stream/stream-options.ts'
import { openTickets } from '../stream/ticket-stream.ts'
import { Alarms, raiseSnapshotFailure } from './alarms.ts'
import { recordClockSteps } from './clock-record.ts'
import type { Elsewhere, HouseTime } from './elsewhere.ts'
import { EventRecord } from './event-record.ts'
import { type Floor, plainSign, type Room, type SignSettings, type TablePlan } from './floor.ts'
import { Presence, type SessionLimits } from './presence.ts'
import { RefusalNotes } from './refusal-notes.ts'
import { connectWheel, disconnectWheel, openRoom } from './room.ts'
import { checkProgramAside, SelfCheckDesk, type SelfCheckOptions } from './self-check-desk.ts'
import { SignInGuard } from './sign-in-guard.ts'
import { sweepHouse } from './sweep-house.ts'
import { TerminalWatch } from './terminal-watch.ts'
import { watchHouse, watchTickets } from './watch-house.ts'

export type FloorOptions = {
  journal: Journal
  keyMaterial: KeyMaterial
  plans: readonly TablePlan[]
  /** The program's own books by default. */
  books?: KnownBooks
  ticketMax?: Cents
  policy?: HousePolicy
  sign?: SignSettings
  /** Left out: the program is compared with its manifest on demand alone. */
  selfCheck?: SelfCheckOptions
  /** Tables that stay closed because their stored record cannot be trusted, with the reason. */
  unavailable?: ReadonlyMap<string, string>
  /** A test's own time source. The default is the machine's clock, whose steps are recorded. */
  time?: TimeSource
  /** A test's own wall clock without steps. */
  now?: () => string
  /** For a node of a cluster: the other nodes, and the common time. */
  among?: { elsewhere: Elsewhere; time: HouseTime }
  /** Rounds open only by rule books that are in force. */
  onlyInForce?: boolean
  /** The key that signs checkpoints, given the key on record. Left out: the house signs none. */
  signer?: (onRecord: string | null) => Signer
  witnesses?: readonly WitnessPlan[]
  /** The number of witnesses that must have signed the checkpoint of a receipt; left out: all. */
  quorum?: number
  /** For tests: how patient it is with witnesses. */
  patience?: HouseProofOptions['patience']
}

/** The floor for the service, which also connects wheels and closes it. */
export type OpenFloor = Floor & {
  connectWheel(table: string, source: WheelSource): void
  disconnectWheel(table: string): void
  close(): Promise<void>
}

const RECORD_AMONG_NODES_MS = 1_000

/** Opens the house and its tables from the journal, with their background work. */
export async function openFloor(options: FloorOptions): Promise<OpenFloor> {
  const { journal, keyMaterial, among, policy = usualPolicy } = options
  const { clock, now, steady } = await openClock(options)
  const alarms = new Alarms(now)
  if (among) alarms.follow((alarm) => among.elsewhere.tellAlarm(alarm))
  const refusals = new RefusalNotes(now)
  const mayNote = (actor: string) => refusals.mayNote(actor)
  const seal = snapshotSeal(keyMaterial.key)
  const ofStreams = { journal, now, mayNote, seal, ...(among ? { heardTime: among.time.heard } : {}) }
  const shared = { ...ofStreams, role: among ? 'shared' : 'sole', turns: among?.elsewhere.turns ?? null } as const
  const house = await openHouse(shared)
  const tickets = await openTickets(house, shared)
  const events = new EventRecord(house, now)
  alarms.follow((alarm) => events.note(alarm))
  // This comes before the first request for the time, because a step is recorded.
  recordClockSteps(clock, house, alarms)
  const floor: OpeningFloor = {
    rooms: new Map(),
    unavailable: new Map(),
    house,
    tickets,
    journal,
    keyMaterial,
    books: options.books ?? builtInBooks,
    onlyInForce: options.onlyInForce ?? false,
    alarms,
    events,
    selfCheck: new SelfCheckDesk(options.selfCheck ?? onDemand, { house, alarms, events }),
    ticketMax: options.ticketMax ?? TICKET_MAX,
    policy,
    sign: options.sign ?? plainSign,
    elsewhere: among?.elsewhere ?? null,
    proof: proofOf(options, house, alarms),
    now,
    presence: new Presence(steady, now, sessionLimits(policy, house)),
    refusals,
    guard: new SignInGuard(house, steady, alarms, among ? RECORD_AMONG_NODES_MS : undefined),
  }
  await followSessions(floor)
  watchHouse(floor)
  watchTickets(floor)
  await openRooms(floor, options, { ...ofStreams, role: among ? 'follower' : 'sole' })
  await floor.proof?.begin([...floor.rooms.values()].map(({ table }) => table))
  const endSweeps = sweepHouse(floor)
  const terminals = new TerminalWatch(floor, steady)
  return {
    ...floor,
    connectWheel: (table, source) => connectWheel(floor, table, source),
    disconnectWheel: (table) => disconnectWheel(floor, table),
    async close() {
      terminals.close()
      await endSweeps()
      await closeFloor(floor)
    },
  }
}

/** The time of this process, of its cluster, or of a test. `clock` is null where its steps are not recorded here. */
async function openClock({ journal, now: given, time, among }: FloorOptions) {
  const clock = given || among ? null : new ServiceClock(await latestTime(journal), time)
  const now = given ?? among?.time.now ?? clock!.now
  return { clock, now, steady: among?.time.steady ?? clock?.steady ?? (() => moment(now())) }
}

const onDemand: SelfCheckOptions = { node: '', configuration: '', stops: false, check: checkProgramAside }

const sessionLimits = ({ sessionMs, idleMs }: HousePolicy, house: HouseStream): SessionLimits => ({
  sessionMs,
  // A badge that is gone has no session.
  idleMs: (badge) => idleMs[house.settled.state.staff.get(badge)?.role ?? 'dealer'],
})

type OpeningFloor = Floor & { rooms: Map<string, Room>; unavailable: Map<string, string> }

/** Opens every planned table. One whose record cannot be trusted stays closed, and raises an alarm. */
async function openRooms(
  floor: OpeningFloor,
  { plans, unavailable }: FloorOptions,
  options: StreamOptions,
): Promise<void> {
  for (const plan of plans) {
    const room = unavailable?.get(plan.id) ?? (await openRoom(floor, plan, options))
    if (typeof room !== 'string') {
      for (const { book } of room.table.settled.books) mustBeSameBook(plan.id, book, floor.books)
      floor.rooms.set(plan.id, room)
      room.steps.take()
    } else {
      floor.unavailable.set(plan.id, room)
      floor.alarms.raise({ table: plan.id, alarm: 'table-damaged', why: room })
    }
  }
}

function proofOf(options: FloorOptions, house: HouseStream, alarms: Alarms): HouseProof | null {
  const { journal, signer, witnesses = [], quorum = witnesses.length, patience = {} } = options
  if (!signer) return null
  const key = signer(house.settled.state.signingKeys.at(-1)?.key ?? null)
  const raise: HouseProofOptions['raise'] = (alarm) => alarms.raise(alarm)
  return new HouseProof({ journal, house, raise, signer: key, witnesses, quorum, patience })
}

/** A step of the clock while the service was stopped is recorded first, because the ends of sessions depend on it. */
async function followSessions({ house, presence, now }: Floor): Promise<void> {
  now()
  // A house that stopped has an alarm of its own; `ClockRecord` records the step later.
  await house.flushed().catch(() => {})
  for (const session of house.settled.state.sessions.values()) presence.follow(session)
}

/** Finishes accepted commands, saves a snapshot of every stream, and closes the journal. */
async function closeFloor(floor: Floor): Promise<void> {
  const { rooms, house, tickets, journal, guard, proof, alarms, events, selfCheck } = floor
  await guard.close()
  selfCheck.close()
  await events.close()
  await proof?.close()
  for (const { wheel, publisher, steps } of rooms.values()) {
    steps.end()
    wheel?.close()
    publisher.close()
  }
  for (const stream of [...[...rooms.values()].map(({ table }) => table), tickets, house]) {
    if (stream.role !== 'follower')
      await stream.snapshot().catch((error) => raiseSnapshotFailure(alarms, stream, error))
    stream.close()
  }
  await journal.close()
}
