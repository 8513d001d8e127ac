import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { latest, recall } from '../../engine/history.ts'
import { auditorView, displayView, playerRound } from '../../engine/views.ts'
import { actorOf, type Floor, type Room } from '../floor.ts'
import { mayNot, refusalRecord } from '../house/principals.ts'
import { holdsRole } from '../house/roles.ts'
import { send, unknownAsker, type Who } from './http.ts'
import type { Metrics } from './metrics.ts'
import { anyCommand } from './schemas.ts'
import { outcomeOf } from './ws.ts'

type TableRequest = { Params: { id: string } }
type Whose = (request: FastifyRequest) => Who | null
const ROUNDS_TOLD = 20
const READ_AT_ONCE = 500

/** The floor, a table as the asker may see it, its rounds, its journal, and the way in for commands. */
export function tableDoors(app: FastifyInstance, floor: Floor, whose: Whose, metrics: Metrics): void {
  const tags = ['tables']
  const noTable = { problem: 'there is no such table' }

  app.get('/api/tables', { schema: { tags, summary: 'The floor at a glance' } }, async () => {
    const told = [...floor.rooms.values()].map(glance)
    await Promise.all([...floor.rooms.values()].map(({ host }) => host.settled().catch(() => {})))
    return told
  })

  app.get<TableRequest>(
    '/api/tables/:id',
    { schema: { tags, summary: 'A table as the asker may see it' } },
    async (request, reply) => {
      const room = floor.rooms.get(request.params.id)
      if (!room) return reply.code(404).send(noTable)
      const told = { ...glance(room), view: viewFor(room, whose(request)), version: room.host.seq }
      await room.host.settled()
      return told
    },
  )

  app.get<TableRequest>(
    '/api/tables/:id/rounds',
    { schema: { tags, summary: 'Recall: the last rounds' } },
    async (request, reply) => {
      const room = floor.rooms.get(request.params.id)
      if (!room) return reply.code(404).send(noTable)
      const who = whose(request)
      const rounds = latest(room.host.state.history, ROUNDS_TOLD).map(({ round }) => roundFor(room, who, round))
      await room.host.settled()
      return rounds
    },
  )

  app.get<{ Params: { id: string; round: string } }>(
    '/api/tables/:id/rounds/:round',
    { schema: { tags, summary: 'Recall: one round, with wagers, payments and balances before and after' } },
    async (request, reply) => {
      const room = floor.rooms.get(request.params.id)
      const found = room && roundFor(room, whose(request), Number(request.params.round))
      if (!found)
        return reply.code(404).send({ problem: 'there is no such round, or it is no longer kept at the table' })
      await room.host.settled()
      return found
    },
  )

  app.post<TableRequest>(
    '/api/tables/:id/commands',
    {
      schema: { tags, summary: 'One command', body: anyCommand },
      // The table of the language itself checks commands: the same words as everywhere.
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const who = whose(request)
      if (!who) return unknownAsker(reply)
      const answer = await floor.command(who, request.params.id, request.body)
      metrics.commands.inc({ outcome: outcomeOf(answer.status) })
      return send(reply, answer)
    },
  )

  app.get<{ Params: { table: string }; Querystring: { from?: string } }>(
    '/api/journal/:table',
    { schema: { tags, summary: 'The journal as JSON Lines, for auditors' } },
    async (request, reply) => {
      const who = whose(request)
      if (!who) return unknownAsker(reply)
      const barred = mayNot(who, 'read-journal')
      const { table } = request.params
      if (barred) {
        await floor.house.commit(refusalRecord(`read-journal ${table}`, barred, who, floor.now()), actorOf(who))
        return reply.code(403).send(barred)
      }
      if (!floor.rooms.has(table)) return reply.code(404).send(noTable)
      const from = Number(request.query.from ?? 1)
      if (!Number.isSafeInteger(from) || from < 1)
        return reply.code(400).send({ problem: 'from must be a sequence number', field: 'from' })
      return reply.type('application/jsonl').send(Readable.from(journalLines(floor, table, from)))
    },
  )
}

async function* journalLines(floor: Floor, table: string, from: number): AsyncGenerator<string> {
  const { durable } = floor.rooms.get(table)!.host
  for (let at = from; at <= durable; ) {
    const entries = await floor.journal.read(table, at, Math.min(READ_AT_ONCE, durable - at + 1))
    if (entries.length === 0) return
    yield entries.map(({ seq, hash, body }) => `{"seq":${seq},"hash":"${hash}","entry":${body}}\n`).join('')
    at += entries.length
  }
}

export function glance({ plan, host, publisher, wheel }: Room) {
  const { book, title, layout, limits, phase, round, pocket, results } = displayView(host.book, host.state)
  const terminal = plan.setup.terminal
  const stopped = host.stopped !== null
  const status = wheel ? wheel.status : null
  return {
    id: plan.id,
    name: plan.name,
    book,
    title,
    layout,
    terminal,
    limits,
    phase,
    round,
    pocket,
    results,
    stopped,
    wheel: status,
    listeners: publisher.size,
  }
}

function viewFor({ host, publisher }: Room, who: Who | null): unknown {
  if (who?.kind === 'terminal' && who.table === host.id)
    return publisher.viewFor({ audience: 'player', player: who.player })
  if (who?.kind !== 'staff') return publisher.viewFor({ audience: 'display', player: null })
  if (who.role === 'auditor') return auditorView(host.book, host.state)
  return publisher.viewFor({ audience: who.role === 'dealer' ? 'dealer' : 'pit', player: null })
}

/** Players recall their own lines, staff all of them, anybody else the result. */
function roundFor({ host }: Room, who: Who | null, number: number) {
  const round = recall(host.state.history, number)
  if (!round) return null
  const result = { round: round.round, book: round.book, pocket: round.pocket, draw: round.draw, void: round.code }
  if (who?.kind === 'terminal' && who.table === host.id) return { ...result, ...playerRound(round, who.player) }
  if (
    who?.kind === 'staff' &&
    (holdsRole(who.role, 'dealer') || who.role === 'auditor' || who.role === 'administrator')
  )
    return { ...result, lines: round.lines, balances: round.balances, adjustments: round.adjustments }
  return result
}
