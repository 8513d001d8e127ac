import type { Watch } from '../../house/find-caller.ts'
import type { SessionEnd } from '../../house/house-events.ts'
import { type Overdue, SESSION_IDLE, SESSION_MAX } from '../../house/people.ts'
import type { HouseState, Session } from '../../house/state.ts'
import { moment } from '../../house/time.ts'

type LastHeard = { last: number; ends: number }

/** Of so many sessions that are over it is known why: a screen asks within seconds. */
const ENDS_MAX = 1_000

/**
 * When each session was last heard of and when it ends, by the steady clock: setting the wall clock signs nobody out.
 * In memory only, for a steady clock does not outlive its process: after a restart every session is as if heard of just
 * then, and ends when the record says, but never later than a whole session from then.
 */
export class Presence implements Watch {
  /** For what a page does by itself: that nobody is there stays seen. */
  readonly unattended: Watch = { isOver: (session) => this.isOver(session) }
  readonly #steady: () => number
  readonly #now: () => string
  readonly #heard = new Map<string, LastHeard>()
  /** Sessions that were heard of here since others were told. */
  readonly #untold = new Set<string>()
  readonly #ends = new Map<string, SessionEnd>()

  constructor(steady: () => number, now: () => string) {
    this.#steady = steady
    this.#now = now
  }

  /** From here on its time runs. */
  follow(session: Session): LastHeard {
    const known = this.#heard.get(session.session)
    if (known) return known
    const last = this.#steady()
    const left = moment(session.expires) - moment(this.#now())
    const heard = { last, ends: last + Math.min(left, SESSION_MAX) }
    this.#heard.set(session.session, heard)
    return heard
  }

  /** As after a restart: every session is as if heard of just now, and ends when the record says. */
  startAgain(): void {
    this.#heard.clear()
  }

  touch(session: Session): void {
    this.follow(session).last = this.#steady()
    this.#untold.add(session.session)
  }

  /** For the other nodes: who was heard of here since they were last told. */
  takeTouched(): string[] {
    const taken = [...this.#untold]
    this.#untold.clear()
    return taken
  }

  /** They were heard of at another node. */
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

  /** For whoever still has its token; null: it is not known any more, or never was a session. */
  whyOver = (session: string): SessionEnd | null => this.#ends.get(session) ?? null

  isOver(session: Session): boolean {
    return this.#overdue(session) !== null
  }

  /** Sessions whose time is up, or that nobody was heard of in: to be ended from time to time. */
  overdueSessions({ sessions }: HouseState): Overdue[] {
    for (const session of this.#heard.keys()) if (sessions.get(session) === undefined) this.#heard.delete(session)
    for (const session of this.#untold) if (sessions.get(session) === undefined) this.#untold.delete(session)
    return sessions.values().flatMap((open): Overdue[] => {
      const why = this.#overdue(open)
      return why ? [{ session: open.session, why }] : []
    })
  }

  #overdue(session: Session): Overdue['why'] | null {
    const { last, ends } = this.follow(session)
    const steady = this.#steady()
    if (steady >= ends) return 'expired'
    return steady - last >= SESSION_IDLE ? 'idle' : null
  }
}
