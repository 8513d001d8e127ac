import { bookById } from '../books/index.ts'
import { decide } from '../engine/decide.ts'
import { type Decision, isRefusal } from '../engine/decision.ts'
import { cashOf, chipsOf, isBalanced, playersOf } from '../engine/ledger.ts'
import { writeSnapshot } from '../engine/snapshot.ts'
import type { TableState } from '../engine/table.ts'
import { readEntry, type TableEntry } from './entry.ts'
import { replay } from './host.ts'
import type { HouseEvent } from './house/events.ts'
import { evolveHouse, freshHouse, HOUSE } from './house/house.ts'
import { type Meters, meterHouse, meterTable, noMeters, readingOf } from './house/meters.ts'
import type { HouseEntry } from './house-host.ts'
import { chainHash, type Stored, seedHash } from './journal/journal.ts'
import type { JournalReader } from './journal/reader.ts'

/** What is wrong, and where: the stream, and the entry's number where one is to blame. */
export type Finding = { stream: string; seq: number | null; problem: string }
export type StreamReport = { stream: string; entries: number; rounds: number; head: string; finding: Finding | null }

/**
 * Replays a journal and believes nothing: the chain of hashes, the order, every decision against its rule book, every
 * posting, every balance against the meters, and the snapshots. The first entry that is wrong is named.
 */
export function verify(reader: JournalReader): StreamReport[] {
  const damage = reader.damage()
  if (damage)
    return [{ stream: '', entries: 0, rounds: 0, head: '', finding: { stream: '', seq: null, problem: damage } }]
  const house = verifyHouse(reader)
  const tables = reader
    .streams()
    .filter((stream) => stream !== HOUSE)
    .map((stream) => verifyTable(reader, stream, house.meters))
  return [...(house.report ? [house.report] : []), ...tables]
}

/** The chain and the order of one stream; what an entry holds is for `take`. */
function walk(
  reader: JournalReader,
  stream: string,
  take: (entry: Stored) => string | null,
): Omit<StreamReport, 'rounds'> {
  let [seq, head] = [0, seedHash(stream)]
  for (const entry of reader.entries(stream)) {
    const problem = chainProblem(entry, seq, head) ?? attempt(() => take(entry))
    if (problem) return { stream, entries: seq, head, finding: { stream, seq: entry.seq, problem } }
    seq = entry.seq
    head = entry.hash
  }
  const snapshot = reader.snapshot(stream)
  const isAhead = snapshot !== null && snapshot.seq > seq
  const problem = isAhead ? `entries are missing: a snapshot of entry ${snapshot.seq} is there` : null
  return { stream, entries: seq, head, finding: problem ? { stream, seq: seq + 1, problem } : null }
}

function chainProblem(entry: Stored, before: number, head: string): string | null {
  if (entry.seq !== before + 1) return `entry ${before + 1} is missing`
  return chainHash(head, entry) === entry.hash
    ? null
    : 'its hash does not follow from what is before it and what it holds'
}

function attempt(take: () => string | null): string | null {
  try {
    return take()
  } catch (error) {
    return (error as Error).message
  }
}

function verifyTable(reader: JournalReader, stream: string, tickets: Meters): StreamReport {
  let state: TableState | undefined
  let meters = noMeters()
  const asked = new Set<string>()
  const snapshot = reader.snapshot(stream)
  const report = walk(reader, stream, ({ seq, body }) => {
    const entry = readEntry(body)
    const problem = entryProblem(state, entry) ?? askedTwice(asked, entry)
    if (problem) return problem
    state = replay(state, entry)
    if ('events' in entry) for (const event of entry.events) meters = meterTable(meters, stream, event)
    return seq === snapshot?.seq ? snapshotProblem(state, snapshot.body) : null
  })
  const rounds = state?.roundsOpened ?? 0
  if (report.finding || !state) return { ...report, rounds }
  const problem = isBalanced(state.ledger)
    ? meterProblem(stream, state, [meters, tickets])
    : 'the accounts do not sum to zero'
  return { ...report, rounds, finding: problem ? { stream, seq: null, problem } : null }
}

/** The rule book decides again; it must come to the same. */
function entryProblem(state: TableState | undefined, entry: TableEntry): string | null {
  if ('opened' in entry) {
    if (state) return 'the table is set up twice'
    return bookById(entry.opened.book) ? null : `there is no rule book ${entry.opened.book}`
  }
  if (!state) return 'a journal begins with its setup'
  const again = decide(bookById(state.setup.book)!, state, entry.command)
  if ('refused' in entry) return refusalProblem(entry.refused, again)
  const same = !isRefusal(again) && JSON.stringify(again.events) === JSON.stringify(entry.events)
  return same ? null : `by the rule book ${entry.command.do} comes to ${summary(again)}, not to what is written`
}

/** Who may ask at all is for the house to say, so a refusal for lack of authority stands by itself. */
function refusalProblem(refused: { refused: string }, again: Decision): string | null {
  if (refused.refused === 'position-too-low' || refused.refused === 'not-for-this-player') return null
  return isRefusal(again) && again.refused === refused.refused
    ? null
    : `by the rule book this comes to ${summary(again)}`
}

const summary = (decision: Decision): string =>
  isRefusal(decision) ? `the refusal ${decision.refused}` : decision.events.map(({ type }) => type).join(', ')

function askedTwice(asked: Set<string>, entry: TableEntry): string | null {
  if ('opened' in entry || entry.command.id === undefined) return null
  const key = `${entry.actor} ${entry.command.id}`
  if (asked.has(key)) return `the command ${entry.command.id} of ${entry.actor} is there twice`
  asked.add(key)
  return null
}

function snapshotProblem(state: TableState, body: string): string | null {
  const told = JSON.stringify(JSON.parse(body).state)
  const replayed = JSON.stringify(JSON.parse(writeSnapshot(state)))
  return canonical(told) === canonical(replayed) ? null : 'the snapshot of this entry is not what the journal comes to'
}

/** Keys in order, so that two ways of building the same state compare as the same. */
function canonical(text: string): string {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, item]) => [key, sorted(item)]),
    )
  }
  return JSON.stringify(sorted(JSON.parse(text)))
}

/** What the meters reckon a player has must be what the ledger says. */
function meterProblem(stream: string, { ledger }: TableState, meters: readonly Meters[]): string | null {
  for (const player of playersOf(ledger)) {
    const reckoned = readingOf(meters, stream, player).balance
    const held = cashOf(ledger, player) + chipsOf(ledger, player)
    if (reckoned !== held) return `the meters of ${player} come to ${reckoned} cents, the ledger to ${held}`
  }
  return null
}

function verifyHouse(reader: JournalReader): { report: StreamReport | null; meters: Meters } {
  let meters = noMeters()
  if (!reader.streams().includes(HOUSE)) return { report: null, meters }
  let state = freshHouse()
  const redeemed = new Set<string>()
  const report = walk(reader, HOUSE, ({ body }) => {
    const { events } = JSON.parse(body) as HouseEntry
    for (const event of events) {
      const problem = ticketProblem(event, redeemed)
      if (problem) return problem
      state = evolveHouse(state, event)
      meters = meterHouse(meters, event)
    }
    return null
  })
  return { report: { ...report, rounds: 0 }, meters }
}

function ticketProblem(event: HouseEvent, redeemed: Set<string>): string | null {
  if (event.type !== 'ticket-redeemed') return null
  if (redeemed.has(event.number)) return 'a ticket is redeemed twice'
  redeemed.add(event.number)
  return null
}
