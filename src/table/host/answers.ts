/**
 * Answers that were given, so that the same command id is the same answer. Two generations: when the younger one is full
 * the older one is forgotten as a whole, which costs nothing; so at least `kept` answers are always known.
 */
export class Answers<T> {
  private readonly kept: number
  private younger = new Map<string, T>()
  private older = new Map<string, T>()

  constructor(kept: number) {
    this.kept = kept
  }

  get(actor: string, id: string): T | undefined {
    return this.known(keyOf(actor, id))
  }

  remember(actor: string, id: string, answer: T): void {
    this.keep(keyOf(actor, id), answer)
  }

  /** The answer that was given, or this one from now on. */
  once(actor: string, id: string, answer: () => T): T {
    const key = keyOf(actor, id)
    const before = this.known(key)
    if (before !== undefined) return before
    const given = answer()
    this.keep(key, given)
    return given
  }

  private known(key: string): T | undefined {
    return this.younger.get(key) ?? this.older.get(key)
  }

  private keep(key: string, answer: T): void {
    if (this.younger.size >= this.kept) {
      this.older = this.younger
      this.younger = new Map()
    }
    this.younger.set(key, answer)
  }
}

const keyOf = (actor: string, id: string): string => `${actor} ${id}`
