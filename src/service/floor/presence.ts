import type { Watch } from '../../house/find-caller.ts'
import type { SessionEnd } from '../../house/house-events.ts'
import type { Overdue } from '../../house/people.ts'
import { SESSION_IDLE, SESSION_MAX } from '../../house/policy.ts'
import type { HouseState, Session } from '../../house/state.ts'
import { moment } from '../../house/time.ts'

type LastHeard = { last: number; ends: number }

/** How long the sessions of a badge last, and after how long in silence they end. */
export type SessionLimits = { sessionMs: number; idleMs: (badge: string) => number }

const usualLimits: SessionLimits = { sessionMs: SESSION_MAX, idleMs: () => SESSION_IDLE }

/** The number of ended sessions whose reason is kept: a screen asks within seconds. */
const ENDS_MAX = 1_000

/**
 * The last activity and the end of each session, by the steady clock, so that setting the wall clock signs nobody out.
 * It is kept in memory only, because a steady clock does not outlive its process. After a restart every session counts
 * as active just then. It ends when the record says, but never later than a whole session from then.
 */
export class Presence implements Watch {
  /** For requests that a page sends by itself: they do not count as activity of a person. */
  readonly unattended: Watch = { isOver: (session) => this.isOver(session) }
  readonly #steady: () => number
  readonly #now: () => string
  readonly #limits: SessionLimits
  readonly #heard = new Map<string, LastHeard>()
  /** Sessions that were active here since other nodes were last notified. */
  readonly #untold = new Set<string>()
  readonly #ends = new Map<string, SessionEnd>()

  constructor(steady: () => number, now: () => string, limits = usualLimits) {
    this.#steady = steady
    this.#now = now
    this.#limits = limits
  }

  /** Begins to watch a session. */
  follow(session: Session): LastHeard {
    const known = this.#heard.get(session.session)
    if (known) return known
    const last = this.#steady()
    const left = moment(session.expires) - moment(this.#now())
    const heard = { last, ends: last + Math.min(left, this.#limits.sessionMs) }
    this.#heard.set(session.session, heard)
    return heard
  }

  /** Begins as after a restart: every session counts as active just now, and ends when the record says. */
  startAgain(): void {
    this.#heard.clear()
  }

  touch(session: Session): void {
    this.follow(session).last = this.#steady()
    this.#untold.add(session.session)
  }

  /** Sessions for the other nodes: those active here since the last call. */
  takeTouched(): string[] {
    const taken = [...this.#untold]
    this.#untold.clear()
    return taken
  }

  /** Notes sessions that were active at another node. */
  touchedElsewhere(sessions: readonly string[], { sessions: open }: HouseState): void {
    for (const one of sessions) {
      const session = open.get(one)
      if (session) this.follow(session).last = this.#steady()
    }
  }

  ended(session: string, why: SessionEnd): void {
    this.#ends.set(session, why)
    if (this.#ends.size > ENDS_MAX) this.#ends.delete(this.#ends.keys().next().value!)
  }

  /**
   * The reason for the end of a session, for the holder of its token; null if it is forgotten, or the token never had a
   * session.
   */
  whyOver = (session: string): SessionEnd | null => this.#ends.get(session) ?? null

  isOver(session: Session): boolean {
    return this.#overdue(session) !== null
  }

  /** Sessions to be ended: their time is up, or they were idle for too long. */
  overdueSessions({ sessions }: HouseState): Overdue[] {
    for (const session of this.#heard.keys()) if (sessions.get(session) === undefined) this.#heard.delete(session)
    for (const session of this.#untold) if (sessions.get(session) === undefined) this.#untold.delete(session)
    return sessions.values().flatMap((open): Overdue[] => {
      const why = this.#overdue(open)
      if (!why) return []
      const idle = why === 'idle' ? { idle: this.#limits.idleMs(open.badge) } : {}
      return [{ session: open.session, why, ...idle }]
    })
  }

  #overdue(session: Session): Overdue['why'] | null {
    const { last, ends } = this.follow(session)
    const steady = this.#steady()
    if (steady >= ends) return 'expired'
    return steady - last >= this.#limits.idleMs(session.badge) ? 'idle' : null
  }
}
