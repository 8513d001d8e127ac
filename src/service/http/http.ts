import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Floor } from '../floor/floor.ts'
import { documentation } from './api-docs.ts'
import { bookDoors } from './books-routes.ts'
import { FairTurns } from './fair-turns.ts'
import { figureDoors } from './figures-routes.ts'
import { foresightDoor } from './foresight-routes.ts'
import { houseDoors } from './house-routes.ts'
import { BODY_MAX, type DoorOptions } from './http-options.ts'
import { journalDoors } from './journal-routes.ts'
import { frontDoor } from './listener.ts'
import { type Metrics, metricsOf } from './metrics.ts'
import { healthDoor, operatorDoors } from './operators.ts'
import { proofDoors } from './proof-routes.ts'
import { receiptDoors } from './receipts-routes.ts'
import { reportDoor } from './report-routes.ts'
import { callerOfRequest } from './request-caller.ts'
import { fence, knownHostsOnly } from './request-guards.ts'
import { roundDoors } from './rounds-routes.ts'
import { schemaCheck } from './schema-checks.ts'
import { screenDoors } from './screens-routes.ts'
import { socketDoor } from './socket-route.ts'
import { tableDoors } from './tables-routes.ts'
import { type Visitors, visitorsBehind } from './visitors.ts'
import type { Connection } from './ws.ts'

/** All the doors of the house. */
export async function openDoors(
  floor: Floor,
  options: DoorOptions,
  metrics: Metrics = metricsOf(floor),
): Promise<FastifyInstance> {
  const visitors = visitorsBehind(options.proxies)
  const turns = new FairTurns()
  const app = frameOf(options, visitors, turns)
  const connections = new Set<Connection>()
  const findCaller = (request: FastifyRequest) => callerOfRequest(floor, request)
  await fence(app, floor, options, visitors, connections)
  await documentation(app)
  healthDoor(app)
  if (options.hasOperators) operatorDoors(app, floor, metrics, options)
  bookDoors(app)
  tableDoors(app, floor, findCaller, metrics, options.demo)
  foresightDoor(app, floor, findCaller)
  roundDoors(app, floor, findCaller)
  receiptDoors(app, floor, findCaller)
  figureDoors(app, floor, findCaller)
  reportDoor(app, floor, findCaller)
  journalDoors(app, floor, findCaller)
  proofDoors(app, floor, findCaller)
  houseDoors(app, floor, findCaller, options)
  await screenDoors(app, options.requestsPerMinute)
  socketDoor(app, { floor, options: options.ws, metrics }, { visitors, turns }, connections)
  return app
}

/** For whoever runs the machine, where nobody else comes. */
export async function openOperatorDoors(
  floor: Floor,
  options: DoorOptions,
  metrics: Metrics,
): Promise<FastifyInstance> {
  const app = frameOf(options, visitorsBehind(options.proxies), new FairTurns())
  knownHostsOnly(app, options)
  healthDoor(app)
  operatorDoors(app, floor, metrics, options)
  return app
}

function frameOf(options: DoorOptions, visitors: Visitors, turns: FairTurns): FastifyInstance {
  const app: FastifyInstance = fastify({
    bodyLimit: BODY_MAX,
    serverFactory: frontDoor(visitors, turns, options.certificate),
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: visitors.isProxy,
    frameworkErrors: (_, __, reply) => noAddress(reply as unknown as FastifyReply),
  })
  app.setValidatorCompiler(schemaCheck)
  // Answers are written as they are. The tests check every one of them against its schema.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
  return app
}

const noAddress = (reply: FastifyReply): void => void reply.code(400).send({ problem: 'this is no address of a door' })
