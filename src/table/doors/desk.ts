import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Decided } from '../../house/decision.ts'
import { type HouseAction, mayNot } from '../../house/principals.ts'
import { isHouseRefusal } from '../../house/refusals.ts'
import type { AnswerOf, BodyOf, DoorName } from '../../wire/doors.ts'
import { actorOf, type Floor, type Reply } from '../floor.ts'
import { type Answering, type Asked, openDoor } from './open-door.ts'
import { send, unknownAsker } from './replies.ts'
import type { Who, Whose } from './who.ts'

type Reading = { action: HouseAction; asked?: string; isPolled?: boolean }

/** Doors for people and terminals that the house knows. */
export class Desk {
  private readonly app: FastifyInstance
  private readonly floor: Floor
  private readonly whose: Whose

  constructor(app: FastifyInstance, floor: Floor, whose: Whose) {
    this.app = app
    this.floor = floor
    this.whose = whose
  }

  /** A door that only those who are known come through. */
  open<Name extends DoorName>(
    name: Name,
    handle: (who: Who, request: Asked<Name>, reply: FastifyReply) => Answering<Name>,
    isPolled = false,
  ): void {
    const answered = async (request: Asked<Name>, reply: FastifyReply) => {
      const who = this.whose(request)
      return who ? handle(who, request, reply) : unknownAsker(reply)
    }
    openDoor(this.app, name, answered, { config: { isPolled } })
  }

  /** Something that is done to what the URL names: decided, recorded, answered. `asked`: what the journal calls it when it is refused. */
  act<Name extends DoorName, Result>(
    name: Name,
    asked: string,
    decide: (who: Who, id: string, body: BodyOf<Name>) => Decided<Result> | Promise<Decided<Result>>,
    answer: (result: Result) => AnswerOf<Name> = () => ({ ok: true }) as AnswerOf<Name>,
  ): void {
    this.open(name, async (who, request, reply) => {
      const { id } = request.params as { id: string }
      const decided = await decide(who, id, request.body as BodyOf<Name>)
      if (isHouseRefusal(decided)) return send(reply, await this.floor.refuse(asked, who, decided))
      await this.floor.house.commit(decided.events, actorOf(who))
      return answer(decided)
    })
  }

  /** Something that some may read: it is told when all of it is on disk. */
  read<Name extends DoorName>(
    name: Name,
    { action, asked = action, isPolled = false }: Reading,
    build: () => AnswerOf<Name> | Promise<AnswerOf<Name>>,
  ): void {
    const handle = async (who: Who, _request: unknown, reply: FastifyReply) => {
      const barred = await this.barred(who, action, asked)
      if (barred) return send(reply, barred)
      const answer = await build()
      await this.floor.house.settled()
      return answer
    }
    this.open(name, handle, isPolled)
  }

  async barred(who: Who, action: HouseAction, asked: string): Promise<Reply | null> {
    const refusal = mayNot(who, action)
    return refusal && this.floor.refuse(asked, who, refusal)
  }
}
