import type { FastifyInstance } from 'fastify'
import { closeCodes } from '../../wire/close-codes.ts'
import { Allowances } from './allowances.ts'
import { type Arrivals, admission } from './arrivals.ts'
import { SleepWatch } from './sleep-watch.ts'
import { Connection, type SocketHouse } from './ws.ts'

/** How long somebody who signed out may still see what their position saw. */
const WHO_EVERY_MS = 5_000
/** How long what is under way may take when the service stops. */
const STOP_WITHIN_MS = 2_000
/** In so many parts all sockets are asked whether they are still there. */
const BEATS = 60

/** The door for sockets; `connections` are those that came through and did not leave. */
export function socketDoor(
  app: FastifyInstance,
  house: Omit<SocketHouse, 'allowances' | 'sleep'>,
  arrivals: Arrivals,
  connections: Set<Connection>,
): void {
  const { floor, options } = house
  const allowances = new Allowances(options.commandsPerSecond)
  const sleep = new SleepWatch(options.sleepMs)
  const { admit, sweep: forget } = admission(arrivals, allowances, house)
  const sweep = setInterval(() => {
    for (const connection of connections) connection.checkWho()
    allowances.sweep()
    forget()
  }, WHO_EVERY_MS)
  const stopHeart = heartbeat(connections, options.heartbeatMs)
  app.addHook('onClose', async () => {
    clearInterval(sweep)
    stopHeart()
    sleep.end()
  })
  const config = { schema: { hide: true }, config: { rateLimit: false } } as const
  // No page is answered here, and what browsers may do with one is most of what a socket's coming leaves to be collected.
  app.get('/ws', { websocket: true, helmet: false, onRequest: admit, ...config }, (socket, request) => {
    const { table } = request.query as { table?: string }
    const room = floor.rooms.get(table ?? '')
    if (!room) return socket.close(closeCodes.unknownTable, 'there is no such table')
    const from = { wire: request.raw.socket, address: arrivals.visitors.addressOf(request.raw) }
    connections.add(
      new Connection({ ...house, allowances, sleep }, room, socket, from, (gone) => connections.delete(gone)),
    )
  })
}

/** Each socket is asked once in every `everyMs`, not all of them at once. */
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

/** Whoever is not done in time is cut off, half a request too: nobody holds up the service when it stops. */
export function hangUp({ server, websocketServer: { clients } }: FastifyInstance, connections: Set<Connection>): void {
  for (const connection of connections) connection.leave()
  setTimeout(() => {
    for (const client of clients) client.terminate()
    server.closeAllConnections()
  }, STOP_WITHIN_MS).unref()
}
