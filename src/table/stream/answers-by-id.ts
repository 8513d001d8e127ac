/**
 * Answers that were given, so that the same command id is the same answer. Two generations: when the younger one is full
 * the older one is forgotten as a whole, which costs nothing; so at least `kept` answers are always known.
 */
export class Answers<T> {
  readonly #kept: number
  #younger = new Map<string, T>()
  #older = new Map<string, T>()

  constructor(kept: number) {
    this.#kept = kept
  }

  /** A command without an id is never the same as another. */
  get(actor: string, id: string | undefined): T | undefined {
    if (id === undefined) return undefined
    const key = keyOf(actor, id)
    return this.#younger.get(key) ?? this.#older.get(key)
  }

  remember(actor: string, id: string | undefined, answer: T): void {
    if (id === undefined) return
    if (this.#younger.size >= this.#kept) {
      this.#older = this.#younger
      this.#younger = new Map()
    }
    this.#younger.set(keyOf(actor, id), answer)
  }
}

const keyOf = (actor: string, id: string): string => `${actor} ${id}`
