import { requestKey, ticketKeys } from '../../record/entry-keys.ts'
import type { Beside } from '../../record/ticket-entry.ts'
import { keyNumber } from '../journal/entry-index.ts'
import type { Journal } from '../journal/journal.ts'
import type { Answered, Asked, EntryOf, Identified, Known, StreamKind } from './stream-kind.ts'

/** A request; `key`: derived from the caller's id for it, if there is one. */
export type Request<Command> = Asked<Command> & { key: number | undefined }

/** A decided request whose entry is pending. */
type Pending<Answer, Entry> = { entry: Entry; answer: Promise<Answer>; beside?: Beside | undefined }

/**
 * The requests of a stream. They make commands idempotent: the same id of the same caller gets the same answer. Pending
 * requests are kept here, all recorded ones are in the journal. No request expires.
 */
export class Requests<Memory, Command extends Identified, Event, Answer, Entry extends EntryOf<Event>> {
  readonly #stream: string
  readonly #kind: StreamKind<Memory, Command, Event, Answer, Entry>
  readonly #journal: Journal
  readonly #pending = new Map<number, Pending<Answer, Entry>>()
  /** Callers with an id that is being looked up. Their further requests wait for the result. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(stream: string, kind: StreamKind<Memory, Command, Event, Answer, Entry>, journal: Journal) {
    this.#stream = stream
    this.#kind = kind
    this.#journal = journal
  }

  keyOf(actor: string, { id }: Command): number | undefined {
    return id === undefined ? undefined : keyNumber(this.#stream, requestKey(actor, id))
  }

  /** All keys of an entry. The key of its request is given. */
  keysOf(entry: Entry, key: number | undefined): number[] {
    const keys = key === undefined ? [] : [key]
    for (const one of ticketKeys(entry)) keys.push(keyNumber(this.#stream, one))
    return keys
  }

  /** Records the keys of an entry that another node wrote: from now on the journal may be searched for them. */
  learn(entry: Entry): void {
    const known = this.#kind.answerOf(entry)
    const key = known ? keyNumber(this.#stream, requestKey(known.actor, known.id)) : undefined
    this.#journal.learn(this.keysOf(entry, key))
  }

  /**
   * Whether a request can be decided at once: none of its caller's ids is being looked up, and its own id was certainly
   * never used.
   */
  isNew(actor: string, key: number | undefined): boolean {
    if (this.#turns.size > 0 && this.#turns.has(actor)) return false
    return key === undefined || !(this.#pending.has(key) || this.#journal.mayHold(key))
  }

  /** Runs work in the caller's turn, after the caller's earlier requests are decided. */
  inTurn<T>(actor: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(actor) ?? Promise.resolve()
    const done = before.then(work)
    const turn = done.then(ignore, ignore).then(() => {
      if (this.#turns.get(actor) === turn) this.#turns.delete(actor)
    })
    this.#turns.set(actor, turn)
    return done
  }

  /**
   * The earlier answer to this request, or the refusal of an id used for another one; null if the id was never used.
   */
  async earlier(actor: string, key: number | undefined, command: Command): Promise<Answered<Answer> | null> {
    if (key === undefined) return null
    const pending = this.#pending.get(key)
    if (pending && isOf(this.#kind.answerOf(pending.entry), actor, command)) return this.#onItsWay(pending, command)
    return this.#journal.mayHold(key) ? this.#onRecord(actor, key, command) : null
  }

  put(key: number, pending: Pending<Answer, Entry>): void {
    this.#pending.set(key, pending)
  }

  /** Removes a request that is durable: from now on the journal has it. */
  landed(key: number): void {
    this.#pending.delete(key)
  }

  /** Drops all pending requests, because their entries failed. */
  forget(): void {
    this.#pending.clear()
  }

  async #onItsWay({ entry, answer, beside }: Pending<Answer, Entry>, command: Command): Promise<Answered<Answer>> {
    const first = await answer
    if (!this.#kind.isSameRequest(entry, command)) return this.#taken(command)
    return beside ? { answer: first, beside } : { answer: first }
  }

  async #onRecord(actor: string, key: number, command: Command): Promise<Answered<Answer> | null> {
    for (const { body } of await this.#journal.find(this.#stream, key)) {
      const entry = this.#kind.read(body, null)
      const known = this.#kind.answerOf(entry)
      if (isOf(known, actor, command)) return this.#kind.isSameRequest(entry, command) ? known : this.#taken(command)
    }
    return null
  }

  #taken({ id }: Command): Answered<Answer> {
    return { answer: this.#kind.idTaken(id!) }
  }
}

/** Two keys may hash to one number, so actor and id are compared here. */
const isOf = <Answer>(known: Known<Answer> | null, actor: string, { id }: Identified): known is Known<Answer> =>
  known?.actor === actor && known.id === id

const ignore = (): void => {}
