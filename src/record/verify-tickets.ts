import { decideTickets } from '../house/decide-tickets.ts'
import type { TicketEnd } from '../house/house-commands.ts'
import { type Meters, noMeters } from '../house/meters.ts'
import type { KnownCallers } from '../house/state.ts'
import { TICKETS, type TicketState } from '../house/ticket-state.ts'
import { readTicketNumber } from '../house/tickets.ts'
import { isSame } from './canonical.ts'
import { entryTimeProblem, houseNumberProblem } from './entry-times.ts'
import { askerThenProblem, noteProblem } from './house-actors.ts'
import { IndexCheck, withIndexRemark } from './index-check.ts'
import type { Standing, When } from './standing.ts'
import type { StreamReport } from './stream-report.ts'
import { atOnce, type Evidence, walk } from './stream-walk.ts'
import { type Beside, type TicketEntry, ticketEntryFrom } from './ticket-entry.ts'
import { dropProblem, freshTicketMemory, rememberTickets, ticketSnapshot } from './ticket-memory.ts'
import { askedTwice, foreignProblem, outcomeProblem, type VerifiedHouse, witness } from './verify-house.ts'

/** The credits that a ticket expects at a table, by the table's entry; `seq`: the ticket's own entry. */
type Credits = Map<string, { seq: number; did: 'buy-in' | 'cash-out'; player: string; amount: number }>

/** The end of every closed ticket, by its number. */
type TicketEnds = Map<string, TicketEnd>

export type VerifiedTickets = {
  /** Null: there never was a ticket. */
  report: StreamReport | null
  meters: Meters
  /** Each is taken out by the entry of the table that it names. */
  credits: Credits
  /** Every table where there was a ticket. */
  places: ReadonlySet<string>
}

export const noTickets = (): VerifiedTickets => ({
  report: null,
  meters: noMeters(),
  credits: new Map(),
  places: new Set(),
})

/** Every decision about a ticket is decided again, on the tickets before it and on what the house knew of its caller. */
export async function verifyTickets(evidence: Evidence, house: VerifiedHouse | null): Promise<VerifiedTickets> {
  let memory = freshTicketMemory()
  let before: TicketEntry | null = null
  const standing = witness(house, evidence.reader)
  const credits: Credits = new Map()
  const ends: TicketEnds = new Map()
  const places = new Set<string>()
  const asked = new Set<string>()
  const index = new IndexCheck(evidence.reader, TICKETS)
  const walked = await walk(evidence, TICKETS, {
    remarks: [],
    snapshot: (hash) => atOnce(ticketSnapshot(memory, hash)),
    async take(plain, { seq }) {
      const entry = ticketEntryFrom(plain)
      const problem =
        foreignProblem(entry, entryFields, 'the tickets') ??
        besideProblem(entry) ??
        headProblem(entry) ??
        entryTimeProblem(entry, before, standing) ??
        endProblem(ends, entry) ??
        (standing ? decisionProblem(standing, memory.state, entry) : null) ??
        askedTwice(asked, entry.command) ??
        creditsProblem(credits, entry, seq)
      if (problem) return problem
      memory = rememberTickets(memory, entry)
      before = entry
      noteTickets(ends, places, entry)
      await index.take(plain, seq, null)
      return null
    },
  })
  const problem = walked.finding ? null : dropProblem(memory)
  const finding = problem ? { stream: TICKETS, seq: null, problem } : walked.finding
  const report = await withIndexRemark({ ...walked, rounds: 0, finding }, index)
  return { report, meters: memory.meters, credits, places }
}

const entryFields = ['v', 'salt', 'at', 'house', 'beside', 'command', 'events', 'refused']

function besideProblem({ beside, events }: TicketEntry): string | null {
  if (!beside) return null
  const isAtTerminal = events.some((event) => 'place' in event && 'terminal' in event.place)
  return isAtTerminal && Object.keys(beside).length === 2 ? null : 'it names an entry of a table, and has none'
}

const headProblem = ({ house, at, command }: TicketEntry): string | null =>
  houseNumberProblem(house) ?? (command.at === at ? null : 'its time is not that of its command')

/** The named entry of the house decides the permission. */
function decisionProblem(standing: Standing, tickets: TicketState, entry: TicketEntry): string | null {
  const { command, house, at } = entry
  const when = { house, at }
  const callers = callersAt(standing, when)
  const noted = command.do === 'note-refusal' ? noteProblem(callers, command) : null
  return (
    askerThenProblem(standing, command, when) ??
    noted ??
    outcomeProblem(entry, decideTickets({ callers, tickets }, command))
  )
}

export const callersAt = (standing: Standing, when: When): KnownCallers => ({
  staff: { get: (badge) => standing.staffAt(badge, when)[0]?.member },
  terminals: { get: (terminal) => standing.terminalAt(terminal, when)[0] },
})

function noteTickets(ends: TicketEnds, places: Set<string>, { events }: TicketEntry): void {
  for (const event of events) {
    if (event.type === 'ticket-redeemed') ends.set(event.number, { redeemed: event.at })
    if (event.type === 'ticket-cancelled') ends.set(event.number, { cancelled: event.at })
    if ('place' in event) places.add(event.place.table)
  }
}

/** Checks a command's statement about the end of its ticket, and that no number is issued twice. */
function endProblem(ends: TicketEnds, { command, events }: TicketEntry): string | null {
  const [event] = events
  if (event?.type === 'ticket-issued' && ends.has(event.number)) return 'there was a ticket with this number before'
  if (!('closed' in command)) return null
  const end = ends.get(readTicketNumber(command.number) ?? '')
  return isSame(end, command.closed) ? null : 'its facts of the ticket contradict the record'
}

export const entryName = ({ stream, seq }: Beside): string => `${stream}, entry ${seq}`

/** The ticket of a terminal goes with an entry of its table. `evolveTickets` ensures that none is redeemed twice. */
function creditsProblem(credits: Credits, { events, beside }: TicketEntry, seq: number): string | null {
  for (const event of events) {
    if (event.type !== 'ticket-issued' && event.type !== 'ticket-redeemed') continue
    const { place, amount } = event
    if (!('terminal' in place)) continue
    if (beside?.stream !== place.table) return 'it is the ticket of a terminal, and names no entry of its table'
    const did = event.type === 'ticket-issued' ? 'cash-out' : 'buy-in'
    credits.set(entryName(beside), { seq, did, player: place.player, amount })
  }
  return null
}
