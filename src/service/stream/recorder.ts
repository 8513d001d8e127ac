import type { Stored } from '../../record/stored-entry.ts'
import type { Beside } from '../../record/ticket-entry.ts'
import { marksIn } from '../journal/entry-index.ts'
import { entryHash, type Journal } from '../journal/journal.ts'
import type { Fence } from '../journal/leases.ts'
import { Outbox, type Text, type Underway } from './outbox.ts'
import { Progress } from './progress.ts'
import { type Request, Requests } from './requests.ts'
import { type Restored, takeEntry } from './restore.ts'
import type { CommandOutcome, EntryOf, Identified, StreamKind } from './stream-kind.ts'
import { StreamStopped } from './stream-stopped.ts'

/**
 * The right to append. `fence`: the lease that every append requires. `isShared`: every node may write, with a conflict
 * check for each append.
 */
export type WriteRight = { fence: Fence | null; isShared: boolean }

/** Callbacks of a recorder to its stream. */
type RecorderListener<Event> = { landed(items: readonly Underway<Event>[]): void; failed(error: Error): void }

/** The pending entries of a stream, for a change of its writer. */
export type Tail = {
  /** The number of the last durable entry. */
  readonly durable: number
  /** Whether any decided entry is still pending. */
  readonly isAhead: boolean
  /** Resolves when that entry is on disk and in memory. */
  after(seq: number): Promise<void>
  /**
   * Resolves when every entry decided by now is durable or has failed. A failure reaches the caller of its own entry.
   */
  answered(): Promise<void>
  /** Resolves when no entry is being written in parts. */
  written(): Promise<void>
  /** Appends later entries by another right. */
  renew(right: WriteRight): void
  /** Drops all pending entries. Resolves to false if the stream was stopped meanwhile. */
  startOver(why: StreamStopped, right: () => WriteRight, before: Promise<void> | null): Promise<boolean>
}

/**
 * Records decisions: it builds their entries, sends them to the journal in order, and keeps the pending and the durable
 * state.
 */
export class Recorder<Memory, Command extends Identified, Event, Answer, Entry extends EntryOf<Event>> implements Tail {
  readonly requests: Requests<Memory, Command, Event, Answer, Entry>
  readonly #stream: string
  readonly #kind: StreamKind<Memory, Command, Event, Answer, Entry>
  readonly #journal: Journal
  readonly #told: RecorderListener<Event>
  #progress!: Progress<Memory>
  #outbox!: Outbox<Underway<Event>, Memory>
  #isEnded = false

  constructor(
    stream: string,
    kind: StreamKind<Memory, Command, Event, Answer, Entry>,
    journal: Journal,
    told: RecorderListener<Event>,
  ) {
    this.#stream = stream
    this.#kind = kind
    this.#journal = journal
    this.#told = told
    this.requests = new Requests(stream, kind, journal)
  }

  /** Begins with state read from the journal: at the start, and when the stream comes back. */
  begin(from: Restored<Memory>, right: WriteRight): void {
    this.#progress = new Progress(right.isShared ? from : { ...from, hash: undefined })
    this.#isEnded = false
    this.renew(right)
  }

  renew({ fence, isShared }: WriteRight): void {
    this.#outbox = new Outbox(
      this.#journal,
      (items, after) => this.#landed(items, after),
      (error) => this.#told.failed(error),
      fence,
      isShared,
    )
  }

  get progress(): Progress<Memory> {
    return this.#progress
  }

  get outbox(): Outbox<Underway<Event>, Memory> {
    return this.#outbox
  }

  get durable(): number {
    return this.#progress.durable
  }

  get isAhead(): boolean {
    return this.#progress.isAhead
  }

  after(seq: number): Promise<void> {
    return this.#progress.after(seq, undefined)
  }

  answered(): Promise<void> {
    // The caller of the entry gets its failure. This code only waits for the end.
    return this.#progress.afterAll(undefined).catch(() => {})
  }

  written(): Promise<void> {
    return this.#outbox.ready()
  }

  /** Adds a decision to the pending state and sends its entry to the journal. Resolves when it is durable. */
  record(asked: Request<Command>, outcome: CommandOutcome<Event, Answer>, beside?: Beside): Promise<Answer> {
    const { events, answer } = outcome
    const { ahead, last, lastHash } = this.#progress
    const seq = last + 1
    const { key } = asked
    const decidedOn = lastHash === undefined ? {} : { after: lastHash }
    const entry = this.#kind.entryOf(ahead, asked, outcome, beside)
    const after = this.#kind.remember(ahead, entry, seq)
    // The entry is written as text first: an entry that cannot be written leaves no gap.
    const text = this.#kind.write(entry)
    const hash = this.#hashOf(text)
    this.#progress.advance(seq, after, hash)
    const index = { keys: this.requests.keysOf(entry, key), marks: marksIn(this.#stream, entry) }
    const rest = { events, key, hash }
    this.#outbox.put(text, after, (body) => ({
      append: { stream: this.#stream, seq, body, ...index, ...decidedOn },
      ...rest,
    }))
    const told = this.#progress.after(seq, answer)
    if (key !== undefined) this.requests.put(key, { entry, answer: told, beside })
    return told
  }

  /** Takes in the next entry, which another node wrote. `check` may refuse it. */
  follow({ seq, body }: Pick<Stored, 'seq' | 'body'>, check: (entry: Entry) => void): Entry {
    const { settled } = this.#progress
    const entry = takeEntry(this.#stream, seq, () => this.#kind.read(body, settled))
    const after = takeEntry(this.#stream, seq, () => this.#kind.remember(settled, entry, seq))
    this.requests.learn(entry)
    check(entry)
    const hash = this.#hashOf(body)
    this.#progress.follow(seq, after, hash)
    if (hash !== undefined) this.#journal.note({ stream: this.#stream, seq, body, hash })
    return entry
  }

  /**
   * Waits until every append is answered. Callers whose entry became durable after all get their answer, and only the
   * others get a failure. `before`: work that has to end first.
   */
  async startOver(why: StreamStopped, right: () => WriteRight, before: Promise<void> | null): Promise<boolean> {
    const outbox = this.#outbox
    outbox.shut()
    await before
    await outbox.idle()
    if (this.#isEnded) return false
    this.requests.forget()
    this.renew(right())
    this.#progress.fallBack(outbox.doubt ? new StreamStopped(this.#stream, outbox.doubt.message) : why)
    return true
  }

  /** Ends the stream here. Pending entries are dropped, and their callers get the reason. */
  end(why: StreamStopped): void {
    this.#isEnded = true
    this.#outbox.shut()
    this.requests.forget()
    this.#progress.end(why)
  }

  /**
   * The hash of an entry after the last decided one. Where every node may write, each entry names the one that it was
   * decided on, so no decision can be appended to a history other than its own.
   */
  #hashOf(body: Text): string | undefined {
    if (this.#progress.lastHash === undefined) return undefined
    if (typeof body !== 'string') throw new Error('an entry of a shared stream is written in one piece')
    return entryHash(body)
  }

  #landed(items: readonly Underway<Event>[], after: Memory): void {
    if (this.#isEnded) return
    for (const { key } of items) if (key !== undefined) this.requests.landed(key)
    const { append, hash } = items.at(-1)!
    this.#progress.land(append.seq, after, hash)
    this.#told.landed(items)
  }
}
