import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import websocket from '@fastify/websocket'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { WebSocket } from 'ws'
import type { Floor, Reply } from '../floor.ts'
import { TableStopped } from '../host.ts'
import { principalOf, type StaffPrincipal, type TerminalPrincipal } from '../house/principals.ts'
import { bookDoors } from './books.ts'
import { houseDoors } from './house.ts'
import { metricsOf } from './metrics.ts'
import { screenDoors } from './screens.ts'
import { tableDoors } from './tables.ts'
import { Connection, isForeign, type WsOptions } from './ws.ts'

export type Who = StaffPrincipal | TerminalPrincipal

export type DoorOptions = {
  demo: boolean
  /** Other origins whose pages may use the service. */
  origins: readonly string[]
  requestsPerMinute: number
  secureCookies: boolean
  ws: WsOptions
  logger?: FastifyServerOptions['logger']
}

export const defaultDoors: DoorOptions = {
  demo: false,
  origins: [],
  requestsPerMinute: 1_200,
  secureCookies: false,
  ws: { commandsPerSecond: 50, bufferMax: 1_000_000 },
}

/** How long somebody who signed out may still see what their position saw. */
const WHO_EVERY_MS = 5_000
const BODY_MAX = 64 * 1024
export const COOKIE = 'croupier'

export async function openDoors(floor: Floor, options: DoorOptions): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_MAX,
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  })
  const metrics = metricsOf(floor)
  await app.register(helmet, {
    contentSecurityPolicy: { directives: policy },
    strictTransportSecurity: options.secureCookies,
  })
  await app.register(rateLimit, {
    max: options.requestsPerMinute,
    timeWindow: '1 minute',
    errorResponseBuilder: tooMany,
  })
  await app.register(cookie)
  await app.register(websocket, {
    options: { maxPayload: BODY_MAX, perMessageDeflate: false },
    preClose(done) {
      hangUp(app.websocketServer.clients)
      app.websocketServer.close(() => done())
    },
  })
  await app.register(swagger, {
    openapi: { info: { title: 'Croupier', version: '1', description: 'Roulette, conducted by the book' } },
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs' })

  app.addHook('onRequest', async (request, reply) => {
    if (isForeign(request.raw, options.origins))
      await reply.code(403).send({ problem: 'this origin may not use the service' })
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error instanceof TableStopped ? 503 : (error.statusCode ?? 500)
    if (status >= 500) request.log.error(error)
    reply.code(status).send({
      problem: status === 503 ? 'the table is stopped' : status >= 500 ? 'the service could not do it' : error.message,
    })
  })
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ problem: 'there is no such door' }))

  app.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }))
  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    const stopped = [...floor.rooms.values()].filter(({ host }) => host.stopped).map(({ plan }) => plan.id)
    return reply
      .code(stopped.length > 0 || floor.house.stopped ? 503 : 200)
      .send({ ready: stopped.length === 0, stopped })
  })
  app.get('/metrics', { schema: { hide: true } }, async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
  const whose = (request: FastifyRequest) => principalOfRequest(floor, request)
  bookDoors(app)
  tableDoors(app, floor, whose, metrics)
  houseDoors(app, floor, whose, options)
  await screenDoors(app)
  const connections = new Set<Connection>()
  const sweep = setInterval(() => {
    for (const connection of connections) connection.checkWho()
  }, WHO_EVERY_MS)
  app.addHook('onClose', async () => clearInterval(sweep))
  app.get('/ws', { websocket: true, schema: { hide: true }, config: { rateLimit: false } }, (socket, request) => {
    const { table } = request.query as { table?: string }
    const room = floor.rooms.get(table ?? '')
    if (!room) return socket.close(4404, 'there is no such table')
    connections.add(
      new Connection(floor, room, socket, request.raw.socket, options.ws, metrics, (gone) => connections.delete(gone)),
    )
  })
  return app
}

/** Pages, pictures and scripts come from the service alone. */
const policy = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'style-src': ["'self'", "'unsafe-inline'"],
  'connect-src': ["'self'"],
  'frame-ancestors': ["'none'"],
  'upgrade-insecure-requests': null,
}

const tooMany = () => Object.assign(new Error('too many requests; slow down'), { statusCode: 429 })

/** Whose token the request carries: in its header, or a browser's cookie. */
function principalOfRequest(floor: Floor, request: FastifyRequest): Who | null {
  const [scheme, bearer] = (request.headers.authorization ?? '').split(' ')
  const token = scheme === 'Bearer' ? bearer : request.cookies[COOKIE]
  return token ? principalOf(floor.house.state, token, floor.now(), floor.presence) : null
}

/** Whoever does not answer within a second is cut off: nobody holds up the service when it stops. */
function hangUp(clients: ReadonlySet<WebSocket>): void {
  for (const client of clients) client.close(1001, 'the service stops')
  setTimeout(() => {
    for (const client of clients) client.terminate()
  }, 1_000).unref()
}

export const send = (reply: FastifyReply, { status, body }: Reply) => reply.code(status).send(body)
export const unknownAsker = (reply: FastifyReply) => reply.code(401).send({ problem: 'who are you' })
