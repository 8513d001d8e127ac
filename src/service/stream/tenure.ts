import type { Stored } from '../../record/stored-entry.ts'
import { type Journal, JournalConflict, LeaseLost } from '../journal/journal.ts'
import type { Fence } from '../journal/leases.ts'
import { ForeignEntries } from './foreign-entries.ts'
import type { Tail, WriteRight } from './recorder.ts'
import type { Leaving, StreamRole } from './stream-options.ts'
import { StreamElsewhere, type StreamStopped, WriteConflict } from './stream-stopped.ts'
import type { OwnTurns, SharedWriter, WritingTurns } from './writing-turns.ts'

/** The stream whose writer changes. */
export type Tenant = {
  readonly id: string
  readonly isStopped: boolean
  mustGoOn(): void
  stop(error: Error): StreamStopped
  /** Resolves when that entry is in its memory. */
  reached(seq: number): Promise<void>
  /** Takes the entry after the last durable one. */
  takeNext(written: Pick<Stored, 'seq' | 'body'>): void
  /** Loads its state from a snapshot, if one spares at least this many entries. */
  leap(entries: number): Promise<void>
  owned(): void
  left(how: Leaving): void
}

/**
 * Decides which node writes a stream: the role of this node, the lease that it writes by, and the recovery from a write
 * conflict, which reads the other nodes' entries first.
 */
export class Tenure {
  readonly #host: Tenant
  readonly #tail: Tail
  readonly #foreign: ForeignEntries
  readonly #turns: OwnTurns | null
  #role: StreamRole
  #fence: Fence | null = null
  /** While the entries of other nodes are read after a conflict, requests wait. */
  #recovery: Promise<void> | null = null
  #isLeaving = false

  constructor(journal: Journal, role: StreamRole, tail: Tail, host: Tenant, turns: WritingTurns | null) {
    this.#role = role
    this.#tail = tail
    this.#host = host
    const self = this
    this.#turns = role === 'shared' && turns ? turns.of(host.id, this.#sharedWriter()) : null
    this.#foreign = new ForeignEntries(journal, {
      id: host.id,
      get durable() {
        return tail.durable
      },
      get hasOwnUnderway() {
        return tail.isAhead
      },
      get mayTakeIn() {
        return (self.#role === 'follower' || self.#role === 'shared') && !host.isStopped && !self.#recovery
      },
      get isStopped() {
        return host.isStopped
      },
      get mayLeap() {
        return self.#role === 'follower' && !host.isStopped && !tail.isAhead
      },
      takeNext: host.takeNext,
      leap: host.leap,
      stop: host.stop,
    })
  }

  get role(): StreamRole {
    return this.#role
  }

  /** The epoch of the lease by which this node owns the stream; null if it does not. */
  get epoch(): number | null {
    return this.#fence?.epoch ?? null
  }

  get right(): WriteRight {
    return { fence: this.#fence, isShared: this.#role === 'shared' }
  }

  get recovery(): Promise<void> | null {
    return this.#recovery
  }

  /** Resolves when it is the turn of this node to write a shared stream; null: it may write now. */
  turn(): Promise<void> | null {
    return this.#turns?.next() ?? null
  }

  #sharedWriter(): SharedWriter {
    const [host, tail] = [this.#host, this.#tail]
    return {
      get durable() {
        return tail.durable
      },
      comes: (seq) => tail.after(seq),
      reached: (seq) => host.reached(seq),
      answered: () => tail.answered(),
    }
  }

  /** Throws where this node may not decide now. */
  mustDecide(): void {
    if (this.#role === 'follower' || this.#isLeaving) throw new StreamElsewhere(this.#host.id)
    if (this.#recovery) throw new WriteConflict(this.#host.id)
  }

  /** Repeats an attempt after each write conflict, on the state with the other node's entry. */
  async untilItStands<T>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      while (this.#recovery) await this.#recovery
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error
      }
    }
  }

  /**
   * Takes the stream over. No other node writes any more, so the journal is now complete. `ready`: work to do between
   * reading it and the first decision.
   */
  async own(fence: Fence, ready: () => Promise<void>): Promise<void> {
    while (this.#recovery) await this.#recovery
    await this.catchUp()
    await ready()
    this.#host.mustGoOn()
    this.#fence = fence
    this.#role = 'owner'
    this.#tail.renew(this.right)
    this.#host.owned()
  }

  /** Stops deciding. Resolves when every decision is durable or has failed. */
  async handOver(): Promise<void> {
    if (this.#role !== 'owner' || this.#isLeaving) return
    this.#isLeaving = true
    await this.#recovery
    await this.#tail.written()
    // Gathered entries are sent at the end of this turn.
    await this.#tail.answered()
    this.#isLeaving = false
    if (this.#role === 'owner') this.#leave('given')
  }

  /** Gives the stream up because its lease is over or may be. Pending answers are not sent. */
  letGo(): void {
    if (this.#role === 'owner') this.#leave('run-out')
  }

  /** An append of a node among several failed. */
  appendFailed(error: Error): void {
    if (error instanceof LeaseLost && this.#role === 'owner') this.#leave('fenced')
    else if (error instanceof LeaseLost || error instanceof JournalConflict) {
      this.#turns?.metConflict()
      this.#startOver(new WriteConflict(this.#host.id))
    } else this.#host.stop(error)
  }

  takeIn(entries: readonly Pick<Stored, 'seq' | 'body'>[]): void {
    this.#foreign.takeIn(entries)
  }

  heardOf(seq: number): void {
    this.#foreign.heardOf(seq)
  }

  /** Whether a follower rests: it knows how long the stream is, and reads entries on demand. */
  get isResting(): boolean {
    return this.#role === 'follower' && this.#foreign.isResting
  }

  rest(isResting: boolean): void {
    this.#foreign.isResting = isResting
  }

  /** Reads the announced entries; null if all are read. */
  upToDate(): Promise<void> | null {
    return this.#role === 'follower' && this.#foreign.unread > 0 ? this.#foreign.readHeard() : null
  }

  /** The number of announced entries that are not read yet. */
  get behind(): number {
    return this.#role === 'owner' ? 0 : this.#foreign.behind
  }

  readOn(): Promise<void> {
    return this.#foreign.readOn()
  }

  /** Reads all entries from this moment on. A reading that is already under way may have started too early. */
  async catchUp(): Promise<void> {
    // A reading that failed is repeated by the next line.
    await this.#foreign.reading?.catch(() => {})
    await this.readOn()
    // Entries of other nodes may stand behind a pending entry of this one. Any entry decided since then is appended
    // after theirs.
    if (await this.#ownAnswered()) {
      await this.readOn()
      await this.#ownAnswered()
    }
    // A stopped stream takes no entries.
    this.#host.mustGoOn()
  }

  /**
   * Whether other nodes have written no entry after the one that was last at this moment. If they have, the command
   * must be decided again.
   */
  async isNewest(): Promise<boolean> {
    const before = this.#foreign.count
    await this.catchUp()
    return this.#foreign.count === before
  }

  end(): void {
    this.#foreign.end()
  }

  /** Waits until pending entries are durable or have met a write conflict; false if there are none. */
  async #ownAnswered(): Promise<boolean> {
    if (!this.#tail.isAhead) return false
    await this.#tail.answered()
    return true
  }

  #leave(how: Leaving): void {
    this.#role = 'follower'
    this.#fence = null
    this.#startOver(new StreamElsewhere(this.#host.id))
    this.#host.left(how)
  }

  /** Drops the pending state and reads the other nodes' entries. */
  #startOver(why: StreamStopped): void {
    if (this.#host.isStopped) return
    const recovery = this.#tail
      .startOver(why, () => this.right, this.#recovery)
      .then((isDropped) => (isDropped ? this.catchUp() : undefined))
      .catch((error) => void this.#host.stop(error as Error))
      .then(() => {
        if (this.#recovery !== recovery) return
        this.#recovery = null
        this.#foreign.readWhatIsHeardOf()
      })
    this.#recovery = recovery
  }
}
