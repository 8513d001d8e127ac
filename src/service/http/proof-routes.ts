import { HOUSE } from '../../house/state.ts'
import { TICKETS } from '../../house/ticket-state.ts'
import { originOf } from '../../proof/keys.ts'
import { writeCheckpointLine } from '../../receipts/bundle.ts'
import { noTable } from '../floor/floor.ts'
import type { Journal } from '../journal/journal.ts'
import type { HttpApi } from './http-api.ts'
import { send, sendLines } from './http-replies.ts'

/** The proofs that the house publishes: keys and newest checkpoints for any caller, all checkpoints for auditors. */
export function proofRoutes(api: HttpApi): void {
  const { floor } = api
  const { journal, proof, rooms } = floor
  if (!proof) return
  const isStream = (id: string): boolean => id === HOUSE || id === TICKETS || rooms.has(id)

  api.open('GET /api/proof', async () => {
    const { house } = proof.checkpointer
    const logs = [HOUSE, TICKETS, ...rooms.keys()].map(async (id) => {
      const size = (await journal.latestCheckpoint(id))?.size ?? null
      return { id, origin: originOf(house, id), key: proof.checkpointer.keyOf(id), size }
    })
    const keys = floor.house.settled.state.signingKeys.map(({ key, since }) => ({ key, since }))
    return { house, keys, logs: await Promise.all(logs), witnesses: proof.witnesses }
  })

  api.open('GET /api/proof/:id/checkpoint', async (_, { params: { id } }, reply) => {
    if (!isStream(id)) return send(reply, noTable(floor, id))
    const latest = await journal.latestCheckpoint(id)
    if (!latest) return reply.code(404).send({ problem: 'nothing of this stream is signed yet' })
    return reply.type('text/plain; charset=utf-8').send(latest.note)
  })

  api.read('GET /api/proof/:id/checkpoints', 'read-journal', async ({ params: { id }, query }, reply) => {
    if (!isStream(id)) return send(reply, noTable(floor, id))
    const from = Number(query.from ?? 0)
    if (!Number.isSafeInteger(from) || from < 0)
      return reply.code(400).send({ problem: 'from must be a number of entries', field: 'from' })
    return sendLines(reply, checkpointLines(journal, id, from))
  })
}

async function* checkpointLines(journal: Journal, stream: string, from: number): AsyncGenerator<string> {
  for await (const page of journal.checkpoints(stream, from)) yield page.map(writeCheckpointLine).join('')
}
