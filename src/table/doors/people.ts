import type { FastifyInstance } from 'fastify'
import type { Decided } from '../../house/decision.ts'
import type { PinHash } from '../../house/events.ts'
import {
  addStaff,
  changeOwnPin,
  changeRole,
  lockStaff,
  removeStaff,
  resetPin,
  signIn,
  signOut,
  staffView,
  unlockStaff,
} from '../../house/people.ts'
import { checkPin, newPin } from '../../house/pins.ts'
import { mayNot } from '../../house/principals.ts'
import { isHouseRefusal } from '../../house/refusals.ts'
import type { StaffRole } from '../../house/roles.ts'
import { actorOf, type Floor } from '../floor.ts'
import { Desk } from './desk.ts'
import type { DoorOptions } from './door-options.ts'
import { openDoor } from './open-door.ts'
import { rarely, refused, unknownAsker } from './replies.ts'
import { COOKIE, type Who, type Whose } from './who.ts'

/** Signing in and out. */
export function sessionDoors(app: FastifyInstance, floor: Floor, whose: Whose, options: DoorOptions): void {
  const { house, means } = floor
  const cookieOptions = { httpOnly: true, sameSite: 'strict', secure: options.secureCookies, path: '/' } as const

  openDoor(
    app,
    'POST /api/sessions',
    async (request, reply) => {
      const { badge, pin } = request.body
      const check = await checkPin(house.state, badge, pin, means)
      if (isHouseRefusal(check)) return refused(reply, check)
      const tried = signIn(house.state, check, floor.now(), means)
      await house.commit(tried.events, 'service')
      if (tried.refusal) return refused(reply, tried.refusal)
      reply.setCookie(COOKIE, tried.opened.token, { ...cookieOptions, expires: new Date(tried.opened.expires) })
      return tried.opened
    },
    { config: rarely },
  )

  openDoor(app, 'GET /api/sessions', async (request, reply) => {
    const who = whose(request)
    if (!who) return unknownAsker(reply)
    const { credential: _, ...shown } = who
    return shown
  })

  openDoor(
    app,
    'POST /api/sessions/pin',
    async (request, reply) => {
      const who = whose(request)
      if (who?.kind !== 'staff') return unknownAsker(reply)
      const { badge } = who
      const pin = await newPin(badge, request.body.pin, means)
      if (isHouseRefusal(pin)) return refused(reply, pin)
      const current = await checkPin(house.state, badge, request.body.current, means)
      if (isHouseRefusal(current)) return refused(reply, current)
      const tried = changeOwnPin(house.state, { current, pin }, who, floor.now())
      await house.commit(tried.events, actorOf(who))
      return tried.refusal ? refused(reply, tried.refusal) : { ok: true }
    },
    { config: rarely },
  )

  openDoor(app, 'DELETE /api/sessions', async (request, reply) => {
    const who = whose(request)
    if (who?.kind === 'staff') await house.commit(signOut(house.state, who, floor.now()).events, actorOf(who))
    return reply.clearCookie(COOKIE, cookieOptions).code(204).send()
  })
}

type Reason = { reason: string }

/** Everybody with a badge. */
export function peopleDoors(app: FastifyInstance, floor: Floor, whose: Whose): void {
  const { house, means, now } = floor
  const desk = new Desk(app, floor, whose)

  /** Only who may set a PIN has one hashed: it takes a while. */
  async function withPin(who: Who, badge: string, pin: string, decide: (hash: PinHash) => Decided): Promise<Decided> {
    const hash = mayNot(who, 'manage-staff') ?? (await newPin(badge, pin, means))
    return isHouseRefusal(hash) ? hash : decide(hash)
  }

  desk.read('GET /api/staff', { action: 'read-staff' }, () =>
    house.state.staff.entries().map(([, member]) => staffView(house.state, member, now())),
  )
  desk.act(
    'POST /api/staff',
    'add-staff',
    (who, _, { pin, ...wanted }: { badge: string; name: string; role: StaffRole; pin: string }) =>
      withPin(who, wanted.badge, pin, (hash) => addStaff(house.state, { ...wanted, pin: hash }, who, now())),
  )
  desk.act('POST /api/staff/:id/pin', 'set-pin', (who, badge, { pin, reason }: Reason & { pin: string }) =>
    withPin(who, badge, pin, (hash) => resetPin(house.state, { badge, pin: hash, reason }, who, now())),
  )
  desk.act('POST /api/staff/:id/role', 'change-role', (who, badge, body: Reason & { role: StaffRole }) =>
    changeRole(house.state, { badge, ...body }, who, now()),
  )
  desk.act('POST /api/staff/:id/lock', 'lock-staff', (who, badge, body: Reason) =>
    lockStaff(house.state, { badge, ...body }, who, now()),
  )
  desk.act('POST /api/staff/:id/unlock', 'unlock-staff', (who, badge, body: Reason) =>
    unlockStaff(house.state, { badge, ...body }, who, now()),
  )
  desk.act('DELETE /api/staff/:id', 'remove-staff', (who, badge, body: Reason) =>
    removeStaff(house.state, { badge, ...body }, who, now()),
  )
}
