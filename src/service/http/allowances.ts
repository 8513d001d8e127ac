/** How long one may have been quiet and send it all at once. */
const BURST_SECONDS = 4

/**
 * What one owner may still send, over all sockets: those who showed a token by the token, all others by their address.
 * A message is one unit, a large one several. It may go below zero, so that even the largest message has its turn.
 */
export class Allowance {
  sockets = 0
  readonly #perSecond: number
  readonly #most: number
  readonly #clock: () => number
  #left: number
  #at: number

  constructor(perSecond: number, clock: () => number, most = perSecond * BURST_SECONDS) {
    this.#perSecond = perSecond
    this.#most = most
    this.#clock = clock
    this.#left = this.#most
    this.#at = clock()
  }

  get hasLeft(): boolean {
    this.#gain()
    return this.#left >= 1
  }

  /** Milliseconds until there is something left, if nobody spends more. */
  get untilLeft(): number {
    this.#gain()
    return Math.max(0, ((1 - this.#left) / this.#perSecond) * 1000)
  }

  get isFull(): boolean {
    this.#gain()
    return this.#left >= this.#most
  }

  spend(units: number): void {
    this.#gain()
    this.#left -= units
  }

  #gain(): void {
    const now = this.#clock()
    this.#left = Math.min(this.#most, this.#left + ((now - this.#at) / 1000) * this.#perSecond)
    this.#at = now
  }
}

/** Everybody's allowance. Whoever leaves and comes back finds what was left of it. */
export class Allowances {
  readonly #fresh: () => Allowance
  readonly #byOwner = new Map<string, Allowance>()

  constructor(perSecond: number, clock: () => number = () => performance.now(), most?: number) {
    this.#fresh = () => new Allowance(perSecond, clock, most)
  }

  get size(): number {
    return this.#byOwner.size
  }

  ofToken = (credential: string): Allowance => this.#of(`token ${credential}`)
  ofAddress = (address: string): Allowance => this.#of(`address ${address}`)

  /** Those who are gone and have all of it again are forgotten. */
  sweep(): void {
    for (const [owner, allowance] of this.#byOwner)
      if (allowance.sockets === 0 && allowance.isFull) this.#byOwner.delete(owner)
  }

  #of(owner: string): Allowance {
    const known = this.#byOwner.get(owner)
    if (known) return known
    const fresh = this.#fresh()
    this.#byOwner.set(owner, fresh)
    return fresh
  }
}
