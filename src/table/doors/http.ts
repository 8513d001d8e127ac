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
import { principalOf, type StaffPrincipal, type TerminalPrincipal } from '../../house/principals.ts'
import { type HouseRefusal, houseRefusals } from '../../house/refusals.ts'
import type { Floor, Reply } from '../floor.ts'
import { TableStopped } from '../host/host.ts'
import { HouseStopped } from '../host/house-host.ts'
import { bookDoors } from './books.ts'
import { figureDoors } from './figures.ts'
import { foresightDoor } from './foresight.ts'
import { houseDoors } from './house.ts'
import { journalDoors } from './journal.ts'
import { type Metrics, metricsOf } from './metrics.ts'
import { isForeign, isUnknownHost } from './origins.ts'
import { roundDoors } from './rounds.ts'
import { screenDoors } from './screens.ts'
import { tableDoors } from './tables.ts'
import { Connection, type WsOptions } from './ws.ts'

export type Who = StaffPrincipal | TerminalPrincipal

export type DoorOptions = {
  demo: boolean
  /** Other origins whose pages may use the service. */
  origins: readonly string[]
  /** Names that the service is reached by, besides localhost and its own address. */
  hosts: readonly string[]
  /** Addresses of proxies, which are believed when they say whose request it is. */
  proxies: readonly string[]
  requestsPerMinute: number
  secureCookies: boolean
  ws: WsOptions
  logger?: FastifyServerOptions['logger']
}

export const defaultDoors: DoorOptions = {
  demo: false,
  origins: [],
  hosts: [],
  proxies: [],
  requestsPerMinute: 1_200,
  secureCookies: false,
  ws: { commandsPerSecond: 50, bufferMax: 1_000_000 },
}

/** How long somebody who signed out may still see what their position saw. */
const WHO_EVERY_MS = 5_000
const BODY_MAX = 64 * 1024
/** How long a request may take to arrive; and how long what is under way may take when the service stops. */
const REQUEST_WITHIN_MS = 30_000
const STOP_WITHIN_MS = 2_000
export const COOKIE = 'croupier'

export async function openDoors(floor: Floor, options: DoorOptions): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_MAX,
    requestTimeout: REQUEST_WITHIN_MS,
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: options.proxies.length > 0 ? [...options.proxies] : false,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    frameworkErrors: (_, __, reply) => noAddress(reply as unknown as FastifyReply),
  })
  const metrics = metricsOf(floor)
  const connections = new Set<Connection>()
  await fence(app, options, connections)
  await documentation(app)
  const whose = (request: FastifyRequest) => principalOfRequest(floor, request)
  operatorDoors(app, floor, metrics)
  bookDoors(app)
  tableDoors(app, floor, whose, metrics, options.demo)
  foresightDoor(app, floor, whose)
  roundDoors(app, floor, whose)
  figureDoors(app, floor, whose)
  journalDoors(app, floor, whose)
  houseDoors(app, floor, whose, options)
  await screenDoors(app)
  socketDoor(app, floor, options, metrics, connections)
  return app
}

/** What holds at every door: who may speak to the service at all, how often, and what is said when something fails. */
async function fence(app: FastifyInstance, options: DoorOptions, connections: Set<Connection>): Promise<void> {
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
  // Before the hook: it cuts off sockets that the hook turns away.
  await app.register(websocket, {
    options: { maxPayload: BODY_MAX, perMessageDeflate: false },
    // What a visitor's socket says wrong is no fault of the service.
    errorHandler(error, socket, request) {
      request.log.debug(error)
      socket.terminate()
    },
    preClose(done) {
      hangUp(app, connections)
      app.websocketServer.close(() => done())
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    if (isUnknownHost(request.raw, options.hosts)) await reply.code(421).send(unknownHost)
    else if (isForeign(request.raw, options.origins)) await reply.code(403).send(foreignOrigin)
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const stopped = error instanceof TableStopped ? 'table' : error instanceof HouseStopped ? 'house' : null
    const status = stopped ? 503 : (error.statusCode ?? 500)
    // Why it stopped was an alarm already.
    if (status >= 500 && !stopped) request.log.error(error)
    const fault = stopped ? `the ${stopped} is stopped` : 'the service could not do it'
    reply.code(status).send({ problem: status >= 500 ? fault : error.message })
  })
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ problem: 'there is no such door' }))
}

async function documentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Croupier', version: '1', description },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{}, { token: [] }],
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'Croupier: the doors' },
    // Without the bar that would read other services' descriptions.
    uiConfig: { layout: 'BaseLayout' },
  })
}

function operatorDoors(app: FastifyInstance, floor: Floor, { registry }: Metrics): void {
  const hidden = { schema: { hide: true }, config: { rateLimit: false } }
  app.get('/healthz', hidden, async () => ({ ok: true }))
  app.get('/readyz', hidden, async (_, reply) => {
    const stopped = floor.stopped()
    return reply.code(stopped.length > 0 ? 503 : 200).send({ ready: stopped.length === 0, stopped })
  })
  app.get('/metrics', hidden, async (_, reply) => {
    const told = await registry.metrics()
    await floor.settled()
    return reply.type(registry.contentType).send(told)
  })
}

function socketDoor(
  app: FastifyInstance,
  floor: Floor,
  { ws }: DoorOptions,
  metrics: Metrics,
  connections: Set<Connection>,
): void {
  const sweep = setInterval(() => {
    for (const connection of connections) connection.checkWho()
  }, WHO_EVERY_MS)
  app.addHook('onClose', async () => clearInterval(sweep))
  app.get('/ws', { websocket: true, schema: { hide: true }, config: { rateLimit: false } }, (socket, request) => {
    const { table } = request.query as { table?: string }
    const room = floor.rooms.get(table ?? '')
    if (!room) return socket.close(4404, 'there is no such table')
    connections.add(
      new Connection(floor, room, socket, request.raw.socket, ws, metrics, (gone) => connections.delete(gone)),
    )
  })
}

const description = `Roulette, conducted by the book. A door that wants to know who asks takes the token of a sign-in
(Authorize), or the cookie that a browser has of it.

| status | |
|---|---|
| 200 | done |
| 400 | not what this door takes; \`field\` says where |
| 401 | who are you |
| 403 | not your position; it is journalled |
| 404 | there is no such thing |
| 409 | \`refused\`, with the facts |
| 413, 429 | too large, too many |
| 421 | the service is not known by this name |
| 503 | the table or the house is stopped |
`

/** Pages, pictures and scripts come from the service alone. */
const policy = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'style-src': ["'self'", "'unsafe-inline'"],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'frame-ancestors': ["'none'"],
  'upgrade-insecure-requests': null,
}

const noAddress = (reply: FastifyReply): void => void reply.code(400).send({ problem: 'this is no address of a door' })

const unknownHost = { problem: 'the service is not known by this name; publicHosts names those that it is' }
const foreignOrigin = { problem: 'this origin may not use the service' }
const tooMany = () => Object.assign(new Error('too many requests; slow down'), { statusCode: 429 })

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Screens ask here again and again, whether somebody sits before them or not. */
    isPolled?: boolean
  }
}

/** Whose token the request carries: in its header, or a browser's cookie. */
function principalOfRequest(floor: Floor, request: FastifyRequest): Who | null {
  const [scheme, bearer] = (request.headers.authorization ?? '').split(' ')
  const token = scheme === 'Bearer' ? bearer : request.cookies[COOKIE]
  const { presence } = floor
  const watch = request.routeOptions.config.isPolled ? presence.unattended : presence
  return token ? principalOf(floor.house.state, token, floor.now(), watch) : null
}

/** Whoever is not done in time is cut off, half a request too: nobody holds up the service when it stops. */
function hangUp({ server, websocketServer: { clients } }: FastifyInstance, connections: Set<Connection>): void {
  for (const connection of connections) connection.leave()
  setTimeout(() => {
    for (const client of clients) client.terminate()
    server.closeAllConnections()
  }, STOP_WITHIN_MS).unref()
}

/** For doors that people and machines could guess at. */
export const rarely = { rateLimit: { max: 20, timeWindow: '1 minute' } }
export const send = (reply: FastifyReply, { status, body }: Reply) => reply.code(status).send(body)
export const unknownAsker = (reply: FastifyReply) => reply.code(401).send({ problem: 'who are you' })
export const refused = (reply: FastifyReply, refusal: HouseRefusal) =>
  reply.code(houseRefusals[refusal.refused].status).send(refusal)
