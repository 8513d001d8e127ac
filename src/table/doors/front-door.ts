import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Certificate } from './certificate.ts'
import type { FairTurns } from './fair-turns.ts'
import type { Visitors } from './visitors.ts'

/** How long a request may take to arrive. */
const REQUEST_WITHIN_MS = 30_000
const KEEP_ALIVE_MS = 72_000

const refused = new WeakSet<Socket>()

/** What comes on this connection after it is not looked at, however much was sent ahead. */
export const refuseConnection = (socket: Socket): void => void refused.add(socket)

/** Where requests come in, over TLS where there is a certificate: each visitor in turn, before anybody reads them. */
export function frontDoor(visitors: Visitors, turns: FairTurns, certificate: Certificate | null) {
  return (handle: RequestListener): Server => {
    const take: RequestListener = (request, response) => {
      const { socket } = request
      if (refused.has(socket)) return
      const begin = () => void (isWaitedFor(request) && handle(request, response))
      if (turns.enter(visitors.addressOf(request), begin)) return
      refuseConnection(socket)
      socket.destroy()
    }
    const options: ServerOptions = { requestTimeout: REQUEST_WITHIN_MS, keepAliveTimeout: KEEP_ALIVE_MS }
    return certificate ? createSecureServer({ ...options, ...certificate }, take) : createServer(options, take)
  }
}

/** It may have gone while it waited, or was refused. */
const isWaitedFor = ({ socket }: IncomingMessage): boolean => !socket.destroyed && !refused.has(socket)
