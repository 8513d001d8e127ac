import type { FastifyRequest } from 'fastify'
import type { RemoteCaller } from '../../house/caller.ts'
import { callerOf } from '../../house/find-caller.ts'
import type { Floor } from '../floor/floor.ts'
import { tokenHash } from '../secrets/key-material.ts'

export const COOKIE = 'croupier'
export type CookieOptions = { httpOnly: true; sameSite: 'strict'; secure: boolean; path: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Screens poll this route, whether a person uses them or not. */
    isPolled?: boolean
  }
}

/** Finds the caller by the token in the request's header or, from a browser, in its cookie; null if none is valid. */
export function callerOfRequest(
  floor: Floor,
  request: FastifyRequest,
  isPolled = request.routeOptions.config.isPolled,
): RemoteCaller | null {
  const credential = credentialOf(request)
  const { presence } = floor
  const watch = isPolled ? presence.unattended : presence
  return credential === null ? null : callerOf(floor.house.settled.state, credential, watch)
}

/** The hash of the token that the request carries. */
export function credentialOf(request: FastifyRequest): string | null {
  const [scheme, bearer] = (request.headers.authorization ?? '').split(' ')
  const token = scheme === 'Bearer' ? bearer : request.cookies[COOKIE]
  return token ? tokenHash(token) : null
}
