import type { FastifyRequest } from 'fastify'
import { addressOfRequest } from '../caller-address.ts'
import { type RateLimit, RateLimits } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many plain requests it counts for; 1 where it is left out. 0: no count limits it. */
    cost?: number
    /** For routes where somebody could guess at a secret: who is counted, whatever token the request carries. */
    guesser?: (request: FastifyRequest) => string
  }
}

/** After a quiet time so many seconds' worth may come at once: several screens that open behind one address. */
const BURST_SECONDS = 15
const GUESSES_PER_MINUTE = 20

type RequestLimitOptions = {
  requestsPerMinute: number
  /** The token of a caller that the house knows. */
  credentialOf: (request: FastifyRequest) => string | undefined
  clock: () => number
}

/** Limits requests by their cost, spread over time: of each token, or of each address without one. */
export class RequestLimits {
  readonly #credentialOf: RequestLimitOptions['credentialOf']
  readonly #requests: RateLimits
  readonly #guesses: RateLimits

  constructor({ requestsPerMinute, credentialOf, clock }: RequestLimitOptions) {
    const perSecond = requestsPerMinute / 60
    this.#credentialOf = credentialOf
    this.#requests = new RateLimits(perSecond, clock, Math.max(1, perSecond * BURST_SECONDS))
    this.#guesses = new RateLimits(GUESSES_PER_MINUTE / 60, clock, GUESSES_PER_MINUTE)
  }

  /** Counts a request. Returns the seconds until its caller may send the next; 0: it is admitted. */
  admit(request: FastifyRequest): number {
    const { config: { cost = 1, guesser } = {}, url } = request.routeOptions
    if (cost === 0) return 0
    const limit = guesser ? this.#guesses.ofAddress(`${guesser(request)} at ${url}`) : this.#limitOf(request)
    if (!limit.hasLeft) return Math.max(1, Math.ceil(limit.untilLeft / 1000))
    limit.spend(cost)
    return 0
  }

  sweep(): void {
    this.#requests.sweep()
    this.#guesses.sweep()
  }

  /** A hall behind one address has thousands of terminals: a request with a token is counted by the token. */
  #limitOf(request: FastifyRequest): RateLimit {
    const credential = this.#credentialOf(request)
    return credential === undefined
      ? this.#requests.ofAddress(addressOfRequest(request))
      : this.#requests.ofToken(credential)
  }
}
