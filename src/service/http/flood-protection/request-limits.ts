import type { FastifyRequest } from 'fastify'
import { addressOfRequest } from '../caller-address.ts'
import { type RateLimit, RateLimits } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The number of plain requests that it counts as; 1 by default. A route with 0 has no limit. */
    cost?: number
    /**
     * For routes where secrets could be guessed: the key that attempts are counted by, whatever token the request
     * carries.
     */
    guesser?: (request: FastifyRequest) => string
  }
}

/** The burst after a quiet time, in seconds of the normal rate: several screens may open behind one address. */
const BURST_SECONDS = 15
const GUESSES_PER_MINUTE = 20

type RequestLimitOptions = {
  requestsPerMinute: number
  /** The token of a known caller. */
  credentialOf: (request: FastifyRequest) => string | undefined
  clock: () => number
}

/** Limits requests by their cost over time: of each token, or of each address without one. */
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

  /** Counts a request. Returns the seconds until its caller may send the next; 0 if it is admitted. */
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

  /** A hall behind one address has thousands of terminals, so a request with a token is counted by the token. */
  #limitOf(request: FastifyRequest): RateLimit {
    const credential = this.#credentialOf(request)
    return credential === undefined
      ? this.#requests.ofAddress(addressOfRequest(request))
      : this.#requests.ofToken(credential)
  }
}
