import type { Refused } from '../../wire/failures.ts'
import { money } from '../../words/plain-text.ts'
import { askedName, audit, houseEventName } from '../words/audit.ts'
import { reasonText, refusalText, roleName } from '../words/names.ts'
import { machines, sessionEndNames } from '../words/record.ts'
import { openJournal } from './audit-journal.ts'

/** An entry of the house or of its tickets as an auditor may see it: without its secrets. */
export type HouseLine = {
  stream: HouseStreamName
  seq: number
  hash: string
  shown: { actor: string; events: readonly ShownEvent[] }
}
export type ShownEvent = { type: string; at: string; by?: Signature; [field: string]: unknown }
type Signature = { badge: string; name: string } | { terminal: string } | { console: string } | { system: string }

/** One event of the house, in words. */
export type HouseRow = {
  key: string
  /** Its number in its stream. */
  seq: string
  hash: string
  at: string
  kind: HouseKind
  who: string
  what: string
  about: string
  reason: string
}
export type HouseStreamName = 'house' | 'tickets'
export type HouseKind = 'people' | 'sessions' | 'terminals' | 'tickets' | 'refusals'

/** The newest first, of both streams. */
export function houseRows(lines: readonly HouseLine[]): HouseRow[] {
  const person = namesIn(lines)
  const rowsOf = (stream: HouseStreamName) =>
    lines.filter((line) => line.stream === stream).flatMap((line) => rowsIn(line, person))
  return merged(rowsOf('house'), rowsOf('tickets')).reverse()
}

const rowsIn = ({ stream, seq, hash, shown }: HouseLine, person: (badge: string) => string): HouseRow[] =>
  shown.events.map((event, nth) => ({
    key: `${stream} ${seq} ${nth}`,
    seq: stream === 'house' ? String(seq) : audit.ticketEntry(seq),
    hash,
    at: event.at,
    kind: houseKindOf(event.type),
    who: whoOf(event.by, shown.actor, person),
    what: houseEventName(event.type),
    about: aboutOf(event, person),
    reason: reasonText(textIn(event, 'reason')),
  }))

/** Rows of two streams ordered by time. Rows of one stream keep their order, even if the clock was set. */
function merged(one: readonly HouseRow[], other: readonly HouseRow[]): HouseRow[] {
  const rows: HouseRow[] = []
  let next = 0
  for (const row of one) {
    while (next < other.length && Date.parse(other[next]!.at) < Date.parse(row.at)) rows.push(other[next++]!)
    rows.push(row)
  }
  return [...rows, ...other.slice(next)]
}

/** Names by badge, as the record itself identifies people. */
function namesIn(lines: readonly HouseLine[]): (badge: string) => string {
  const added = lines.flatMap(({ shown }) => shown.events).filter(({ type }) => type === 'staff-added')
  const names = new Map(added.map((event) => [textIn(event, 'badge'), textIn(event, 'name')]))
  return (badge) => (names.has(badge) ? `${names.get(badge)} (${badge})` : badge)
}

function houseKindOf(type: string): HouseKind {
  if (type === 'refusal-recorded' || type === 'refusals-counted') return 'refusals'
  if (type.startsWith('ticket')) return 'tickets'
  if (type.startsWith('terminal') || type.startsWith('enrolment')) return 'terminals'
  return type.startsWith('session') || type.startsWith('sign-in') ? 'sessions' : 'people'
}

/** Without a signature, the caller's id in the service: `staff:1001`, `terminal:t7`. */
function whoOf(by: Signature | undefined, actor: string, person: (badge: string) => string): string {
  if (by && 'badge' in by) return `${by.name} (${by.badge})`
  const name = by ? Object.values(by).join('') : nameIn(actor)
  return machines[name as keyof typeof machines] ?? person(name)
}

const nameIn = (actor: string): string => actor.replace(/^[a-z]+:/, '')

const textIn = (event: ShownEvent, field: string): string =>
  typeof event[field] === 'string' ? (event[field] as string) : ''

const triesOf = ({ badges }: ShownEvent) =>
  Array.isArray(badges) ? (badges as readonly { badge: string | null; count: number }[]) : []

/** The subject of an entry, and its changes. */
function aboutOf(event: ShownEvent, person: (badge: string) => string): string {
  const text = (field: string) => textIn(event, field)
  const { place = {}, amount, refusal, badge } = event
  const { table = '', terminal = '', attendant = '' } = place as Readonly<Record<string, string>>
  return [
    badge === null ? audit.badgeUnknown : person(text('badge')),
    event.role ? roleName(text('role')) : '',
    event.type === 'staff-role-changed' ? audit.changed(roleName(text('from')), roleName(text('to'))) : '',
    event.type === 'clock-corrected' ? audit.changed(text('from'), text('to')) : '',
    event.type === 'signing-key-changed' ? text('to') : '',
    ...(event.type === 'refusals-counted'
      ? [person(nameIn(text('actor'))), audit.moreRefusals(event.count as number)]
      : []),
    ...triesOf(event).flatMap(({ badge, count }) => [
      badge === null ? audit.badgeUnknown : person(badge),
      audit.failures(count),
    ]),
    event.why ? (sessionEndNames[text('why') as keyof typeof sessionEndNames] ?? text('why')) : '',
    text('terminal'),
    badge === undefined ? text('name') : '',
    text('table'),
    text('player'),
    text('number'),
    typeof amount === 'number' ? money(amount) : '',
    table,
    terminal || attendant,
    ...(refusal ? [askedName(text('asked')), refusalText(refusal as Refused)] : []),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** Both streams, each as it came; or the status that one of them was refused with. */
export type HouseRead = { texts: Readonly<Record<HouseStreamName, string>>; lines: HouseLine[] } | { status: number }

export async function readHouse(token: string): Promise<HouseRead> {
  const [house, tickets] = await Promise.all([readStream('house', token), readStream('tickets', token)])
  if ('status' in house) return house
  if ('status' in tickets) return tickets
  return { texts: { house: house.text, tickets: tickets.text }, lines: [...house.lines, ...tickets.lines] }
}

async function readStream(
  stream: HouseStreamName,
  token: string,
): Promise<{ text: string; lines: HouseLine[] } | { status: number }> {
  const opened = await openJournal(stream, 1, token)
  if (!opened.ok) return { status: opened.status }
  const texts: string[] = []
  for await (const lines of opened.lines) texts.push(...lines)
  return {
    text: texts.map((line) => `${line}\n`).join(''),
    lines: texts.map((line) => ({ stream, ...JSON.parse(line) })),
  }
}
