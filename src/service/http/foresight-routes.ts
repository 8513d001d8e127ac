import type { FastifyInstance } from 'fastify'
import type { Floor } from '../floor/floor.ts'
import { foreseeCommand } from '../floor/foresee-command.ts'
import { send, unknownAsker } from './http-replies.ts'
import type { FindCaller } from './request-caller.ts'
import { openDoor } from './route.ts'

/** An open dialog asks again whenever the table changes: that is no sign of life. */
const polledDoor = { config: { isPolled: true }, isCheckedInside: true }

export function foresightDoor(app: FastifyInstance, floor: Floor, findCaller: FindCaller): void {
  openDoor(
    app,
    'POST /api/tables/:id/foresee',
    async (request, reply) => {
      const who = findCaller(request)
      if (!who) return unknownAsker(reply)
      return send(reply, await foreseeCommand(floor, who, request.params.id, request.body))
    },
    polledDoor,
  )
}
