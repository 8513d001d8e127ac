import { bookById } from '../../books/index.ts'
import type { TableEvent } from '../../engine/events.ts'
import { impossible } from '../../engine/impossible.ts'
import type { Cents } from '../../engine/money.ts'
import type { CountedRefusals, HouseEvent } from '../../house/house-events.ts'
import { HOUSE, seatOf } from '../../house/state.ts'
import { TICKET_MAX } from '../../house/tickets.ts'
import { moment } from '../../house/time.ts'
import type { Signer } from '../../proof/keys.ts'
import { accountsProblem } from '../../record/accounts.ts'
import type { WheelSource } from '../../wheel/source.ts'
import type { Alarm } from '../../wire/alarm.ts'
import { HouseProof, type HouseProofOptions } from '../checkpoints/house-proof.ts'
import type { WitnessPlan } from '../checkpoints/witness-link.ts'
import { ServiceClock, type TimeSource } from '../clock.ts'
import { EntryDamaged, type Journal } from '../journal/journal.ts'
import { latestTime } from '../journal/latest-time.ts'
import { type OfTerminal, Publisher } from '../publishing/publisher.ts'
import type { Means } from '../secrets/key-material.ts'
import { askHouse, type HouseStream, openHouse } from '../stream/house-stream.ts'
import type { StreamOptions } from '../stream/stream-options.ts'
import { openTable, type TableStream } from '../stream/table-stream.ts'
import { Alarms } from './alarms.ts'
import { ClockRecord } from './clock-record.ts'
import type { Elsewhere, HouseTime } from './elsewhere.ts'
import { type Floor, type HouseSign, plainSign, type Room, type TablePlan } from './floor.ts'
import { noticesOfEntry, noticesOutstanding, noticeTerminalChange } from './notices-due.ts'
import { Presence } from './presence.ts'
import { RefusalNotes } from './refusal-notes.ts'
import { SignInGuard } from './sign-in-guard.ts'
import { tableOnDisk } from './table-on-disk.ts'
import { TableSteps } from './table-steps.ts'
import { WheelLink } from './wheel-link.ts'

export type FloorOptions = {
  journal: Journal
  means: Means
  plans: readonly TablePlan[]
  ticketMax?: Cents
  sign?: HouseSign
  /** Tables that stay shut, for what is stored of them cannot be believed: why. */
  shut?: ReadonlyMap<string, string>
  /** A test's own time; without it the machine's, whose steps go on record. */
  time?: TimeSource
  /** A test's own wall clock, which is never set. */
  now?: () => string
  onAlarm?: (alarm: Alarm) => void
  /** This node is one of several: what the others decide, and the time that all have. */
  among?: { elsewhere: Elsewhere; time: HouseTime }
  /** Rounds open only by rule books that are in force. */
  onlyInForce?: boolean
  /** The key that signs checkpoints, by the one on record; without it nothing is signed. */
  signer?: (onRecord: string | null) => Signer
  witnesses?: readonly WitnessPlan[]
  /** For tests: how patient it is with witnesses. */
  patience?: HouseProofOptions['patience']
}

/** The floor as whoever opened it has it: wheels are connected and all of it is closed from here. */
export type OpenFloor = Floor & {
  connectWheel(table: string, source: WheelSource): void
  /** Another node hears it from now on. */
  disconnectWheel(table: string): void
  close(): Promise<void>
}

const SWEEP_EVERY_MS = 60_000
const RECORD_AMONG_NODES_MS = 1_000

export async function openFloor(options: FloorOptions): Promise<OpenFloor> {
  const { journal, means, plans, ticketMax = TICKET_MAX, now: given, time, onAlarm, onlyInForce = false } = options
  const { among, sign = plainSign } = options
  const clock = given || among ? null : new ServiceClock(await latestTime(journal), time)
  const now = given ?? among?.time.now ?? clock!.now
  const steady = among?.time.steady ?? clock?.steady ?? (() => moment(now()))
  const alarms = new Alarms(now, (alarm) => {
    onAlarm?.(alarm)
    among?.elsewhere.tellAlarm(alarm)
  })
  const notes = new RefusalNotes(now)
  const mayNote = (actor: string) => notes.mayNote(actor)
  const ofStreams = { journal, now, mayNote, ...(among ? { heardTime: among.time.heard } : {}) }
  const house = await openHouse({ ...ofStreams, role: among ? 'shared' : 'sole' })
  const rooms = new Map<string, Room>()
  const clockRecord = new ClockRecord(house)
  const shut = new Map<string, string>()
  // Before anybody asks for the time: a step goes on record.
  clock?.onStep((step) => {
    alarms.raise({ table: null, alarm: 'clock-set', ...step })
    clockRecord.take(step)
  })
  house.watch({ restored: () => clockRecord.takeAgain() })
  const rules = { bookById, onlyInForce }
  const presence = new Presence(steady, now)
  const guard = new SignInGuard(house, steady, alarms, among ? RECORD_AMONG_NODES_MS : undefined)
  const elsewhere = among?.elsewhere ?? null
  const proof = proofOf(options, house, alarms)
  const known = { rooms, shut, house, journal, means, rules, alarms, ticketMax, sign }
  const floor: Floor = { ...known, elsewhere, proof, now, presence, guard }
  await followSessions(floor)
  watchHouse(floor)
  for (const plan of plans) {
    const room =
      options.shut?.get(plan.id) ?? (await openRoom(floor, plan, { ...ofStreams, role: among ? 'follower' : 'sole' }))
    if (typeof room !== 'string') {
      rooms.set(plan.id, room)
      room.steps.take()
    } else {
      shut.set(plan.id, room)
      alarms.raise({ table: plan.id, alarm: 'table-damaged', why: room })
    }
  }
  await proof?.begin([...rooms.values()].map(({ table }) => table))
  const sweep = setInterval(() => {
    endSessions(floor)
    void countRefusals(floor, notes.takeCounted(), notes)
  }, SWEEP_EVERY_MS).unref()
  return {
    ...floor,
    connectWheel: (table, source) => connectWheel(floor, table, source),
    disconnectWheel: (table) => disconnectWheel(floor, table),
    async close() {
      clearInterval(sweep)
      await countRefusals(floor, notes.takeCounted(true), notes)
      await closeFloor(floor)
    },
  }
}

function proofOf(options: FloorOptions, house: HouseStream, alarms: Alarms): HouseProof | null {
  const { journal, signer, witnesses = [], patience = {} } = options
  if (!signer) return null
  const key = signer(house.settled.state.signingKeys.at(-1)?.key ?? null)
  return new HouseProof({ journal, house, raise: (alarm) => alarms.raise(alarm), signer: key, witnesses, patience })
}

/** A clock that was set while nobody looked is on record first: the ends of sessions go by it. */
async function followSessions({ house, presence, now }: Floor): Promise<void> {
  now()
  // A house that stopped has an alarm of its own; `ClockRecord` records the step later.
  await house.flushed().catch(() => {})
  for (const session of house.settled.state.sessions.values()) presence.follow(session)
}

/** A table as its journal has it; where that cannot be believed, why. */
async function openRoom(floor: Floor, plan: TablePlan, options: StreamOptions): Promise<Room | string> {
  const { house, rules, means } = floor
  try {
    const table = await openTable(plan.id, plan.setup, {
      ...options,
      houseSeq: () => house.durable,
      rules,
      secretOf: means.secretOf,
    })
    return (await disagreement(table, house)) ?? roomOf(floor, plan, table)
  } catch (error) {
    if (error instanceof EntryDamaged) return error.message
    throw error
  }
}

/** What a table and the house say of the same money. Where others write, both are read until neither has moved. */
async function disagreement(table: TableStream, house: HouseStream): Promise<string | null> {
  for (;;) {
    const problem = accountsProblem(table.id, table.settled, house.settled.meters)
    if (problem === null || table.role === 'sole') return problem
    const before = [table.durable, house.durable]
    await table.catchUp()
    await house.catchUp()
    if (table.durable === before[0] && house.durable === before[1]) return problem
  }
}

function roomOf(floor: Floor, plan: TablePlan, table: TableStream): Room {
  const { house, alarms, means } = floor
  const publisher = new Publisher(tableOnDisk(table), (player) => ofTerminal(house, plan.id, player))
  const steps = new TableSteps({
    table,
    house,
    secretOf: means.secretOf,
    raise: (alarm) => alarms.raise(alarm),
    outstandingNotices: () => noticesOutstanding(floor, table),
  })
  table.watch({
    recorded(events, seq) {
      // While bets are taken no step is due: most entries are wagers.
      if (table.role === 'follower' || events.every(isWager)) return
      const notices = noticesOfEntry(floor, table, { events, seq, at: floor.now() })
      if (notices) steps.giveNotices(notices)
      else steps.take()
    },
    owned: () => steps.take(),
    left: () => steps.leave(),
    stopped: ({ message }) => alarms.raise({ table: plan.id, alarm: 'table-stopped', why: message }),
    snapshotFailed: (error) => snapshotAlarm(alarms, table, error),
    restored() {
      alarms.raise({ table: plan.id, alarm: 'table-restored' })
      publisher.startAgain()
      steps.take()
    },
  })
  return { plan, table, publisher, wheel: null, steps }
}

const isWager = ({ type }: TableEvent): boolean => type === 'wager-placed' || type === 'wager-withdrawn'

/** What the house says of a player's terminal, as it is on disk: whether it is open, and what nobody has read yet. */
function ofTerminal({ settled: { state } }: HouseStream, table: string, player: string): OfTerminal {
  const terminal = state.seats.get(seatOf(table, player))
  if (terminal === undefined) return {}
  const { status, name } = state.terminals.get(terminal)!
  return {
    terminalStatus: status,
    terminalName: name ?? terminal,
    notices: state.notices.get(terminal)?.unread ?? [],
    attendant: state.calls.get(terminal) ?? null,
  }
}

function watchHouse(floor: Floor): void {
  const { house, alarms, rooms, presence } = floor
  house.watch({
    recorded(events) {
      for (const event of events) {
        tellTerminals(house, rooms, event)
        noticeTerminalChange(floor, event)
        if (event.type === 'limits-planned') rooms.get(event.table)?.steps.take()
        const opened = event.type === 'session-opened' && house.settled.state.sessions.get(event.session)
        if (opened) presence.follow(opened)
        if (event.type === 'session-ended') presence.ended(event.session, event.why)
      }
    },
    stopped: ({ message }) => alarms.raise({ table: null, alarm: 'house-stopped', why: message }),
    snapshotFailed: (error) => snapshotAlarm(alarms, house, error),
    restored() {
      alarms.raise({ table: null, alarm: 'house-restored' })
      for (const { steps } of rooms.values()) steps.take()
    },
  })
}

/** Publishes a terminal's status, notices and call to its player when the house changes them. */
function tellTerminals({ settled: { state } }: HouseStream, rooms: Floor['rooms'], event: HouseEvent): void {
  for (const terminal of terminalsShowing(event)) {
    const { table, player } = state.terminals.get(terminal)!
    rooms.get(table)?.publisher.publishTerminal(player)
  }
}

/** Terminals whose screens show what an event of the house changed. */
function terminalsShowing(event: HouseEvent): Iterable<string> {
  switch (event.type) {
    case 'terminal-added':
    case 'terminal-closed':
    case 'terminal-opened':
    case 'terminal-removed':
    case 'notices-read':
    case 'attendant-called':
    case 'call-withdrawn':
    case 'call-answered':
      return [event.terminal]
    case 'notices-given':
      return new Set(event.notices.map(({ terminal }) => terminal))
    case 'staff-added':
    case 'staff-pin-set':
    case 'staff-role-changed':
    case 'staff-removed':
    case 'staff-locked':
    case 'staff-unlocked':
    case 'sign-in-failed':
    case 'sign-ins-failed':
    case 'session-opened':
    case 'session-ended':
    case 'enrolment-code-made':
    case 'terminal-enrolled':
    case 'ticket-issued':
    case 'ticket-redeemed':
    case 'ticket-cancelled':
    case 'ticket-copied':
    case 'limits-planned':
    case 'plan-ended':
    case 'table-taken':
    case 'table-left':
    case 'refusal-recorded':
    case 'refusals-counted':
    case 'clock-corrected':
    case 'signing-key-changed':
      return []
    default:
      return impossible(event)
  }
}

/** Which wheel each room listens to. */
const wheelsNow = new WeakMap<Room, WheelSource>()

function disconnectWheel({ rooms }: Floor, table: string): void {
  const room = rooms.get(table)
  if (room) wheelsNow.delete(room)
  room?.wheel?.close()
  if (!room) return
  room.wheel = null
  room.publisher.publishWheel(null)
}

function connectWheel({ rooms, alarms, elsewhere }: Floor, table: string, source: WheelSource): void {
  const room = rooms.get(table)
  if (!room) return
  wheelsNow.set(room, source)
  room.wheel = new WheelLink(room.table, source, (status, fault) => {
    // What a wheel says when it is taken away is of no matter any more.
    if (wheelsNow.get(room) !== source) return
    room.publisher.publishWheel(status)
    elsewhere?.tellWheel(table, status)
    if (fault) alarms.raise({ table, alarm: 'wheel-fault', fault })
  })
}

function endSessions({ house, presence }: Floor): void {
  if (house.stopped) return
  const sessions = presence.overdueSessions(house.settled.state)
  if (sessions.length === 0) return
  // The next sweep tries again.
  void askHouse(house, { do: 'end-sessions', sessions, by: { system: 'service' } }).catch(() => {})
}

/** Of refusals that are not on record one by one, how many there were. */
async function countRefusals({ house }: Floor, counts: CountedRefusals[], notes: RefusalNotes): Promise<void> {
  if (counts.length === 0) return
  const counting = askHouse(house, { do: 'count-refusals', counts, by: { system: 'service' } })
  await counting.catch(() => notes.giveBack(counts))
}

/** A stream that stopped has an alarm of its own. */
function snapshotAlarm(alarms: Alarms, { id, stopped }: TableStream | HouseStream, { message }: Error): void {
  const table = id === HOUSE ? null : id
  if (!stopped) alarms.raise({ table, alarm: 'step-failed', step: 'save-snapshot', why: message })
}

/** Finishes what was accepted, keeps a snapshot of every stream, and closes the journal. */
async function closeFloor({ rooms, house, journal, guard, proof, alarms }: Floor): Promise<void> {
  await guard.close()
  await proof?.close()
  for (const { wheel, publisher, steps } of rooms.values()) {
    steps.end()
    wheel?.close()
    publisher.close()
  }
  for (const stream of [...[...rooms.values()].map(({ table }) => table), house]) {
    if (stream.role !== 'follower') await stream.snapshot().catch((error) => snapshotAlarm(alarms, stream, error))
    stream.close()
  }
  await journal.close()
}
