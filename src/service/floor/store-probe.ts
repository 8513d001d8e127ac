import type { Journal } from '../journal/journal.ts'

/** The store answers within this time, or counts as one that takes no writes. */
const PATIENCE_MS = 2_000
/** An answer holds for so long: nobody can have the store written by asking again and again. */
const HOLDS_MS = 1_000

type StoreProbeOptions = { patienceMs?: number; clock?: () => number }

/**
 * Finds out whether the store takes writes, although nobody has anything recorded. A probe is a write: callers who ask while
 * one is under way share it, and so do callers who ask within a second after it.
 */
export class StoreProbe {
  readonly #journal: Pick<Journal, 'probe'>
  readonly #patienceMs: number
  readonly #clock: () => number
  #underway: Promise<string | null> | null = null
  #last: { fault: string | null; at: number } | null = null

  constructor(
    journal: Pick<Journal, 'probe'>,
    { patienceMs = PATIENCE_MS, clock = () => performance.now() }: StoreProbeOptions = {},
  ) {
    this.#journal = journal
    this.#patienceMs = patienceMs
    this.#clock = clock
  }

  /** Returns why nothing can be written; null: the store takes writes. */
  async fault(): Promise<string | null> {
    if (this.#last && this.#clock() - this.#last.at < HOLDS_MS) return this.#last.fault
    this.#underway ??= this.#probe()
    const { promise: silence, resolve } = Promise.withResolvers<string>()
    const timer = setTimeout(resolve, this.#patienceMs, 'the store does not answer')
    try {
      return await Promise.race([this.#underway, silence])
    } finally {
      clearTimeout(timer)
    }
  }

  async #probe(): Promise<string | null> {
    const fault = await this.#journal.probe().then(
      () => null,
      (error: Error) => error.message,
    )
    this.#last = { fault, at: this.#clock() }
    this.#underway = null
    return fault
  }
}
