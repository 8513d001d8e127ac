import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'

/**
 * Bytes of one connection that are parsed in one turn of the event loop: one request of a browser, or some twenty
 * minimal ones.
 */
const SLICE_BYTES = 1024

const stoppedSockets = new WeakSet<Socket>()

/** Stops reading a connection: its data waits on the sender's side. */
export function stopReading(socket: Socket): void {
  stoppedSockets.add(socket)
  // A request that was injected in memory has no network socket.
  if (socket instanceof Socket) socket.pause()
}

export const isStopped = (socket: Socket): boolean => stoppedSockets.has(socket)

type Read = (bytes: Buffer) => void

/**
 * Passes the data of a connection to Node's own listener in slices, one in each turn. One packet may hold many
 * requests, and Node would parse all of them before any other connection has a turn.
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
  // From now on `ws` reads the socket.
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
  // A socket that other code paused is resumed by that code.
  if (!isOurs() || socket.isPaused()) return void socket.unshift(rest)
  socket.pause()
  socket.unshift(rest)
  setImmediate(() => void (isOurs() && !isStopped(socket) && socket.resume()))
}
