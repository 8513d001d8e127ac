import type { FastifyInstance } from 'fastify'
import { type Floor, stoppedStreams } from '../floor/floor.ts'
import { StoreProbe } from '../floor/store-probe.ts'
import type { HttpOptions } from './http-options.ts'
import type { Metrics } from './metrics.ts'

/** Every screen of a table calls this route when its socket was silent for a while, so it has no rate limit. */
export function healthRoute(app: FastifyInstance): void {
  app.get('/healthz', { schema: { hide: true }, config: { cost: 0 } }, async () => ({ ok: true }))
}

/** Collecting all metrics takes longer than most requests of operators. */
const METRICS_COST = 20

/** Routes for operators: readiness and metrics. */
export function operatorRoutes(
  app: FastifyInstance,
  floor: Floor,
  { registry }: Metrics,
  { clock }: Pick<HttpOptions, 'clock'>,
): void {
  const hidden = { hide: true }
  const probe = new StoreProbe(floor.journal, { clock })
  app.get('/readyz', { schema: hidden }, async (_, reply) => {
    const store = await probe.fault()
    const stopped = stoppedStreams(floor)
    const unreached = floor.elsewhere?.unreached ?? []
    const ready = stopped.length === 0 && store === null && unreached.length === 0
    const why = { ...(store === null ? {} : { store }), ...(unreached.length === 0 ? {} : { unreached }) }
    return reply.code(ready ? 200 : 503).send({ ready, stopped, ...why })
  })
  app.get('/metrics', { schema: hidden, config: { cost: METRICS_COST } }, async (_, reply) => {
    const counts = await registry.metrics()
    return reply.type(registry.contentType).send(counts)
  })
}
