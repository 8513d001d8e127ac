/** Requests that are begun in one turn of the event loop. */
const PER_TURN = 4
/** Requests of one visitor that may wait. */
const WAITING_MAX = 1_000

/** Lets visitors in one after the other, a few in each turn of the event loop, however many requests one of them has. */
export class FairTurns {
  readonly #lines = new Map<string, (() => void)[]>()
  #isArranged = false

  /** False where too many of this visitor wait already. */
  enter(visitor: string, begin: () => void): boolean {
    const line = this.#lines.get(visitor) ?? []
    if (line.length >= WAITING_MAX) return false
    line.push(begin)
    this.#lines.set(visitor, line)
    this.#arrange()
    return true
  }

  #arrange(): void {
    if (this.#isArranged || this.#lines.size === 0) return
    this.#isArranged = true
    setImmediate(() => this.#serve())
  }

  #serve(): void {
    this.#isArranged = false
    let served = 0
    for (const [visitor, line] of this.#lines) {
      if (served++ >= PER_TURN) break
      this.#lines.delete(visitor)
      const begin = line.shift()!
      // Behind everybody else; whoever waits alone has the next turn too.
      if (line.length > 0) this.#lines.set(visitor, line)
      begin()
    }
    this.#arrange()
  }
}
