/** The most addresses that are kept. Larger clusters announce further nodes before all of these are gone. */
const NODES_MAX = 16

/**
 * The addresses of a house: the first one given, and those that it announced. All requests of a client go to one of
 * them.
 */
export class NodeRing {
  #at = 0
  #addresses: readonly string[]
  readonly #first: string

  constructor(first: string) {
    this.#first = first
    this.#addresses = [first]
  }

  get current(): string {
    return this.#addresses[this.#at]!
  }

  get size(): number {
    return this.#addresses.length
  }

  /**
   * Adds announced addresses. The one in use stays in use, and those announced before come last. A node that is back
   * from an outage of the database knows no other nodes for a moment: if it then disappears, its clients must still
   * find the house.
   */
  hear(others: readonly string[]): void {
    const { current } = this
    this.#addresses = [...new Set([this.#first, current, ...others, ...this.#addresses])].slice(0, NODES_MAX)
    this.#at = this.#addresses.indexOf(current)
  }

  /**
   * Leaves an address that does not answer. If several requests notice that, only the first moves to the next address.
   */
  leave(address: string): void {
    if (address === this.current) this.#at = (this.#at + 1) % this.#addresses.length
  }
}
