import type { Cents } from '../engine/money.ts'
import { actorOf } from '../house/caller.ts'
import { foreignField } from '../house/command-shapes.ts'
import { decideHouse } from '../house/decide-house.ts'
import type { TicketEnd } from '../house/house-commands.ts'
import type { HouseDecision } from '../house/house-events.ts'
import type { Meters } from '../house/meters.ts'
import { HOUSE, type HouseState } from '../house/state.ts'
import { readTicketNumber } from '../house/tickets.ts'
import { moment } from '../house/time.ts'
import { dropProblem } from './accounts.ts'
import { isSame } from './canonical.ts'
import { askerProblem, noteProblem } from './house-actors.ts'
import { type Beside, type HouseEntry, houseEntryFrom } from './house-entry.ts'
import { freshHouseMemory, houseSnapshot, rememberHouse } from './house-memory.ts'
import { IndexCheck, withIndexRemark } from './index-check.ts'
import { Standing } from './standing.ts'
import type { StreamReport } from './stream-report.ts'
import { atOnce, type Evidence, walk } from './stream-walk.ts'

/** What the house says that a table did with a ticket's credits, by the table's entry; `seq`: the house's own. */
type Tickets = Map<string, { seq: number; did: 'buy-in' | 'cash-out'; player: string; amount: Cents }>

/** What became of every ticket that was closed, by its number. */
type TicketEnds = Map<string, TicketEnd>

export type VerifiedHouse = {
  report: StreamReport
  state: HouseState
  meters: Meters
  tickets: Tickets
  standing: Standing
  /** Every table where there was a ticket. */
  places: ReadonlySet<string>
}

/** Every decision of the house is decided again, as the tables' are. */
export async function verifyHouse(evidence: Evidence): Promise<VerifiedHouse> {
  let memory = freshHouseMemory()
  const standing = new Standing()
  const tickets: Tickets = new Map()
  const ends: TicketEnds = new Map()
  const places = new Set<string>()
  const asked = new Set<string>()
  const remarks: string[] = []
  const index = new IndexCheck(evidence.reader, HOUSE)
  const walked = await walk(evidence, HOUSE, {
    remarks,
    snapshot: (hash) => atOnce(houseSnapshot(memory, hash)),
    async take(plain, { seq }) {
      const entry = houseEntryFrom(plain)
      const problem =
        foreignProblem(entry) ??
        timeProblem(standing, entry, remarks) ??
        askerProblem(memory.state, standing, entry.command) ??
        endProblem(ends, entry) ??
        decisionProblem(memory.state, entry) ??
        askedTwice(asked, entry) ??
        ticketProblem(tickets, entry, seq)
      if (problem) return problem
      memory = rememberHouse(memory, entry)
      standing.note(seq, entry.at, memory.state, entry.events)
      noteTickets(ends, places, entry)
      await index.take(plain, seq, null)
      return null
    },
  })
  const { state, meters } = memory
  const problem = walked.finding ? null : dropProblem(memory)
  const finding = problem ? { stream: HOUSE, seq: null, problem } : walked.finding
  const report = await withIndexRemark({ ...walked, rounds: 0, finding }, index)
  return { report, state, meters, tickets, standing, places }
}

const entryFields = ['v', 'salt', 'at', 'beside', 'command', 'events', 'refused']

/** Finds what an entry or its command should not hold. Events and refusals are compared with what the command comes to. */
function foreignProblem(entry: HouseEntry): string | null {
  const foreign = Object.keys(entry).find((field) => !entryFields.includes(field))
  if (foreign !== undefined) return `it has a field ${foreign}, which no entry of the house has`
  const odd = foreignField(entry.command)
  if (odd !== null) return `its command has a field ${odd}, which ${entry.command.do} has not`
  if (!entry.beside) return null
  const isTicket = entry.events.some(({ type }) => type === 'ticket-issued' || type === 'ticket-redeemed')
  return isTicket && Object.keys(entry.beside).length === 2 ? null : 'it names an entry of a table, and has none'
}

/** Time runs on, but for a correction of the clock that is itself on record. */
function timeProblem(standing: Standing, { at, command }: HouseEntry, remarks: string[]): string | null {
  if (command.at !== at) return 'its time is not that of its command'
  const before = standing.times.at(-1)!
  if (command.do === 'correct-clock') {
    remarks.push(`the clock was set from ${command.from} to ${command.to}`)
    const fits = moment(at) >= moment(command.to) && (before === '' || moment(command.from) >= moment(before))
    return fits ? null : 'the correction of the clock does not fit the times around it'
  }
  return before === '' || moment(at) >= moment(before) ? null : `it is of ${at}, before the entry before it`
}

function decisionProblem(state: HouseState, { command, events, refused }: HouseEntry): string | null {
  const noted = command.do === 'note-refusal' ? noteProblem(state, command) : null
  if (noted) return noted
  if (events.length === 0) return 'nothing comes of it, and it is on record'
  const again = decideHouse(state, command)
  const same = isSame(again.events, events) && isSame(again.refused, refused)
  return same ? null : `by the house's rules ${command.do} comes to ${summary(again)}, not to what is written`
}

const summary = ({ events, refused }: HouseDecision): string =>
  refused ? `the refusal ${refused.refused}` : events.map(({ type }) => type).join(', ') || 'nothing'

function askedTwice(asked: Set<string>, { command: { by, id } }: HouseEntry): string | null {
  if (id === undefined) return null
  const actor = actorOf(by)
  const key = `${actor} ${id}`
  if (asked.has(key)) return `the request ${id} of ${actor} is there twice`
  asked.add(key)
  return null
}

function noteTickets(ends: TicketEnds, places: Set<string>, { events }: HouseEntry): void {
  for (const event of events) {
    if (event.type === 'ticket-redeemed') ends.set(event.number, { redeemed: event.at })
    if (event.type === 'ticket-cancelled') ends.set(event.number, { cancelled: event.at })
    if ('place' in event) places.add(event.place.table)
  }
}

/** What a command says that the journal knew of a ticket, and that no number is given twice. */
function endProblem(ends: TicketEnds, { command, events }: HouseEntry): string | null {
  const [event] = events
  if (event?.type === 'ticket-issued' && ends.has(event.number)) return 'there was a ticket with this number before'
  if (!('closed' in command)) return null
  const end = ends.get(readTicketNumber(command.number) ?? '')
  return isSame(end, command.closed) ? null : 'what it says of its ticket did not happen'
}

export const entryName = ({ stream, seq }: Beside): string => `${stream}, entry ${seq}`

/** The ticket of a terminal goes with an entry of its table. That none is redeemed twice, `evolveHouse` sees to. */
function ticketProblem(tickets: Tickets, { events, beside }: HouseEntry, seq: number): string | null {
  for (const event of events) {
    if (event.type !== 'ticket-issued' && event.type !== 'ticket-redeemed') continue
    const { place, amount } = event
    if (!('terminal' in place)) continue
    if (beside?.stream !== place.table) return 'it is the ticket of a terminal, and names no entry of its table'
    const did = event.type === 'ticket-issued' ? 'cash-out' : 'buy-in'
    tickets.set(entryName(beside), { seq, did, player: place.player, amount })
  }
  return null
}
