import type { FastifyRequest } from 'fastify'
import { principalOf, type StaffPrincipal, type TerminalPrincipal } from '../../house/principals.ts'
import type { Floor } from '../floor/floor.ts'
import { tokenHash } from '../secrets/key-material.ts'

/** Whom the doors know: a person with a badge, or a terminal. */
export type Who = StaffPrincipal | TerminalPrincipal
export type Whose = (request: FastifyRequest) => Who | null

export const COOKIE = 'croupier'
export type CookieOptions = { httpOnly: true; sameSite: 'strict'; secure: boolean; path: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Screens ask here again and again, whether somebody sits before them or not. */
    isPolled?: boolean
  }
}

/** Whose token the request carries: in its header, or a browser's cookie. */
export function principalOfRequest(
  floor: Floor,
  request: FastifyRequest,
  isPolled = request.routeOptions.config.isPolled,
): Who | null {
  const credential = credentialOf(request)
  const { presence } = floor
  const watch = isPolled ? presence.unattended : presence
  return credential === null ? null : principalOf(floor.house.settled.state, credential, watch)
}

/** The hash of the token that the request carries. */
export function credentialOf(request: FastifyRequest): string | null {
  const [scheme, bearer] = (request.headers.authorization ?? '').split(' ')
  const token = scheme === 'Bearer' ? bearer : request.cookies[COOKIE]
  return token ? tokenHash(token) : null
}
