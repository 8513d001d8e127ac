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

/** The right to append. `fence`: a lease that every append rests on. `isShared`: any node may, each when nobody was quicker. */
export type WriteRight = { fence: Fence | null; isShared: boolean }

/** What a recorder tells its stream. */
type RecorderListener<Event> = { landed(items: readonly Underway<Event>[]): void; failed(error: Error): void }

/** The entries of a stream that are on their way, for whoever changes who writes it. */
export type Tail = {
  /** The number of the last entry that is on disk. */
  readonly durable: number
  /** Something was decided that is not on disk yet. */
  readonly isAhead: boolean
  /** Resolves when that entry is on disk and in memory. */
  after(seq: number): Promise<void>
  /** Resolves when all that is decided by now is on disk, or will never be. Whoever waits for an entry has its failure. */
  answered(): Promise<void>
  /** Resolves when nothing is being written in parts. */
  written(): Promise<void>
  /** Sends what comes by another right. */
  renew(right: WriteRight): void
  /** Drops what is not on disk. False: the stream was stopped meanwhile. */
  startOver(why: StreamStopped, right: () => WriteRight, before: Promise<void> | null): Promise<boolean>
}

/**
 * Takes decisions to the disk: it makes their entries, sends them to the journal in order, and keeps memory as it is with
 * all of them and as it is on disk.
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

  /** Begins with what the journal holds: at first, and when the stream comes back. */
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
    // A failure reaches whoever waits for the entry itself; this only waits for the end.
    return this.#progress.afterAll(undefined).catch(() => {})
  }

  written(): Promise<void> {
    return this.#outbox.ready()
  }

  /** Takes what was decided into memory and on its way to the disk; resolves when it is there. */
  record(asked: Request<Command>, outcome: CommandOutcome<Event, Answer>, beside?: Beside): Promise<Answer> {
    const { events, answer } = outcome
    const { ahead, last, lastHash } = this.#progress
    const seq = last + 1
    const { key } = asked
    const decidedOn = lastHash === undefined ? {} : { after: lastHash }
    const entry = this.#kind.entryOf(ahead, asked, outcome, beside)
    const after = this.#kind.remember(ahead, entry, seq)
    // Written out first: what cannot be written leaves no gap.
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

  /** Takes in the next entry, which somebody else wrote. `check` may refuse it. */
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
   * First every append is answered: what is on disk after all is told to those who wait for it, and only the others are
   * told that it is not. `before`: what has to end before that.
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

  /** Nothing goes on from here: what is not on disk never happened, and those who wait are told why. */
  end(why: StreamStopped): void {
    this.#isEnded = true
    this.#outbox.shut()
    this.requests.forget()
    this.#progress.end(why)
  }

  /**
   * The hash of an entry after the last one that was decided. Where every node may write, each entry names the one that it
   * was decided on: so no decision is written behind a past that never happened.
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
