import type { Append } from '../../record/stored-entry.ts'
import { type Journal, JournalConflict, LeaseLost } from '../journal/journal.ts'
import type { Fence } from '../journal/leases.ts'
import { inSlices } from './in-slices.ts'

/** An item that goes to the journal as one entry. */
type Outgoing = { append: Append }

/**
 * An entry under way to the disk: its events, and the key of its request if that has an id. `hash`: the entry's own, in
 * a stream where each entry names the one that it was decided on.
 */
export type Underway<Event> = Outgoing & { events: readonly Event[]; key: number | undefined; hash: string | undefined }

/** The text of an entry. A long one is written in parts, so that the event loop stays responsive. */
export type Text = string | Generator<void, string>

/**
 * Pending entries on their way to the journal. Entries of one turn of the event loop go together. A long entry is
 * written in parts, and later entries wait for it.
 */
export class Outbox<Item extends Outgoing, After> {
  readonly #journal: Journal
  readonly #landed: (items: readonly Item[], after: After) => void
  readonly #failed: (error: Error) => void
  #gathered: Item[] = []
  /** State after all gathered entries. States before the last are not needed and not kept. */
  #after: After | undefined
  /** Settled when every earlier entry is gathered; null if no entry is being written in parts. */
  #writing: Promise<void> | null = null
  #underway = 0
  /** Whether all appends under way were sent in this turn of the event loop. */
  #isSameTurn = false
  #isShut = false
  /** The failure of an append that may nevertheless have reached the disk; null if there was none. */
  doubt: Error | null = null
  #idle: (() => void)[] = []
  readonly #fence: Fence | null
  readonly #isSerial: boolean

  /**
   * `fence`: the lease that every append requires; null if this process alone writes, or every node may. `isSerial`:
   * where every node may write, one append is answered before the next is sent. Otherwise, after a write conflict, an
   * entry decided on a rejected one could still find its number free behind another node's entry.
   */
  constructor(
    journal: Journal,
    landed: (items: readonly Item[], after: After) => void,
    failed: (error: Error) => void,
    fence: Fence | null = null,
    isSerial = false,
  ) {
    this.#isSerial = isSerial
    this.#journal = journal
    this.#landed = landed
    this.#failed = failed
    this.#fence = fence
  }

  /** Adds an entry. `after`: the state after it. */
  put(text: Text, after: After, item: (body: string) => Item): void {
    if (!this.#writing && typeof text === 'string') return this.#gather(item(text), after)
    const before = this.#writing ?? Promise.resolve()
    const writing = before.then(async () =>
      this.#gather(item(typeof text === 'string' ? text : await inSlices(text)), after),
    )
    this.#writing = writing
    writing.then(
      () => {
        if (this.#writing === writing) this.#writing = null
      },
      (error) => this.#fail(error as Error),
    )
  }

  /**
   * Resolves when no entry is being written in parts. Only then may another stream's entries go in the same
   * transaction.
   */
  async ready(): Promise<void> {
    while (this.#writing) await this.written
  }

  /** Settled when the entry under way in parts is written; null if there is none. */
  get written(): Promise<void> | null {
    // Callers who wait for the entry receive the failure.
    return this.#writing?.catch(() => {}) ?? null
  }

  /** Whether the next append must wait until those under way are answered. */
  get isBusy(): boolean {
    return this.#isSerial && !this.isIdle && !this.#isSameTurn
  }

  /** Settled when the appends under way are answered, if the next one has to wait for that; otherwise null. */
  get answered(): Promise<void> | null {
    return this.isBusy ? this.idle() : null
  }

  /** Stops sending. Gathered entries are dropped. */
  shut(): void {
    this.#isShut = true
    this.#gathered = []
  }

  /** Whether no append waits for the journal's answer, so that the durable state is final. */
  get isIdle(): boolean {
    return this.#underway === 0
  }

  /** Resolves when no append is waiting for the journal's answer. */
  idle(): Promise<void> {
    return this.isIdle ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve))
  }

  #gather(item: Item, after: After): void {
    if (this.#isShut) return
    if (this.#gathered.length === 0) setImmediate(() => void this.send())
    this.#gathered.push(item)
    this.#after = after
  }

  /** Sends the gathered entries. `beside`: another stream's outbox, whose entries go in the same transaction. */
  send<Other extends Outgoing, OtherAfter>(beside?: Outbox<Other, OtherAfter>): void {
    if (this.isBusy) return
    if (beside?.isBusy) throw new Error('two entries of one transaction wait for each other')
    const boxes: readonly Pending[] = [this.#packed(), ...(beside ? [beside.#packed()] : [])]
    const entries = boxes.flatMap(({ entries }) => entries)
    if (entries.length === 0) return settleNothing(boxes)
    const settle = (end: (box: Pending) => void) => {
      for (const box of boxes) end(box)
    }
    this.#append(entries, beside ? beside.#fence : null).then(
      () => settle(({ landed }) => landed()),
      (error) => settle(({ failed }) => failed(error as Error)),
    )
  }

  #append(entries: readonly Append[], other: Fence | null): Promise<void> {
    if (!this.#fence && !other) return this.#journal.append(entries)
    return this.#journal.append(
      entries,
      [this.#fence, other].filter((fence) => fence !== null),
    )
  }

  #packed(): Pending {
    const items = this.#gathered
    const after = this.#after
    this.#gathered = []
    this.#after = undefined
    if (this.#isSerial && this.isIdle) this.#beginTurn()
    this.#underway++
    const ended = (then: () => void) => () => {
      this.#underway--
      if (items.length > 0) then()
      if (this.#underway === 0) for (const resolve of this.#idle.splice(0)) resolve()
      // Runs after the callers that waited for this moment.
      if (this.#isSerial && this.#gathered.length > 0) setImmediate(() => void this.send())
    }
    return {
      entries: items.map(({ append }) => append),
      landed: ended(() => this.#landed(items, after!)),
      failed: (error) => ended(() => this.#fail(error))(),
    }
  }

  #beginTurn(): void {
    this.#isSameTurn = true
    setImmediate(() => {
      this.#isSameTurn = false
    })
  }

  #fail(error: Error): void {
    if (!(error instanceof JournalConflict || error instanceof LeaseLost)) this.doubt = error
    if (!this.#isShut) this.#failed(error)
  }
}

const settleNothing = (boxes: readonly Pending[]): void => {
  for (const { landed } of boxes) landed()
}

type Pending = { entries: readonly Append[]; landed: () => void; failed: (error: Error) => void }
