import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import type { CallerAddresses } from '../caller-address.ts'
import type { Certificate } from '../certificate.ts'
import type { FairTurns } from './fair-turns.ts'
import { isStopped, readInSlices, stopReading } from './sliced-reading.ts'

/** How long a request may take to arrive. */
const REQUEST_WITHIN_MS = 30_000
const KEEP_ALIVE_MS = 72_000
/** Requests of one connection that are not answered yet. Browsers and proxies send one at a time. */
const AHEAD_MAX = 8

/** How long a refused connection is kept open: a client that reconnects at once then does so less often. */
export const REFUSED_MS = 500

/** Creates the HTTP server, with TLS where there is a certificate. Each caller's address has its turn before a request is read. */
export function createListener(addresses: CallerAddresses, turns: FairTurns, certificate: Certificate | null) {
  return (handle: RequestListener): Server => {
    const ahead = new WeakMap<Socket, number>()
    const count = (socket: Socket, more: number): number => {
      const now = (ahead.get(socket) ?? 0) + more
      ahead.set(socket, now)
      return now
    }
    const take: RequestListener = (request, response) => {
      const { socket } = request
      if (isStopped(socket)) return
      response.once('close', () => count(socket, -1))
      const begin = () => void (isWaitedFor(request) && handle(request, response))
      if (count(socket, 1) <= AHEAD_MAX && turns.enter(addresses.addressOf(request), begin)) return
      stopReading(socket)
      setTimeout(() => socket.destroy(), REFUSED_MS)
    }
    const options: ServerOptions = { requestTimeout: REQUEST_WITHIN_MS, keepAliveTimeout: KEEP_ALIVE_MS }
    const server = certificate ? createSecureServer({ ...options, ...certificate }, take) : createServer(options, take)
    return readInSlices(server, certificate ? 'secureConnection' : 'connection')
  }
}

/** The client may have gone while the request waited, or was refused. */
const isWaitedFor = ({ socket }: IncomingMessage): boolean => !socket.destroyed && !isStopped(socket)
