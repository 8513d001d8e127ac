import { entryAt } from '../../record/journal-reader.ts'
import type { Stored } from '../../record/stored-entry.ts'
import type { Beside } from '../../record/ticket-entry.ts'
import { EntryDamaged, type Journal, JournalConflict } from '../journal/journal.ts'
import type { Fence } from '../journal/leases.ts'
import { freshSalt } from '../secrets/key-material.ts'
import type { SnapshotSeal } from '../secrets/snapshot-seal.ts'
import { inSlices } from './in-slices.ts'
import type { Underway } from './outbox.ts'
import type { Progress, Settled } from './progress.ts'
import { Recorder } from './recorder.ts'
import { type Request, Requests } from './requests.ts'
import { newerSnapshot, type Restored, restore } from './restore.ts'
import { Retry } from './retry.ts'
import type {
  Answered,
  CommandOutcome,
  EntryOf,
  Identified,
  Missing,
  PermissionCheck,
  StreamKind,
} from './stream-kind.ts'
import type { StreamOptions, StreamRole, Watcher } from './stream-options.ts'
import { Overtaken, StreamStopped } from './stream-stopped.ts'
import { type Tenant, Tenure } from './tenure.ts'
import { JointCommand, type Party, type Together } from './together.ts'

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
  readonly #seal: SnapshotSeal | null
  readonly #watchers = new Set<Watcher<Event>>()
  readonly #recorder: Recorder<Memory, Command, Event, Answer, Entry>
  readonly #tenure: Tenure
  readonly #revival: Retry
  readonly #heardTime: (at: string) => string | null
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
    this.#seal = options.seal ?? null
    this.#journal = journal
    this.#heardTime = options.heardTime ?? follow
    this.#revival = new Retry(reviveAfterMs, () => this.#revive())
    this.#recorder = new Recorder(id, kind, journal, {
      landed: (items) => this.#tellLanded(items),
      failed: (error) => (this.role === 'sole' ? void this.#stop(error) : this.#tenure.appendFailed(error)),
    })
    this.#tenure = new Tenure(journal, role, this.#recorder, this.#tenureHost(), options.turns ?? null)
    this.#beginFrom(from)
  }

  /** All that follows from the journal: at first, and when it comes back. */
  #beginFrom(from: Restored<Memory>): void {
    this.#recorder.begin(from, this.#tenure.right)
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
    { journal, role = 'sole', heardTime = follow, seal = null }: StreamOptions,
  ): Promise<Restored<Memory>> {
    const from = { journal, seal }
    if (role === 'sole') return restore(id, kind, from)
    const requests = new Requests(id, kind, journal)
    return restore(id, kind, from, (entry) => {
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

  get role(): StreamRole {
    return this.#tenure.role
  }

  /** The epoch that this node owns it by; null: it does not. */
  get epoch(): number | null {
    return this.#tenure.epoch
  }

  get #progress(): Progress<Memory> {
    return this.#recorder.progress
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
    return this.#untilItStands(() => {
      const turn = this.#tenure.turn()
      const attempt = () => this.#submitted(command, actor, check)
      return turn ? turn.then(attempt) : attempt()
    })
  }

  /** Returns the first answer to a request whose id is known; null: it was never accepted. */
  answered(command: Command, actor: string): Promise<Answered<Answer> | null> {
    const { requests } = this.#recorder
    return requests.inTurn(actor, () => this.#earlier(actor, requests.keyOf(actor, command), command))
  }

  #submitted(command: Command, actor: string, check: PermissionCheck<Memory, Command, Event, Answer>): Promise<Answer> {
    // Old rounds are not read for a command that is refused anyway.
    const isLookedFor = this.#missingFor(command) && !check(command, this.#progress.ahead).refused
    return isLookedFor ? this.#completedOnce(command, actor, check) : this.#once(command, actor, check)
  }

  #untilItStands<T>(attempt: () => Promise<T>): Promise<T> {
    return this.role === 'sole' ? attempt() : this.#tenure.untilItStands(attempt)
  }

  /** In the asker's turn, until it is decided: what is looked for may be long in coming, and the id be given again. */
  #completedOnce(
    command: Command,
    actor: string,
    check: PermissionCheck<Memory, Command, Event, Answer>,
  ): Promise<Answer> {
    const key = this.#recorder.requests.keyOf(actor, command)
    const begun = this.#recorder.requests.inTurn(actor, async () => {
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
    return this.#untilItStands(attempt)
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
    return this.#untilItStands(attempt)
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
    const [mine, theirs] = [this.#party(check), other.#party(otherCheck)]
    return new JointCommand({ mine, command, theirs, theirCommand: otherCommand, actor, complete }).submit()
  }

  /** This stream for what is done with two of them. */
  #party(check: PermissionCheck<Memory, Command, Event, Answer>): Party<Memory, Command, Event, Answer, Entry> {
    const self = this
    return {
      id: this.id,
      requests: this.#recorder.requests,
      get role() {
        return self.role
      },
      get recovery() {
        return self.#tenure.recovery
      },
      get nextSeq() {
        return self.#progress.last + 1
      },
      get outbox() {
        return self.#recorder.outbox
      },
      turn: () => this.#tenure.turn(),
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
    const text = await inSlices(this.#kind.writeSnapshot(memory, entry.hash))
    const body = this.#seal ? await inSlices(this.#seal.seal(this.id, seq, text)) : text
    await this.#journal.saveSnapshot(this.id, { seq, body })
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
    this.#tenure.end()
  }

  // ---- Among several nodes ------------------------------------------------------------------------------------------

  /** Takes it over. `ready`: what has to be done between reading all that is there and the first decision. */
  own(fence: Fence, ready: () => Promise<void> = async () => {}): Promise<void> {
    return this.#tenure.own(fence, ready)
  }

  /** Decides nothing more; resolves when all that it decided is on disk, or will never be. */
  handOver(): Promise<void> {
    return this.#tenure.handOver()
  }

  /** Its lease is over, or may be: whatever is not on disk by now will not be told. */
  letGo(): void {
    this.#tenure.letGo()
  }

  /** Entries that another node wrote, as it says. */
  takeIn(entries: readonly Pick<Stored, 'seq' | 'body'>[]): void {
    this.#tenure.takeIn(entries)
  }

  /** It has grown, somebody says. */
  heardOf(seq: number): void {
    this.#tenure.heardOf(seq)
  }

  /** Entries that it has heard of and has not read yet. */
  get behind(): number {
    return this.#tenure.behind
  }

  /** Resolves when that entry is in this memory. */
  async reached(seq: number): Promise<void> {
    this.heardOf(seq)
    if (this.#tenure.isResting) await this.upToDate()
    await this.#progress.after(seq, undefined)
  }

  /** At a node where nobody asks for it, it keeps its last number and leaves the entries in the journal. */
  rest(isResting: boolean): void {
    this.#tenure.rest(isResting)
  }

  /** Resolves when this memory has all entries that this node has heard of; null: it has. */
  upToDate(): Promise<void> | null {
    return this.#tenure.upToDate()
  }

  /** Takes in what others wrote, as far as the journal has it by now. */
  readOn(): Promise<void> {
    return this.#tenure.readOn()
  }

  /** The same from this moment on: what is being read already may have been asked for too early. */
  catchUp(): Promise<void> {
    return this.#tenure.catchUp()
  }

  /** This stream for a change of its writer. */
  #tenureHost(): Tenant {
    const self = this
    return {
      id: this.id,
      get isStopped() {
        return self.#stopped !== null
      },
      mustGoOn: () => this.#mustGoOn(),
      stop: (error) => this.#stop(error),
      reached: (seq) => this.reached(seq),
      takeNext: (written) => this.#takeNext(written),
      leap: (entries) => this.#leap(entries),
      owned: () => {
        for (const { owned } of this.#watchers) owned?.()
      },
      left: (how) => {
        for (const { left } of this.#watchers) left?.(how)
      },
    }
  }

  /** A snapshot that cannot be read is left aside: the entries are read one by one. */
  async #leap(entries: number): Promise<void> {
    const before = this.durable
    const kept = await newerSnapshot(
      this.id,
      this.#kind,
      { journal: this.#journal, seal: this.#seal },
      before + entries,
    )
    // Entries may have come in meanwhile, or the role may have changed.
    if (!kept || this.#stopped || this.role !== 'follower' || this.durable !== before || this.#progress.isAhead) return
    this.#mustFollow(kept.seq, kept.entry)
    this.#progress.follow(kept.seq, kept.memory)
    this.#snapshotAt = kept.seq
    for (const { leapt } of this.#watchers) leapt?.()
  }

  #takeNext(written: Pick<Stored, 'seq' | 'body'>): void {
    const { seq } = written
    const { events = [] } = this.#recorder.follow(written, (entry) => this.#mustFollow(seq, entry))
    if (events.length > 0) for (const { recorded } of this.#watchers) recorded?.(events, seq)
  }

  /** Throws for an entry that is far ahead: no entry could be written after it in order. */
  #mustFollow(seq: number, entry: Entry): void {
    const problem = this.#heardTime(entry.at)
    if (problem) throw new EntryDamaged(this.id, seq, `entry ${seq} of ${this.id} cannot be followed: ${problem}`)
  }

  #asked(command: Command, actor: string, key: number | undefined): Request<Command> {
    const at = this.now()
    return { salt: this.#salt(), at, actor, command: { ...command, at }, key }
  }

  /** Most ids are surely new, and decided at once. Where one may have been given before, the journal is asked. */
  #once(command: Command, actor: string, check: PermissionCheck<Memory, Command, Event, Answer>): Promise<Answer> {
    const key = this.#recorder.requests.keyOf(actor, command)
    if (this.#recorder.requests.isNew(actor, key)) return this.#begin(command, actor, key, check)
    const begun = this.#recorder.requests.inTurn(actor, async () => {
      const before = await this.#earlier(actor, key, command)
      return before ?? { answer: this.#begin(command, actor, key, check) }
    })
    return begun.then(({ answer }) => answer)
  }

  async #earlier(actor: string, key: number | undefined, command: Command): Promise<Answered<Answer> | null> {
    this.#mustGoOn()
    try {
      return await this.#recorder.requests.earlier(actor, key, command)
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

  /** Takes what was decided on its way to the disk, where it goes on record; resolves when it is there. */
  #take(asked: Request<Command>, outcome: CommandOutcome<Event, Answer>, beside?: Beside): Promise<Answer> {
    if (!this.#isForRecord(asked.actor, outcome)) return this.#unrecorded(outcome.answer)
    const told = this.#recorder.record(asked, outcome, beside)
    this.#lookAhead(outcome.events)
    return told
  }

  /** What changes nothing rests on nothing that others may have written meanwhile: where others write, that is looked at. */
  #unrecorded(answer: Answer): Promise<Answer> {
    const told = this.#progress.afterAll(answer)
    return this.role === 'shared' ? told.then(() => this.#ifNewest(answer)) : told
  }

  async #ifNewest(answer: Answer): Promise<Answer> {
    if (!(await this.#tenure.isNewest())) throw new Overtaken(this.id)
    return answer
  }

  #isForRecord(actor: string, { record }: CommandOutcome<Event, Answer>): boolean {
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

  #tellLanded(items: readonly Underway<Event>[]): void {
    if (this.role !== 'sole') {
      const entries = items.map(({ append }) => append)
      for (const { landed } of this.#watchers) landed?.(entries)
    }
    for (const { events, append } of items)
      if (events.length > 0) for (const { recorded } of this.#watchers) recorded?.(events, append.seq)
  }

  #mustGoOn(): void {
    if (this.#stopped) throw new StreamStopped(this.id, this.#stopped.message)
  }

  #mustDecide(): void {
    this.#mustGoOn()
    this.#tenure.mustDecide()
  }

  /** What is not on disk never happened; those who wait are told so, and the journal is asked what did. */
  #stop(error: Error): StreamStopped {
    if (error instanceof StreamStopped) return error
    const stopped = new StreamStopped(this.id, error.message)
    if (this.#stopped) return stopped
    this.#stopped = error
    this.#recorder.end(stopped)
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
    if (!this.#recorder.outbox.isIdle) return false
    // The store may be read and not be written: only if it takes something is it well.
    await this.#journal.append([])
    const { id, now } = this
    const role = this.role === 'owner' ? 'follower' : this.role
    const options = { journal: this.#journal, now, role, heardTime: this.#heardTime, seal: this.#seal }
    const restored = await Stream.#restored(id, this.#kind, options)
    if (restored.seq > this.durable) await this.#mustFollowLast(restored)
    this.#beginFrom(restored)
    this.#stopped = null
    for (const { restored } of this.#watchers) restored?.()
    return true
  }
}
