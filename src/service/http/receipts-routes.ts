import type { FastifyInstance } from 'fastify'
import { sum } from '../../engine/money.ts'
import { receiptsFrom, SETUP, stakedIn, tableEntryIn } from '../../receipts/make-receipt.ts'
import { mayShow } from '../../receipts/round-entries.ts'
import type { ProvenEntries, Stored } from '../../record/stored-entry.ts'
import type { RoundReceipts } from '../../wire/floor-shapes.ts'
import type { Floor, Room } from '../floor/floor.ts'
import { unknownAsker } from './http-replies.ts'
import type { FindCaller } from './request-caller.ts'
import { openDoor } from './route.ts'

/** Receipts are for whoever staked: a terminal gets those of its own player, and nobody gets anybody else's. */
export function receiptDoors(app: FastifyInstance, floor: Floor, findCaller: FindCaller): void {
  openDoor(app, 'GET /api/tables/:id/rounds/:round/receipts', async (request, reply) => {
    const { id, round } = request.params
    const room = floor.rooms.get(id)
    if (!room) return reply.code(404).send({ problem: 'there is no such table' })
    const who = findCaller(request)
    if (!who) return unknownAsker(reply)
    if (who.kind !== 'terminal' || who.table !== id)
      return reply.code(403).send({ problem: 'receipts are for the terminal that the wagers came from' })
    const number = /^[1-9]\d{0,15}$/.test(round) ? Number(round) : 0
    if (number < 1 || number > room.table.settled.state.roundsOpened)
      return reply.code(404).send({ problem: 'there is no such round' })
    const receipts = await ownReceipts(floor, room, number, who.player)
    return { round: number, key: floor.proof?.checkpointer.houseKey ?? null, receipts }
  })
}

type OwnReceipt = RoundReceipts['receipts'][number]

/** More of one player and round are not made at once. */
const RECEIPTS_MAX = 100

async function ownReceipts(
  { journal, proof }: Floor,
  { table, stakes }: Room,
  round: number,
  player: string,
): Promise<RoundReceipts['receipts']> {
  const { byPlayer, entries, last } = await stakes.find(round)
  const own = (byPlayer.get(player) ?? []).slice(0, RECEIPTS_MAX)
  if (own.length === 0) return []
  const shown = entries.filter((entry) => mayShow(entry, player, 'own-player')).map(({ seq }) => seq)
  const ask = (): Promise<ProvenEntries> => journal.proven(table.id, [...own, SETUP, ...shown])
  let proven = await ask()
  // Nobody waits a minute for what is on disk: where the last checkpoint ends before the round does, the next is made now.
  if ((proven.checkpoint?.size ?? 0) < last && proof) {
    await proof.checkpointer.make(table.id)
    proven = await ask()
  }
  return receiptsFrom(proven, own, entries, player).map(({ stored, receipt, code }) => ({
    ...stakeIn(stored, player),
    receipt,
    code,
  }))
}

function stakeIn(stored: Stored, player: string): Omit<OwnReceipt, 'receipt' | 'code'> {
  const staked = stakedIn(tableEntryIn(stored)!).filter((event) => event.player === player)
  return {
    seq: stored.seq,
    did: staked[0]!.type === 'wager-placed' ? 'wager' : 'withdraw',
    spots: staked.map(({ spot }) => spot),
    stake: sum(staked.map(({ stake }) => stake)),
  }
}
