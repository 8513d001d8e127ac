import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerId } from '../../house/caller.ts'
import type { HouseEventOf } from '../../house/house-events.ts'
import { type HouseRefusal, isHouseRefusal, refuse } from '../../house/house-refusals.ts'
import { SESSION_MAX, staffView } from '../../house/people.ts'
import type { StaffRole } from '../../house/roles.ts'
import type { Floor } from '../floor/floor.ts'
import { tryPin } from '../floor/try-pin.ts'
import { freshToken, tokenHash } from '../secrets/key-material.ts'
import { newPin } from '../secrets/pin-checks.ts'
import { askHouse, checkSession } from '../stream/house-stream.ts'
import { CallerRoutes } from './caller-routes.ts'
import type { HttpOptions } from './http-options.ts'
import { rarely, sendRefusal, sendUnauthenticated } from './http-replies.ts'
import { COOKIE, type CookieOptions, credentialOf, type FindCaller } from './request-caller.ts'
import { openRoute } from './route.ts'
import { rateLimitKey, rememberStation, stationOf, tryingFrom } from './station.ts'

/** Signing in and out. */
export function sessionRoutes(app: FastifyInstance, floor: Floor, findCaller: FindCaller, options: HttpOptions): void {
  const { house, keyMaterial } = floor
  const cookieOptions: CookieOptions = { httpOnly: true, sameSite: 'strict', secure: options.secureCookies, path: '/' }
  const config = {
    rateLimit: {
      ...rarely.rateLimit,
      keyGenerator: (request: FastifyRequest) => rateLimitKey(house.settled.state, request),
    },
  }

  openRoute(
    app,
    'POST /api/sessions',
    async (request, reply) => {
      const { badge, pin } = request.body
      const right = await tryPin(floor, badge, pin, tryingFrom(request))
      if (isHouseRefusal(right)) return refusePin(reply, right)
      const token = freshToken(keyMaterial.chance)
      const { state } = house.settled
      const member = state.staff.get(badge)!
      const station = stationOf(state, request, keyMaterial.chance)
      const { events, refused: refusal } = await askHouse(house, {
        do: 'sign-in',
        badge,
        session: tokenHash(token),
        station: station.hash,
        mark: right.mark,
        by: { system: 'service' },
      })
      if (refusal) return sendRefusal(reply, refusal)
      const { expires } = events[0] as HouseEventOf<'session-opened'>
      // In seconds: the clock of a browser may be another.
      reply.setCookie(COOKIE, token, { ...cookieOptions, maxAge: SESSION_MAX / 1000 })
      rememberStation(reply, station.token, cookieOptions)
      return { token, badge, name: member.name, role: member.role, expires }
    },
    { config },
  )

  openRoute(app, 'GET /api/sessions', async (request, reply) => {
    const who = findCaller(request)
    const why = who ? null : floor.presence.whyOver(credentialOf(request) ?? '')
    if (why) return sendRefusal(reply, refuse('session-is-over', { why }))
    if (!who) return sendUnauthenticated(reply)
    const { credential: _, ...shown } = who
    return shown
  })

  openRoute(
    app,
    'POST /api/sessions/pin',
    async (request, reply) => {
      const who = findCaller(request)
      if (who?.kind !== 'staff') return sendUnauthenticated(reply)
      const { badge } = who
      const pin = await newPin(badge, request.body.pin, keyMaterial)
      if (isHouseRefusal(pin)) return sendRefusal(reply, pin)
      const right = await tryPin(floor, badge, request.body.current, tryingFrom(request))
      if (isHouseRefusal(right)) return refusePin(reply, right)
      const wish = { do: 'change-own-pin', pin, by: callerId(who) } as const
      const { refused: refusal } = await askHouse(house, wish, checkSession(who, floor.presence.unattended))
      return refusal ? sendRefusal(reply, refusal) : { ok: true }
    },
    { config },
  )

  openRoute(app, 'DELETE /api/sessions', async (request, reply) => {
    const who = findCaller(request)
    if (who?.kind === 'staff') {
      const wish = { do: 'sign-out', session: who.credential, by: callerId(who) } as const
      await askHouse(house, wish, checkSession(who, floor.presence.unattended))
    }
    return reply.clearCookie(COOKIE, cookieOptions).code(204).send()
  })
}

function refusePin(reply: FastifyReply, refusal: HouseRefusal): FastifyReply {
  if (typeof refusal.seconds === 'number') reply.header('retry-after', refusal.seconds)
  return sendRefusal(reply, refusal)
}

/** Everybody with a badge. */
export function peopleRoutes(app: FastifyInstance, floor: Floor, findCaller: FindCaller): void {
  const { house, keyMaterial, now } = floor
  const desk = new CallerRoutes(app, floor, findCaller)

  async function withPin<Fields extends object>(badge: string, pin: string, fields: Fields) {
    const hash = await newPin(badge, pin, keyMaterial)
    return isHouseRefusal(hash) ? hash : { fields: { badge, pin: hash, ...fields } }
  }

  desk.read('GET /api/staff', 'read-staff', () =>
    house.settled.state.staff.entries().map(([, member]) => staffView(house.settled.state, member, now())),
  )
  desk.act('POST /api/staff', 'add-staff', (_, { badge, pin, name, role }) =>
    withPin(badge, pin, { name, role: role as StaffRole }),
  )
  desk.act('POST /api/staff/:id/pin', 'set-pin', (badge, { pin, reason }) => withPin(badge, pin, { reason }))
  desk.act('POST /api/staff/:id/role', 'change-role', (badge, { role, reason }) => ({
    fields: { badge, role: role as StaffRole, reason },
  }))
  desk.act('POST /api/staff/:id/lock', 'lock-staff', (badge, body) => ({ fields: { badge, ...body } }))
  desk.act('POST /api/staff/:id/unlock', 'unlock-staff', (badge, body) => ({ fields: { badge, ...body } }))
  desk.act('DELETE /api/staff/:id', 'remove-staff', (badge, body) => ({ fields: { badge, ...body } }))
}
