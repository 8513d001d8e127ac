import type { Journal } from '../journal/journal.ts'

/** The time within which the store must answer. A slower one counts as not writable. */
const PATIENCE_MS = 2_000
/** How long an answer is cached, so that repeated requests do not cause repeated writes. */
const HOLDS_MS = 1_000

type StoreProbeOptions = { patienceMs?: number; clock?: () => number }

/**
 * Finds out whether the store takes writes at a time without commands. A probe is a write: callers share a probe under
 * way, and its answer for a second afterwards.
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

  /** Returns the reason why the store cannot be written; null if it can. */
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
