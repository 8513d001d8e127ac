import type { Signature } from '../../house/caller.ts'
import type { HouseEvent, SessionEnd } from '../../house/house-events.ts'
import type { Settings } from '../../house/significant-kinds.ts'
import { stopKey } from '../../house/stops.ts'
import type { AccessEvent, Alteration, UserFigures } from '../../report/journal-figures.ts'
import { signedText } from '../../report/report-text.ts'

type User = { -readonly [Part in keyof UserFigures]: UserFigures[Part] }

/** Counts users, their sign-ins and alterations, from the events of the house. */
export class AccessCount {
  readonly #users = new Map<string, User>()
  readonly #access: AccessEvent[] = []
  readonly #alterations: Alteration[] = []
  /** When each stop of gaming that holds takes effect. */
  readonly #stops = new Map<string, string>()
  readonly #most: number
  #leftOut = 0

  /** `most`: how many events are listed one by one. */
  constructor(most: number) {
    this.#most = most
  }

  take(event: HouseEvent, isWithin: boolean): void {
    this.#takeUser(event, isWithin)
    const stopChange = this.#takeStop(event)
    if (!isWithin) return
    for (const one of accessOf(event, this.#nameOf)) this.#list(this.#access, one)
    for (const one of configurationChanges(event)) this.#list(this.#alterations, one)
    const change = stopChange ?? changeOf(event, this.#nameOf)
    if (change) this.#list(this.#alterations, alterationFrom(event, change))
  }

  /** The stop or the resumption of gaming, with how it was at that place before. */
  #takeStop(event: HouseEvent): Change | null {
    if (event.type !== 'gaming-stopped' && event.type !== 'gaming-resumed') return null
    const { scope, of, by, reason } = event
    const before = this.#stops.get(stopKey(event)) ?? 'open'
    const after = event.type === 'gaming-stopped' ? `stopped ${event.when}` : 'open'
    this.#stops.set(stopKey(event), after)
    return { subject: of === '' ? scope : `${scope} ${of}`, before, after, by, reason }
  }

  readonly #nameOf = (badge: string): string => this.#users.get(badge)?.name ?? ''

  #list<T>(events: T[], event: T): void {
    if (events.length < this.#most) events.push(event)
    else this.#leftOut++
  }

  #takeUser(event: HouseEvent, isWithin: boolean): void {
    switch (event.type) {
      case 'staff-added':
        // A badge that is assigned again starts without the figures of its former owner.
        this.#users.set(event.badge, freshUser(event.badge, event.name, event.role, event.at))
        return
      case 'staff-pin-set':
        return this.#change(event.badge, { lastPin: event.at })
      case 'staff-role-changed':
        return this.#change(event.badge, { role: event.to })
      case 'staff-removed':
        return this.#change(event.badge, { removed: event.at, isLocked: false })
      case 'staff-locked':
        return this.#change(event.badge, { isLocked: true })
      case 'staff-unlocked':
        return this.#change(event.badge, { isLocked: false })
      case 'session-opened': {
        const signIns = (this.#users.get(event.badge)?.signIns ?? 0) + (isWithin ? 1 : 0)
        return this.#change(event.badge, { lastAccess: event.at, signIns, isLocked: false })
      }
      case 'sign-ins-failed':
        for (const { badge, count } of isWithin ? event.badges : [])
          if (badge !== null) this.#change(badge, { failures: (this.#users.get(badge)?.failures ?? 0) + count })
        return
      default:
        return
    }
  }

  #change(badge: string, change: Partial<User>): void {
    const user = this.#users.get(badge)
    if (user) this.#users.set(badge, { ...user, ...change })
  }

  get users(): UserFigures[] {
    return [...this.#users.values()].sort((a, b) => (a.badge < b.badge ? -1 : 1))
  }

  get access(): readonly AccessEvent[] {
    return this.#access
  }

  get alterations(): readonly Alteration[] {
    return this.#alterations
  }

  get leftOut(): number {
    return this.#leftOut
  }
}

const freshUser = (badge: string, name: string, role: UserFigures['role'], added: string): User => ({
  badge,
  name,
  role,
  added,
  removed: null,
  lastAccess: null,
  lastPin: null,
  isLocked: false,
  signIns: 0,
  failures: 0,
})

type NameOf = (badge: string) => string

function accessOf(event: HouseEvent, nameOf: NameOf): AccessEvent[] {
  const row = (badge: string | null, more: { why?: SessionEnd; count?: number } = {}): AccessEvent => ({
    at: event.at,
    what: event.type as AccessEvent['what'],
    badge,
    name: badge === null ? '' : nameOf(badge),
    why: more.why ?? null,
    count: more.count ?? 1,
  })
  switch (event.type) {
    case 'session-opened':
      return [row(event.badge)]
    case 'session-ended':
      return [row(event.badge, { why: event.why })]
    case 'sign-ins-failed':
      return event.badges.map(({ badge, count }) => row(badge, { count }))
    default:
      return []
  }
}

/** Each setting of a node whose value has changed. */
function configurationChanges(event: HouseEvent): Alteration[] {
  if (event.type !== 'significant-noted' || event.facts.alarm !== 'configuration-changed') return []
  const { facts, at, by } = event
  const [before, after] = [facts.before as Settings, facts.after as Settings]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => ({
    at,
    what: 'configuration-changed',
    subject: `${facts.node}: ${name}`,
    before: before[name] ?? null,
    after: after[name] ?? null,
    by: signedText(by),
    reason: '',
  }))
}

type Change = { subject: string; before: string | null; after: string | null; by?: Signature; reason?: string }

function alterationFrom({ at, type }: HouseEvent, { subject, before, after, by, reason = '' }: Change): Alteration {
  return { at, what: type, subject, before, after, by: by ? signedText(by) : '', reason }
}

/** The values before and after an alteration; a secret has neither. */
function changeOf(event: HouseEvent, nameOf: NameOf): Change | null {
  const person = (badge: string): string => `${nameOf(badge)} (${badge})`
  switch (event.type) {
    case 'staff-added':
      return { subject: `${event.name} (${event.badge})`, before: null, after: event.role, by: event.by }
    case 'staff-removed':
      return { ...event, subject: person(event.badge), before: event.role, after: null }
    case 'staff-role-changed':
      return { ...event, subject: person(event.badge), before: event.from, after: event.to }
    case 'staff-pin-set':
      return { subject: person(event.badge), before: null, after: null, by: event.by, ...reasonOf(event) }
    case 'staff-locked':
      return { ...byOf(event), subject: person(event.badge), before: 'open', after: 'locked', reason: event.reason }
    case 'staff-unlocked':
      return { ...event, subject: person(event.badge), before: 'locked', after: 'open' }
    case 'terminal-added':
      return { subject: event.terminal, before: null, after: 'open', by: event.by }
    case 'terminal-closed':
      return { ...event, subject: event.terminal, before: event.from, after: event.to }
    case 'terminal-opened':
      return { ...event, subject: event.terminal, before: event.from, after: 'open' }
    case 'terminal-removed':
      return { ...event, subject: event.terminal, before: 'closed', after: null }
    case 'enrolment-code-made':
      return { ...event, subject: event.terminal, before: null, after: null }
    case 'wheel-noted':
      return {
        ...event,
        subject: `${event.wheel}: ${event.work} (${event.technician})`,
        before: event.from,
        after: event.table,
      }
    case 'clock-corrected':
      return { subject: 'clock', before: event.from, after: event.to, by: event.by }
    case 'signing-key-changed':
      return { subject: 'signing key', before: event.from, after: event.to, by: event.by }
    default:
      return null
  }
}

const reasonOf = ({ reason }: { reason?: string }): { reason?: string } => (reason === undefined ? {} : { reason })
const byOf = ({ by }: { by?: Signature }): { by?: Signature } => (by ? { by } : {})
