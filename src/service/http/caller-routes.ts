import type { FastifyInstance, FastifyReply } from 'fastify'
import type { RemoteCaller } from '../../house/caller.ts'
import { callerId } from '../../house/caller.ts'
import { plainWish } from '../../house/fields.ts'
import type { HouseAction } from '../../house/house-actions.ts'
import type { FieldsOf, HouseCommandName, HouseWish } from '../../house/house-commands.ts'
import type { HouseEvent } from '../../house/house-events.ts'
import { type HouseRefusal, isHouseRefusal } from '../../house/house-refusals.ts'
import { mayNot } from '../../house/permissions.ts'
import type { AnswerOf, BodyOf, RouteName } from '../../wire/routes.ts'
import type { Floor } from '../floor/floor.ts'
import { refuseOnRecord } from '../floor/refuse.ts'
import type { Reply } from '../floor/reply.ts'
import { askHouse, checkSession } from '../stream/house-stream.ts'
import { send, sendRefusal, sendUnauthenticated } from './http-replies.ts'
import type { FindCaller } from './request-caller.ts'
import { type Answering, openRoute, type RouteRequest } from './route.ts'

/** The fields of a house command as a route prepares them, with the answer when it is done; or a refusal. */
export type Prepared<Command extends HouseCommandName, Answer = object> =
  | { fields: FieldsOf<Command>; answer?: (events: readonly HouseEvent[]) => Answer }
  | HouseRefusal

/** Doors for people and terminals that the house knows. */
export class CallerRoutes {
  readonly #app: FastifyInstance
  readonly #floor: Floor
  readonly #findCaller: FindCaller

  constructor(app: FastifyInstance, floor: Floor, findCaller: FindCaller) {
    this.#app = app
    this.#floor = floor
    this.#findCaller = findCaller
  }

  /** A door that only those who are known come through. */
  open<Name extends RouteName>(
    name: Name,
    handle: (who: RemoteCaller, request: RouteRequest<Name>, reply: FastifyReply) => Answering<Name>,
    isPolled = false,
  ): void {
    const answered = async (request: RouteRequest<Name>, reply: FastifyReply) => {
      const who = this.#findCaller(request)
      return who ? handle(who, request, reply) : sendUnauthenticated(reply)
    }
    openRoute(this.#app, name, answered, { config: { isPolled } })
  }

  /** A route of a house command about what the URL names. The caller's permission is checked before anything is prepared. */
  act<Name extends RouteName, Command extends HouseCommandName>(
    name: Name,
    command: Command,
    prepare: (
      id: string,
      body: BodyOf<Name>,
    ) => Prepared<Command, AnswerOf<Name>> | Promise<Prepared<Command, AnswerOf<Name>>>,
  ): void {
    this.open(name, async (caller, request, reply) => {
      const floor = this.#floor
      const barred = await this.barred(caller, command)
      if (barred) return send(reply, barred)
      const { id } = request.params as { id: string }
      const prepared = await prepare(id, request.body as BodyOf<Name>)
      if (isHouseRefusal(prepared)) return send(reply, await refuseOnRecord(floor, command, caller, prepared))
      const { fields, answer } = prepared as Exclude<Prepared<Command, AnswerOf<Name>>, HouseRefusal>
      const wish = { do: command, ...plainWish(fields), by: callerId(caller) } as HouseWish
      const { events, refused } = await askHouse(floor.house, wish, checkSession(caller, floor.presence.unattended))
      if (refused) return sendRefusal(reply, refused)
      return answer ? answer(events) : ({ ok: true } as AnswerOf<Name>)
    })
  }

  /** A route that shows something of the house. */
  read<Name extends RouteName>(
    name: Name,
    action: HouseAction,
    build: () => AnswerOf<Name> | Promise<AnswerOf<Name>>,
    isPolled = false,
  ): void {
    const handle = async (caller: RemoteCaller, _request: unknown, reply: FastifyReply) => {
      const barred = await this.barred(caller, action)
      return barred ? send(reply, barred) : build()
    }
    this.open(name, handle, isPolled)
  }

  /** The recorded refusal of a caller without permission; null: the caller may. `of`: the table that the action is about. */
  async barred(caller: RemoteCaller, action: HouseAction, of?: string): Promise<Reply | null> {
    const refusal = mayNot(caller, action)
    return refusal && refuseOnRecord(this.#floor, of === undefined ? action : `${action} ${of}`, caller, refusal)
  }
}
