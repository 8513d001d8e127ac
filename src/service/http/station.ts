import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HouseState } from '../../house/state.ts'
import { type ByteSource, freshToken, tokenHash } from '../secrets/key-material.ts'
import type { TryingFrom } from '../secrets/try-marks.ts'
import type { CookieOptions } from './request-caller.ts'

/**
 * A station is recognised by a cookie that it received when somebody signed in there. The cookie grants no access: it
 * only separates the station's wrong attempts from those made elsewhere. The house keeps its hash with the badges that
 * signed in there.
 */
const STATION_COOKIE = 'croupier-station'
/** Only the routes that receive PINs need the cookie. */
const STATION_PATH = '/api/sessions'
const STATION_SECONDS = 400 * 24 * 3600

export function tryingFrom({ ip, cookies }: FastifyRequest): TryingFrom {
  const token = cookies[STATION_COOKIE]
  return { address: ip, station: token === undefined ? null : tokenHash(token) }
}

const isAnybodys = ({ staff }: HouseState, station: string): boolean =>
  staff.values().some(({ stations }) => stations.includes(station))

/** The key for counting attempts: a station where somebody signed in is counted alone. */
export function rateLimitKey(state: HouseState, request: FastifyRequest): string {
  const { address, station } = tryingFrom(request)
  return station !== null && isAnybodys(state, station) ? `station ${station}` : address
}

/** The station of the caller who signs in: the known one, or a new one. An invented token is not a station. */
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
