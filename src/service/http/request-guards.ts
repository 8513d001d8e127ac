import { setTimeout } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NODES_HEADER } from '../../wire/protocol.ts'
import type { Floor } from '../floor/floor.ts'
import { storeProblem } from '../floor/reply.ts'
import type { CallerAddresses } from './caller-address.ts'
import { REFUSED_MS } from './flood-protection/listener.ts'
import { RequestLimits } from './flood-protection/request-limits.ts'
import { stopReading } from './flood-protection/sliced-reading.ts'
import { countRequests, hangUp } from './hang-up.ts'
import { BODY_MAX, type HttpOptions } from './http-options.ts'
import type { Metrics } from './metrics.ts'
import { isForeign, isUnknownHost } from './origins.ts'
import { callerOfRequest } from './request-caller.ts'
import type { Connection } from './ws.ts'

/** Sets up the rules for every route: allowed hosts and origins, rate limits, headers, errors. */
export async function guardRequests(
  app: FastifyInstance,
  floor: Floor,
  options: HttpOptions,
  { addresses, connections, metrics }: { addresses: CallerAddresses; connections: Set<Connection>; metrics: Metrics },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { directives: { ...policy, 'connect-src': ["'self'", () => reachable(floor)] } },
    strictTransportSecurity: options.secureCookies,
  })
  await app.register(cookie)
  // Sockets are registered before the hook, so that they can be closed when the hook rejects them.
  await registerSockets(app, connections, options)
  knownHostsOnly(app, options, () => floor.elsewhere?.everyAddress ?? [])
  // Answers depend on the caller, so they must not be cached. A route that allows caching sets its own header.
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    const others = floor.elsewhere?.addresses ?? []
    if (others.length > 0) reply.header(NODES_HEADER, others.join(' '))
  })
  limitRequests(app, floor, options, metrics)
  answerFailures(app, addresses)
}

const LIMITS_SWEPT_EVERY_MS = 5_000

/** Every request is counted before its body is read, also one for an unknown path. */
function limitRequests(
  app: FastifyInstance,
  floor: Floor,
  { requestsPerMinute, clock }: HttpOptions,
  { limited }: Metrics,
): void {
  const credentialOf = (request: FastifyRequest) => callerOfRequest(floor, request, true)?.credential
  const limits = new RequestLimits({ requestsPerMinute, credentialOf, clock })
  app.addHook('onRequest', async (request, reply) => {
    const seconds = limits.admit(request)
    if (seconds === 0) return
    limited.inc()
    reply.header('retry-after', seconds)
    throw tooMany
  })
  const sweep = setInterval(() => limits.sweep(), LIMITS_SWEPT_EVERY_MS)
  app.addHook('onClose', async () => clearInterval(sweep))
}

function registerSockets(app: FastifyInstance, connections: Set<Connection>, { stopWithinMs }: HttpOptions) {
  const requestsUnderWay = countRequests(app.server)
  return app.register(websocket, {
    // The connection answers pings itself while it is open: on a closed one each answer would be an error.
    options: { maxPayload: BODY_MAX, perMessageDeflate: false, autoPong: false },
    // A malformed message is the client's fault, so it is not logged as an error of the service.
    errorHandler(error, socket, request) {
      request.log.debug(error)
      socket.terminate()
    },
    preClose(done) {
      hangUp(app, { requestsUnderWay, connections, stopWithinMs })
      app.websocketServer.close(() => done())
    },
  })
}

/** Answers errors and unknown paths with a problem text, without internal details. */
function answerFailures(app: FastifyInstance, addresses: CallerAddresses): void {
  app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    const stopped = storeProblem(error)
    const status = stopped ? 503 : (error.statusCode ?? 500)
    // The reason for the stop has already raised an alarm.
    if (status >= 500 && !stopped) request.log.error(error)
    if (status === 429) await holdBack(request, reply, addresses)
    return reply
      .code(status)
      .send({ problem: status < 500 ? error.message : (stopped ?? 'the service failed; its log has the reason') })
  })
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ problem: 'there is no such route' }))
}

/** Allows only known host names, and pages of the service itself. */
export function knownHostsOnly(
  app: FastifyInstance,
  { hosts, origins }: Pick<HttpOptions, 'hosts' | 'origins'>,
  otherNodes: () => readonly string[] = () => [],
): void {
  app.addHook('onRequest', async (request, reply) => {
    const nodes = otherNodes()
    if (isUnknownHost(request.raw, hosts)) await reply.code(421).send(unknownHost)
    else if (isForeign(request.raw, origins) && isForeign(request.raw, nodes)) await reply.code(403).send(foreignOrigin)
    else if (isForeign(request.raw, [])) await admit(request, reply)
  })
}

/**
 * Allows a page of another node, or of a configured origin, by CORS headers. Cookies are not allowed: a caller from
 * another origin sends a token.
 */
async function admit({ method, headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', headers.origin).header('vary', 'origin')
  reply.header('access-control-expose-headers', NODES_HEADER)
  if (method !== 'OPTIONS') return
  await reply
    .header('access-control-allow-methods', 'GET, POST, DELETE')
    .header('access-control-allow-headers', 'authorization, content-type')
    .header('access-control-max-age', ASKED_AGAIN_SECONDS)
    .code(204)
    .send()
}

const ASKED_AGAIN_SECONDS = 600

/**
 * Delays the answer to a caller over the limit, and stops reading its connection. A proxy is not stopped, because it
 * forwards for others too.
 */
async function holdBack(
  { raw: { socket } }: FastifyRequest,
  reply: FastifyReply,
  { isProxy }: CallerAddresses,
): Promise<void> {
  if (!isProxy(socket.remoteAddress ?? '')) {
    reply.header('connection', 'close')
    stopReading(socket)
  }
  await setTimeout(REFUSED_MS)
}

/** A page may connect to another node and follow its table there, when its own node is gone. */
const reachable = ({ elsewhere }: Floor): string =>
  (elsewhere?.everyAddress ?? []).flatMap((address) => [address, address.replace(/^http/, 'ws')]).join(' ') || "'self'"

/** Pages, pictures and scripts are loaded from the service alone. */
const policy = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'style-src': ["'self'", "'unsafe-inline'"],
  'font-src': ["'self'"],
  'frame-ancestors': ["'none'"],
  'upgrade-insecure-requests': null,
}

const unknownHost = { problem: 'unknown host name; publicHosts in the configuration lists the names of the service' }
const foreignOrigin = { problem: 'this origin may not use the service' }
const tooMany = Object.assign(new Error('too many requests; slow down'), { statusCode: 429 })
