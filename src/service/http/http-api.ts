import type { FastifyInstance, FastifyReply } from 'fastify'
import type { RemoteCaller } from '../../house/caller.ts'
import { actorOf, callerId } from '../../house/caller.ts'
import { plainWish } from '../../house/fields.ts'
import type { HouseAction } from '../../house/house-actions.ts'
import {
  type FieldsOf,
  type HouseCommandName,
  type HouseWish,
  isTicketWish,
  type PeopleWish,
} from '../../house/house-commands.ts'
import type { HouseDecision, HouseEvent, TicketDecision } from '../../house/house-events.ts'
import { type HouseRefusal, isHouseRefusal, refuse } from '../../house/house-refusals.ts'
import { mayNot } from '../../house/permissions.ts'
import type { AnswerOf, BodyOf, RouteName } from '../../wire/routes.ts'
import { ReportingDesk } from '../figures/reporting-desk.ts'
import type { Floor } from '../floor/floor.ts'
import { refuseOnRecord } from '../floor/refuse.ts'
import { askTickets } from '../floor/ticket-desk.ts'
import { askHouse, checkSession } from '../stream/house-stream.ts'
import { send, sendRefusal, sendUnauthenticated } from './http-replies.ts'
import { callerOfRequest } from './request-caller.ts'
import { type Answering, openRoute, type RouteOptions, type RouteRequest } from './route.ts'

type Handler<Name extends RouteName, Caller> = (
  caller: Caller,
  request: RouteRequest<Name>,
  reply: FastifyReply,
) => Answering<Name>
type TerminalCaller = Extract<RemoteCaller, { kind: 'terminal' }>

/** The fields of a house command as a route prepares them, with the answer for success; or a refusal. */
type Prepared<Command extends HouseCommandName, Answer = object> =
  | { fields: FieldsOf<Command>; answer?: (events: readonly HouseEvent[]) => Answer }
  | HouseRefusal

/** `isPolled`: screens repeat the request at intervals. */
type ReadOptions = { isPolled?: boolean }
/** `isBounded`: it may be done and undone without end, so its entries for one caller are limited like refusals. */
type ActOptions = { isBounded?: boolean }

/** The HTTP API of a floor: it opens routes for any caller, for known callers, or for callers with a permission. */
export class HttpApi {
  readonly app: FastifyInstance
  readonly floor: Floor
  /** Figures, reports and exports of the journal. */
  readonly reporting: ReportingDesk

  constructor(app: FastifyInstance, floor: Floor) {
    this.app = app
    this.floor = floor
    const { journal, books, keyMaterial, sign } = floor
    this.reporting = new ReportingDesk(journal, () => ({ books: books.list, key: keyMaterial.key, brand: sign }))
    app.addHook('onClose', () => this.reporting.end())
  }

  /** Opens a route for any caller; `caller` is null if the request has no valid token. */
  open<Name extends RouteName>(
    name: Name,
    handle: Handler<Name, RemoteCaller | null>,
    options: RouteOptions = {},
  ): void {
    openRoute(this.app, name, (request, reply) => handle(callerOfRequest(this.floor, request), request, reply), options)
  }

  /** Opens a route for callers that the house knows. */
  openForKnown<Name extends RouteName>(
    name: Name,
    handle: Handler<Name, RemoteCaller>,
    options: RouteOptions = {},
  ): void {
    const answered: Handler<Name, RemoteCaller | null> = async (caller, request, reply) =>
      caller ? handle(caller, request, reply) : sendUnauthenticated(reply)
    this.open(name, answered, options)
  }

  openForTerminals<Name extends RouteName>(name: Name, handle: Handler<Name, TerminalCaller>): void {
    this.openForKnown(name, async (caller, request, reply) =>
      caller.kind === 'terminal'
        ? handle(caller, request, reply)
        : reply.code(404).send({ problem: 'you are not a terminal' }),
    )
  }

  /**
   * Opens a route for a house command about the resource in the URL. Permission is checked before the fields are
   * prepared.
   */
  act<Name extends RouteName, Command extends HouseCommandName>(
    name: Name,
    command: Command,
    prepare: (
      id: string,
      body: BodyOf<Name>,
    ) => Prepared<Command, AnswerOf<Name>> | Promise<Prepared<Command, AnswerOf<Name>>>,
    { isBounded = false }: ActOptions = {},
  ): void {
    const { floor } = this
    this.openForKnown(name, async (caller, request, reply) => {
      const barred = mayNot(caller, command)
      if (barred) return send(reply, await refuseOnRecord(floor, command, caller, barred))
      if (isBounded && !floor.refusals.mayRecord(actorOf(callerId(caller))))
        return sendRefusal(reply, refuse('done-too-often'))
      const { id } = request.params as { id: string }
      const prepared = await prepare(id, request.body as BodyOf<Name>)
      if (isHouseRefusal(prepared)) return send(reply, await refuseOnRecord(floor, command, caller, prepared))
      const { fields, answer } = prepared as Exclude<Prepared<Command, AnswerOf<Name>>, HouseRefusal>
      const wish = { do: command, ...plainWish(fields), by: callerId(caller) } as HouseWish
      const { events, refused } = await asked(floor, caller, wish)
      if (refused) return sendRefusal(reply, refused)
      return answer ? answer(events as readonly HouseEvent[]) : ({ ok: true } as AnswerOf<Name>)
    })
  }

  /** Opens a route that reads data of the house. A refusal is only counted: a polling client would fill the record. */
  read<Name extends RouteName>(
    name: Name,
    action: HouseAction,
    build: (request: RouteRequest<Name>, reply: FastifyReply) => AnswerOf<Name> | Answering<Name>,
    { isPolled = false }: ReadOptions = {},
  ): void {
    const handle: Handler<Name, RemoteCaller> = async (caller, request, reply) => {
      const barred = mayNot(caller, action)
      if (!barred) return build(request, reply)
      this.floor.refusals.count(actorOf(callerId(caller)))
      return sendRefusal(reply, barred)
    }
    this.openForKnown(name, handle, { config: { isPolled } })
  }
}

/** Submits a wish to the stream that it is about. */
function asked(floor: Floor, caller: RemoteCaller, wish: HouseWish): Promise<HouseDecision | TicketDecision> {
  return isTicketWish(wish)
    ? askTickets(floor, caller, wish)
    : askHouse(floor.house, wish as PeopleWish, checkSession(caller, floor.presence.unattended))
}
