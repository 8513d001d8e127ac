import type { Limits } from '../engine/limits.ts'
import { PersistentMap } from '../engine/persistent-map.ts'
import type { PersonSignature } from './caller.ts'
import type { Call } from './floor-records.ts'
import { type Notices, type Shift, withNotice, withoutRead, withShift, withShiftEnded } from './floor-records.ts'
import type { EnrolmentCode, HouseEvent, HouseEventOf, PinHash, SessionEnd, TerminalStatus } from './house-events.ts'
import type { StaffRole } from './roles.ts'
import { configurationsAfter, evolveSignificant, runningAfter, type SignificantEvent } from './significant.ts'
import type { Settings } from './significant-kinds.ts'
import { type Stop, stopKey } from './stops.ts'
import { after, moment } from './time.ts'
import { evolveWheels, type Wheel } from './wheels.ts'
import { type WrongTries, withTries } from './wrong-tries.ts'

/** The journal's stream of the house itself. */
export const HOUSE = 'house'

export type StaffMember = {
  badge: string
  name: string
  role: StaffRole
  pin: PinHash | null
  /** When the PIN was set. */
  pinSet: string | null
  /** Wrong tries since the last sign-in. */
  failures: number
  lock: { until: string | null } | null
  /** Hashes of the stations where this badge signed in, those where it came again first. */
  stations: readonly string[]
}

export type Session = { session: string; badge: string; opened: string; expires: string }

export type Terminal = {
  terminal: string
  table: string
  player: string
  name: string | null
  demo: boolean
  status: TerminalStatus
  code: EnrolmentCode | null
  credential: string | null
}

/** New limits, who wants them and why. */
export type LimitsPlan = { limits: Limits; reason: string; at: string; by: PersonSignature }

export type HouseState = {
  staff: PersistentMap<StaffMember>
  /** Sessions by the hash of the token. */
  sessions: PersistentMap<Session>
  /** Wrong attempts by mark: a hash of badge and address, or of badge and station. */
  tries: PersistentMap<WrongTries>
  /** Removed terminals are kept: their names, players and meters are never used again. */
  terminals: PersistentMap<Terminal>
  /** Table and player, to the terminal. */
  seats: PersistentMap<string>
  /** Hash of an open enrolment code, to the terminal that waits for it. */
  codes: PersistentMap<string>
  /** Hash of a terminal's token, to the terminal. */
  credentials: PersistentMap<string>
  /** Unread notices, by terminal. */
  notices: PersistentMap<Notices>
  /** The last entry of each table whose notices players have received. */
  noticed: PersistentMap<number>
  /** Limits that wait for the end of a round, by table. */
  plans: PersistentMap<LimitsPlan>
  /** The last call of each terminal. */
  calls: PersistentMap<Call>
  /** The last shifts at each table. */
  shifts: PersistentMap<readonly Shift[]>
  /** Significant events by their number: all that are open, and the last of the others. */
  significant: PersistentMap<SignificantEvent>
  /** Nodes that run, by name: since when. */
  running: PersistentMap<string>
  /** The effective configuration of each node. */
  configurations: PersistentMap<Settings>
  /** Where gaming is stopped. */
  stops: PersistentMap<Stop>
  /** Wheels by their serial numbers. */
  wheels: PersistentMap<Wheel>
  /** The public halves of the keys that checkpoints are signed by, the newest last. None is ever removed. */
  signingKeys: readonly { key: string; since: string }[]
}

export const freshHouse = (): HouseState => ({
  staff: PersistentMap.of(),
  sessions: PersistentMap.of(),
  tries: PersistentMap.of(),
  terminals: PersistentMap.of(),
  seats: PersistentMap.of(),
  codes: PersistentMap.of(),
  credentials: PersistentMap.of(),
  notices: PersistentMap.of(),
  noticed: PersistentMap.of(),
  plans: PersistentMap.of(),
  calls: PersistentMap.of(),
  shifts: PersistentMap.of(),
  significant: PersistentMap.of(),
  running: PersistentMap.of(),
  configurations: PersistentMap.of(),
  stops: PersistentMap.of(),
  wheels: PersistentMap.of(),
  signingKeys: [],
})

export const maps = [
  'staff',
  'sessions',
  'tries',
  'terminals',
  'seats',
  'codes',
  'credentials',
  'notices',
  'noticed',
  'plans',
  'calls',
  'shifts',
  'significant',
  'running',
  'configurations',
  'stops',
  'wheels',
] as const

/** Houses of before had none of these: a snapshot leaves them out where they are empty. */
export const laterMaps: readonly (typeof maps)[number][] = [
  'notices',
  'noticed',
  'plans',
  'calls',
  'shifts',
  'significant',
  'running',
  'configurations',
  'stops',
  'wheels',
]

/** A snapshot is the state as JSON; this reads it back. */
export function houseFrom(snapshot: unknown): HouseState {
  const told = snapshot as Record<(typeof maps)[number], object> & Pick<HouseState, 'signingKeys'>
  const read = maps.map((name) => [name, PersistentMap.of(Object.entries(told[name] ?? {}))])
  const { signingKeys = [] } = told
  return { ...Object.fromEntries(read), signingKeys } as HouseState
}

/** The possible callers, as far as a decision needs them. */
export type KnownCallers = {
  readonly staff: { get(badge: string): StaffMember | undefined }
  readonly terminals: { get(terminal: string): Terminal | undefined }
}

/** No table and no player has a line break in its name. */
export const seatOf = (table: string, player: string): string => `${table}\n${player}`

/** Records what happened. It never refuses; an event that it does not know or that does not fit is a bug. */
export function evolveHouse(state: HouseState, event: HouseEvent): HouseState {
  switch (event.type) {
    case 'staff-added':
      if (state.staff.get(event.badge)) return unfit(event)
      return { ...state, staff: state.staff.set(event.badge, newMember(event)) }
    case 'staff-pin-set':
      return withMember(state, event.badge, { pin: event.pin, pinSet: event.at, failures: 0 })
    case 'staff-role-changed':
      return withMember(state, event.badge, { role: event.to })
    case 'staff-removed':
      return { ...state, staff: state.staff.without(memberOf(state, event.badge).badge) }
    case 'staff-locked':
      return withMember(state, event.badge, { failures: 0, lock: { until: event.until } })
    case 'staff-unlocked':
      return withMember(state, event.badge, { failures: 0, lock: null })
    case 'sign-ins-failed':
      return { ...event.badges.reduce(withFailures, state), tries: withTries(state.tries, event) }
    case 'session-opened':
      return sessionOpened(state, event)
    case 'session-ended':
      return { ...state, sessions: state.sessions.without(event.session) }
    case 'clock-corrected':
      return { ...state, sessions: sessionsAfter(state.sessions, event) }
    case 'signing-key-changed':
      return { ...state, signingKeys: [...state.signingKeys, { key: event.to, since: event.at }] }
    case 'refusal-recorded':
    case 'refusals-counted':
      return state
    case 'significant-noted':
      return {
        ...state,
        significant: evolveSignificant(state.significant, event),
        running: runningAfter(state.running, event),
        configurations: configurationsAfter(state.configurations, event),
      }
    case 'significant-repeated':
    case 'significant-acknowledged':
      return { ...state, significant: evolveSignificant(state.significant, event) }
    case 'gaming-stopped': {
      const { scope, of, when, reason, at, by } = event
      return { ...state, stops: state.stops.set(stopKey(event), { scope, of, when, reason, at, by }) }
    }
    case 'gaming-resumed':
      return { ...state, stops: state.stops.without(stopKey(event)) }
    case 'wheel-noted':
      return { ...state, wheels: evolveWheels(state.wheels, event) }
    case 'notices-given':
    case 'notices-read':
    case 'attendant-called':
    case 'call-withdrawn':
    case 'call-answered':
    case 'limits-planned':
    case 'plan-ended':
    case 'table-taken':
    case 'table-left':
      return evolveFloor(state, event)
    default:
      return evolveTerminals(state, event)
  }
}

const newMember = ({ badge, name, role }: HouseEventOf<'staff-added'>): StaffMember => ({
  badge,
  name,
  role,
  pin: null,
  pinSet: null,
  failures: 0,
  lock: null,
  stations: [],
})

const memberOf = (state: HouseState, badge: string): StaffMember => state.staff.get(badge) ?? unfit(badge)

const withMember = (state: HouseState, badge: string, change: Partial<StaffMember>): HouseState => ({
  ...state,
  staff: state.staff.set(badge, { ...memberOf(state, badge), ...change }),
})

function withFailures(state: HouseState, { badge, count }: { badge: string | null; count: number }): HouseState {
  if (badge === null) return state
  return withMember(state, badge, { failures: memberOf(state, badge).failures + count })
}

/** More are not kept of one badge. */
export const STATIONS_MAX = 16

/** New stations are inserted in the middle, so that stations used once do not displace stations used regularly. */
function withStation(stations: readonly string[], station: string): readonly string[] {
  const others = stations.filter((one) => one !== station)
  const at = others.length < stations.length ? 0 : STATIONS_MAX / 2
  return [...others.slice(0, at), station, ...others.slice(at)].slice(0, STATIONS_MAX)
}

function sessionOpened(state: HouseState, event: HouseEventOf<'session-opened'>): HouseState {
  const { session, badge, at, expires, station, mark } = event
  const before = memberOf(state, badge).stations
  const stations = station === undefined ? before : withStation(before, station)
  return {
    ...withMember(state, badge, { failures: 0, lock: null, stations }),
    sessions: state.sessions.set(session, { session, badge, opened: at, expires }),
    tries: mark === undefined ? state.tries : state.tries.without(mark),
  }
}

/** A session lasts as long as intended, also when the clock is set. */
export const sessionAfter = (session: Session, { from, to }: { from: string; to: string }): Session => {
  const step = moment(to) - moment(from)
  return { ...session, opened: after(session.opened, step), expires: after(session.expires, step) }
}

const sessionsAfter = (sessions: HouseState['sessions'], step: HouseEventOf<'clock-corrected'>) =>
  sessions.values().reduce((all, one) => all.set(one.session, sessionAfter(one, step)), sessions)

type TerminalEvent = HouseEventOf<
  | 'terminal-added'
  | 'enrolment-code-made'
  | 'terminal-enrolled'
  | 'terminal-closed'
  | 'terminal-opened'
  | 'terminal-removed'
>

function evolveTerminals(state: HouseState, event: TerminalEvent): HouseState {
  switch (event.type) {
    case 'terminal-added':
      return terminalAdded(state, event)
    case 'enrolment-code-made':
      return withCode(cutOff(state, event.terminal), event.terminal, event.code)
    case 'terminal-enrolled':
      return enrol(state, event)
    case 'terminal-closed':
      return withTerminal(state, event.terminal, { status: event.to })
    case 'terminal-opened':
      return withTerminal(state, event.terminal, { status: 'open' })
    case 'terminal-removed':
      return withTerminal(cutOff(state, event.terminal), event.terminal, { status: 'removed' })
    default:
      return unfit(event)
  }
}

const terminalOf = (state: HouseState, terminal: string): Terminal => state.terminals.get(terminal) ?? unfit(terminal)

const withTerminal = (state: HouseState, terminal: string, change: Partial<Terminal>): HouseState => ({
  ...state,
  terminals: state.terminals.set(terminal, { ...terminalOf(state, terminal), ...change }),
})

function terminalAdded(state: HouseState, event: HouseEventOf<'terminal-added'>): HouseState {
  const { terminal, table, player, name = null, demo = false, code } = event
  if (state.terminals.get(terminal) || state.seats.get(seatOf(table, player))) return unfit(event)
  const added: Terminal = { terminal, table, player, name, demo, status: 'open', code: null, credential: null }
  const after = {
    ...state,
    terminals: state.terminals.set(terminal, added),
    seats: state.seats.set(seatOf(table, player), terminal),
  }
  return code ? withCode(after, terminal, code) : after
}

const withCode = (state: HouseState, terminal: string, code: EnrolmentCode): HouseState => ({
  ...withTerminal(state, terminal, { code }),
  codes: state.codes.set(code.hash, terminal),
})

/** Revokes the token of a terminal and its open code. */
function cutOff(state: HouseState, terminal: string): HouseState {
  const { code, credential } = terminalOf(state, terminal)
  return {
    ...withTerminal(state, terminal, { code: null, credential: null }),
    codes: code ? state.codes.without(code.hash) : state.codes,
    credentials: credential ? state.credentials.without(credential) : state.credentials,
  }
}

function enrol(state: HouseState, { terminal, credential }: HouseEventOf<'terminal-enrolled'>): HouseState {
  const after = withTerminal(cutOff(state, terminal), terminal, { credential })
  return { ...after, credentials: after.credentials.set(credential, terminal) }
}

type FloorEvent = HouseEventOf<
  | 'notices-given'
  | 'notices-read'
  | 'attendant-called'
  | 'call-withdrawn'
  | 'call-answered'
  | 'limits-planned'
  | 'plan-ended'
  | 'table-taken'
  | 'table-left'
>

function evolveFloor(state: HouseState, event: FloorEvent): HouseState {
  switch (event.type) {
    case 'notices-given':
      return {
        ...state,
        notices: event.notices.reduce(withOneNotice, state.notices),
        noticed: event.entry > 0 ? state.noticed.set(event.table, event.entry) : state.noticed,
      }
    case 'notices-read':
      return { ...state, notices: withoutNotices(state.notices, event) }
    case 'attendant-called': {
      const { terminal, table, at } = event
      return { ...state, calls: state.calls.set(terminal, { terminal, table, at, answered: null, withdrawn: null }) }
    }
    case 'call-withdrawn':
      return withCall(state, event.terminal, { withdrawn: event.at })
    case 'call-answered':
      return withCall(state, event.terminal, { answered: { at: event.at, by: event.by } })
    case 'limits-planned': {
      const { table, limits, reason, at, by } = event
      return { ...state, plans: state.plans.set(table, { limits, reason, at, by }) }
    }
    case 'plan-ended':
      return { ...state, plans: state.plans.without(event.table) }
    case 'table-taken':
      return {
        ...state,
        shifts: state.shifts.set(event.table, shiftsAfterTaking(state.shifts.get(event.table), event)),
      }
    case 'table-left': {
      const end = { until: event.at, ended: event.figures, to: null }
      return { ...state, shifts: state.shifts.set(event.table, withShiftEnded(state.shifts.get(event.table), end)) }
    }
  }
}

type Given = HouseEventOf<'notices-given'>['notices'][number]
const withOneNotice = (notices: HouseState['notices'], { terminal, notice }: Given) =>
  notices.set(terminal, withNotice(notices.get(terminal), notice))

function withoutNotices(notices: HouseState['notices'], { terminal, upTo }: HouseEventOf<'notices-read'>) {
  const before = notices.get(terminal)
  return before ? notices.set(terminal, withoutRead(before, upTo)) : notices
}

function withCall(state: HouseState, terminal: string, change: Partial<Call>): HouseState {
  const call = state.calls.get(terminal)
  return call ? { ...state, calls: state.calls.set(terminal, { ...call, ...change }) } : unfit(terminal)
}

function shiftsAfterTaking(
  before: readonly Shift[] | undefined,
  { at, figures, by: { badge, name } }: HouseEventOf<'table-taken'>,
): readonly Shift[] {
  const dealer = { badge, name }
  const ended = withShiftEnded(before, { until: at, ended: figures, to: dealer })
  return withShift(ended, { dealer, since: at, began: figures, until: null, ended: null, to: null })
}

function unfit(cause: unknown): never {
  throw new Error('This event does not fit the state of the house', { cause })
}

/** In order, so that what is decided on them is the same after a restart. */
export const sessionsOf = ({ sessions }: HouseState, badge: string): Session[] =>
  sessions
    .values()
    .filter((session) => session.badge === badge)
    .sort((a, b) => (a.session < b.session ? -1 : 1))

/** The events that end a badge's open sessions. */
export const sessionEnds = (state: HouseState, badge: string, why: SessionEnd, at: string): HouseEvent[] =>
  sessionsOf(state, badge).map(({ session }) => ({ type: 'session-ended', session, badge, why, at }))
