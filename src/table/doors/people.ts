import type { FastifyInstance } from 'fastify'
import type { HouseEventOf, PinHash } from '../../house/events.ts'
import { staffView } from '../../house/people.ts'
import { askedBy, mayNot, stillHere } from '../../house/principals.ts'
import { isHouseRefusal } from '../../house/refusals.ts'
import type { StaffRole } from '../../house/roles.ts'
import type { Floor } from '../floor.ts'
import { freshToken, tokenHash } from '../means/means.ts'
import { checkPin, matchesNow, newPin } from '../means/pins.ts'
import { type Asking, Desk, type Whose } from './desk.ts'
import { COOKIE, type DoorOptions, rarely, refused, unknownAsker, type Who } from './http.ts'
import { bodies } from './schemas.ts'

/** Signing in and out. */
export function sessionDoors(app: FastifyInstance, floor: Floor, whose: Whose, options: DoorOptions): void {
  const { house, means } = floor
  const cookieOptions = { httpOnly: true, sameSite: 'strict', secure: options.secureCookies, path: '/' } as const
  const tags = ['people']

  app.post<{ Body: { badge: string; pin: string } }>(
    '/api/sessions',
    { config: rarely, schema: { tags, summary: 'Sign in', body: bodies.session } },
    async (request, reply) => {
      const { badge, pin } = request.body
      const check = await checkPin(house.state, badge, pin, means)
      if (isHouseRefusal(check)) return refused(reply, check)
      const token = freshToken(means.chance)
      const member = house.state.staff.get(badge)
      const matches = matchesNow(house.state, badge, check)
      const { events, refused: refusal } = await house.submit({
        do: 'sign-in',
        badge: member ? badge : null,
        matches,
        session: matches ? tokenHash(token) : null,
        by: { system: 'service' },
      })
      if (refusal) return refused(reply, refusal)
      const { expires } = events[0] as HouseEventOf<'session-opened'>
      reply.setCookie(COOKIE, token, { ...cookieOptions, expires: new Date(expires) })
      return { token, badge, name: member!.name, role: member!.role, expires }
    },
  )

  app.get('/api/sessions', { schema: { tags, summary: 'Who am I' } }, async (request, reply) => {
    const who = whose(request)
    if (!who) return unknownAsker(reply)
    const { credential: _, ...shown } = who
    return shown
  })

  app.post<{ Body: { current: string; pin: string } }>(
    '/api/sessions/pin',
    { config: rarely, schema: { tags, summary: 'Change my own PIN, and sign in anew', body: bodies.ownPin } },
    async (request, reply) => {
      const who = whose(request)
      if (who?.kind !== 'staff') return unknownAsker(reply)
      const { badge } = who
      const pin = await newPin(badge, request.body.pin, means)
      if (isHouseRefusal(pin)) return refused(reply, pin)
      const current = await checkPin(house.state, badge, request.body.current, means)
      if (isHouseRefusal(current)) return refused(reply, current)
      if (!stillHere(house.state, who, floor.now())) return unknownAsker(reply)
      const matches = matchesNow(house.state, badge, current)
      const { refused: refusal } = await house.submit({ do: 'change-own-pin', matches, pin, by: askedBy(who) })
      return refusal ? refused(reply, refusal) : { ok: true }
    },
  )

  app.delete('/api/sessions', { schema: { tags, summary: 'Sign out' } }, async (request, reply) => {
    const who = whose(request)
    if (who?.kind === 'staff') await house.submit({ do: 'sign-out', session: who.credential, by: askedBy(who) })
    return reply.clearCookie(COOKIE, cookieOptions).code(204).send()
  })
}

type Reason = { reason: string }

/** Everybody with a badge. */
export function peopleDoors(app: FastifyInstance, floor: Floor, whose: Whose): void {
  const { house, means, now } = floor
  const desk = new Desk(app, floor, whose, 'people')

  /** Only who may set a PIN has one hashed: it takes a while. */
  async function withPin(who: Who, badge: string, pin: string, ask: (hash: PinHash) => Asking): Promise<Asking> {
    const hash = mayNot(who, 'manage-staff') ?? (await newPin(badge, pin, means))
    return isHouseRefusal(hash) ? hash : ask(hash)
  }

  desk.read('/api/staff', { summary: 'Everybody with a badge', action: 'read-staff' }, () =>
    house.state.staff.entries().map(([, member]) => staffView(house.state, member, now())),
  )
  desk.act(
    'POST',
    '/api/staff',
    { summary: 'Add somebody', asked: 'add-staff', body: bodies.staff },
    (who, _, { pin, ...wanted }: { badge: string; name: string; role: StaffRole; pin: string }) =>
      withPin(who, wanted.badge, pin, (hash) => ({ wish: { do: 'add-staff', ...wanted, pin: hash } })),
  )
  desk.act(
    'POST',
    '/api/staff/:id/pin',
    { summary: 'Set a new PIN', asked: 'set-pin', body: bodies.pin },
    (who, badge, { pin, reason }: Reason & { pin: string }) =>
      withPin(who, badge, pin, (hash) => ({ wish: { do: 'set-pin', badge, pin: hash, reason } })),
  )
  desk.act(
    'POST',
    '/api/staff/:id/role',
    { summary: 'Change a role', asked: 'change-role', body: bodies.role },
    (_, badge, body: Reason & { role: StaffRole }) => ({ wish: { do: 'change-role', badge, ...body } }),
  )
  desk.act(
    'POST',
    '/api/staff/:id/lock',
    { summary: 'Lock a badge until it is unlocked', asked: 'lock-staff', body: bodies.reason },
    (_, badge, body: Reason) => ({ wish: { do: 'lock-staff', badge, ...body } }),
  )
  desk.act(
    'POST',
    '/api/staff/:id/unlock',
    { summary: 'Unlock a badge', asked: 'unlock-staff', body: bodies.reason },
    (_, badge, body: Reason) => ({ wish: { do: 'unlock-staff', badge, ...body } }),
  )
  desk.act(
    'DELETE',
    '/api/staff/:id',
    { summary: 'Remove somebody', asked: 'remove-staff', body: bodies.reason },
    (_, badge, body: Reason) => ({ wish: { do: 'remove-staff', badge, ...body } }),
  )
}
