import type { Stored } from '../../record/stored-entry.ts'
import { type Journal, JournalConflict, LeaseLost } from '../journal/journal.ts'
import type { Fence } from '../journal/leases.ts'
import { ForeignEntries } from './foreign-entries.ts'
import type { Tail, WriteRight } from './recorder.ts'
import type { Leaving, StreamRole } from './stream-options.ts'
import { Overtaken, StreamElsewhere, type StreamStopped } from './stream-stopped.ts'
import type { OwnTurns, SharedWriter, WritingTurns } from './writing-turns.ts'

/** The stream whose writer changes. */
export type Tenant = {
  readonly id: string
  readonly isStopped: boolean
  mustGoOn(): void
  stop(error: Error): StreamStopped
  /** Resolves when that entry is in its memory. */
  reached(seq: number): Promise<void>
  /** Takes in the entry after the last that is on disk. */
  takeNext(written: Pick<Stored, 'seq' | 'body'>): void
  /** Takes its state from a snapshot that stands for so many more entries at least, if there is one. */
  leap(entries: number): Promise<void>
  owned(): void
  left(how: Leaving): void
}

/**
 * Who writes a stream among several nodes: the role of this one, the lease that it writes by, and the way back from a
 * write conflict, on which what others wrote is read first.
 */
export class Tenure {
  readonly #host: Tenant
  readonly #tail: Tail
  readonly #foreign: ForeignEntries
  readonly #turns: OwnTurns | null
  #role: StreamRole
  #fence: Fence | null = null
  /** While it is found out what others wrote, what is asked waits. */
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

  /** The epoch that this node owns it by; null: it does not. */
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
    if (this.#recovery) throw new Overtaken(this.#host.id)
  }

  /** Tries something until nobody else's entry comes in between: it is decided again after that entry. */
  async untilItStands<T>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      while (this.#recovery) await this.#recovery
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error
      }
    }
  }

  /**
   * Takes the stream over: nobody else writes it any more, so what the journal holds now is all there is. `ready`: what has
   * to be done between reading that and the first decision.
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

  /** Decides nothing more; resolves when all that it decided is on disk, or will never be. */
  async handOver(): Promise<void> {
    if (this.#role !== 'owner' || this.#isLeaving) return
    this.#isLeaving = true
    await this.#recovery
    await this.#tail.written()
    // Gathered entries go out at the end of this turn.
    await this.#tail.answered()
    this.#isLeaving = false
    if (this.#role === 'owner') this.#leave('given')
  }

  /** Its lease is over, or may be: whatever is not on disk by now will not be told. */
  letGo(): void {
    if (this.#role === 'owner') this.#leave('run-out')
  }

  /** An append of a node among several failed. */
  appendFailed(error: Error): void {
    if (error instanceof LeaseLost && this.#role === 'owner') this.#leave('fenced')
    else if (error instanceof LeaseLost || error instanceof JournalConflict) {
      this.#turns?.metConflict()
      this.#startOver(new Overtaken(this.#host.id))
    } else this.#host.stop(error)
  }

  takeIn(entries: readonly Pick<Stored, 'seq' | 'body'>[]): void {
    this.#foreign.takeIn(entries)
  }

  heardOf(seq: number): void {
    this.#foreign.heardOf(seq)
  }

  /** A follower that rests knows how far the stream has come, and reads its entries on demand. */
  get isResting(): boolean {
    return this.#role === 'follower' && this.#foreign.isResting
  }

  rest(isResting: boolean): void {
    this.#foreign.isResting = isResting
  }

  /** Reads the entries that were heard of; null: there are none. */
  upToDate(): Promise<void> | null {
    return this.#role === 'follower' && this.#foreign.unread > 0 ? this.#foreign.readHeard() : null
  }

  /** Entries that it has heard of and has not read yet. */
  get behind(): number {
    return this.#role === 'owner' ? 0 : this.#foreign.behind
  }

  readOn(): Promise<void> {
    return this.#foreign.readOn()
  }

  /** Reads on from this moment: what is being read already may have been asked for too early. */
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
    this.#host.mustGoOn()
  }

  /** Whether others wrote nothing since this moment's last entry; false: what was decided on it is to be decided again. */
  async isNewest(): Promise<boolean> {
    const before = this.#foreign.count
    await this.catchUp()
    return this.#foreign.count === before
  }

  end(): void {
    this.#foreign.end()
  }

  /** Waits until own entries that are on their way are on disk, or others were quicker; false: there are none. */
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

  /** Drops what is ahead of the disk, and reads what others wrote. */
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
