import type { FastifyServerOptions } from 'fastify'
import type { HouseSign } from '../../wire/floor-service.ts'
import type { Certificate } from './certificate.ts'

export type WsOptions = {
  /** What one token may send, or all of one address who showed none. */
  commandsPerSecond: number
  /** Sockets of one token at once. */
  socketsPerToken: number
  /** Sockets of one address at once that showed no token. */
  socketsPerAddress: number
  bufferMax: number
  /** How long a socket that is over its allowance is not read. */
  holdMs: number
  /** How often a socket that says nothing is asked whether it is still there. */
  heartbeatMs: number
  /** After so long without a core, what sockets have sent is too old to be done. */
  sleepMs: number
}

export type HttpOptions = {
  demo: boolean
  /** Badges of the demonstration with their PINs, which are no secret: the sign-in offers them. */
  badges: HouseSign['badges']
  /** Other origins whose pages may use the service. */
  origins: readonly string[]
  /** Names that the service is reached by, besides localhost and its own address. */
  hosts: readonly string[]
  /** Addresses of proxies, which are believed when they say whose request it is. */
  proxies: readonly string[]
  /** Plain requests of one token, or of one address without a token; others count for more or less. */
  requestsPerMinute: number
  secureCookies: boolean
  /** null: plain HTTP. */
  certificate: Certificate | null
  /** Whether what operators ask is asked here too, and not at a port of their own. */
  hasOperators: boolean
  /** How long what is under way may take when the service stops. */
  stopWithinMs: number
  /** The folder of the pictures that a wall shows while its table rests; null: there are none. */
  idleFolder: string | null
  ws: WsOptions
  /** Milliseconds that only grow: for limits, and for how long an answer holds. */
  clock: () => number
  logger?: FastifyServerOptions['logger']
}

export const defaultHttpOptions: HttpOptions = {
  demo: false,
  badges: [],
  origins: [],
  hosts: [],
  proxies: [],
  requestsPerMinute: 1_200,
  secureCookies: false,
  certificate: null,
  hasOperators: true,
  stopWithinMs: 2_000,
  idleFolder: null,
  ws: {
    commandsPerSecond: 50,
    socketsPerToken: 100,
    socketsPerAddress: 1_000,
    bufferMax: 1_000_000,
    holdMs: 500,
    heartbeatMs: 30_000,
    // Our client hears nothing for five seconds, asks for three, and goes elsewhere.
    sleepMs: 7_000,
  },
  clock: () => performance.now(),
}

/** The largest that a request or a message may be. */
export const BODY_MAX = 64 * 1024
