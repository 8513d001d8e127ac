import { requestKey, ticketKeys } from '../../record/entry-keys.ts'
import type { Beside } from '../../record/ticket-entry.ts'
import { keyNumber } from '../journal/entry-index.ts'
import type { Journal } from '../journal/journal.ts'
import type { Answered, Asked, EntryOf, Identified, Known, StreamKind } from './stream-kind.ts'

/** What was asked; `key`: of the asker's id, where there is one. */
export type Request<Command> = Asked<Command> & { key: number | undefined }

/** A request that was decided and is on its way to the disk. */
type Pending<Answer, Entry> = { entry: Entry; answer: Promise<Answer>; beside?: Beside | undefined }

/**
 * The requests of a stream, so that the same id of the same asker is the same answer: what is on its way is here, and
 * all that ever was on record is in the journal. Nobody pushes anything out, for nothing is kept that could be.
 */
export class Requests<Memory, Command extends Identified, Event, Answer, Entry extends EntryOf<Event>> {
  readonly #stream: string
  readonly #kind: StreamKind<Memory, Command, Event, Answer, Entry>
  readonly #journal: Journal
  readonly #pending = new Map<number, Pending<Answer, Entry>>()
  /** Whoever has an id looked up: what they ask meanwhile comes after it. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(stream: string, kind: StreamKind<Memory, Command, Event, Answer, Entry>, journal: Journal) {
    this.#stream = stream
    this.#kind = kind
    this.#journal = journal
  }

  keyOf(actor: string, { id }: Command): number | undefined {
    return id === undefined ? undefined : keyNumber(this.#stream, requestKey(actor, id))
  }

  /** All keys of an entry, of which its request's is known. */
  keysOf(entry: Entry, key: number | undefined): number[] {
    const keys = key === undefined ? [] : [key]
    for (const one of ticketKeys(entry)) keys.push(keyNumber(this.#stream, one))
    return keys
  }

  /** All keys of an entry that another wrote: from now on the journal may be asked for them. */
  learn(entry: Entry): void {
    const known = this.#kind.answerOf(entry)
    const key = known ? keyNumber(this.#stream, requestKey(known.actor, known.id)) : undefined
    this.#journal.learn(this.keysOf(entry, key))
  }

  /** Whether it can be decided now: nothing of this asker is being looked up, and the id was surely never given. */
  isNew(actor: string, key: number | undefined): boolean {
    if (this.#turns.size > 0 && this.#turns.has(actor)) return false
    return key === undefined || !(this.#pending.has(key) || this.#journal.mayHold(key))
  }

  /** Does something in the asker's turn: what they asked before is decided by then. */
  inTurn<T>(actor: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(actor) ?? Promise.resolve()
    const done = before.then(work)
    const turn = done.then(ignore, ignore).then(() => {
      if (this.#turns.get(actor) === turn) this.#turns.delete(actor)
    })
    this.#turns.set(actor, turn)
    return done
  }

  /** What was answered to this request, or that its id was another's; null: it was never asked. */
  async earlier(actor: string, key: number | undefined, command: Command): Promise<Answered<Answer> | null> {
    if (key === undefined) return null
    const pending = this.#pending.get(key)
    if (pending && isOf(this.#kind.answerOf(pending.entry), actor, command)) return this.#onItsWay(pending, command)
    return this.#journal.mayHold(key) ? this.#onRecord(actor, key, command) : null
  }

  put(key: number, pending: Pending<Answer, Entry>): void {
    this.#pending.set(key, pending)
  }

  /** It is on disk: from now on the journal knows it. */
  landed(key: number): void {
    this.#pending.delete(key)
  }

  /** What was on its way never came to be. */
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

/** Two keys may have one number: then they are told apart here. */
const isOf = <Answer>(known: Known<Answer> | null, actor: string, { id }: Identified): known is Known<Answer> =>
  known?.actor === actor && known.id === id

const ignore = (): void => {}
