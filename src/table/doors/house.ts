import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Cents } from '../../engine/money.ts'
import { isUnderWay } from '../../engine/table.ts'
import { actorOf, type Floor } from '../floor.ts'
import type { HouseEvent } from '../house/events.ts'
import {
  addStaff,
  changeRole,
  removeStaff,
  resetPin,
  signIn,
  signOut,
  staffView,
  unlockStaff,
} from '../house/people.ts'
import { checkPin, newPin } from '../house/pins.ts'
import { mayNot, refusalRecord } from '../house/principals.ts'
import { type HouseRefusal, houseRefusals, isHouseRefusal } from '../house/refusals.ts'
import type { StaffRole } from '../house/roles.ts'
import {
  addTerminal,
  closeTerminal,
  enrol,
  openTerminal,
  removeTerminal,
  renewCode,
  terminalsAt,
  terminalView,
} from '../house/terminals.ts'
import { ticketHtml, ticketPolicy } from '../house/ticket-html.ts'
import { cancelTicket, readTicketNumber, ticketView } from '../house/tickets.ts'
import { COOKIE, type DoorOptions, send, unknownAsker, type Who } from './http.ts'
import { bodies } from './schemas.ts'

type Whose = (request: FastifyRequest) => Who | null
type Body<T> = { Body: T }
type ById<T = unknown> = { Params: { id: string }; Body: T }

const SIGN_INS_PER_MINUTE = 20
const HOUSE_ON_PAPER = { name: 'Croupier' }

/** People, terminals and tickets. */
export function houseDoors(app: FastifyInstance, floor: Floor, whose: Whose, options: DoorOptions): void {
  const { house, means } = floor
  const cookieOptions = { httpOnly: true, sameSite: 'strict', secure: options.secureCookies, path: '/' } as const
  const rarely = { rateLimit: { max: SIGN_INS_PER_MINUTE, timeWindow: '1 minute' } }

  /** Records what was decided, or the refusal where one must be on record, and answers. */
  async function answer(
    reply: FastifyReply,
    who: Who,
    asked: string,
    decided: ({ events: readonly HouseEvent[] } & object) | HouseRefusal,
    told: (decided: never) => object = () => ({ ok: true }),
  ) {
    if (isHouseRefusal(decided)) {
      await house.commit(refusalRecord(asked, decided, who, floor.now()), actorOf(who))
      return reply.code(houseRefusals[decided.refused].status).send(decided)
    }
    await house.commit(decided.events, actorOf(who))
    return reply.send(told(decided as never))
  }

  app.post<Body<{ badge: string; pin: string }>>(
    '/api/sessions',
    { config: rarely, schema: { tags: ['people'], summary: 'Sign in', body: bodies.session } },
    async (request, reply) => {
      const { badge, pin } = request.body
      const check = await checkPin(house.state, badge, pin, means)
      if (isHouseRefusal(check)) return reply.code(houseRefusals[check.refused].status).send(check)
      const tried = signIn(house.state, check, floor.now(), means)
      await house.commit(tried.events, 'service')
      if (tried.refusal) return reply.code(houseRefusals[tried.refusal.refused].status).send(tried.refusal)
      reply.setCookie(COOKIE, tried.opened.token, { ...cookieOptions, expires: new Date(tried.opened.expires) })
      return tried.opened
    },
  )

  app.get('/api/sessions', { schema: { tags: ['people'], summary: 'Who am I' } }, async (request, reply) => {
    const who = whose(request)
    if (!who) return unknownAsker(reply)
    const { credential: _, ...shown } = who
    return shown
  })

  app.delete('/api/sessions', { schema: { tags: ['people'], summary: 'Sign out' } }, async (request, reply) => {
    const who = whose(request)
    if (who?.kind === 'staff') await house.commit(signOut(house.state, who, floor.now()).events, actorOf(who))
    return reply.clearCookie(COOKIE, cookieOptions).code(204).send()
  })

  /** A door that only known people come through. */
  const known =
    (handle: (who: Who, request: never, reply: FastifyReply) => Promise<unknown>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const who = whose(request)
      return who ? handle(who, request as never, reply) : unknownAsker(reply)
    }

  // People ----------------------------------------------------------------------------------------------------------

  const people = { tags: ['people'] }
  app.get(
    '/api/staff',
    { schema: { ...people, summary: 'Everybody with a badge' } },
    known(async (who, _request, reply) => {
      const barred = mayNot(who, 'read-staff')
      if (barred) return answer(reply, who, 'read-staff', barred)
      return house.state.staff.entries().map(([, member]) => staffView(house.state, member, floor.now()))
    }),
  )
  app.post(
    '/api/staff',
    { schema: { ...people, summary: 'Add somebody', body: bodies.staff } },
    known(
      async (
        who,
        request: FastifyRequest<Body<{ badge: string; name: string; role: StaffRole; pin: string }>>,
        reply,
      ) => {
        const { badge, name, role, pin } = request.body
        const barred = mayNot(who, 'manage-staff')
        const hash = barred ?? (await newPin(badge, pin, means))
        return answer(
          reply,
          who,
          'add-staff',
          isHouseRefusal(hash) ? hash : addStaff(house.state, { badge, name, role, pin: hash }, who, floor.now()),
        )
      },
    ),
  )
  app.post(
    '/api/staff/:id/pin',
    { schema: { ...people, summary: 'Set a new PIN', body: bodies.pin } },
    known(async (who, request: FastifyRequest<ById<{ pin: string; reason: string }>>, reply) => {
      const { pin, reason } = request.body
      const badge = request.params.id
      const barred = mayNot(who, 'manage-staff')
      const hash = barred ?? (await newPin(badge, pin, means))
      return answer(
        reply,
        who,
        'set-pin',
        isHouseRefusal(hash) ? hash : resetPin(house.state, { badge, pin: hash, reason }, who, floor.now()),
      )
    }),
  )
  app.post(
    '/api/staff/:id/role',
    { schema: { ...people, summary: 'Change a role', body: bodies.role } },
    known(async (who, request: FastifyRequest<ById<{ role: StaffRole; reason: string }>>, reply) =>
      answer(
        reply,
        who,
        'change-role',
        changeRole(house.state, { badge: request.params.id, ...request.body }, who, floor.now()),
      ),
    ),
  )
  app.post(
    '/api/staff/:id/unlock',
    { schema: { ...people, summary: 'Unlock a badge', body: bodies.reason } },
    known(async (who, request: FastifyRequest<ById<{ reason: string }>>, reply) =>
      answer(
        reply,
        who,
        'unlock-staff',
        unlockStaff(house.state, { badge: request.params.id, ...request.body }, who, floor.now()),
      ),
    ),
  )
  app.delete(
    '/api/staff/:id',
    { schema: { ...people, summary: 'Remove somebody', body: bodies.reason } },
    known(async (who, request: FastifyRequest<ById<{ reason: string }>>, reply) =>
      answer(
        reply,
        who,
        'remove-staff',
        removeStaff(house.state, { badge: request.params.id, ...request.body }, who, floor.now()),
      ),
    ),
  )

  // Terminals -------------------------------------------------------------------------------------------------------

  const terminals = { tags: ['terminals'] }
  app.post<Body<{ code: string }>>(
    '/api/terminals/enrol',
    { config: rarely, schema: { ...terminals, summary: 'Enrol a terminal by its code', body: bodies.enrol } },
    async (request, reply) => {
      const decided = enrol(house.state, request.body.code, floor.now(), means)
      if (isHouseRefusal(decided)) return reply.code(houseRefusals[decided.refused].status).send(decided)
      await house.commit(decided.events, 'service')
      const { terminal, table, player } = decided.principal
      return { token: decided.token, terminal, table, player }
    },
  )
  if (options.demo)
    app.post<Body<{ table: string }>>(
      '/api/terminals/demo',
      { schema: { ...terminals, summary: 'A free terminal with credits, in the demonstration', body: bodies.demo } },
      async (request, reply) => send(reply, await floor.demoTerminal(request.body.table)),
    )
  app.get(
    '/api/terminals',
    { schema: { ...terminals, summary: 'Every terminal with its meters' } },
    known(async (who, _request, reply) => {
      const barred = mayNot(who, 'read-meters')
      if (barred) return answer(reply, who, 'read-meters', barred)
      return [...floor.rooms.keys()].flatMap((table) =>
        terminalsAt(house.state, table).map((one) => ({
          ...terminalView(one),
          meters: floor.meters(one.table, one.player),
        })),
      )
    }),
  )
  app.get(
    '/api/terminals/me',
    { schema: { ...terminals, summary: 'This terminal and its meters' } },
    known(async (who, _request, reply) => {
      if (who.kind !== 'terminal') return reply.code(404).send({ problem: 'you are no terminal' })
      const { terminal, table, player } = who
      const told = { terminal, table, player, meters: floor.meters(table, player) }
      await floor.rooms.get(table)?.host.settled()
      return told
    }),
  )
  app.post(
    '/api/terminals',
    { schema: { ...terminals, summary: 'Add a terminal; the answer holds its enrolment code', body: bodies.terminal } },
    known(
      async (
        who,
        request: FastifyRequest<Body<{ terminal: string; table: string; player: string; name?: string }>>,
        reply,
      ) => {
        if (!floor.rooms.has(request.body.table))
          return reply.code(404).send({ problem: 'there is no such table', field: 'table' })
        return answer(
          reply,
          who,
          'add-terminal',
          addTerminal(house.state, request.body, who, floor.now(), means),
          codeOf,
        )
      },
    ),
  )
  app.post(
    '/api/terminals/:id/code',
    { schema: { ...terminals, summary: 'A new enrolment code', body: bodies.reason } },
    known(async (who, request: FastifyRequest<ById<{ reason: string }>>, reply) =>
      answer(
        reply,
        who,
        'renew-code',
        renewCode(house.state, { terminal: request.params.id, ...request.body }, who, floor.now(), means),
        codeOf,
      ),
    ),
  )
  app.post(
    '/api/terminals/:id/close',
    { schema: { ...terminals, summary: 'Close a terminal; a round in progress is finished', body: bodies.reason } },
    known(async (who, request: FastifyRequest<ById<{ reason: string }>>, reply) => {
      const terminal = request.params.id
      return answer(
        reply,
        who,
        'close-terminal',
        closeTerminal(
          house.state,
          { terminal, ...request.body, finishing: isPlaying(floor, terminal) },
          who,
          floor.now(),
        ),
      )
    }),
  )
  app.post(
    '/api/terminals/:id/open',
    { schema: { ...terminals, summary: 'Open a terminal again', body: bodies.reason } },
    known(async (who, request: FastifyRequest<ById<{ reason: string }>>, reply) =>
      answer(
        reply,
        who,
        'open-terminal',
        openTerminal(house.state, { terminal: request.params.id, ...request.body }, who, floor.now()),
      ),
    ),
  )
  app.delete(
    '/api/terminals/:id',
    { schema: { ...terminals, summary: 'Remove a closed terminal', body: bodies.reason } },
    known(async (who, request: FastifyRequest<ById<{ reason: string }>>, reply) =>
      answer(
        reply,
        who,
        'remove-terminal',
        removeTerminal(house.state, { terminal: request.params.id, ...request.body }, who, floor.now()),
      ),
    ),
  )

  // Tickets ---------------------------------------------------------------------------------------------------------

  const tickets = { tags: ['tickets'] }
  app.post(
    '/api/tickets',
    { schema: { ...tickets, summary: 'Cash out to a ticket (terminal), or sell one (attendant)', body: bodies.sell } },
    known(async (who, request: FastifyRequest<Body<{ amount: Cents; table?: string; id?: string }>>, reply) => {
      if (who.kind === 'terminal') return send(reply, await floor.cashOutToTicket(who, request.body))
      const { id, ...ticket } = request.body
      return send(reply, await floor.sell(who, ticket, id))
    }),
  )
  app.post(
    '/api/tickets/redeem',
    { schema: { ...tickets, summary: 'Redeem a ticket, once', body: bodies.redeem } },
    known(async (who, request: FastifyRequest<Body<{ number: string; table?: string; id?: string }>>, reply) => {
      const { number, table, id } = request.body
      return send(reply, await floor.redeem(who, number, table, id))
    }),
  )
  app.post(
    '/api/tickets/:id/cancel',
    { schema: { ...tickets, summary: 'Cancel a ticket', body: bodies.cancel } },
    known(async (who, request: FastifyRequest<ById<{ reason: string }>>, reply) =>
      answer(
        reply,
        who,
        'cancel-ticket',
        cancelTicket(house.state, { number: request.params.id, ...request.body }, who, floor.now()),
      ),
    ),
  )
  app.get(
    '/api/tickets',
    { schema: { ...tickets, summary: 'Every ticket' } },
    known(async (who, _request, reply) => {
      const barred = mayNot(who, 'read-tickets')
      if (barred) return answer(reply, who, 'read-tickets', barred)
      return {
        totals: house.state.ticketTotals,
        tickets: house.state.tickets.values().map((ticket) => ticketView(ticket, floor.now())),
      }
    }),
  )
  app.get(
    '/api/tickets/:id/print',
    { schema: { ...tickets, summary: 'A ticket to print' } },
    known(async (who, request: FastifyRequest<ById>, reply) => {
      const ticket = house.state.tickets.get(readTicketNumber(request.params.id) ?? '')
      const isOwn =
        ticket &&
        who.kind === 'terminal' &&
        'terminal' in ticket.issued.place &&
        ticket.issued.place.terminal === who.terminal
      if (!ticket || (who.kind === 'terminal' && !isOwn)) return reply.code(404).send({ refused: 'ticket-unknown' })
      return reply
        .header('content-security-policy', ticketPolicy)
        .type('text/html')
        .send(ticketHtml(ticket, HOUSE_ON_PAPER))
    }),
  )

  app.get(
    '/api/alarms',
    { schema: { tags: ['house'], summary: 'Alarms, the newest first' } },
    known(async (who, _request, reply) => {
      const barred = mayNot(who, 'read-meters')
      return barred ? answer(reply, who, 'read-alarms', barred) : floor.alarms
    }),
  )
}

const codeOf = ({ code, expires }: { code: string; expires: string }) => ({ code, expires })

/** Whether a terminal has a stake in the round in progress. */
function isPlaying(floor: Floor, terminal: string): boolean {
  const found = floor.house.state.terminals.get(terminal)
  const round = found && floor.rooms.get(found.table)?.host.state.round
  return !!round && isUnderWay(round) && round.wagers.get(found.player) !== undefined
}
