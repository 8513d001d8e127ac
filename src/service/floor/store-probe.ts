import type { Journal } from '../journal/journal.ts'

/** The store answers within this time, or counts as one that takes no writes. */
const PATIENCE_MS = 2_000

/**
 * Finds out whether the store takes writes, although nobody has anything recorded. A probe is a write: those who ask while
 * one is under way share it, so that no number of them delays entries by more than one.
 */
export class StoreProbe {
  readonly #journal: Pick<Journal, 'probe'>
  readonly #patienceMs: number
  #underway: Promise<string | null> | null = null

  constructor(journal: Pick<Journal, 'probe'>, patienceMs = PATIENCE_MS) {
    this.#journal = journal
    this.#patienceMs = patienceMs
  }

  /** Returns why nothing can be written; null: the store takes writes. */
  async fault(): Promise<string | null> {
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
    try {
      await this.#journal.probe()
      return null
    } catch (error) {
      return (error as Error).message
    } finally {
      this.#underway = null
    }
  }
}
