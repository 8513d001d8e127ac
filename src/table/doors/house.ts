import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Floor } from '../floor.ts'
import { HOUSE } from '../house/house.ts'
import type { HouseEntry } from '../house/house-host.ts'
import { entryShown } from '../house/record.ts'
import { Desk, type Whose } from './desk.ts'
import { type DoorOptions, send } from './http.ts'
import { peopleDoors, sessionDoors } from './people.ts'
import { queries } from './schemas.ts'
import { enrolmentDoors, terminalDoors } from './terminals.ts'
import { ticketDoors } from './tickets.ts'

/** People, terminals, tickets, and the record of them. */
export function houseDoors(app: FastifyInstance, floor: Floor, whose: Whose, options: DoorOptions): void {
  sessionDoors(app, floor, whose, options)
  peopleDoors(app, floor, whose)
  enrolmentDoors(app, floor, options)
  terminalDoors(app, floor, whose)
  ticketDoors(app, floor, whose)
  recordDoors(app, floor, whose)
}

function recordDoors(app: FastifyInstance, floor: Floor, whose: Whose): void {
  const desk = new Desk(app, floor, whose, 'house')
  const alarms = { summary: 'Alarms, the newest first', action: 'read-meters', asked: 'read-alarms' } as const
  desk.read('/api/alarms', { ...alarms, isPolled: true }, () => floor.alarms)
  desk.open(
    'GET',
    `/api/journal/${HOUSE}`,
    {
      summary: 'The record of the house as JSON Lines, without its secrets, for auditors',
      querystring: queries.journal,
    },
    async (who, request, reply) => {
      const barred = await desk.barred(who, 'read-house', `read-journal ${HOUSE}`)
      if (barred) return send(reply, barred)
      const from = Number(request.query.from ?? 1)
      if (!Number.isSafeInteger(from) || from < 1)
        return reply.code(400).send({ problem: 'from must be a sequence number', field: 'from' })
      return reply.type('application/jsonl').send(Readable.from(houseLines(floor, from)))
    },
  )
}

const READ_AT_ONCE = 500

/** What is on disk now. The hash is that of the whole entry, of which secrets are not shown. */
async function* houseLines({ house, journal, means }: Floor, from: number): AsyncGenerator<string> {
  const { durable } = house
  for (let at = from; at <= durable; at += READ_AT_ONCE) {
    const entries = await journal.read(HOUSE, at, Math.min(READ_AT_ONCE, durable - at + 1))
    const shown = entries.map(({ seq, hash, body }) => ({
      seq,
      hash,
      shown: entryShown(JSON.parse(body) as HouseEntry, means),
    }))
    yield shown.map((line) => `${JSON.stringify(line)}\n`).join('')
  }
}
