import type { Stored } from '../../record/stored-entry.ts'
import { RecordUnreadable } from '../../record/versions.ts'
import { EntryDamaged, type Journal } from '../journal/journal.ts'
import { Retry } from './retry.ts'

const READ_ON_AFTER_MS = 250

type Written = Pick<Stored, 'seq' | 'body'>

/** The stream that takes them in. */
type Taker = {
  readonly id: string
  /** The number of the last entry that it has from the disk. */
  readonly durable: number
  /** With something of its own on its way the journal will say who was first. */
  readonly hasOwnUnderway: boolean
  readonly mayTakeIn: boolean
  /** Another node writes it, and nothing of its own is on its way. */
  readonly mayLeap: boolean
  readonly isStopped: boolean
  /** The entry after the last that is on disk. */
  takeNext(written: Written): void
  stop(error: Error): Error
  /** Takes its state from a snapshot that stands for so many more entries at least, if there is one. */
  leap(entries: number): Promise<void>
}

/** With fewer entries to read a snapshot saves nothing. */
const LEAP_MIN = 1_000

/** What other nodes write into a stream: how far they say it has come, and reading the journal until it has. */
export class ForeignEntries {
  readonly #journal: Journal
  readonly #taker: Taker
  readonly #readingOn: Retry
  #reading: Promise<void> | null = null
  #isResting = false
  /** How far it has come, as others say. */
  #hinted = 0
  #count = 0

  constructor(journal: Journal, taker: Taker) {
    this.#journal = journal
    this.#taker = taker
    this.#readingOn = new Retry(READ_ON_AFTER_MS, () => this.readOn().then(() => true))
  }

  /** How many were read, or seen to be there. */
  get count(): number {
    return this.#count
  }

  /** Those that were heard of and are not read yet. */
  get unread(): number {
    return Math.max(0, this.#hinted - this.#taker.durable)
  }

  /** Those of them that are to be read. */
  get behind(): number {
    return this.#isResting ? 0 : this.unread
  }

  /** While it rests, entries are read on demand. */
  get isResting(): boolean {
    return this.#isResting
  }

  set isResting(isResting: boolean) {
    this.#isResting = isResting
    this.readWhatIsHeardOf()
  }

  /** As another node says. */
  takeIn(entries: readonly Written[]): void {
    try {
      if (this.#taker.mayTakeIn && !this.#isResting) this.#takeInOrder(entries)
    } catch (error) {
      this.#taker.stop(error as Error)
    }
    this.heardOf(entries.at(-1)?.seq ?? 0)
  }

  /** The stream has grown, somebody says. */
  heardOf(seq: number): void {
    this.#hinted = Math.max(this.#hinted, seq)
    this.readWhatIsHeardOf()
  }

  readWhatIsHeardOf(): void {
    // A store that cannot be read is read again at the next hint; damage stops the stream.
    if (this.behind > 0 && this.#taker.mayTakeIn) void this.readOn().catch(() => {})
  }

  /** As far as the journal has it by now. */
  readOn(): Promise<void> {
    this.#reading ??= this.#readAll().then(
      () => {
        this.#reading = null
        if (this.behind > 0 && this.#taker.mayTakeIn) this.#readingOn.start()
      },
      (error) => {
        this.#reading = null
        // One that is damaged, or of a format that a newer version writes, is there when it is read again, too.
        if (error instanceof EntryDamaged || error instanceof RecordUnreadable) throw this.#taker.stop(error)
        this.#readingOn.start()
        throw error
      },
    )
    return this.#reading
  }

  /** As far as it has been heard of by now: what is being read already may have been asked for too early. */
  async readHeard(): Promise<void> {
    const due = this.#hinted
    await this.#reading
    if (this.#taker.durable < due) await this.readOn()
  }

  /** What is being read now; null: nothing is. */
  get reading(): Promise<void> | null {
    return this.#reading
  }

  /** It is not tried again any more. */
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
