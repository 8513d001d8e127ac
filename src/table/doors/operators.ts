import type { FastifyInstance } from 'fastify'
import { type Floor, stoppedStreams } from '../floor/floor.ts'
import type { Metrics } from './metrics.ts'

/** For whoever runs the machine: is it up, is it ready, and what it counts. */
export function operatorDoors(app: FastifyInstance, floor: Floor, { registry }: Metrics): void {
  const hidden = { schema: { hide: true }, config: { rateLimit: false } }
  app.get('/healthz', hidden, async () => ({ ok: true }))
  app.get('/readyz', hidden, async (_, reply) => {
    const stopped = stoppedStreams(floor)
    return reply.code(stopped.length > 0 ? 503 : 200).send({ ready: stopped.length === 0, stopped })
  })
  app.get('/metrics', hidden, async (_, reply) => {
    const counts = await registry.metrics()
    return reply.type(registry.contentType).send(counts)
  })
}
