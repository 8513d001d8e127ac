import type { FastifyServerOptions } from 'fastify'
import type { HouseSign } from '../../wire/floor-service.ts'
import type { Certificate } from './certificate.ts'

export type WsOptions = {
  /** Commands per second of one token, or of all sockets of one address without a token. */
  commandsPerSecond: number
  /** The most open sockets of one token. */
  socketsPerToken: number
  /** The most open sockets of one address without a token. */
  socketsPerAddress: number
  bufferMax: number
  /** How long a socket over its rate limit is not read. */
  holdMs: number
  /** The interval of heartbeats to a silent socket. */
  heartbeatMs: number
  /**
   * If the process was paused for longer than this, commands that sockets sent meanwhile are too old to be carried out.
   */
  sleepMs: number
}

export type HttpOptions = {
  demo: boolean
  /** Badges of the demonstration with their public PINs: the sign-in page offers them. */
  badges: HouseSign['badges']
  /** Other origins whose pages may use the service. */
  origins: readonly string[]
  /** Names by which the service is reached, besides localhost and its own address. */
  hosts: readonly string[]
  /** Addresses of trusted proxies, whose forwarding headers are used. */
  proxies: readonly string[]
  /**
   * Plain requests per minute of one token, or of one address without a token. Other requests count for more or less.
   */
  requestsPerMinute: number
  secureCookies: boolean
  /** Null for plain HTTP. */
  certificate: Certificate | null
  /** Whether operators' routes are served here, and not on a port of their own. */
  hasOperators: boolean
  /** The longest time that requests under way may take when the service stops. */
  stopWithinMs: number
  /** The folder with pictures for wall displays of resting tables; null if there are none. */
  idleFolder: string | null
  ws: WsOptions
  /** A steady clock in milliseconds, for limits and for the lifetime of cached answers. */
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
    // The client of this project sends a heartbeat after five silent seconds, waits three, and reconnects to another
    // node.
    sleepMs: 7_000,
  },
  clock: () => performance.now(),
}

/** The largest size of a request or a message. */
export const BODY_MAX = 64 * 1024
