import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Floor } from '../floor/floor.ts'
import { documentation } from './api-docs.ts'
import { bookDoors } from './books-door.ts'
import { BODY_MAX, type DoorOptions } from './door-options.ts'
import { fence } from './fence.ts'
import { figureDoors } from './figures-door.ts'
import { foresightDoor } from './foresight-door.ts'
import { houseDoors } from './house-door.ts'
import { journalDoors } from './journal-door.ts'
import { metricsOf } from './metrics.ts'
import { operatorDoors } from './operators.ts'
import { roundDoors } from './rounds-door.ts'
import { screenDoors } from './screens-door.ts'
import { socketDoor } from './socket-door.ts'
import { tableDoors } from './tables-door.ts'
import { principalOfRequest } from './who.ts'
import type { Connection } from './ws.ts'

/** How long a request may take to arrive. */
const REQUEST_WITHIN_MS = 30_000

/** All the doors of the house. */
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
  // The schemas say what is answered, they do not change it; a test holds the answers against them.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
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

const noAddress = (reply: FastifyReply): void => void reply.code(400).send({ problem: 'this is no address of a door' })
