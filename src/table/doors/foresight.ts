import type { FastifyInstance } from 'fastify'
import { type Foresight, type ForesightFacts, isForesight } from '../../engine/foresee.ts'
import { type Command, isProblem, readCommand } from '../../engine/language.ts'
import type { Refusal } from '../../engine/refusals.ts'
import { type Floor, givenBy, type Room, stakesOf } from '../floor.ts'
import { refused, unknownAsker } from './replies.ts'
import { anyCommand } from './schemas.ts'
import type { Who, Whose } from './who.ts'

/** What a command would come to. Nothing of it is recorded, not even that somebody may not give it: they only asked. */
export function foresightDoor(app: FastifyInstance, floor: Floor, whose: Whose): void {
  app.post<{ Params: { id: string } }>(
    '/api/tables/:id/foresee',
    {
      schema: { tags: ['tables'], summary: 'What a command would come to, without giving it', body: anyCommand },
      // The table of the language itself checks commands: the same words as everywhere.
      validatorCompiler: () => () => true,
      // An open dialog asks again whenever the table changes: that is no sign of life.
      config: { isPolled: true },
    },
    async (request, reply) => {
      const who = whose(request)
      if (!who) return unknownAsker(reply)
      const room = floor.rooms.get(request.params.id)
      if (!room) return reply.code(404).send({ problem: 'there is no such table' })
      const asked = readCommand(request.body)
      if (isProblem(asked)) return reply.code(400).send(asked)
      const barred = floor.mayNotGive(room, who, asked)
      if (barred) return refused(reply, barred)
      const foreseen = foreseenAt(room, who, asked)
      await room.host.settled()
      return isForesight(foreseen) ? factsOf(foreseen) : reply.code(409).send(foreseen)
    },
  )
}

function foreseenAt({ host }: Room, who: Who, asked: Command): Foresight | Refusal {
  const staked = who.kind === 'terminal' && asked.do === 'cash-out' ? stakesOf(host, asked.player) : null
  return staked ?? host.foresee(givenBy(who, asked))
}

/** Without the events: those of a large round have very many lines, and it is asked again and again. */
const factsOf = ({ events: _, ...facts }: Foresight): ForesightFacts => facts
