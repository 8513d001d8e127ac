import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { HouseWish, UnsignedWish } from '../../house/commands.ts'
import type { HouseEvent } from '../../house/events.ts'
import { askedBy, type HouseAction, mayNot, stillHere } from '../../house/principals.ts'
import { type HouseRefusal, isHouseRefusal } from '../../house/refusals.ts'
import { type Floor, type Reply, refusedReply } from '../floor.ts'
import { send, unknownAsker, type Who } from './http.ts'

export type Whose = (request: FastifyRequest) => Who | null
type Asked<Body> = FastifyRequest<{ Params: { id: string }; Body: Body; Querystring: Record<string, string> }>
/** What somebody asks of the house, and what they are answered when it is done; a refusal before anything is decided. */
export type Asking = { wish: UnsignedWish; answer?: (events: readonly HouseEvent[]) => object } | HouseRefusal
type Method = 'GET' | 'POST' | 'DELETE'
/** `asked`: what the journal calls it when it is refused. */
type Act = { summary: string; asked: string; body: object }
type Reading = { summary: string; action: HouseAction; asked?: string; isPolled?: boolean }

/** The doors of one kind of thing, for people and terminals that the house knows. */
export class Desk {
  private readonly app: FastifyInstance
  private readonly floor: Floor
  private readonly whose: Whose
  private readonly tags: readonly string[]

  constructor(app: FastifyInstance, floor: Floor, whose: Whose, tag: string) {
    this.app = app
    this.floor = floor
    this.whose = whose
    this.tags = [tag]
  }

  /** A door that only those who are known come through. */
  open<Body = unknown>(
    method: Method,
    url: string,
    schema: FastifySchema & { summary: string },
    handle: (who: Who, request: Asked<Body>, reply: FastifyReply) => Promise<unknown>,
    isPolled = false,
  ): void {
    this.app.route({
      method,
      url,
      schema: { tags: this.tags, ...schema },
      config: { isPolled },
      handler: async (request, reply) => {
        const who = this.whose(request)
        return who ? handle(who, request as Asked<Body>, reply) : unknownAsker(reply)
      },
    })
  }

  /** Something that is done to what the URL names: decided, recorded, answered. */
  act<Body>(
    method: Method,
    url: string,
    { summary, asked, body }: Act,
    ask: (who: Who, id: string, body: Body) => Asking | Promise<Asking>,
  ): void {
    this.open<Body>(method, url, { summary, body }, async (who, request, reply) => {
      const { floor } = this
      const asking = await ask(who, request.params.id, request.body as Body)
      // What was prepared may have taken a while.
      if (!stillHere(floor.house.state, who, floor.now())) return unknownAsker(reply)
      if (isHouseRefusal(asking)) return send(reply, await floor.refuse(asked, who, asking))
      const { wish, answer } = asking as Exclude<Asking, HouseRefusal>
      const { events, refused } = await floor.house.submit({ ...wish, by: askedBy(who) } as HouseWish)
      if (refused) return send(reply, refusedReply(refused))
      return answer ? answer(events) : { ok: true }
    })
  }

  /** Something that some may read: it is told when all of it is on disk. */
  read(
    url: string,
    { summary, action, asked = action, isPolled = false }: Reading,
    build: () => object | Promise<object>,
  ): void {
    const handle = async (who: Who, _request: unknown, reply: FastifyReply) => {
      const barred = await this.barred(who, action, asked)
      if (barred) return send(reply, barred)
      const told = await build()
      await this.floor.house.settled()
      return told
    }
    this.open('GET', url, { summary }, handle, isPolled)
  }

  async barred(who: Who, action: HouseAction, asked: string): Promise<Reply | null> {
    const refusal = mayNot(who, action)
    return refusal && this.floor.refuse(asked, who, refusal)
  }
}
