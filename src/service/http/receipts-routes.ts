import type { FastifyInstance } from 'fastify'
import type { Floor } from '../floor/floor.ts'
import { ownReceipts } from '../floor/own-receipts.ts'
import { sendUnauthenticated } from './http-replies.ts'
import type { FindCaller } from './request-caller.ts'
import { openRoute } from './route.ts'

/** Receipts are for whoever staked: a terminal gets those of its own player, and nobody gets anybody else's. */
export function receiptRoutes(app: FastifyInstance, floor: Floor, findCaller: FindCaller): void {
  openRoute(app, 'GET /api/tables/:id/rounds/:round/receipts', async (request, reply) => {
    const { id, round } = request.params
    const room = floor.rooms.get(id)
    if (!room) return reply.code(404).send({ problem: 'there is no such table' })
    const who = findCaller(request)
    if (!who) return sendUnauthenticated(reply)
    if (who.kind !== 'terminal' || who.table !== id)
      return reply.code(403).send({ problem: 'receipts are for the terminal that the wagers came from' })
    const number = /^[1-9]\d{0,15}$/.test(round) ? Number(round) : 0
    if (number < 1 || number > room.table.settled.state.roundsOpened)
      return reply.code(404).send({ problem: 'there is no such round' })
    const receipts = await ownReceipts(floor, room.table, number, who.player)
    return { round: number, key: floor.proof?.checkpointer.houseKey ?? null, receipts }
  })
}
