/** So many are remembered; a house of more nodes tells of others before these are all gone. */
const NODES_MAX = 16

/** The addresses of a house: the one that was given first, and those that it told. All that one asker asks goes to one of them. */
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
   * The one that is used stays in use, and those that were told before come last. A node that is back from an outage of the
   * database knows of no other for a moment: if it goes in that moment, its clients must still find the house.
   */
  hear(others: readonly string[]): void {
    const { current } = this
    this.#addresses = [...new Set([this.#first, current, ...others, ...this.#addresses])].slice(0, NODES_MAX)
    this.#at = this.#addresses.indexOf(current)
  }

  /** Nobody answers there. Of several who find it out, the first goes on to the next address, and the others with him. */
  leave(address: string): void {
    if (address === this.current) this.#at = (this.#at + 1) % this.#addresses.length
  }
}
