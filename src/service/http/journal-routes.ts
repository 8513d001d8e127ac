import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { auditorEntry } from '../../house/auditor-record.ts'
import type { RemoteCaller } from '../../house/caller.ts'
import { HOUSE } from '../../house/state.ts'
import { writeEntryLine } from '../../record/entry-lines.ts'
import { readHouseEntry } from '../../record/house-entry.ts'
import type { Stored } from '../../record/stored-entry.ts'
import type { Floor } from '../floor/floor.ts'
import { pagesOf } from '../journal/pages.ts'
import { ticketMark } from '../secrets/secrets.ts'
import { CallerRoutes } from './caller-routes.ts'
import { send } from './http-replies.ts'
import type { FindCaller } from './request-caller.ts'

type Export = { stream: string; durable: number; line: (entry: Stored) => string }

/** The journal, stream by stream, as JSON Lines: what is on disk when it is asked for. */
export function journalRoutes(app: FastifyInstance, floor: Floor, findCaller: FindCaller): void {
  const desk = new CallerRoutes(app, floor, findCaller)

  async function give(
    who: RemoteCaller,
    stream: string,
    exported: Export | null,
    asked: string | undefined,
    reply: FastifyReply,
  ) {
    const barred = await (stream === HOUSE ? desk.barred(who, 'read-house') : desk.barred(who, 'read-journal', stream))
    if (barred) return send(reply, barred)
    if (!exported) return reply.code(404).send({ problem: 'there is no such table' })
    const from = Number(asked ?? 1)
    if (!Number.isSafeInteger(from) || from < 1)
      return reply.code(400).send({ problem: 'from must be a sequence number', field: 'from' })
    return reply
      .header('cache-control', 'no-store')
      .type('application/jsonl')
      .send(Readable.from(linesFrom(floor, exported, from)))
  }

  desk.open('GET /api/journal/house', async (who, { query }, reply) =>
    give(who, HOUSE, houseExport(floor), query.from, reply),
  )
  desk.open('GET /api/journal/:id', async (who, { params, query }, reply) =>
    give(who, params.id, tableExport(floor, params.id), query.from, reply),
  )
}

/** Byte for byte, so that `croupier verify` can check it. */
function tableExport({ rooms }: Floor, table: string): Export | null {
  const room = rooms.get(table)
  if (!room) return null
  return { stream: table, durable: room.table.durable, line: writeEntryLine }
}

/** The hash is that of the whole entry, of which secrets are not shown. */
function houseExport({ house, keyMaterial }: Floor): Export {
  const mark = (number: string) => ticketMark(number, keyMaterial)
  const line = ({ seq, hash, body }: Stored) =>
    `${JSON.stringify({ seq, hash, shown: auditorEntry(readHouseEntry(body), mark) })}\n`
  return { stream: HOUSE, durable: house.durable, line }
}

const ENTRIES_AT_ONCE = 500

async function* linesFrom({ journal }: Floor, { stream, durable, line }: Export, from: number): AsyncGenerator<string> {
  for await (const page of pagesOf(journal, stream, from, durable, ENTRIES_AT_ONCE)) yield page.map(line).join('')
}
