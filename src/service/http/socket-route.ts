import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { closeCodes } from '../../wire/protocol.ts'
import type { CallerAddresses } from './caller-address.ts'
import type { FairTurns } from './flood-protection/fair-turns.ts'
import { RateLimits } from './flood-protection/rate-limits.ts'
import { SocketAdmission } from './flood-protection/socket-admission.ts'
import { SleepWatch } from './sleep-watch.ts'
import { Connection, type SocketHouse } from './ws.ts'

/** How long a caller who signed out may still see the view of their position. */
const CHECK_EVERY_MS = 5_000
/** The number of groups into which heartbeats are divided, so that not all sockets get one at once. */
const BEATS = 60

/** The route for WebSockets; `connections` are the open ones. */
export function socketRoute(
  app: FastifyInstance,
  house: Omit<SocketHouse, 'limits' | 'sleep'>,
  { addressOf }: CallerAddresses,
  turns: FairTurns,
  connections: Set<Connection>,
): void {
  const { floor, options, metrics } = house
  const limits = new RateLimits(options.commandsPerSecond)
  const sleep = new SleepWatch(options.sleepMs)
  const admission = new SocketAdmission(limits, { ...options, addressOf, turns })
  const admit = async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (await admission.admit(raw)) return
    metrics.shownOut.inc()
    await reply.code(429).send({ problem: 'too many sockets' })
  }
  const sweep = setInterval(() => {
    for (const connection of connections) connection.checkCaller()
    limits.sweep()
    admission.sweep()
  }, CHECK_EVERY_MS)
  const stopHeart = heartbeat(connections, options.heartbeatMs)
  app.addHook('onClose', async () => {
    clearInterval(sweep)
    stopHeart()
    sleep.end()
  })
  const config = { schema: { hide: true }, config: { cost: 0 } } as const
  // A socket serves no page: the headers of helmet would be most of the garbage of a new connection.
  app.get('/ws', { websocket: true, helmet: false, onRequest: admit, ...config }, (socket, request) => {
    const { table } = request.query as { table?: string }
    const room = floor.rooms.get(table ?? '')
    if (!room) return socket.close(closeCodes.unknownTable, 'there is no such table')
    const from = { wire: request.raw.socket, address: addressOf(request.raw), reqId: request.id }
    connections.add(new Connection({ ...house, limits, sleep }, room, socket, from, (gone) => connections.delete(gone)))
  })
}

/** Sends each socket a heartbeat once in every `everyMs`, spread over that time. */
function heartbeat(connections: ReadonlySet<Connection>, everyMs: number): () => void {
  let waiting: Iterator<Connection> = connections.values()
  const beat = (): void => {
    for (let left = Math.ceil(connections.size / BEATS); left > 0; left--) {
      const next = waiting.next()
      if (next.done) waiting = connections.values()
      else next.value.beat()
    }
  }
  const timer = setInterval(beat, everyMs / BEATS)
  return () => clearInterval(timer)
}
