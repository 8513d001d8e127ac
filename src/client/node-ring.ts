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

  /** The one that is used stays in use. */
  hear(others: readonly string[]): void {
    const { current } = this
    this.#addresses = [...new Set([this.#first, current, ...others])]
    this.#at = this.#addresses.indexOf(current)
  }

  /** Nobody answers there. Of several who find it out, the first goes on to the next address, and the others with him. */
  leave(address: string): void {
    if (address === this.current) this.#at = (this.#at + 1) % this.#addresses.length
  }
}
