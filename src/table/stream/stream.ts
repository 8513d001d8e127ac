import type { Append } from '../../record/stored-entry.ts'
import type { Journal } from '../journal/journal.ts'
import { freshSalt } from '../means/salts.ts'
import { DiskGate } from './gate.ts'
import { inSlices } from './in-slices.ts'
import { Outbox } from './outbox.ts'
import { Requests } from './requests.ts'
import { type Restored, restore } from './restore.ts'
import { Retry } from './retry.ts'
import type { Answered, Asked, Beside, Identified, Missing, Outcome, StreamKind } from './stream-kind.ts'

declare const onDisk: unique symbol
/** What has passed the disk. Only a stream makes it, so that no door can tell what may still be lost. */
export type Settled<T> = T & { readonly [onDisk]: true }

/** The stream is stopped: an append failed, or a bug was found. It comes back from the journal, not from memory. */
export class StreamStopped extends Error {
  readonly stream: string

  constructor(stream: string, why: string) {
    super(why)
    this.stream = stream
  }
}

/** Who follows a stream. `recorded`: events that are on disk now; `decided`: they may still be lost. */
export type Watcher<Event> = {
  recorded?(events: readonly Event[], seq: number): void
  decided?(events: readonly Event[]): void
  stopped?(error: Error): void
  restored?(): void
}

/** What came of two streams' commands: both answers, the refusal of one, or what was answered the first time. */
export type Together<First, Second> =
  | { answer: First; otherAnswer: Second }
  | { refused: First }
  | { otherRefused: Second }
  | { again: Answered<Second> }

/** `mayNote`: whether a refusal that changes nothing goes on record, or there were too many of that sender. */
export type StreamOptions = {
  journal: Journal
  now: () => string
  mayNote?: (actor: string) => boolean
  reviveAfterMs?: number
  /** Where the salt of each entry comes from. */
  salt?: () => string
}

const same = <T>(memory: T): T => memory

const REVIVE_AFTER_MS = 1_000
const SNAPSHOT_AFTER_MS = 100

type Underway<Memory, Event> = { append: Append; events: readonly Event[]; after: Memory; key: number | undefined }
type Decide<Command, Event, Answer> = (asked: Asked<Command>) => Outcome<Event, Answer>
/** `key`: of the asker's id, where there is one. */
type Request<Command> = Asked<Command> & { key: number | undefined }

/**
 * One stream of the journal and its one writer. A command is decided on the memory as it will be when all that was
 * decided before it is on disk; its answer waits until it is there itself. So nobody hears of what is not on disk,
 * refusals included. What was decided and is not on disk yet is private: what leaves has the type `Settled`.
 */
export class Stream<Memory, Command extends Identified, Event, Answer, Entry> {
  readonly id: string
  readonly now: () => string
  readonly #kind: StreamKind<Memory, Command, Event, Answer, Entry>
  readonly #journal: Journal
  readonly #mayNote: (actor: string) => boolean
  readonly #salt: () => string
  readonly #watchers = new Set<Watcher<Event>>()
  readonly #requests: Requests<Memory, Command, Event, Answer, Entry>
  readonly #revival: Retry
  #ahead!: Memory
  #seq!: number
  #settled!: Settled<Memory>
  #gate!: DiskGate
  #outbox!: Outbox<Underway<Memory, Event>>
  #stopped: Error | null = null
  #snapshotAt!: number

  private constructor(
    id: string,
    kind: StreamKind<Memory, Command, Event, Answer, Entry>,
    { journal, now, mayNote = () => true, reviveAfterMs = REVIVE_AFTER_MS, salt = freshSalt }: StreamOptions,
    from: Restored<Memory>,
  ) {
    this.id = id
    this.now = now
    this.#kind = kind
    this.#mayNote = mayNote
    this.#salt = salt
    this.#journal = journal
    this.#requests = new Requests(id, kind, journal)
    this.#revival = new Retry(reviveAfterMs, () => this.#revive())
    this.#beginFrom(from)
  }

  /** All that follows from the journal: at first, and when it comes back. */
  #beginFrom(from: Restored<Memory>): void {
    this.#ahead = from.memory
    this.#settled = from.memory as Settled<Memory>
    this.#seq = from.seq
    this.#gate = new DiskGate(from.seq)
    this.#outbox = this.#freshOutbox()
    this.#snapshotAt = from.snapshotAt
  }

  /** Opens a stream from its journal; where it has none, with its first entry, if its kind begins with one. */
  static async open<Memory, Command extends Identified, Event, Answer, Entry>(
    id: string,
    kind: StreamKind<Memory, Command, Event, Answer, Entry>,
    options: StreamOptions,
    opening?: Entry,
  ): Promise<Stream<Memory, Command, Event, Answer, Entry>> {
    const { journal } = options
    const { seq } = await journal.last(id)
    if (seq === 0 && opening) await journal.append([{ stream: id, seq: 1, body: kind.write(opening) as string }])
    return new Stream(id, kind, options, await restore(id, kind, journal))
  }

  /** All that is on disk comes to this. */
  get settled(): Settled<Memory> {
    return this.#settled
  }

  /** The number of the last entry that is on disk. */
  get durable(): number {
    return this.#gate.durable
  }

  get stopped(): Error | null {
    return this.#stopped
  }

  watch(watcher: Watcher<Event>): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Decides a command, records it, and answers when it is on disk. The same id of the same actor is the same answer. */
  submit(command: Command, actor: string): Promise<Answer> {
    if (this.#missingFor(command)) return this.#completedOnce(command, actor)
    return this.#once(command, actor, (asked) => this.#kind.decide(this.#ahead, asked.command))
  }

  /** In the asker's turn, until it is decided: what is looked for may be long in coming, and the id be given again. */
  #completedOnce(command: Command, actor: string): Promise<Answer> {
    const key = this.#requests.keyOf(actor, command)
    const begun = this.#requests.inTurn(actor, async () => {
      const before = await this.#earlier(actor, key, command)
      if (before) return { answer: Promise.resolve(before.answer) }
      return this.#completed(command, async (complete) => ({
        answer: this.#begin(command, actor, key, (asked) => this.#kind.decide(complete(this.#ahead), asked.command)),
      }))
    })
    return begun.then(({ answer }) => answer)
  }

  /** Records what was decided of a command elsewhere: that whoever gave it may not. */
  record(command: Command, actor: string, outcome: Outcome<Event, Answer>): Promise<Answer> {
    return this.#once(command, actor, () => outcome)
  }

  /** What would come of a command, made of what was decided last; told when that is on disk. */
  foresee<T>(command: Command, build: (ahead: Memory) => T): Promise<T> {
    return this.#completed(command, (complete) => this.#gate.after(this.#seq, build(complete(this.#ahead))))
  }

  #missingFor(command: Command): Missing<Memory> | null {
    return this.#kind.missingFor?.(this.#ahead, command) ?? null
  }

  /**
   * With what the command is about and memory no longer holds. Others go on meanwhile; whoever changes what was looked
   * for has it looked for again, when that is on disk.
   */
  async #completed<T>(command: Command, then: (complete: (memory: Memory) => Memory) => Promise<T>): Promise<T> {
    this.#mustGoOn()
    let complete: (memory: Memory) => Memory = same
    let found: string | undefined
    for (;;) {
      const missing = this.#missingFor(command)
      if (!missing || missing.key === found) return then(missing ? complete : same)
      await this.flushed()
      complete = await missing.find(this.#journal)
      found = missing.key
      this.#mustGoOn()
    }
  }

  /** For those who make commands out of what was decided last, and for nobody who tells: it may still be lost. */
  consider<T>(build: (ahead: Memory) => T): T {
    return build(this.#ahead)
  }

  /** Resolves when all that is decided now is on disk. */
  async flushed(): Promise<void> {
    this.#mustGoOn()
    await this.#gate.after(this.#seq, undefined)
  }

  /** Two commands in one transaction: both or neither. The other stream's entry names this one's. */
  async submitWith<M, C extends Identified, E, A, N>(
    command: Command,
    other: Stream<M, C, E, A, N>,
    otherCommand: C,
    actor: string,
  ): Promise<Together<Answer, A>> {
    const otherKey = other.#requests.keyOf(actor, otherCommand)
    return other.#requests.inTurn(actor, async () => {
      const again = await other.#requests.earlier(actor, otherKey, otherCommand)
      if (again) return { again }
      await this.#outbox.ready()
      await other.#outbox.ready()
      this.#mustGoOn()
      other.#mustGoOn()
      try {
        const asked = this.#asked(command, actor, this.#requests.keyOf(actor, command))
        return await this.#together(asked, other, other.#asked(otherCommand, actor, otherKey))
      } catch (error) {
        other.#stop(error as Error)
        throw this.#stop(error as Error)
      }
    })
  }

  async #together<M, C extends Identified, E, A, N>(
    asked: Request<Command>,
    other: Stream<M, C, E, A, N>,
    otherAsked: Request<C>,
  ): Promise<Together<Answer, A>> {
    const theirs = other.#kind.decide(other.#ahead, otherAsked.command)
    if (theirs.isRefused) return { otherRefused: await other.#take(otherAsked, theirs) }
    const ours = this.#kind.decide(this.#ahead, asked.command)
    if (ours.isRefused) return { refused: await this.#take(asked, ours) }
    const beside = { stream: this.id, seq: this.#seq + 1 }
    const mine = this.#take(asked, ours)
    // Should the other fail to take its own, nobody waits for this one.
    mine.catch(() => {})
    const both = Promise.all([mine, other.#take(otherAsked, theirs, beside)])
    this.#outbox.send(other.#outbox)
    const [answer, otherAnswer] = await both
    return { answer, otherAnswer }
  }

  /** Keeps a snapshot: it spares a restart the journal behind it, and is no more than an aid. */
  async snapshot(): Promise<void> {
    const [memory, seq] = [this.#ahead, this.#seq]
    this.#snapshotAt = seq
    await this.flushed()
    const [entry] = await this.#journal.read(this.id, seq, 1)
    if (!entry) return
    await this.#journal.saveSnapshot(this.id, {
      seq,
      body: await inSlices(this.#kind.writeSnapshot(memory, entry.hash)),
    })
  }

  /** It is not tried to come back any more. */
  close(): void {
    this.#revival.end()
  }

  #asked(command: Command, actor: string, key: number | undefined): Request<Command> {
    const at = this.now()
    return { salt: this.#salt(), at, actor, command: { ...command, at }, key }
  }

  /** Most ids are surely new, and decided at once. Where one may have been given before, the journal is asked. */
  #once(command: Command, actor: string, decide: Decide<Command, Event, Answer>): Promise<Answer> {
    const key = this.#requests.keyOf(actor, command)
    if (this.#requests.isNew(actor, key)) return this.#begin(command, actor, key, decide)
    const begun = this.#requests.inTurn(actor, async () => {
      const before = await this.#earlier(actor, key, command)
      return before ?? { answer: this.#begin(command, actor, key, decide) }
    })
    return begun.then(({ answer }) => answer)
  }

  async #earlier(actor: string, key: number | undefined, command: Command): Promise<Answered<Answer> | null> {
    this.#mustGoOn()
    try {
      return await this.#requests.earlier(actor, key, command)
    } catch (error) {
      throw this.#stop(error as Error)
    }
  }

  #begin(
    command: Command,
    actor: string,
    key: number | undefined,
    decide: Decide<Command, Event, Answer>,
  ): Promise<Answer> {
    try {
      this.#mustGoOn()
      const asked = this.#asked(command, actor, key)
      return this.#take(asked, decide(asked))
    } catch (error) {
      return Promise.reject(this.#stop(error as Error))
    }
  }

  /** Takes what was decided into memory and on its way to the disk; resolves when it is there. */
  #take(asked: Request<Command>, outcome: Outcome<Event, Answer>, beside?: Beside): Promise<Answer> {
    const { events, answer } = outcome
    if (!this.#isForRecord(asked.actor, outcome)) return this.#gate.after(this.#seq, answer)
    const seq = this.#seq + 1
    const { key } = asked
    const entry = this.#kind.entryOf(this.#ahead, asked, outcome, beside)
    const after = this.#kind.remember(this.#ahead, entry, seq)
    // Written out first: what cannot be written leaves no gap.
    const text = this.#kind.write(entry)
    this.#seq = seq
    this.#ahead = after
    const keys = this.#requests.keysOf(entry, key)
    this.#outbox.put(text, (body) => ({ append: { stream: this.id, seq, body, keys }, events, after, key }))
    for (const { decided } of this.#watchers) decided?.(events)
    this.#lookAhead(events)
    const told = this.#gate.after(seq, answer)
    if (key !== undefined) this.#requests.put(key, { entry, answer: told, beside })
    return told
  }

  #isForRecord(actor: string, { events, isRefused, isRecorded }: Outcome<Event, Answer>): boolean {
    if (!isRecorded) return false
    return !isRefused || !this.#kind.isNote(events) || this.#mayNote(actor)
  }

  #lookAhead(events: readonly Event[]): void {
    const preparing = this.#kind.prepare(this.#ahead, events)
    if (preparing) inSlices(preparing).catch((error) => this.#stop(error as Error))
    if (this.#seq - this.#snapshotAt < this.#kind.snapshotEvery || !this.#kind.isGoodMoment(this.#ahead)) return
    this.#snapshotAt = this.#seq
    setTimeout(() => void this.snapshot().catch(() => {}), SNAPSHOT_AFTER_MS).unref()
  }

  #freshOutbox(): Outbox<Underway<Memory, Event>> {
    return new Outbox(
      this.#journal,
      (items) => this.#landed(items),
      (error) => void this.#stop(error),
    )
  }

  #landed(items: readonly Underway<Memory, Event>[]): void {
    if (this.#stopped) return
    const { append, after } = items.at(-1)!
    this.#settled = after as Settled<Memory>
    for (const { key } of items) if (key !== undefined) this.#requests.landed(key)
    this.#gate.release(append.seq)
    for (const { events, append } of items)
      if (events.length > 0) for (const { recorded } of this.#watchers) recorded?.(events, append.seq)
  }

  #mustGoOn(): void {
    if (this.#stopped) throw new StreamStopped(this.id, this.#stopped.message)
  }

  /** What is not on disk never happened; those who wait are told so, and the journal is asked what did. */
  #stop(error: Error): StreamStopped {
    if (error instanceof StreamStopped) return error
    const stopped = new StreamStopped(this.id, error.message)
    if (this.#stopped) return stopped
    this.#stopped = error
    this.#outbox.shut()
    this.#requests.forget()
    this.#gate.fail(stopped)
    for (const { stopped } of this.#watchers) stopped?.(error)
    this.#revival.start()
    return stopped
  }

  /** From the journal, when it answers again and nothing is on its way to it any more. */
  async #revive(): Promise<boolean> {
    if (!this.#outbox.isIdle) return false
    // The store may be read and not be written: only if it takes something is it well.
    await this.#journal.append([])
    const from = await restore(this.id, this.#kind, this.#journal)
    this.#beginFrom(from)
    this.#stopped = null
    for (const { restored } of this.#watchers) restored?.()
    return true
  }
}
