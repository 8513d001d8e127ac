import type { FastifyReply } from 'fastify'
import { auditorEntry } from '../../house/auditor-record.ts'
import { writeEntryLine } from '../../record/entry-lines.ts'
import { readHouseEntry } from '../../record/house-entry.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { readTicketEntry } from '../../record/ticket-entry.ts'
import type { Floor } from '../floor/floor.ts'
import { ticketMark } from '../secrets/secrets.ts'
import type { HouseStream } from '../stream/house-stream.ts'
import { catchUpWith } from '../stream/table-stream.ts'
import type { TicketStream } from '../stream/ticket-stream.ts'
import type { HttpApi } from './http-api.ts'
import { sendLines } from './http-replies.ts'

type Export = { stream: string; durable: number; line: (entry: Stored) => string }

/** The journal, stream by stream, as JSON Lines: what is on disk when it is asked for. */
export function journalRoutes(api: HttpApi): void {
  const { floor } = api

  function sendStream(exported: Export | null, { from: asked = '1' }: { from?: string }, reply: FastifyReply) {
    if (!exported) return reply.code(404).send({ problem: 'there is no such table' })
    const from = Number(asked)
    if (!Number.isSafeInteger(from) || from < 1)
      return reply.code(400).send({ problem: 'from must be a sequence number', field: 'from' })
    return sendLines(reply, linesFrom(floor, exported, from))
  }

  api.read('GET /api/journal/house', 'read-house', async ({ query }, reply) =>
    sendStream(houseExport(floor), query, reply),
  )
  api.read('GET /api/journal/tickets', 'read-house', async ({ query }, reply) =>
    sendStream(ticketExport(floor), query, reply),
  )
  api.read('GET /api/journal/:id', 'read-journal', async ({ params, query }, reply) => {
    const room = floor.rooms.get(params.id)
    if (room) await catchUpWith(room.table)
    return sendStream(tableExport(floor, params.id), query, reply)
  })
}

/** Byte for byte, so that `croupier verify` can check it. */
function tableExport({ rooms }: Floor, table: string): Export | null {
  const room = rooms.get(table)
  if (!room) return null
  return { stream: table, durable: room.table.durable, line: writeEntryLine }
}

const houseExport = (floor: Floor): Export => shownExport(floor, floor.house, readHouseEntry)
const ticketExport = (floor: Floor): Export => shownExport(floor, floor.tickets, readTicketEntry)

/** The hash is that of the whole entry, of which secrets are not shown. */
function shownExport(
  { keyMaterial }: Floor,
  { id, durable }: Pick<HouseStream | TicketStream, 'id' | 'durable'>,
  read: (body: string) => Parameters<typeof auditorEntry>[0],
): Export {
  const mark = (number: string) => ticketMark(number, keyMaterial)
  const line = ({ seq, hash, body }: Stored) =>
    `${JSON.stringify({ seq, hash, shown: auditorEntry(read(body), mark) })}\n`
  return { stream: id, durable, line }
}

async function* linesFrom({ journal }: Floor, { stream, durable, line }: Export, from: number): AsyncGenerator<string> {
  for await (const page of journal.pages(stream, from, durable)) yield page.map(line).join('')
}
