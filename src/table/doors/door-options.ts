import type { FastifyServerOptions } from 'fastify'

export type WsOptions = { commandsPerSecond: number; bufferMax: number }

export type DoorOptions = {
  demo: boolean
  /** Other origins whose pages may use the service. */
  origins: readonly string[]
  /** Names that the service is reached by, besides localhost and its own address. */
  hosts: readonly string[]
  /** Addresses of proxies, which are believed when they say whose request it is. */
  proxies: readonly string[]
  requestsPerMinute: number
  secureCookies: boolean
  ws: WsOptions
  logger?: FastifyServerOptions['logger']
}

export const defaultDoors: DoorOptions = {
  demo: false,
  origins: [],
  hosts: [],
  proxies: [],
  requestsPerMinute: 1_200,
  secureCookies: false,
  ws: { commandsPerSecond: 50, bufferMax: 1_000_000 },
}

/** The largest that a request or a message may be. */
export const BODY_MAX = 64 * 1024
