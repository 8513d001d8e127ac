import { bookById } from '../books/index.ts'
import { decide } from '../engine/decide.ts'
import { type Decision, isRefusal } from '../engine/decision.ts'
import { cashOf, chipsOf, isBalanced, playersOf } from '../engine/ledger.ts'
import type { Cents } from '../engine/money.ts'
import type { TableState } from '../engine/table.ts'
import type { Beside, HouseEntry } from '../house/entry.ts'
import type { HouseEvent } from '../house/events.ts'
import { type Meters, meterHouse, noMeters, readingOf } from '../house/meters.ts'
import { evolveHouse, freshHouse, HOUSE } from '../house/state.ts'
import { type Chain, portableChain } from './chain.ts'
import type { JournalReader, Stored } from './stored.ts'
import { readTableEntry, type TableEntry } from './table-entry.ts'
import { remember, type TableMemory } from './table-memory.ts'
import { tableSnapshot, writeTableMemory } from './table-snapshot.ts'

/** What is wrong, and where: the stream, and the entry's number where one is to blame. */
export type Finding = { stream: string; seq: number | null; problem: string }
export type StreamReport = { stream: string; entries: number; rounds: number; head: string; finding: Finding | null }

/** What the house says that a table did with a ticket's credits, by the table's entry; `seq`: the house's own. */
type Tickets = Map<string, { seq: number; did: 'buy-in' | 'cash-out'; player: string; amount: Cents }>
/** A stream that was exported comes without the house. */
type House = { report: StreamReport; meters: Meters; tickets: Tickets } | null

/**
 * Replays a journal and believes nothing: the chain of hashes, the order, every decision against its rule book, every
 * posting, every balance against the meters, every ticket against the credits, and the snapshots. The first entry that is
 * wrong is named.
 */
export function verify(reader: JournalReader, chain: Chain = portableChain): StreamReport[] {
  const damage = reader.damage()
  if (damage)
    return [{ stream: '', entries: 0, rounds: 0, head: '', finding: { stream: '', seq: null, problem: damage } }]
  const house = reader.streams().includes(HOUSE) ? verifyHouse(reader, chain) : null
  const tables = reader
    .streams()
    .filter((stream) => stream !== HOUSE)
    .map((stream) => verifyTable(reader, chain, stream, house))
  return house ? [withLostTicket(house, tables), ...tables] : tables
}

/** What is left when every table was followed to its end is a ticket whose credits never moved. */
function withLostTicket({ report, tickets }: NonNullable<House>, tables: readonly StreamReport[]): StreamReport {
  const [lost] = tickets
  if (!lost || report.finding || tables.some(({ finding }) => finding)) return report
  const [at, { seq, did, amount }] = lost
  const problem = `its ticket stands for a ${did} of ${amount} cents at ${at}, and there is none`
  return { ...report, finding: { stream: HOUSE, seq, problem } }
}

/** The chain and the order of one stream; what an entry holds is for `take`. */
function walk(
  reader: JournalReader,
  chain: Chain,
  stream: string,
  take: (entry: Stored) => string | null,
): Omit<StreamReport, 'rounds'> {
  let [seq, head] = [0, chain.seedHash(stream)]
  for (const entry of reader.entries(stream)) {
    const problem = chainProblem(chain, entry, seq, head) ?? attempt(() => take(entry))
    if (problem) return { stream, entries: seq, head, finding: { stream, seq: entry.seq, problem } }
    seq = entry.seq
    head = entry.hash
  }
  const snapshot = reader.snapshot(stream)
  const isAhead = snapshot !== null && snapshot.seq > seq
  const problem = isAhead ? `entries are missing: a snapshot of entry ${snapshot.seq} is there` : null
  return { stream, entries: seq, head, finding: problem ? { stream, seq: seq + 1, problem } : null }
}

function chainProblem(chain: Chain, entry: Stored, before: number, head: string): string | null {
  if (entry.seq !== before + 1) return `entry ${before + 1} is missing`
  return chain.chainHash(head, entry) === entry.hash
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

function verifyTable(reader: JournalReader, chain: Chain, stream: string, house: House): StreamReport {
  let memory: TableMemory | null = null
  const asked = new Set<string>()
  const snapshot = reader.snapshot(stream)
  const report = walk(reader, chain, stream, ({ seq, body, hash }) => {
    const entry = readTableEntry(body, memory?.state.setup.book)
    const at = entryName(stream, seq)
    const problem = entryProblem(memory?.state, entry) ?? askedTwice(asked, entry) ?? ticketless(house, at, entry)
    if (problem) return problem
    memory = remember(memory, stream, seq, entry)
    return seq === snapshot?.seq
      ? snapshotProblem(tableSnapshot(atOnce(writeTableMemory(memory)), hash), snapshot.body)
      : null
  })
  const { state, meters } = (memory as TableMemory | null) ?? { state: undefined, meters: noMeters() }
  const rounds = state?.roundsOpened ?? 0
  if (report.finding || !state) return { ...report, rounds }
  const problem = isBalanced(state.ledger)
    ? meterProblem(stream, state, house ? [meters, house.meters] : [meters])
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

const entryName = (stream: string, seq: number): string => `${stream}, entry ${seq}`

/** Credits come to a terminal and leave it by ticket alone. */
function ticketless(house: House, at: string, entry: TableEntry): string | null {
  if (!house || !('events' in entry) || !entry.actor.startsWith('terminal:')) return null
  const { command } = entry
  if (command.do !== 'buy-in' && command.do !== 'cash-out') return null
  const ticket = house.tickets.get(at)
  house.tickets.delete(at)
  const isSame = ticket?.did === command.do && ticket.player === command.player && ticket.amount === command.amount
  return isSame ? null : `the house knows no ticket for this ${command.do}`
}

function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const snapshotProblem = (replayed: string, told: string): string | null =>
  canonical(told) === canonical(replayed) ? null : 'the snapshot of this entry is not what the journal comes to'

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

function verifyHouse(reader: JournalReader, chain: Chain): NonNullable<House> {
  let meters = noMeters()
  let state = freshHouse()
  const tickets: Tickets = new Map()
  const snapshot = reader.snapshot(HOUSE)
  const report = walk(reader, chain, HOUSE, ({ seq, body }) => {
    const { beside, events } = JSON.parse(body) as HouseEntry
    for (const event of events) {
      const problem = ticketProblem(tickets, event, beside, seq)
      if (problem) return problem
      state = evolveHouse(state, event)
      meters = meterHouse(meters, event)
    }
    return seq === snapshot?.seq ? snapshotProblem(JSON.stringify({ state, meters }), snapshot.body) : null
  })
  return { report: { ...report, rounds: 0 }, meters, tickets }
}

/** The ticket of a terminal goes with an entry of its table. That none is redeemed twice, `evolveHouse` sees to. */
function ticketProblem(tickets: Tickets, event: HouseEvent, beside: Beside | undefined, seq: number): string | null {
  if (event.type !== 'ticket-issued' && event.type !== 'ticket-redeemed') return null
  const { place, amount } = event
  if (!('terminal' in place)) return null
  if (beside?.stream !== place.table) return 'it is the ticket of a terminal, and names no entry of its table'
  const did = event.type === 'ticket-issued' ? 'cash-out' : 'buy-in'
  tickets.set(entryName(beside.stream, beside.seq), { seq, did, player: place.player, amount })
  return null
}
