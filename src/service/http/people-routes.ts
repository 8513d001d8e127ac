import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerId, type RemoteCaller } from '../../house/caller.ts'
import type { HouseEventOf } from '../../house/house-events.ts'
import { type HouseRefusal, isHouseRefusal, refuse } from '../../house/house-refusals.ts'
import { staffView } from '../../house/people.ts'
import type { StaffRole } from '../../house/roles.ts'
import type { Floor } from '../floor/floor.ts'
import { tryPin } from '../floor/try-pin.ts'
import { freshToken, tokenHash } from '../secrets/key-material.ts'
import { newPin } from '../secrets/pin-checks.ts'
import { askHouse, checkSession } from '../stream/house-stream.ts'
import type { HttpApi } from './http-api.ts'
import type { HttpOptions } from './http-options.ts'
import { sendRefusal, sendUnauthenticated } from './http-replies.ts'
import { COOKIE, type CookieOptions, credentialOf } from './request-caller.ts'
import type { RouteRequest } from './route.ts'
import { rateLimitKey, rememberStation, stationOf, tryingFrom } from './station.ts'

/** Signing in and out. */
export function sessionRoutes(api: HttpApi, { secureCookies }: HttpOptions): void {
  const { floor } = api
  const cookieOptions: CookieOptions = { httpOnly: true, sameSite: 'strict', secure: secureCookies, path: '/' }
  const guesser = (request: FastifyRequest) => rateLimitKey(floor.house.settled.state, request)
  const options = { config: { guesser } }

  api.open('POST /api/sessions', (_, request, reply) => openSession(floor, request, reply, cookieOptions), options)
  api.open('GET /api/sessions', async (who, request, reply) => {
    const why = who ? null : floor.presence.whyOver(credentialOf(request) ?? '')
    if (why) return sendRefusal(reply, refuse('session-is-over', { why }))
    if (!who) return sendUnauthenticated(reply)
    const { credential: _, ...shown } = who
    return shown
  })
  api.open('POST /api/sessions/pin', (who, request, reply) => changeOwnPin(floor, who, request, reply), options)
  api.open('DELETE /api/sessions', async (who, _, reply) => {
    if (who?.kind === 'staff') {
      const wish = { do: 'sign-out', session: who.credential, by: callerId(who) } as const
      await askHouse(floor.house, wish, checkSession(who, floor.presence.unattended))
    }
    return reply.clearCookie(COOKIE, cookieOptions).code(204).send()
  })
}

async function openSession(
  floor: Floor,
  request: RouteRequest<'POST /api/sessions'>,
  reply: FastifyReply,
  cookieOptions: CookieOptions,
) {
  const { house, keyMaterial, policy } = floor
  const { badge, pin, newPin: wanted } = request.body
  const right = await tryPin(floor, badge, pin, tryingFrom(request))
  if (isHouseRefusal(right)) return refusePin(reply, right)
  const fresh = wanted === undefined ? undefined : await otherPin(floor, badge, pin, wanted)
  if (fresh && isHouseRefusal(fresh)) return sendRefusal(reply, fresh)
  const token = freshToken(keyMaterial.chance)
  const { state } = house.settled
  const { name, role } = state.staff.get(badge)!
  const station = stationOf(state, request, keyMaterial.chance)
  const { events, refused } = await askHouse(house, {
    do: 'sign-in',
    badge,
    session: tokenHash(token),
    station: station.hash,
    mark: right.mark,
    lasts: policy.sessionMs,
    ...(policy.pinMs === null ? {} : { pinAge: policy.pinMs }),
    ...(fresh ? { pin: fresh } : {}),
    by: { system: 'service' },
  })
  if (refused) return sendRefusal(reply, refused)
  const { expires } = events.find(({ type }) => type === 'session-opened') as HouseEventOf<'session-opened'>
  // A lifetime in seconds, because the browser's clock may be wrong.
  reply.setCookie(COOKIE, token, { ...cookieOptions, maxAge: policy.sessionMs / 1000 })
  rememberStation(reply, station.token, cookieOptions)
  return { token, badge, name, role, expires }
}

/** The hash of a PIN that takes the place of one that was typed beside it. */
const otherPin = async ({ keyMaterial }: Floor, badge: string, pin: string, wanted: string) =>
  wanted === pin ? refuse('pin-unchanged') : newPin(badge, wanted, keyMaterial)

async function changeOwnPin(
  floor: Floor,
  who: RemoteCaller | null,
  request: RouteRequest<'POST /api/sessions/pin'>,
  reply: FastifyReply,
) {
  if (who?.kind !== 'staff') return sendUnauthenticated(reply)
  const { pin: wanted, current } = request.body
  const pin = await otherPin(floor, who.badge, current, wanted)
  if (isHouseRefusal(pin)) return sendRefusal(reply, pin)
  const right = await tryPin(floor, who.badge, current, tryingFrom(request))
  if (isHouseRefusal(right)) return refusePin(reply, right)
  const wish = { do: 'change-own-pin', pin, by: callerId(who) } as const
  const { refused } = await askHouse(floor.house, wish, checkSession(who, floor.presence.unattended))
  return refused ? sendRefusal(reply, refused) : { ok: true }
}

function refusePin(reply: FastifyReply, refusal: HouseRefusal): FastifyReply {
  if (typeof refusal.seconds === 'number') reply.header('retry-after', refusal.seconds)
  return sendRefusal(reply, refusal)
}

/** Routes about people with a badge. */
export function peopleRoutes(api: HttpApi): void {
  const { house, keyMaterial, now } = api.floor

  async function withPin<Fields extends object>(badge: string, pin: string, fields: Fields) {
    const hash = await newPin(badge, pin, keyMaterial)
    return isHouseRefusal(hash) ? hash : { fields: { badge, pin: hash, ...fields } }
  }

  api.read('GET /api/staff', 'read-staff', () =>
    house.settled.state.staff.entries().map(([, member]) => staffView(house.settled.state, member, now())),
  )
  api.act('POST /api/staff', 'add-staff', (_, { badge, pin, name, role }) =>
    withPin(badge, pin, { name, role: role as StaffRole }),
  )
  api.act('POST /api/staff/:id/pin', 'set-pin', (badge, { pin, reason }) => withPin(badge, pin, { reason }))
  api.act('POST /api/staff/:id/role', 'change-role', (badge, { role, reason }) => ({
    fields: { badge, role: role as StaffRole, reason },
  }))
  api.act('POST /api/staff/:id/lock', 'lock-staff', (badge, body) => ({ fields: { badge, ...body } }))
  api.act('POST /api/staff/:id/unlock', 'unlock-staff', (badge, body) => ({ fields: { badge, ...body } }))
  api.act('DELETE /api/staff/:id', 'remove-staff', (badge, body) => ({ fields: { badge, ...body } }))
}
