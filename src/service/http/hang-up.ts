import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Connection } from './ws.ts'

/**
 * The interval at which a stopping service checks for requests under way. A client has the same time to read the
 * farewell.
 */
const LOOK_EVERY_MS = 200

/** Counts the requests that a server has received and not answered. */
export function countRequests(server: Server): () => number {
  let count = 0
  server.on('request', (_, response) => {
    count++
    response.once('close', () => count--)
  })
  return () => count
}

type HangUpOptions = {
  requestsUnderWay: () => number
  connections?: ReadonlySet<Connection>
  /** The longest time that requests under way may take. */
  stopWithinMs: number
}

/**
 * Ends every connection when the service stops: as soon as no request is under way, and after a time limit at the
 * latest. A connection with no request, or with half of one, does not delay the stop.
 */
export function hangUp(app: FastifyInstance, { requestsUnderWay, connections, stopWithinMs }: HangUpOptions): void {
  for (const connection of connections ?? []) connection.leave()
  // A request to open a socket is refused from now on, and the socket is left to nobody who would end it.
  if (connections) app.server.on('upgrade', (_, socket) => (socket as Socket).destroySoon())
  const until = performance.now() + stopWithinMs
  const look = setInterval(() => {
    const isBusy = requestsUnderWay() > 0 || [...(connections ?? [])].some((connection) => connection.isBusy)
    if (isBusy && performance.now() < until) return
    clearInterval(look)
    if (connections) for (const client of app.websocketServer.clients) client.terminate()
    app.server.closeAllConnections()
  }, LOOK_EVERY_MS).unref()
}
