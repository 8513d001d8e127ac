import type { IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { FairTurns } from './fair-turns.ts'
import { type RateLimit, RateLimits } from './rate-limits.ts'

/** The time in seconds within which an address may open all its sockets. */
const FILLS_WITHIN = 4
/**
 * The least burst of a quiet address. It may open one second's worth of sockets at once, or this number; further ones
 * wait.
 */
const AT_ONCE_LEAST = 8
/** A socket that would have to wait for longer is refused. */
const WAIT_MAX_MS = 4_000

type AdmissionOptions = {
  addressOf: (request: IncomingMessage) => string
  turns: FairTurns
  /** The most sockets of one address without a token. */
  socketsPerAddress: number
  holdMs: number
}

/** Admits new sockets: each address in turn, no faster than its limit, and a limited number without a token. */
export class SocketAdmission {
  readonly #options: AdmissionOptions
  readonly #limits: RateLimits
  readonly #arrivals: RateLimits

  constructor(limits: RateLimits, options: AdmissionOptions) {
    const perSecond = options.socketsPerAddress / FILLS_WITHIN
    this.#options = options
    this.#limits = limits
    this.#arrivals = new RateLimits(perSecond, undefined, Math.max(AT_ONCE_LEAST, perSecond))
  }

  /** Waits for the socket's turn; false if it is refused. */
  async admit(request: IncomingMessage): Promise<boolean> {
    const { addressOf, holdMs, socketsPerAddress } = this.#options
    const address = addressOf(request)
    const isIn = (await hasTime(this.#arrivals.ofAddress(address), holdMs)) && (await this.#inTurn(address))
    return isIn && this.#limits.ofAddress(address).sockets < socketsPerAddress
  }

  sweep(): void {
    this.#arrivals.sweep()
  }

  #inTurn(address: string): Promise<boolean> {
    return new Promise((go) => void (this.#options.turns.enter(address, () => go(true)) || go(false)))
  }
}

/**
 * Waits until the address may open another socket. Each waits for its own moment, so that they do not arrive all
 * together. A refusal is delayed, so that a client that reconnects at once does so less often.
 */
export async function hasTime(arrival: RateLimit, holdMs: number): Promise<boolean> {
  const wait = arrival.untilLeft
  if (wait > WAIT_MAX_MS) return setTimeout(holdMs, false)
  arrival.spend(1)
  if (wait > 0) await setTimeout(wait)
  return true
}
