import type { FastifyInstance } from 'fastify'
import { closeCodes } from '../../wire/close-codes.ts'
import type { Floor } from '../floor/floor.ts'
import type { DoorOptions } from './door-options.ts'
import type { Metrics } from './metrics.ts'
import { Connection } from './ws.ts'

/** How long somebody who signed out may still see what their position saw. */
const WHO_EVERY_MS = 5_000
/** How long what is under way may take when the service stops. */
const STOP_WITHIN_MS = 2_000

/** The door for sockets; `connections` are those that came through and did not leave. */
export function socketDoor(
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
    if (!room) return socket.close(closeCodes.unknownTable, 'there is no such table')
    connections.add(
      new Connection(floor, room, socket, request.raw.socket, ws, metrics, (gone) => connections.delete(gone)),
    )
  })
}

/** Whoever is not done in time is cut off, half a request too: nobody holds up the service when it stops. */
export function hangUp({ server, websocketServer: { clients } }: FastifyInstance, connections: Set<Connection>): void {
  for (const connection of connections) connection.leave()
  setTimeout(() => {
    for (const client of clients) client.terminate()
    server.closeAllConnections()
  }, STOP_WITHIN_MS).unref()
}
