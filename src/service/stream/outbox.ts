import type { Append } from '../../record/stored-entry.ts'
import { type Journal, JournalConflict, LeaseLost } from '../journal/journal.ts'
import type { Fence } from '../journal/leases.ts'
import { inSlices } from './in-slices.ts'

/** Something that goes to the journal as one entry. */
type Outgoing = { append: Append }

/**
 * An entry on its way: what happened by it, and the key of its request where that has an id. `hash`: its own, in a stream
 * whose decisions name the entry they rest on.
 */
export type Underway<Event> = Outgoing & { events: readonly Event[]; key: number | undefined; hash: string | undefined }

/** The text of an entry, or a long one's in parts, so that nobody else waits for it. */
export type Text = string | Generator<void, string>

/**
 * What is on its way to the journal. Entries of one turn of the event loop go together; a long one is written in parts,
 * and what comes after it waits its turn.
 */
export class Outbox<Item extends Outgoing, After> {
  readonly #journal: Journal
  readonly #landed: (items: readonly Item[], after: After) => void
  readonly #failed: (error: Error) => void
  #gathered: Item[] = []
  /** What all that is gathered comes to. Of those before the last nobody will ask, so that none of them is kept. */
  #after: After | undefined
  /** Settled when every entry before is gathered; null: nothing is being written in parts. */
  #writing: Promise<void> | null = null
  #underway = 0
  /** The appends under way all went out in this turn of the event loop. */
  #isSameTurn = false
  #isShut = false
  /** Of what failed it is not known whether it is on disk: why. */
  doubt: Error | null = null
  #idle: (() => void)[] = []
  readonly #fence: Fence | null
  readonly #isSerial: boolean

  /**
   * `fence`: what every append rests on; null: nobody else writes, or everybody may. `isSerial`: where everybody may, one
   * append is answered before the next goes out. What was decided on an entry that came to nothing might else find its
   * number free behind somebody else's.
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

  /** `after`: what it comes to. */
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

  /** Resolves when nothing is being written in parts: only then may other streams' entries go with the next one. */
  async ready(): Promise<void> {
    while (this.#writing) await this.written
  }

  /** Settled when what is being written in parts is written; null: nothing is. */
  get written(): Promise<void> | null {
    // A failure reaches those who wait for the entry.
    return this.#writing?.catch(() => {}) ?? null
  }

  /** The next append waits until those under way are answered. */
  get isBusy(): boolean {
    return this.#isSerial && !this.isIdle && !this.#isSameTurn
  }

  /** Settled when the appends under way are answered, if the next one has to wait for that; null: it need not. */
  get answered(): Promise<void> | null {
    return this.isBusy ? this.idle() : null
  }

  /** Nothing goes out any more. */
  shut(): void {
    this.#isShut = true
    this.#gathered = []
  }

  /** No append is waiting for the journal's answer: what is on disk is all that will be. */
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

  /** Hands over what is gathered; `beside`: another stream's box, whose entries go in the same transaction. */
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
      // After those who waited for this moment.
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
