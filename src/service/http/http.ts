import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import type { Floor } from '../floor/floor.ts'
import { bookRoutes } from './books-routes.ts'
import { type CallerAddresses, callerAddressesBehind } from './caller-address.ts'
import { controlRoutes } from './control-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { figureRoutes, reportRoutes } from './figures-routes.ts'
import { FairTurns } from './flood-protection/fair-turns.ts'
import { createListener } from './flood-protection/listener.ts'
import { alarmRoutes, floorServiceRoutes } from './floor-service-routes.ts'
import { countRequests, hangUp } from './hang-up.ts'
import { HttpApi } from './http-api.ts'
import { BODY_MAX, type HttpOptions } from './http-options.ts'
import { journalRoutes } from './journal-routes.ts'
import { type Metrics, metricsOf } from './metrics.ts'
import { healthRoute, operatorRoutes } from './operator-routes.ts'
import { peopleRoutes, sessionRoutes } from './people-routes.ts'
import { proofRoutes } from './proof-routes.ts'
import { guardRequests, knownHostsOnly } from './request-guards.ts'
import { CommandLog, logRequests, requestIdBehind } from './request-log.ts'
import { roundRoutes } from './rounds-routes.ts'
import { documentation, schemaCheck } from './route.ts'
import { pictureRoute, screenRoutes } from './screens-routes.ts'
import { socketRoute } from './socket-route.ts'
import { tableRoutes } from './tables-routes.ts'
import { enrolmentRoutes, terminalRoutes } from './terminals-routes.ts'
import { ticketRoutes } from './tickets-routes.ts'
import { wheelRoutes } from './wheels-routes.ts'
import type { Connection } from './ws.ts'

/** The whole HTTP API, with its screens and sockets. */
export async function openHttp(
  floor: Floor,
  options: HttpOptions,
  metrics: Metrics = metricsOf(floor),
): Promise<FastifyInstance> {
  const addresses = callerAddressesBehind(options.proxies)
  const turns = new FairTurns()
  const app = createApp(options, addresses, turns)
  const connections = new Set<Connection>()
  logRequests(app)
  await guardRequests(app, floor, options, { addresses, connections, metrics })
  await documentation(app)
  healthRoute(app)
  if (options.hasOperators) operatorRoutes(app, floor, metrics, options)
  bookRoutes(app, floor)
  const api = new HttpApi(app, floor)
  const commands = new CommandLog(metrics, app.log)
  tableRoutes(api, commands, options.demo)
  roundRoutes(api)
  figureRoutes(api)
  reportRoutes(api)
  journalRoutes(api)
  proofRoutes(api)
  sessionRoutes(api, options)
  peopleRoutes(api)
  enrolmentRoutes(api, options)
  terminalRoutes(api)
  ticketRoutes(api)
  floorServiceRoutes(api, options)
  alarmRoutes(api)
  eventRoutes(api)
  controlRoutes(api)
  wheelRoutes(api)
  screenRoutes(app, floor.sign.shows.lab ? [] : ['lab'])
  if (options.idleFolder !== null) pictureRoute(app, options.idleFolder)
  socketRoute(app, { floor, options: options.ws, metrics, commands }, addresses, turns, connections)
  return app
}

/** The operators' own port: health, readiness, metrics. */
export async function openOperatorHttp(floor: Floor, options: HttpOptions, metrics: Metrics): Promise<FastifyInstance> {
  const app = createApp(options, callerAddressesBehind(options.proxies), new FairTurns())
  knownHostsOnly(app, options)
  healthRoute(app)
  operatorRoutes(app, floor, metrics, options)
  const requestsUnderWay = countRequests(app.server)
  app.addHook('preClose', async () => hangUp(app, { requestsUnderWay, stopWithinMs: options.stopWithinMs }))
  return app
}

function createApp(options: HttpOptions, addresses: CallerAddresses, turns: FairTurns): FastifyInstance {
  const app: FastifyInstance = fastify({
    bodyLimit: BODY_MAX,
    serverFactory: createListener(addresses, turns, options.certificate),
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: addresses.isProxy,
    genReqId: requestIdBehind(addresses),
    frameworkErrors: (_, __, reply) => noAddress(reply as unknown as FastifyReply),
  })
  app.setValidatorCompiler(schemaCheck)
  // Answers are serialised without a schema. The tests check every one of them against its schema.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
  return app
}

const noAddress = (reply: FastifyReply): void =>
  void reply.code(400).send({ problem: 'this is not the address of a route' })
