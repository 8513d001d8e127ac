import { entryAt } from '../../record/journal-reader.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { marksIn } from '../journal/entry-index.ts'
import { EntryDamaged, entryHash, type Journal, JournalConflict, LeaseLost } from '../journal/journal.ts'
import type { Fence } from '../journal/leases.ts'
import { freshSalt } from '../secrets/key-material.ts'
import { ForeignEntries, type Taker } from './foreign-entries.ts'
import { inSlices } from './in-slices.ts'
import { Outbox, type Text, type Underway } from './outbox.ts'
import { Progress, type Settled } from './progress.ts'
import { type Request, Requests } from './requests.ts'
import { type Restored, restore, takeEntry } from './restore.ts'
import { Retry } from './retry.ts'
import type {
  Answered,
  Beside,
  EntryOf,
  Identified,
  Missing,
  Outcome,
  PermissionCheck,
  StreamKind,
} from './stream-kind.ts'
import type { Role, StreamOptions } from './stream-options.ts'
import { Overtaken, StreamElsewhere, StreamStopped } from './stream-stopped.ts'
import { type Party, submitTogether, type Together } from './together.ts'
import type { Leaving, Watcher } from './watcher.ts'

export { StreamElsewhere, StreamStopped } from './stream-stopped.ts'

const same = <T>(memory: T): T => memory
const asGiven = <Command>(command: Command): { command: Command } => ({ command })
const follow = (): null => null

const REVIVE_AFTER_MS = 1_000
const SNAPSHOT_AFTER_MS = 100

/**
 * One stream of the journal and its one writer. A command is decided on the memory as it will be when all that was
 * decided before it is on disk; its answer waits until it is there itself. So nobody hears of what is not on disk,
 * refusals included. What was decided and is not on disk yet is private: what leaves has the type `Settled`.
 */
export class Stream<Memory, Command extends Identified, Event, Answer, Entry extends EntryOf<Event>> {
  readonly id: string
  readonly now: () => string
  readonly #kind: StreamKind<Memory, Command, Event, Answer, Entry>
  readonly #journal: Journal
  readonly #mayNote: (actor: string) => boolean
  readonly #salt: () => string
  readonly #watchers = new Set<Watcher<Event>>()
  readonly #requests: Requests<Memory, Command, Event, Answer, Entry>
  readonly #revival: Retry
  readonly #heardTime: (at: string) => string | null
  #role: Role
  #fence: Fence | null = null
  /** While it is found out what others wrote, what is asked waits. */
  #recovery: Promise<void> | null = null
  #isLeaving = false
  readonly #foreign: ForeignEntries
  #progress!: Progress<Memory>
  #outbox!: Outbox<Underway<Event>, Memory>
  #stopped: Error | null = null
  #snapshotAt!: number

  private constructor(
    id: string,
    kind: StreamKind<Memory, Command, Event, Answer, Entry>,
    options: StreamOptions,
    from: Restored<Memory>,
  ) {
    const {
      journal,
      now,
      mayNote = () => true,
      reviveAfterMs = REVIVE_AFTER_MS,
      role = 'sole',
      salt = freshSalt,
    } = options
    this.id = id
    this.now = now
    this.#kind = kind
    this.#mayNote = mayNote
    this.#salt = salt
    this.#journal = journal
    this.#requests = new Requests(id, kind, journal)
    this.#revival = new Retry(reviveAfterMs, () => this.#revive())
    this.#foreign = new ForeignEntries(journal, this.#taker())
    this.#role = role
    this.#heardTime = options.heardTime ?? follow
    this.#beginFrom(from)
  }

  /** All that follows from the journal: at first, and when it comes back. */
  #beginFrom(from: Restored<Memory>): void {
    this.#progress = new Progress(this.#role === 'shared' ? from : { ...from, hash: undefined })
    this.#outbox = this.#freshOutbox()
    this.#snapshotAt = from.snapshotAt
  }

  /** Opens a stream from its journal; where it has none, with its first entry, if its kind begins with one. */
  static async open<Memory, Command extends Identified, Event, Answer, Entry extends EntryOf<Event>>(
    id: string,
    kind: StreamKind<Memory, Command, Event, Answer, Entry>,
    options: StreamOptions,
    opening?: Entry,
  ): Promise<Stream<Memory, Command, Event, Answer, Entry>> {
    const { journal, role = 'sole' } = options
    const { seq } = await journal.last(id)
    if (seq === 0 && opening) {
      const opened = journal.append([{ stream: id, seq: 1, body: kind.write(opening) as string }])
      await opened.catch((error) => {
        // Another node was quicker: it is open.
        if (role === 'sole' || !(error instanceof JournalConflict)) throw error
      })
    }
    return new Stream(id, kind, options, await Stream.#restored(id, kind, options))
  }

  /** What another wrote is looked up by its ids too, and nothing is written before its time. */
  static #restored<Memory, Command extends Identified, Event, Answer, Entry extends EntryOf<Event>>(
    id: string,
    kind: StreamKind<Memory, Command, Event, Answer, Entry>,
    { journal, role = 'sole', heardTime = follow }: StreamOptions,
  ): Promise<Restored<Memory>> {
    if (role === 'sole') return restore(id, kind, journal)
    const requests = new Requests(id, kind, journal)
    return restore(id, kind, journal, (entry) => {
      requests.learn(entry)
      heardTime(entry.at)
    })
  }

  /** All that is on disk comes to this. */
  get settled(): Settled<Memory> {
    return this.#progress.settled
  }

  /** The number of the last entry that is on disk. */
  get durable(): number {
    return this.#progress.durable
  }

  get stopped(): Error | null {
    return this.#stopped
  }

  get role(): Role {
    return this.#role
  }

  /** The epoch that this node owns it by; null: it does not. */
  get epoch(): number | null {
    return this.#fence?.epoch ?? null
  }

  watch(watcher: Watcher<Event>): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /**
   * Decides a command, records it, and answers when it is on disk. The same id of the same actor is the same answer. `check`:
   * whether its caller may give it, asked after the id was looked up.
   */
  submit(
    command: Command,
    actor: string,
    check: PermissionCheck<Memory, Command, Event, Answer> = this.#kind.check ?? asGiven,
  ): Promise<Answer> {
    return this.#role === 'sole'
      ? this.#submitted(command, actor, check)
      : this.#untilItStands(() => this.#submitted(command, actor, check))
  }

  #submitted(command: Command, actor: string, check: PermissionCheck<Memory, Command, Event, Answer>): Promise<Answer> {
    // Old rounds are not read for a command that is refused anyway.
    const isLookedFor = this.#missingFor(command) && !check(command, this.#progress.ahead).refused
    return isLookedFor ? this.#completedOnce(command, actor, check) : this.#once(command, actor, check)
  }

  /** What was decided before somebody else's entry was known is decided again after it. */
  async #untilItStands<T>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      while (this.#recovery) await this.#recovery
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error
      }
    }
  }

  /** In the asker's turn, until it is decided: what is looked for may be long in coming, and the id be given again. */
  #completedOnce(
    command: Command,
    actor: string,
    check: PermissionCheck<Memory, Command, Event, Answer>,
  ): Promise<Answer> {
    const key = this.#requests.keyOf(actor, command)
    const begun = this.#requests.inTurn(actor, async () => {
      const before = await this.#earlier(actor, key, command)
      if (before) return { answer: Promise.resolve(before.answer) }
      return this.#completed(command, async (complete) => ({
        answer: this.#begin(command, actor, key, check, complete),
      }))
    })
    return begun.then(({ answer }) => answer)
  }

  /** What would come of a command, made of what was decided last; told when that is on disk. */
  foresee<T>(command: Command, build: (ahead: Memory) => T): Promise<T> {
    const attempt = () =>
      this.#completed(command, (complete) => this.#progress.afterAll(build(complete(this.#progress.ahead))))
    return this.#role === 'sole' ? attempt() : this.#untilItStands(attempt)
  }

  #missingFor(command: Command): Missing<Memory> | null {
    return this.#kind.missingFor?.(this.#progress.ahead, command) ?? null
  }

  /**
   * With what the command is about and memory no longer holds. Others go on meanwhile; whoever changes what was looked
   * for has it looked for again, when that is on disk.
   */
  async #completed<T>(command: Command, then: (complete: (memory: Memory) => Memory) => Promise<T>): Promise<T> {
    this.#mustDecide()
    let complete: (memory: Memory) => Memory = same
    let found: string | undefined
    for (;;) {
      const missing = this.#missingFor(command)
      if (!missing || missing.key === found) return then(missing ? complete : same)
      await this.flushed()
      complete = await missing.find(this.#journal)
      found = missing.key
      this.#mustDecide()
    }
  }

  /** For those who make commands out of what was decided last, and for nobody who tells: it may still be lost. */
  consider<T>(build: (ahead: Memory) => T): T {
    return build(this.#progress.ahead)
  }

  /** Resolves when all that is decided now is on disk. */
  async flushed(): Promise<void> {
    const attempt = async () => {
      this.#mustGoOn()
      await this.#progress.afterAll(undefined)
    }
    return this.#role === 'sole' ? attempt() : this.#untilItStands(attempt)
  }

  /**
   * Two commands in one transaction: both or neither. The other stream's entry names this one's. `complete`: what this
   * one's command says by what the other decided in the same moment. Each has its own `check`, as in `submit`.
   */
  submitWith<M, C extends Identified, E, A, N extends EntryOf<E>>(
    command: Command,
    other: Stream<M, C, E, A, N>,
    otherCommand: C,
    actor: string,
    complete: (command: Command, theirs: A) => Command = same,
    check: PermissionCheck<Memory, Command, Event, Answer> = this.#kind.check ?? asGiven,
    otherCheck: PermissionCheck<M, C, E, A> = other.#kind.check ?? asGiven,
  ): Promise<Together<Answer, A>> {
    return submitTogether(this.#party(check), command, other.#party(otherCheck), otherCommand, actor, complete)
  }

  /** This stream for what is done with two of them. */
  #party(check: PermissionCheck<Memory, Command, Event, Answer>): Party<Memory, Command, Event, Answer, Entry> {
    const self = this
    return {
      id: this.id,
      requests: this.#requests,
      get role() {
        return self.#role
      },
      get recovery() {
        return self.#recovery
      },
      get nextSeq() {
        return self.#progress.last + 1
      },
      get outbox() {
        return self.#outbox
      },
      mustDecide: () => this.#mustDecide(),
      check: (command) => check(command, this.#progress.ahead),
      ask: (command, actor, key) => this.#asked(command, actor, key),
      decide: ({ command }) => this.#kind.decide(this.#progress.ahead, command),
      take: (asked, outcome, beside) => this.#take(asked, outcome, beside),
      stop: (error) => this.#stop(error),
    }
  }

  /** Keeps a snapshot: it spares a restart the journal behind it, and is no more than an aid. */
  async snapshot(): Promise<void> {
    this.#snapshotAt = this.#progress.last
    await this.flushed()
    // Only durable state: a write conflict drops pending entries, and others take their numbers.
    const { settled: memory, durable: seq } = this.#progress
    const entry = await entryAt(this.#journal, this.id, seq)
    if (!entry) return
    await this.#journal.saveSnapshot(this.id, {
      seq,
      body: await inSlices(this.#kind.writeSnapshot(memory, entry.hash)),
    })
  }

  async #snapshotInTime(): Promise<void> {
    try {
      await this.snapshot()
    } catch (error) {
      // A stream that stopped has an alarm of its own.
      if (!this.#stopped && !(error instanceof StreamStopped))
        for (const { snapshotFailed } of this.#watchers) snapshotFailed?.(error as Error)
    }
  }

  /** It is not tried to come back any more. */
  close(): void {
    this.#revival.end()
    this.#foreign.end()
  }

  // ---- Among several nodes ------------------------------------------------------------------------------------------

  /**
   * Takes it over: nobody else writes it any more, so what the journal holds now is all there is. `ready`: what has to be
   * done between reading that and the first decision.
   */
  async own(fence: Fence, ready: () => Promise<void> = async () => {}): Promise<void> {
    while (this.#recovery) await this.#recovery
    await this.catchUp()
    await ready()
    this.#mustGoOn()
    this.#fence = fence
    this.#role = 'owner'
    this.#outbox = this.#freshOutbox()
    for (const { owned } of this.#watchers) owned?.()
  }

  /** Decides nothing more; resolves when all that it decided is on disk, or will never be. */
  async handOver(): Promise<void> {
    if (this.#role !== 'owner' || this.#isLeaving) return
    this.#isLeaving = true
    await this.#recovery
    await this.#outbox.ready()
    // Gathered entries go out at the end of this turn; the callers of those that fail are told.
    await this.#progress.afterAll(undefined).catch(() => {})
    this.#isLeaving = false
    if (this.#role === 'owner') this.#leave('given')
  }

  /** Its lease is over, or may be: whatever is not on disk by now will not be told. */
  letGo(): void {
    if (this.#role === 'owner') this.#leave('run-out')
  }

  /** Entries that another node wrote, as it says. */
  takeIn(entries: readonly Pick<Stored, 'seq' | 'body'>[]): void {
    this.#foreign.takeIn(entries)
  }

  /** It has grown, somebody says. */
  heardOf(seq: number): void {
    this.#foreign.heardOf(seq)
  }

  /** Entries that it has heard of and has not read yet. */
  get behind(): number {
    return this.#role === 'owner' ? 0 : this.#foreign.behind
  }

  /** Resolves when that entry is in this memory. */
  async reached(seq: number): Promise<void> {
    this.heardOf(seq)
    await this.#progress.after(seq, undefined)
  }

  /** Takes in what others wrote, as far as the journal has it by now. */
  readOn(): Promise<void> {
    return this.#foreign.readOn()
  }

  /** The same from this moment on: what is being read already may have been asked for too early. */
  async catchUp(): Promise<void> {
    // A reading that failed is repeated by the next line.
    await this.#foreign.reading?.catch(() => {})
    await this.readOn()
    // Entries of others may stand behind an own one that was on its way. One decided since then lands behind theirs.
    if (await this.#ownAnswered()) {
      await this.readOn()
      await this.#ownAnswered()
    }
    // One that stopped takes nothing in.
    this.#mustGoOn()
  }

  /** Waits until own entries that are on their way are on disk, or others were quicker; false: there are none. */
  async #ownAnswered(): Promise<boolean> {
    if (!this.#progress.isAhead) return false
    // The callers of these entries have the failure.
    await this.#progress.afterAll(undefined).catch(() => {})
    if (this.#recovery) await this.#recovery
    return true
  }

  /** What those who read others' entries may know and do here. */
  #taker(): Taker {
    const self = this
    return {
      id: this.id,
      get durable() {
        return self.#progress.durable
      },
      get hasOwnUnderway() {
        return self.#progress.isAhead
      },
      get mayTakeIn() {
        return (self.#role === 'follower' || self.#role === 'shared') && !self.#stopped && !self.#recovery
      },
      get isStopped() {
        return self.#stopped !== null
      },
      takeNext: (written) => this.#takeNext(written),
      stop: (error) => this.#stop(error),
    }
  }

  #takeNext({ seq, body }: Pick<Stored, 'seq' | 'body'>): void {
    const { settled } = this.#progress
    const entry = takeEntry(this.id, seq, () => this.#kind.read(body, settled))
    const after = takeEntry(this.id, seq, () => this.#kind.remember(settled, entry, seq))
    this.#requests.learn(entry)
    this.#mustFollow(seq, entry)
    this.#progress.follow(seq, after, this.#hashOf(body))
    const { events = [] } = entry
    if (events.length > 0) for (const { recorded } of this.#watchers) recorded?.(events, seq)
  }

  /** Throws for an entry that is far ahead: no entry could be written after it in order. */
  #mustFollow(seq: number, entry: Entry): void {
    const problem = this.#heardTime(entry.at)
    if (problem) throw new EntryDamaged(this.id, seq, `entry ${seq} of ${this.id} cannot be followed: ${problem}`)
  }

  /** An append of a node among several did not come through. */
  #notTaken(error: Error): void {
    if (error instanceof LeaseLost && this.#role === 'owner') this.#leave('fenced')
    else if (error instanceof LeaseLost || error instanceof JournalConflict) this.#startOver(new Overtaken(this.id))
    else this.#stop(error)
  }

  #leave(how: Leaving): void {
    this.#role = 'follower'
    this.#fence = null
    this.#startOver(new StreamElsewhere(this.id))
    for (const { left } of this.#watchers) left?.(how)
  }

  /**
   * What is ahead of the disk is dropped, and what others wrote is read. First every append is answered: what is on disk
   * after all is told to those who wait for it, and only the others are told that it is not.
   */
  #startOver(why: StreamStopped): void {
    if (this.#stopped) return
    const outbox = this.#outbox
    outbox.shut()
    const recovery = (this.#recovery ?? Promise.resolve())
      .then(() => outbox.idle())
      .then(() => {
        if (this.#stopped) return
        this.#requests.forget()
        this.#outbox = this.#freshOutbox()
        this.#progress.fallBack(outbox.doubt ? new StreamStopped(this.id, outbox.doubt.message) : why)
        return this.catchUp()
      })
      .catch((error) => void this.#stop(error as Error))
      .then(() => {
        if (this.#recovery !== recovery) return
        this.#recovery = null
        this.#foreign.readWhatIsHeardOf()
      })
    this.#recovery = recovery
  }

  #asked(command: Command, actor: string, key: number | undefined): Request<Command> {
    const at = this.now()
    return { salt: this.#salt(), at, actor, command: { ...command, at }, key }
  }

  /** Most ids are surely new, and decided at once. Where one may have been given before, the journal is asked. */
  #once(command: Command, actor: string, check: PermissionCheck<Memory, Command, Event, Answer>): Promise<Answer> {
    const key = this.#requests.keyOf(actor, command)
    if (this.#requests.isNew(actor, key)) return this.#begin(command, actor, key, check)
    const begun = this.#requests.inTurn(actor, async () => {
      const before = await this.#earlier(actor, key, command)
      return before ?? { answer: this.#begin(command, actor, key, check) }
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
    check: PermissionCheck<Memory, Command, Event, Answer>,
    complete: (memory: Memory) => Memory = same,
  ): Promise<Answer> {
    try {
      this.#mustDecide()
      const { ahead } = this.#progress
      const checked = check(command, ahead)
      const asked = this.#asked(checked.command, actor, key)
      return this.#take(asked, checked.refused ?? this.#kind.decide(complete(ahead), asked.command))
    } catch (error) {
      return Promise.reject(this.#stop(error as Error))
    }
  }

  /** Takes what was decided into memory and on its way to the disk; resolves when it is there. */
  #take(asked: Request<Command>, outcome: Outcome<Event, Answer>, beside?: Beside): Promise<Answer> {
    const { events, answer } = outcome
    if (!this.#isForRecord(asked.actor, outcome)) return this.#unrecorded(answer)
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
    const index = { keys: this.#requests.keysOf(entry, key), marks: marksIn(this.id, entry) }
    const rest = { events, key, hash }
    this.#outbox.put(text, after, (body) => ({
      append: { stream: this.id, seq, body, ...index, ...decidedOn },
      ...rest,
    }))
    this.#lookAhead(events)
    const told = this.#progress.after(seq, answer)
    if (key !== undefined) this.#requests.put(key, { entry, answer: told, beside })
    return told
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

  /** What changes nothing rests on nothing that others may have written meanwhile: where others write, that is looked at. */
  #unrecorded(answer: Answer): Promise<Answer> {
    const told = this.#progress.afterAll(answer)
    return this.#role === 'shared' ? told.then(() => this.#ifNewest(answer)) : told
  }

  async #ifNewest(answer: Answer): Promise<Answer> {
    const before = this.#foreign.count
    await this.catchUp()
    if (this.#foreign.count !== before) throw new Overtaken(this.id)
    return answer
  }

  #isForRecord(actor: string, { record }: Outcome<Event, Answer>): boolean {
    return record === 'always' || (record === 'noted' && this.#mayNote(actor))
  }

  #lookAhead(events: readonly Event[]): void {
    const { ahead, last } = this.#progress
    const preparing = this.#kind.prepare(ahead, events)
    if (preparing) inSlices(preparing).catch((error) => this.#stop(error as Error))
    if (last - this.#snapshotAt < this.#kind.snapshotEvery || !this.#kind.isGoodMoment(ahead)) return
    this.#snapshotAt = last
    setTimeout(() => void this.#snapshotInTime(), SNAPSHOT_AFTER_MS).unref()
  }

  #freshOutbox(): Outbox<Underway<Event>, Memory> {
    return new Outbox(
      this.#journal,
      (items, after) => this.#landed(items, after),
      (error) => (this.#role === 'sole' ? void this.#stop(error) : this.#notTaken(error)),
      this.#fence,
      this.#role === 'shared',
    )
  }

  #landed(items: readonly Underway<Event>[], after: Memory): void {
    if (this.#stopped) return
    for (const { key } of items) if (key !== undefined) this.#requests.landed(key)
    const { append, hash } = items.at(-1)!
    this.#progress.land(append.seq, after, hash)
    if (this.#role !== 'sole') this.#tellLanded(items)
    for (const { events, append } of items)
      if (events.length > 0) for (const { recorded } of this.#watchers) recorded?.(events, append.seq)
  }

  #tellLanded(items: readonly Underway<Event>[]): void {
    const entries = items.map(({ append }) => append)
    for (const { landed } of this.#watchers) landed?.(entries)
  }

  #mustGoOn(): void {
    if (this.#stopped) throw new StreamStopped(this.id, this.#stopped.message)
  }

  #mustDecide(): void {
    this.#mustGoOn()
    if (this.#role === 'follower' || this.#isLeaving) throw new StreamElsewhere(this.id)
    if (this.#recovery) throw new Overtaken(this.id)
  }

  /** What is not on disk never happened; those who wait are told so, and the journal is asked what did. */
  #stop(error: Error): StreamStopped {
    if (error instanceof StreamStopped) return error
    const stopped = new StreamStopped(this.id, error.message)
    if (this.#stopped) return stopped
    this.#stopped = error
    this.#outbox.shut()
    this.#requests.forget()
    this.#progress.end(stopped)
    for (const { stopped } of this.#watchers) stopped?.(error)
    this.#revival.start()
    return stopped
  }

  /** The newest entry may be in the snapshot of another node: then it was not read with the rest. */
  async #mustFollowLast({ seq, memory }: Restored<Memory>): Promise<void> {
    const last = await entryAt(this.#journal, this.id, seq)
    if (last) this.#mustFollow(seq, this.#kind.read(last.body, memory))
  }

  /** From the journal, when it answers again and nothing is on its way to it any more. */
  async #revive(): Promise<boolean> {
    if (!this.#outbox.isIdle) return false
    // The store may be read and not be written: only if it takes something is it well.
    await this.#journal.append([])
    const { id, now } = this
    const role = this.#role === 'owner' ? 'follower' : this.#role
    const options = { journal: this.#journal, now, role, heardTime: this.#heardTime }
    const restored = await Stream.#restored(id, this.#kind, options)
    if (restored.seq > this.durable) await this.#mustFollowLast(restored)
    this.#beginFrom(restored)
    this.#stopped = null
    for (const { restored } of this.#watchers) restored?.()
    return true
  }
}
