import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HouseState } from '../../house/state.ts'
import { type ByteSource, freshToken, tokenHash } from '../secrets/key-material.ts'
import type { TryingFrom } from '../secrets/try-marks.ts'
import type { CookieOptions } from './request-caller.ts'

/**
 * A station is known again by a cookie that it was given when somebody signed in there. It opens nothing: it only tells
 * that wrong tries elsewhere are not its own. The house keeps its hash with the badges that signed in there.
 */
const STATION_COOKIE = 'croupier-station'
/** Only the doors where PINs are typed need it. */
const STATION_PATH = '/api/sessions'
const STATION_SECONDS = 400 * 24 * 3600

export function tryingFrom({ ip, cookies }: FastifyRequest): TryingFrom {
  const token = cookies[STATION_COOKIE]
  return { address: ip, station: token === undefined ? null : tokenHash(token) }
}

const isAnybodys = ({ staff }: HouseState, station: string): boolean =>
  staff.values().some(({ stations }) => stations.includes(station))

/** What requests are counted by: at a station where somebody signed in, its own alone. */
export function rateLimitKey(state: HouseState, request: FastifyRequest): string {
  const { address, station } = tryingFrom(request)
  return station !== null && isAnybodys(state, station) ? `station ${station}` : address
}

/** The station of whoever signs in: the one that it is, or a new one. A name that somebody made up is none. */
export function stationOf(
  state: HouseState,
  { cookies }: FastifyRequest,
  chance: ByteSource,
): { token: string; hash: string } {
  const before = cookies[STATION_COOKIE]
  const isKnown = before !== undefined && isAnybodys(state, tokenHash(before))
  const token = isKnown ? before : freshToken(chance)
  return { token, hash: tokenHash(token) }
}

export const rememberStation = (reply: FastifyReply, token: string, options: CookieOptions): FastifyReply =>
  reply.setCookie(STATION_COOKIE, token, { ...options, path: STATION_PATH, maxAge: STATION_SECONDS })
