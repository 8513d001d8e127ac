import { expect } from 'vitest'
import { bookById } from '../src/books/index.ts'
import type { TableEvent } from '../src/engine/events.ts'
import { isBalanced } from '../src/engine/ledger.ts'
import { type RefusalCode, refusals } from '../src/engine/refusals.ts'
import type { TableState } from '../src/engine/table.ts'
import { auditorView } from '../src/engine/views.ts'
import { actorOf } from '../src/house/caller.ts'
import type { TicketStreamEvent } from '../src/house/house-events.ts'
import { evolveHouse, freshHouse, HOUSE } from '../src/house/state.ts'
import { TICKETS } from '../src/house/ticket-state.ts'
import { type HouseEntry, readHouseEntry } from '../src/record/house-entry.ts'
import { leafHash } from '../src/record/leaf-hash.ts'
import type { Stored } from '../src/record/stored-entry.ts'
import { readTableEntry, type TableEntry } from '../src/record/table-entry.ts'
import { replay } from '../src/record/table-memory.ts'
import { readTicketEntry, type TicketEntry } from '../src/record/ticket-entry.ts'
import { findingsIn, readStore } from './support/journal.ts'
import type { Answer, Body } from './support/service.ts'

/** For campaigns with kills: compares requests and their answers with the journal. */

/** A command, with its caller's id in the service. It is sent until it is answered, with the same id. */
export type Asked = { stream: string; actor: string; id: string; command: Body }

/** A ticket that a terminal was given or paid, by the id of its wish. */
export type PaidTicket = { terminal: string; id: string; number: string; amount: number }

/** One stream, read on after every kill: its chain, its state from the first entry on, and every id that is in it. */
export class RecordedStream {
  readonly name: string
  seq = 0
  state: TableState | undefined
  house = freshHouse()
  readonly ids = new Map<string, TableEntry | HouseEntry | TicketEntry>()
  readonly events: TableEvent[] = []
  readonly ticketEvents: TicketStreamEvent[] = []
  /** Views that the service gave, by version. */
  readonly views = new Map<number, Record<string, unknown>>()
  compared = 0

  constructor(name: string) {
    this.name = name
  }

  take({ seq, body, hash }: Stored): void {
    expect([this.name, seq, hash]).toEqual([this.name, this.seq + 1, leafHash(body)])
    this.seq = seq
    if (this.name === HOUSE) this.#takeHouse(readHouseEntry(body))
    else if (this.name === TICKETS) this.#takeTicket(readTicketEntry(body))
    else this.#takeTable(readTableEntry(body))
  }

  #takeTable(entry: TableEntry): void {
    this.state = replay(this.state, entry)
    expect(isBalanced(this.state.ledger), `${this.name} ${this.seq}`).toBe(true)
    if ('command' in entry && entry.command.id) this.#once(`${entry.actor} ${entry.command.id}`, entry)
    if ('events' in entry) this.events.push(...entry.events)
    const view = this.views.get(this.seq)
    if (view) this.#compare(view)
  }

  #takeHouse(entry: HouseEntry): void {
    this.house = entry.events.reduce(evolveHouse, this.house)
    this.#takeRequest(entry)
  }

  #takeTicket(entry: TicketEntry): void {
    this.ticketEvents.push(...entry.events)
    this.#takeRequest(entry)
  }

  #takeRequest(entry: HouseEntry | TicketEntry): void {
    const { by, id } = entry.command
    if (id) this.#once(`${actorOf(by)} ${id}`, entry)
  }

  #once(key: string, entry: TableEntry | HouseEntry | TicketEntry): void {
    expect(this.ids.has(key), `${this.name}: ${key} occurs twice`).toBe(false)
    this.ids.set(key, entry)
  }

  /** The wheel's status is momentary and not in the journal. */
  #compare({ wheel: _, ...view }: Record<string, unknown>): void {
    const { state } = this
    const own = auditorView(bookById(state!.setup.book)!, state!)
    expect(view, `${this.name} at ${this.seq}`).toEqual(JSON.parse(JSON.stringify(own)))
    this.compared++
  }
}

/** The acknowledgements that clients received, and the record that must hold them. */
export class Acknowledgements {
  /** Answers that were neither yes nor no. */
  readonly problems: string[] = []
  /** Found in the record once, with the same answer. */
  checked = 0
  /** Refusals that leave no record. */
  unrecorded = 0
  readonly #store: string
  readonly #streams = new Map<string, RecordedStream>()
  readonly #answers: (Asked & { answer: Answer })[] = []
  readonly #tickets: PaidTicket[] = []

  /** `store`: a data folder, or the address of a database. */
  constructor(store: string) {
    this.#store = store
  }

  get entries(): number {
    return [...this.#streams.values()].reduce((sum, { seq }) => sum + seq, 0)
  }

  stream(name: string): RecordedStream {
    const known = this.#streams.get(name) ?? new RecordedStream(name)
    this.#streams.set(name, known)
    return known
  }

  hear(asked: Asked, answer: Answer): void {
    if (answer.problem) this.problems.push(`${JSON.stringify(asked.command)}: ${answer.problem}`)
    else this.#answers.push({ ...asked, answer })
  }

  hearTicket(ticket: PaidTicket): void {
    this.#tickets.push(ticket)
  }

  isRecorded({ stream, actor, id }: Asked): boolean {
    return this.stream(stream).ids.has(`${actor} ${id}`)
  }

  /**
   * Continues reading, and looks up everything that was answered since. `ticketTable`: the table where tickets become
   * credits.
   */
  async check(ticketTable: string): Promise<void> {
    await readStore(this.#store, async (reader) => {
      for (const name of await reader.streams())
        for await (const page of reader.pages(name, this.stream(name).seq + 1))
          for (const entry of page) this.stream(name).take(entry)
    })
    for (const one of this.#answers.splice(0)) this.#checkAnswer(one)
    for (const one of this.#tickets.splice(0)) this.#checkTicket(one)
    this.#checkBothSides(ticketTable)
  }

  async mustVerify(): Promise<void> {
    expect(await findingsIn(this.#store)).toEqual([])
  }

  /** It is there once, with what was answered; a refusal that leaves no record is not. */
  #checkAnswer({ stream, actor, id, answer }: Asked & { answer: Answer }): void {
    const entry = this.stream(stream).ids.get(`${actor} ${id}`)
    const { id: _, ...told } = answer
    const written = entry && ('refused' in entry ? entry.refused : { events: (entry as { events: unknown }).events })
    // Refusals in quick succession are not all recorded.
    const isNote = written !== undefined && refusals[answer.refused as RefusalCode]?.recorded
    const isRecorded = !answer.refused || isNote
    // A refusal without a record is decided again when the command is sent twice (docs/api.md). It never becomes an
    // acceptance.
    const isRefusedTwice = !isRecorded && entry !== undefined && 'refused' in entry
    expect([stream, actor, id, isRefusedTwice ? undefined : written]).toEqual([
      stream,
      actor,
      id,
      isRecorded ? told : undefined,
    ])
    if (isRecorded) this.checked++
    else this.unrecorded++
  }

  #checkTicket({ terminal, id, number, amount }: PaidTicket): void {
    const entry = this.stream(TICKETS).ids.get(`terminal:${terminal} ${id}`) as TicketEntry
    expect(entry?.events, id).toMatchObject([{ number, amount }])
    this.checked++
  }

  /** A ticket and the credits it stands for are in two streams, and always in both. */
  #checkBothSides(table: string): void {
    const ways = [
      ['ticket-redeemed', 'ticket-in-'],
      ['ticket-issued', 'ticket-out-'],
    ] as const
    for (const [type, prefix] of ways) {
      const tickets = this.stream(TICKETS).ticketEvents.filter((event) => event.type === type)
      const atTable = [...this.stream(table).ids.keys()].filter((key) => key.includes(` ${prefix}`))
      expect([type, atTable.length]).toEqual([type, tickets.length])
    }
  }
}
