import type { FastifyInstance, FastifyReply } from 'fastify'
import type { RemoteCaller } from '../../house/caller.ts'
import { callerId } from '../../house/caller.ts'
import { plainWish } from '../../house/fields.ts'
import type { HouseWish, UnsignedWish } from '../../house/house-commands.ts'
import type { HouseEvent } from '../../house/house-events.ts'
import { type HouseRefusal, isHouseRefusal } from '../../house/house-refusals.ts'
import { type HouseAction, mayNot } from '../../house/permissions.ts'
import type { AnswerOf, BodyOf, DoorName } from '../../wire/routes.ts'
import type { Floor } from '../floor/floor.ts'
import { refuse } from '../floor/refuse.ts'
import type { Reply } from '../floor/reply.ts'
import { askHouse, checkSession } from '../stream/house-stream.ts'
import { send, sendRefusal, unknownAsker } from './http-replies.ts'
import type { FindCaller } from './request-caller.ts'
import { type Answering, type Asked, openDoor } from './route.ts'

/** What somebody asks of the house, and what they are answered when it is done; a refusal before anything is decided. */
export type Asking<Answer = object> =
  | { wish: UnsignedWish; answer?: (events: readonly HouseEvent[]) => Answer }
  | HouseRefusal
type Reading = { action: HouseAction; asked?: string; isPolled?: boolean }

/** Doors for people and terminals that the house knows. */
export class Desk {
  readonly #app: FastifyInstance
  readonly #floor: Floor
  readonly #findCaller: FindCaller

  constructor(app: FastifyInstance, floor: Floor, findCaller: FindCaller) {
    this.#app = app
    this.#floor = floor
    this.#findCaller = findCaller
  }

  /** A door that only those who are known come through. */
  open<Name extends DoorName>(
    name: Name,
    handle: (who: RemoteCaller, request: Asked<Name>, reply: FastifyReply) => Answering<Name>,
    isPolled = false,
  ): void {
    const answered = async (request: Asked<Name>, reply: FastifyReply) => {
      const who = this.#findCaller(request)
      return who ? handle(who, request, reply) : unknownAsker(reply)
    }
    openDoor(this.#app, name, answered, { config: { isPolled } })
  }

  /** Something that is done to what the URL names: decided, recorded, answered. `asked`: what the journal calls it when it is refused. */
  act<Name extends DoorName>(
    name: Name,
    asked: string,
    ask: (
      who: RemoteCaller,
      id: string,
      body: BodyOf<Name>,
    ) => Asking<AnswerOf<Name>> | Promise<Asking<AnswerOf<Name>>>,
  ): void {
    this.open(name, async (who, request, reply) => {
      const floor = this.#floor
      const { id } = request.params as { id: string }
      const asking = await ask(who, id, request.body as BodyOf<Name>)
      if (isHouseRefusal(asking)) return send(reply, await refuse(floor, asked, who, asking))
      const { wish, answer } = asking as Exclude<Asking<AnswerOf<Name>>, HouseRefusal>
      const signed = { ...plainWish(wish), by: callerId(who) } as HouseWish
      const { events, refused } = await askHouse(floor.house, signed, checkSession(who, floor.presence.unattended))
      if (refused) return sendRefusal(reply, refused)
      return answer ? answer(events) : ({ ok: true } as AnswerOf<Name>)
    })
  }

  /** Something that some may read. */
  read<Name extends DoorName>(
    name: Name,
    { action, asked = action, isPolled = false }: Reading,
    build: () => AnswerOf<Name> | Promise<AnswerOf<Name>>,
  ): void {
    const handle = async (who: RemoteCaller, _request: unknown, reply: FastifyReply) => {
      const barred = await this.barred(who, action, asked)
      if (barred) return send(reply, barred)
      return build()
    }
    this.open(name, handle, isPolled)
  }

  async barred(who: RemoteCaller, action: HouseAction, asked: string): Promise<Reply | null> {
    const refusal = mayNot(who, action)
    return refusal && refuse(this.#floor, asked, who, refusal)
  }
}
