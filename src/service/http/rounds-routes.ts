import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Concluded, isForgotten, latest, ROUNDS_KEPT_MIN, recall } from '../../engine/history.ts'
import { playerRound, staffRound } from '../../engine/views.ts'
import type { RemoteCaller } from '../../house/caller.ts'
import { recallRound } from '../../record/recalled-rounds.ts'
import type { Floor, Room } from '../floor/floor.ts'
import { ownReceipts } from '../floor/own-receipts.ts'
import { type ConcurrencyLimit, limitConcurrency } from '../secrets/key-material.ts'
import { catchUpWith } from '../stream/table-stream.ts'
import type { HttpApi } from './http-api.ts'
import { sendUnauthenticated } from './http-replies.ts'

const LAST_MAX = 500

/** Recall: every wager of the last rounds with its settlement, and the balances before and after. */
export function roundRoutes(api: HttpApi): void {
  const { floor } = api
  api.open('GET /api/tables/:id/rounds', async (who, request, reply) => {
    const room = floor.rooms.get(request.params.id)
    if (!room) return reply.code(404).send({ problem: 'there is no such table' })
    const { last = ROUNDS_KEPT_MIN, order = 'newest' } = request.query
    const count = Number(last)
    if (!Number.isSafeInteger(count) || count < 1 || count > LAST_MAX)
      return reply.code(400).send({ problem: `last must be 1 to ${LAST_MAX}`, field: 'last' })
    if (order !== 'newest' && order !== 'played')
      return reply.code(400).send({ problem: 'order must be newest or played', field: 'order' })
    await catchUpWith(room.table)
    const rounds = latest(room.table.settled.state.history, count)
    return sendParts(reply, writeRounds(order === 'played' ? rounds.reverse() : rounds, who, room.plan.id))
  })

  api.open('GET /api/tables/:id/rounds/:round', async (who, request, reply) => {
    const room = floor.rooms.get(request.params.id)
    const round = room && (await roundOf(floor, room, Number(request.params.round), who))
    if (!round) return reply.code(404).send({ problem: 'there is no such round, or it is no longer kept at the table' })
    return sendParts(reply, writeRound(round, who, room.plan.id))
  })

  const turns = new Map<string, ConcurrencyLimit>()
  api.open('GET /api/tables/:id/rounds/:round/receipts', async (who, { params: { id, round }, query }, reply) => {
    const room = floor.rooms.get(id)
    if (!room) return reply.code(404).send({ problem: 'there is no such table' })
    if (!who) return sendUnauthenticated(reply)
    // Receipts are only for the player who staked.
    if (who.kind !== 'terminal' || who.table !== id)
      return reply.code(403).send({ problem: 'receipts are for the terminal that the wagers came from' })
    await catchUpWith(room.table)
    const number = /^[1-9]\d{0,15}$/.test(round) ? Number(round) : 0
    if (number < 1 || number > room.table.settled.state.roundsOpened)
      return reply.code(404).send({ problem: 'there is no such round' })
    const after = Number(query.after ?? 0)
    if (!Number.isSafeInteger(after) || after < 0)
      return reply.code(400).send({ problem: 'after must be a sequence number', field: 'after' })
    const inTurn = turns.get(who.terminal) ?? limitConcurrency(1, RECEIPTS_WAITING_MAX)
    turns.set(who.terminal, inTurn)
    const page = await inTurn(() => ownReceipts(floor, room.table, number, who.player, after))
    if (!page) return reply.code(429).send(receiptsUnderWay)
    return { round: number, key: floor.proof?.checkpointer.houseKey ?? null, ...page }
  })
}

/** The most requests for receipts of one terminal that may wait: its screen sends one at a time. */
const RECEIPTS_WAITING_MAX = 2
const receiptsUnderWay = { problem: 'receipts of this terminal are being made; wait for the answer' }

/** Staff may correct rounds of any age, so they can read them. Other callers must not cause searches in the journal. */
async function roundOf(
  { journal }: Floor,
  { table }: Room,
  round: number,
  who: RemoteCaller | null,
): Promise<Concluded | undefined> {
  await catchUpWith(table)
  const { settled } = table
  const { history } = settled.state
  if (who?.kind !== 'staff' || !isForgotten(history, round)) return recall(history, round)
  return recallRound(journal, table.id, round, settled)
}

/** Sends the answer in parts, so that a round with very many lines does not block the event loop. */
const sendParts = (reply: FastifyReply, parts: Iterable<string>) =>
  reply.type('application/json; charset=utf-8').send(Readable.from(paceParts(parts)))

async function* paceParts(parts: Iterable<string>): AsyncGenerator<string> {
  for (const part of parts) {
    yield part
    await new Promise(setImmediate)
  }
}

function* writeRounds(rounds: readonly Concluded[], who: RemoteCaller | null, table: string): Generator<string> {
  yield '['
  for (const [index, round] of rounds.entries()) {
    if (index > 0) yield ','
    yield* writeRound(round, who, table)
  }
  yield ']'
}

const ROUND_LINES_AT_ONCE = 1_000

function* writeRound(round: Concluded, who: RemoteCaller | null, table: string): Generator<string> {
  const { lines, ...rest } = roundFor(round, who, table)
  if (!lines) return yield JSON.stringify(rest)
  yield JSON.stringify({ ...rest, lines: [] }).slice(0, -2)
  for (let at = 0; at < lines.length; at += ROUND_LINES_AT_ONCE)
    yield `${at > 0 ? ',' : ''}${JSON.stringify(lines.slice(at, at + ROUND_LINES_AT_ONCE)).slice(1, -1)}`
  yield ']}'
}

/** Players recall their own lines, staff all lines, and other callers the result. */
function roundFor(round: Concluded, who: RemoteCaller | null, table: string) {
  const { round: number, book, pocket, draw, code, limits, at } = round
  const result = { round: number, book, pocket, draw, void: code, limits, at: at ?? null }
  if (who?.kind === 'staff') return { ...result, ...staffRound(round) }
  if (who?.kind === 'terminal' && who.table === table) return { ...result, ...playerRound(round, who.player) }
  return { ...result, lines: null }
}
