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
import { StreamStopped, WriteConflict } from './stream-stopped.ts'
import { type Tenant, Tenure } from './tenure.ts'
import { JointCommand, type Party, type Together } from './together.ts'

export { StreamElsewhere, StreamStopped } from './stream-stopped.ts'

const same = <T>(memory: T): T => memory
const asGiven = <Command>(command: Command): { command: Command } => ({ command })
const follow = (): null => null

const REVIVE_AFTER_MS = 1_000
const SNAPSHOT_AFTER_MS = 100

/**
 * One stream of the journal and its only writer. A command is decided on the pending state, and its answer waits until
 * its entry is durable. So answers, refusals included, never depend on data that may be lost. The pending state is
 * private: published state has the type `Settled`.
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

  /** Begins with state read from the journal: at the start, and when the stream comes back. */
  #beginFrom(from: Restored<Memory>): void {
    this.#recorder.begin(from, this.#tenure.right)
    this.#snapshotAt = from.snapshotAt
  }

  /** Opens a stream from its journal. An empty journal gets a first entry, if the kind begins with one. */
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
        // Another node opened it first.
        if (role === 'sole' || !(error instanceof JournalConflict)) throw error
      })
    }
    return new Stream(id, kind, options, await Stream.#restored(id, kind, options))
  }

  /**
   * Restores a stream. Ids of entries that other nodes wrote are learned, and later entries must not have an earlier
   * time.
   */
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

  /** Durable state. */
  get settled(): Settled<Memory> {
    return this.#progress.settled
  }

  /** The number of the last durable entry. */
  get durable(): number {
    return this.#progress.durable
  }

  get stopped(): Error | null {
    return this.#stopped
  }

  get role(): StreamRole {
    return this.#tenure.role
  }

  /** The epoch of the lease by which this node owns the stream; null if it does not. */
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
   * Decides a command, records it, and answers when it is durable. Idempotent: the same id of the same actor gets the
   * same answer. `check`: the permission check of its caller, made after the id was looked up.
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

  /** Returns the first answer to a request whose id is known; null if the id was never accepted. */
  answered(command: Command, actor: string): Promise<Answered<Answer> | null> {
    const { requests } = this.#recorder
    return requests.inTurn(actor, () => this.#earlier(actor, requests.keyOf(actor, command), command))
  }

  #submitted(command: Command, actor: string, check: PermissionCheck<Memory, Command, Event, Answer>): Promise<Answer> {
    // Old rounds are not read for a command that is refused for its caller.
    const isLookedFor = this.#missingFor(command) && !check(command, this.#progress.ahead).refused
    return isLookedFor ? this.#completedOnce(command, actor, check) : this.#once(command, actor, check)
  }

  #untilItStands<T>(attempt: () => Promise<T>): Promise<T> {
    return this.role === 'sole' ? attempt() : this.#tenure.untilItStands(attempt)
  }

  /**
   * Runs in the caller's turn until the command is decided: reading old data may take long, and the id may arrive again
   * meanwhile.
   */
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

  /** Previews a command on the pending state. The preview is returned when that state is durable. */
  foresee<T>(command: Command, build: (ahead: Memory) => T): Promise<T> {
    const attempt = () =>
      this.#completed(command, (complete) => this.#progress.afterAll(build(complete(this.#progress.ahead))))
    return this.#untilItStands(attempt)
  }

  #missingFor(command: Command): Missing<Memory> | null {
    return this.#kind.missingFor?.(this.#progress.ahead, command) ?? null
  }

  /**
   * Runs `then` with data that the command needs and memory no longer holds. Other commands continue meanwhile. If one
   * of them changes that data, it is read again when the change is durable.
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

  /**
   * Gives the pending state to code that builds commands from it. It must not be published, because it may still be
   * lost.
   */
  consider<T>(build: (ahead: Memory) => T): T {
    return build(this.#progress.ahead)
  }

  /** Resolves when every decision made by now is durable. */
  async flushed(): Promise<void> {
    const attempt = async () => {
      this.#mustGoOn()
      await this.#progress.afterAll(undefined)
    }
    return this.#untilItStands(attempt)
  }

  /**
   * Decides two commands in one transaction: both or neither. The other stream's entry names this one's. `complete`:
   * adds to this command the values that the other stream decided in the same moment. Each has its own `check`, as in
   * `submit`.
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

  /** This stream as a party to a joint command. */
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

  /** Writes a snapshot. It spares a restart the entries before it; the journal alone is enough. */
  async snapshot(): Promise<void> {
    this.#snapshotAt = this.#progress.last
    await this.flushed()
    // Only durable state is written: a write conflict drops pending entries, and others take their numbers.
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

  /** Ends all attempts to revive the stream. */
  close(): void {
    this.#revival.end()
    this.#tenure.end()
  }

  // ---- Among several nodes ------------------------------------------------------------------------------------------

  /** Takes the stream over. `ready`: work to do between reading all entries and the first decision. */
  own(fence: Fence, ready: () => Promise<void> = async () => {}): Promise<void> {
    return this.#tenure.own(fence, ready)
  }

  /** Stops deciding. Resolves when every decision is durable or has failed. */
  handOver(): Promise<void> {
    return this.#tenure.handOver()
  }

  /** Gives the stream up because its lease is over or may be. Pending answers are not sent. */
  letGo(): void {
    this.#tenure.letGo()
  }

  /** Takes entries that another node has sent. */
  takeIn(entries: readonly Pick<Stored, 'seq' | 'body'>[]): void {
    this.#tenure.takeIn(entries)
  }

  /** Notes that the stream has grown to this number. */
  heardOf(seq: number): void {
    this.#tenure.heardOf(seq)
  }

  /** The number of announced entries that are not read yet. */
  get behind(): number {
    return this.#tenure.behind
  }

  /** Resolves when this replica includes that entry. */
  async reached(seq: number): Promise<void> {
    this.heardOf(seq)
    if (this.#tenure.isResting) await this.upToDate()
    await this.#progress.after(seq, undefined)
  }

  /**
   * Lets a replica rest that no client of this node uses: it keeps the number of the last entry and leaves the entries
   * in the journal.
   */
  rest(isResting: boolean): void {
    this.#tenure.rest(isResting)
  }

  /** Resolves when this replica includes all entries announced to this node; null if it does already. */
  upToDate(): Promise<void> | null {
    return this.#tenure.upToDate()
  }

  /** Reads all entries that the journal has by now. */
  readOn(): Promise<void> {
    return this.#tenure.readOn()
  }

  /** Reads all entries from this moment on. A reading that is already under way may have started too early. */
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

  /** A snapshot that cannot be read is ignored: the entries are read one by one. */
  async #leap(entries: number): Promise<void> {
    const before = this.durable
    const kept = await newerSnapshot(
      this.id,
      this.#kind,
      { journal: this.#journal, seal: this.#seal },
      before + entries,
    )
    // Entries may have arrived meanwhile, or the role may have changed.
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

  /**
   * Most ids are certainly new, and their commands are decided at once. An id that may have been used is looked up in
   * the journal.
   */
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

  /** Records a decision if it belongs on record, and resolves when it is durable. */
  #take(asked: Request<Command>, outcome: CommandOutcome<Event, Answer>, beside?: Beside): Promise<Answer> {
    if (!this.#isForRecord(asked.actor, outcome)) return this.#unrecorded(outcome.answer)
    const told = this.#recorder.record(asked, outcome, beside)
    this.#lookAhead(outcome.events)
    return told
  }

  /**
   * Answers a command that is not recorded. Where other nodes write too, it first checks that the answer rests on their
   * latest entries.
   */
  #unrecorded(answer: Answer): Promise<Answer> {
    const told = this.#progress.afterAll(answer)
    return this.role === 'shared' ? told.then(() => this.#ifNewest(answer)) : told
  }

  async #ifNewest(answer: Answer): Promise<Answer> {
    if (!(await this.#tenure.isNewest())) throw new WriteConflict(this.id)
    return answer
  }

  #isForRecord(actor: string, { record }: CommandOutcome<Event, Answer>): boolean {
    return record === 'always' || (record === 'noted' && this.#mayNote(actor))
  }

  #lookAhead(events: readonly Event[]): void {
    const { ahead, last } = this.#progress
    const preparing = this.#kind.prepare(ahead, events)
    if (preparing) inSlices(preparing).catch((error) => this.#stop(error as Error))
    if (last - this.#snapshotAt < this.#kind.snapshotAfter(ahead) || !this.#kind.isGoodMoment(ahead)) return
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

  /**
   * Stops the stream. Pending entries are dropped, their callers get the reason, and the state is read from the journal
   * again.
   */
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

  /** The newest entry may be part of another node's snapshot, and was then not read with the rest. */
  async #mustFollowLast({ seq, memory }: Restored<Memory>): Promise<void> {
    const last = await entryAt(this.#journal, this.id, seq)
    if (last) this.#mustFollow(seq, this.#kind.read(last.body, memory))
  }

  /** Restores the stream from the journal, when the store answers again and no append is under way. */
  async #revive(): Promise<boolean> {
    if (!this.#recorder.outbox.isIdle) return false
    // A store may be readable but not writable: an empty append tests that.
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
