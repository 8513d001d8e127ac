/** Requests that begin in one turn of the event loop. */
const PER_TURN = 4
/** Requests of one address that may wait. */
const WAITING_MAX = 1_000

/** Begins requests of each address in turn, a few in each turn of the event loop, however many one address sends. */
export class FairTurns {
  readonly #lines = new Map<string, (() => void)[]>()
  #isArranged = false

  /** Adds a request to the queue of its address. Returns false if too many are waiting there already. */
  enter(address: string, begin: () => void): boolean {
    const line = this.#lines.get(address) ?? []
    if (line.length >= WAITING_MAX) return false
    line.push(begin)
    this.#lines.set(address, line)
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
    for (const [address, line] of this.#lines) {
      if (served++ >= PER_TURN) break
      this.#lines.delete(address)
      const begin = line.shift()!
      // The address goes behind all others. An address that waits alone has the next turn too.
      if (line.length > 0) this.#lines.set(address, line)
      begin()
    }
    this.#arrange()
  }
}
