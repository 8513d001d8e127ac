import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Connection } from './ws.ts'

/** How often a service that stops looks whether anything is still under way; a client has as long to read the farewell. */
const LOOK_EVERY_MS = 200

/** Counts the requests that a server has heard and not answered. */
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
  /** How long what is under way may take. */
  stopWithinMs: number
}

/**
 * Ends every connection when the service stops: as soon as nothing is under way, and in time at the latest. Nobody holds
 * it up who has asked for nothing, or for half of something.
 */
export function hangUp(app: FastifyInstance, { requestsUnderWay, connections, stopWithinMs }: HangUpOptions): void {
  for (const connection of connections ?? []) connection.leave()
  const until = performance.now() + stopWithinMs
  const look = setInterval(() => {
    const isBusy = requestsUnderWay() > 0 || [...(connections ?? [])].some((connection) => connection.isBusy)
    if (isBusy && performance.now() < until) return
    clearInterval(look)
    if (connections) for (const client of app.websocketServer.clients) client.terminate()
    app.server.closeAllConnections()
  }, LOOK_EVERY_MS).unref()
}
