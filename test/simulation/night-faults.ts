/** The faults of a night. Each has a name, so that the same night can be played without some of them. */
export class Faults {
  readonly happened: string[] = []
  readonly #kept: ReadonlySet<string> | null
  readonly #counts = new Map<string, number>()

  constructor(kept: ReadonlySet<string> | null) {
    this.#kept = kept
  }

  /** The dice said that it happens: whether it does. */
  happens(kind: string): boolean {
    const nth = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, nth)
    const name = `${kind}, ${nth}`
    if (this.#kept && !this.#kept.has(name)) return false
    this.happened.push(name)
    return true
  }
}
