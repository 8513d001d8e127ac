import type { CountedRefusals } from '../../house/house-events.ts'

/**
 * The most entries without effect that are recorded in a minute: of one sender, and of all together. Further ones are
 * counted.
 */
export const NOTES_EACH = 60
export const NOTES_OF_ALL = 1_200
const MINUTE_MS = 60_000

type Minute = { endsAt: number; since: string; notes: number; others: number }

/**
 * Limits on refusals in the record, so that callers cannot fill the disk with forbidden requests. Further refusals are
 * counted, and the counts are recorded every minute. Minutes are measured by the steady clock; `now`: for the record.
 */
export class RefusalNotes {
  readonly #now: () => string
  readonly #clock: () => number
  readonly #minutes = new Map<string, Minute>()
  #all: Minute = { endsAt: Number.NEGATIVE_INFINITY, since: '', notes: 0, others: 0 }
  #counted: CountedRefusals[] = []

  constructor(now: () => string, clock = () => performance.now()) {
    this.#now = now
    this.#clock = clock
  }

  /** Decides whether a refusal is recorded; counts it otherwise. */
  mayNote(actor: string): boolean {
    if (this.#clock() >= this.#all.endsAt) this.#all = this.#fresh()
    if (this.#all.notes >= NOTES_OF_ALL) {
      this.count(actor)
      return false
    }
    const may = this.mayRecord(actor)
    if (may) this.#all.notes++
    return may
  }

  /** Decides whether a sender may write another entry without effect in this minute; counts it otherwise. */
  mayRecord(actor: string): boolean {
    const minute = this.#minuteOf(actor)
    const may = minute.notes < NOTES_EACH
    if (may) minute.notes++
    else minute.others++
    return may
  }

  /** Counts a refusal that is not recorded by itself. */
  count(actor: string): void {
    this.#minuteOf(actor).others++
  }

  /** Takes the counts of past minutes that are not recorded yet; `all`: of the present minute too. */
  takeCounted(all = false): CountedRefusals[] {
    for (const [actor, { endsAt }] of this.#minutes) if (all || this.#clock() >= endsAt) this.#end(actor)
    return this.#counted.splice(0)
  }

  /** Returns counts that could not be recorded. */
  giveBack(counted: readonly CountedRefusals[]): void {
    this.#counted.unshift(...counted)
  }

  #minuteOf(actor: string): Minute {
    const known = this.#minutes.get(actor)
    if (known && this.#clock() < known.endsAt) return known
    if (known) this.#end(actor)
    const minute = this.#fresh()
    this.#minutes.set(actor, minute)
    return minute
  }

  #end(actor: string): void {
    const { since, others } = this.#minutes.get(actor)!
    this.#minutes.delete(actor)
    if (others > 0) this.#counted.push({ actor, count: others, since })
  }

  #fresh(): Minute {
    return { endsAt: this.#clock() + MINUTE_MS, since: this.#now(), notes: 0, others: 0 }
  }
}
