import type { Stored } from '../../record/stored-entry.ts'
import { RecordUnreadable } from '../../record/versions.ts'
import { EntryDamaged, type Journal } from '../journal/journal.ts'
import { Retry } from './retry.ts'

const READ_ON_AFTER_MS = 250

type Written = Pick<Stored, 'seq' | 'body'>

/** The stream that receives entries of other nodes. */
type Taker = {
  readonly id: string
  /** The number of its last durable entry. */
  readonly durable: number
  /** While entries of its own are pending, the order follows from the journal only. */
  readonly hasOwnUnderway: boolean
  readonly mayTakeIn: boolean
  /** Another node writes it, and it has no pending entries of its own. */
  readonly mayLeap: boolean
  readonly isStopped: boolean
  /** Receives the entry after its last durable one. */
  takeNext(written: Written): void
  stop(error: Error): Error
  /** Loads its state from a snapshot, if one spares at least this many entries. */
  leap(entries: number): Promise<void>
}

/** Below this number of entries a snapshot saves no time. */
const LEAP_MIN = 1_000

/**
 * Entries that other nodes write into a stream. It keeps the highest number that they announce, and reads the journal
 * up to that number.
 */
export class ForeignEntries {
  readonly #journal: Journal
  readonly #taker: Taker
  readonly #readingOn: Retry
  #reading: Promise<void> | null = null
  #isResting = false
  /** The highest entry number that other nodes have announced. */
  #hinted = 0
  #count = 0

  constructor(journal: Journal, taker: Taker) {
    this.#journal = journal
    this.#taker = taker
    this.#readingOn = new Retry(READ_ON_AFTER_MS, () => this.readOn().then(() => true))
  }

  /** The number of entries that were read or announced here. */
  get count(): number {
    return this.#count
  }

  /** The number of announced entries that are not read yet. */
  get unread(): number {
    return Math.max(0, this.#hinted - this.#taker.durable)
  }

  /** The number of announced entries that are due to be read: zero for a replica that rests. */
  get behind(): number {
    return this.#isResting ? 0 : this.unread
  }

  /** Whether the replica rests: its entries are read on demand. */
  get isResting(): boolean {
    return this.#isResting
  }

  set isResting(isResting: boolean) {
    this.#isResting = isResting
    this.readWhatIsHeardOf()
  }

  /** Takes entries that another node has sent. */
  takeIn(entries: readonly Written[]): void {
    try {
      if (this.#taker.mayTakeIn && !this.#isResting) this.#takeInOrder(entries)
    } catch (error) {
      this.#taker.stop(error as Error)
    }
    this.heardOf(entries.at(-1)?.seq ?? 0)
  }

  /** Notes that the stream has grown to this number. */
  heardOf(seq: number): void {
    this.#hinted = Math.max(this.#hinted, seq)
    this.readWhatIsHeardOf()
  }

  readWhatIsHeardOf(): void {
    // A store that cannot be read is read again at the next announcement; damage stops the stream.
    if (this.behind > 0 && this.#taker.mayTakeIn) void this.readOn().catch(() => {})
  }

  /** Reads all entries that the journal has by now. */
  readOn(): Promise<void> {
    this.#reading ??= this.#readAll().then(
      () => {
        this.#reading = null
        if (this.behind > 0 && this.#taker.mayTakeIn) this.#readingOn.start()
      },
      (error) => {
        this.#reading = null
        // A damaged entry, or one of a newer format, stays so. Reading it again would not help.
        if (error instanceof EntryDamaged || error instanceof RecordUnreadable) throw this.#taker.stop(error)
        this.#readingOn.start()
        throw error
      },
    )
    return this.#reading
  }

  /** Reads all entries announced by now. A reading that is already under way may have started too early to see them. */
  async readHeard(): Promise<void> {
    const due = this.#hinted
    await this.#reading
    if (this.#taker.durable < due) await this.readOn()
  }

  /** The reading under way; null if there is none. */
  get reading(): Promise<void> | null {
    return this.#reading
  }

  /** Ends all retries. */
  end(): void {
    this.#readingOn.end()
  }

  async #readAll(): Promise<void> {
    const taker = this.#taker
    if (this.unread >= LEAP_MIN && taker.mayLeap) await taker.leap(LEAP_MIN)
    for await (const page of this.#journal.pages(taker.id, taker.durable + 1)) {
      if (taker.isStopped) return
      const before = taker.durable
      this.#takeInOrder(page)
      if (taker.durable === before) return
    }
  }

  #takeInOrder(entries: readonly Written[]): void {
    const taker = this.#taker
    for (const written of entries) {
      if (written.seq <= taker.durable) continue
      this.#count++
      if (written.seq !== taker.durable + 1 || taker.hasOwnUnderway) return
      taker.takeNext(written)
    }
  }
}
