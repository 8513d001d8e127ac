/** The burst after a quiet time, in seconds of the normal rate. */
const BURST_SECONDS = 4

/**
 * A token bucket for all sockets of one owner: of a session or terminal token, or of an address without a token. A
 * message costs one unit, a large one several. The bucket may go below zero, so that even the largest message gets
 * through.
 */
export class RateLimit {
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

  /** Milliseconds until a unit is available, if none is spent meanwhile. */
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

/** The rate limits of all owners. A client that reconnects finds its limit unchanged. */
export class RateLimits {
  readonly #fresh: () => RateLimit
  readonly #byOwner = new Map<string, RateLimit>()

  constructor(perSecond: number, clock: () => number = () => performance.now(), most?: number) {
    this.#fresh = () => new RateLimit(perSecond, clock, most)
  }

  get size(): number {
    return this.#byOwner.size
  }

  ofToken = (credential: string): RateLimit => this.#of(`token ${credential}`)
  ofAddress = (address: string): RateLimit => this.#of(`address ${address}`)

  /** Forgets owners without sockets whose limit is full again. */
  sweep(): void {
    for (const [owner, limit] of this.#byOwner) if (limit.sockets === 0 && limit.isFull) this.#byOwner.delete(owner)
  }

  #of(owner: string): RateLimit {
    const known = this.#byOwner.get(owner)
    if (known) return known
    const fresh = this.#fresh()
    this.#byOwner.set(owner, fresh)
    return fresh
  }
}
