import type { FastifyReply, FastifyRequest } from 'fastify'
import { catchUpWith } from '../stream/table-stream.ts'
import { readsEncoding } from './documents.ts'
import type { HttpApi } from './http-api.ts'
import { sendLines } from './http-replies.ts'

type Export = { readonly id: string; readonly durable: number }
type ExportRequest = Pick<FastifyRequest, 'headers'> & { readonly query: { from?: string } }

/** The journal, stream by stream, as JSON Lines: the durable entries at the time of the request. */
export function journalRoutes(api: HttpApi): void {
  const { floor, reporting } = api

  function sendStream(exported: Export | undefined, { headers, query }: ExportRequest, reply: FastifyReply) {
    if (!exported) return reply.code(404).send({ problem: 'there is no such table' })
    const { from: asked = '1' } = query
    const from = Number(asked)
    if (!Number.isSafeInteger(from) || from < 1)
      return reply.code(400).send({ problem: 'from must be a sequence number', field: 'from' })
    const isCompressed = readsEncoding(headers['accept-encoding'], 'gzip')
    reply.header('vary', 'accept-encoding')
    if (isCompressed) reply.header('content-encoding', 'gzip')
    return sendLines(reply, reporting.lines(exported.id, from, exported.durable, isCompressed))
  }

  api.read('GET /api/journal/house', 'read-house', async (request, reply) => sendStream(floor.house, request, reply))
  api.read('GET /api/journal/tickets', 'read-house', async (request, reply) =>
    sendStream(floor.tickets, request, reply),
  )
  api.read('GET /api/journal/:id', 'read-journal', async (request, reply) => {
    const room = floor.rooms.get(request.params.id)
    if (room) await catchUpWith(room.table)
    return sendStream(room?.table, request, reply)
  })
}
