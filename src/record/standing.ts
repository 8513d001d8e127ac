import type { Limits } from '../engine/limits.ts'
import type { By } from '../engine/positions.ts'
import { tableBy } from '../house/caller.ts'
import type { HouseEvent } from '../house/house-events.ts'
import {
  type HouseState,
  type Session,
  type StaffMember,
  sessionAfter,
  sessionsOf,
  type Terminal,
} from '../house/state.ts'
import { type Stop, stopKey } from '../house/stops.ts'
import { hasCome, MINUTE, moment } from '../house/time.ts'

/** The state of a person from an entry of the house on. */
type Since<T> = { seq: number; at: string; was: T }
export type StaffThen = { member: StaffMember | undefined; sessions: readonly Session[] }
/** A correction of the wall clock, by the number of its entry. */
type Correction = { seq: number; from: string; to: string }

/** The history of people and terminals in the house's journal, for questions about any of its entries. */
export class Standing {
  /** The time of every entry of the house, by its number. */
  readonly times: string[] = ['']
  readonly corrections: Correction[] = []
  isDemo = false
  /** Limits that were planned for the end of a round, and in whose name a table gets them. */
  readonly plans: { table: string; limits: Limits; reason: string; by: By }[] = []
  /** The stops of gaming by their places, after each entry that changed one. */
  readonly #stops = new Map<string, Since<Stop | undefined>[]>()
  readonly #staff = new Map<string, Since<StaffThen>[]>()
  readonly #terminals = new Map<string, Since<Terminal>[]>()

  /** Takes in one more entry: the house as it is after it, and what happened. */
  note(seq: number, at: string, state: HouseState, events: readonly HouseEvent[]): void {
    this.times[seq] = at
    for (const badge of new Set(events.flatMap((event) => badgesIn(event, state))))
      listUnder(this.#staff, badge).push({
        seq,
        at,
        was: { member: state.staff.get(badge), sessions: sessionsOf(state, badge) },
      })
    for (const terminal of new Set(events.flatMap(terminalIn)))
      listUnder(this.#terminals, terminal).push({ seq, at, was: state.terminals.get(terminal)! })
    for (const event of events) {
      if (event.type === 'gaming-stopped' || event.type === 'gaming-resumed')
        listUnder(this.#stops, stopKey(event)).push({ seq, at, was: state.stops.get(stopKey(event)) })
      if (event.type === 'clock-corrected') this.corrections.push({ seq, from: event.from, to: event.to })
      if (event.type === 'limits-planned') {
        const { table, limits, reason, by } = event
        this.plans.push({ table, limits, reason, by: tableBy(by) })
      }
      if (event.type === 'staff-added' && 'console' in event.by && event.by.console === 'demo') this.isDemo = true
    }
  }

  get entries(): number {
    return this.times.length - 1
  }

  /** The possible standings of a person at an entry of the house. */
  staffAt(badge: string, when: When): StaffThen[] {
    const then = during(this.#staff.get(badge) ?? [], when)
    return [...then, ...this.correctionsAhead(when).flatMap((step) => then.map((one) => setTo(one, step)))]
  }

  /** Corrections of the clock that were in force already while they were pending. */
  correctionsAhead({ house, at }: When): Correction[] {
    return this.corrections.filter(({ seq, to }) => seq > house && isJustAfter(to, at))
  }

  /** The stops that held at an entry of the house. */
  stopsAt(when: When): { stops: { get(key: string): Stop | undefined } } {
    return { stops: { get: (key) => during(this.#stops.get(key) ?? [], when)[0] } }
  }

  terminalAt(terminal: string, when: When): Terminal[] {
    return during(this.#terminals.get(terminal) ?? [], when)
  }

  /**
   * Says what took a caller's standing away just before an entry; empty where nothing did. A command that was in
   * flight at that moment points to a fault of the service and not to a forgery.
   */
  lossBefore(caller: { badge: string } | { terminal: string }, { house, at }: When): string {
    const changes = 'badge' in caller ? this.#staff.get(caller.badge) : this.#terminals.get(caller.terminal)
    const last = changes?.[countUpTo(changes, house) - 1]
    if (!last || !isJustAfter(last.at, at)) return ''
    const ms = moment(at) - moment(last.at)
    return `: entry ${last.seq} of the house had ended that ${ms} ms before, while the command was in flight`
  }

  everyTerminal(): Terminal[] {
    return [...this.#terminals.values()].map((since) => since.at(-1)!.was)
  }

  /** Whether the clock was set between two entries of the house, or just before this time and not on disk yet. */
  isCorrectedBetween(after: number, upTo: number, at: string): boolean {
    return this.corrections.some(({ seq, to }) => seq > after && (seq <= upTo || isJustAfter(to, at)))
  }
}

/** The state of a person after a correction of the clock that is not durable yet. */
const setTo = ({ member, sessions }: StaffThen, step: Correction): StaffThen => ({
  member,
  sessions: sessions.map((session) => sessionAfter(session, step)),
})

/** A decision rests on what the house had on disk: the next entry may have been pending, for this long at most. */
export const BEHIND_MAX = MINUTE

const isJustAfter = (time: string, at: string): boolean =>
  moment(at) >= moment(time) && moment(at) <= moment(time) + BEHIND_MAX

export type When = { house: number; at: string }

/** Whom an event is about; when the clock is set, all whose sessions go by it. */
function badgesIn(event: HouseEvent, { sessions }: HouseState): string[] {
  if (event.type === 'clock-corrected') return sessions.values().map(({ badge }) => badge)
  return 'badge' in event && event.badge !== null ? [event.badge] : []
}

const terminalIn = (event: HouseEvent): string[] => ('terminal' in event ? [event.terminal] : [])

function listUnder<T>(map: Map<string, T[]>, key: string): T[] {
  const known = map.get(key)
  if (known) return known
  const list: T[] = []
  map.set(key, list)
  return list
}

function during<T>(since: readonly Since<T>[], { house }: When): T[] {
  const last = since[countUpTo(since, house) - 1]
  return last ? [last.was] : []
}

/** How many of them are of this entry of the house or of one before it; they are in order. */
function countUpTo(since: readonly { seq: number }[], house: number): number {
  let [from, to] = [0, since.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (since[middle]!.seq <= house) from = middle + 1
    else to = middle
  }
  return from
}

/**
 * Signed in at a time: a session that was opened by then and had not run out. The service goes by a steady clock, which
 * may be some seconds behind the wall's after a day.
 */
export const isSignedIn = (sessions: readonly Session[], at: string): boolean =>
  sessions.some(({ opened, expires }) => hasCome(opened, at) && moment(at) < moment(expires) + BEHIND_MAX)
