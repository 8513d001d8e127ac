import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'

/** What is read of one connection in one turn of the event loop: one request of a browser, or some twenty bare ones. */
const SLICE_BYTES = 1024

const stoppedSockets = new WeakSet<Socket>()

/** Nothing more is read of it: what comes waits in the sender's own network. */
export function stopReading(socket: Socket): void {
  stoppedSockets.add(socket)
  // A request that is made in memory came over no wire.
  if (socket instanceof Socket) socket.pause()
}

export const isStopped = (socket: Socket): boolean => stoppedSockets.has(socket)

type Read = (bytes: Buffer) => void

/**
 * Many requests may come in one packet, and Node reads all of them before anybody else has a turn. So they are handed
 * over in slices, the next one in the next turn.
 */
export function readInSlices(server: Server, event: 'connection' | 'secureConnection'): Server {
  const readers = new WeakMap<Socket, Read>()
  server.on(event, (socket: Socket) => {
    const [read] = socket.listeners('data') as Read[]
    if (!read) return
    const take: Read = (bytes) => handOver(socket, read, bytes, () => readers.has(socket))
    readers.set(socket, take)
    socket.on('data', take)
    socket.off('data', read)
  })
  // From now on somebody else reads it.
  server.prependListener('upgrade', ({ socket }: IncomingMessage) => {
    const take = readers.get(socket)
    if (take) socket.off('data', take)
    readers.delete(socket)
  })
  return server
}

function handOver(socket: Socket, read: Read, bytes: Buffer, isOurs: () => boolean): void {
  read.call(socket, bytes.subarray(0, SLICE_BYTES))
  if (bytes.length <= SLICE_BYTES || socket.destroyed) return
  const rest = bytes.subarray(SLICE_BYTES)
  // Whoever holds it up lets it go on.
  if (!isOurs() || socket.isPaused()) return void socket.unshift(rest)
  socket.pause()
  socket.unshift(rest)
  setImmediate(() => void (isOurs() && !isStopped(socket) && socket.resume()))
}
