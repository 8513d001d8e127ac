import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import { isRecord } from '../../engine/shape.ts'
import type { Certificate } from '../http/certificate.ts'
import type { NodeFacts } from '../journal/leases.ts'
import type { LinkMessage, Wire } from './link.ts'
import type { Exchange } from './links.ts'

/** So much may wait to be sent to one node; more is not sent. What it misses it reads from the store. */
const BUFFER_MAX = 32 * 1024 * 1024
const MESSAGE_MAX = 128 * 1024 * 1024
const GREET_WITHIN_MS = 3_000
const BEAT_EVERY_MS = 1_000
/** A node that does not even answer a ping for so long is as good as gone. */
const SILENT_MAX_MS = 4_000

export type SocketExchange = Exchange & {
  /** Where other nodes reach this one. */
  address: string
  close(): Promise<void>
}

type SocketOptions = {
  me: string
  /** The house key, which all nodes have: whoever has it not is no node. */
  key: Uint8Array
  host: string
  port: number
  certificate: Certificate | null
  onCall: (node: string, wire: Wire) => void
}

/**
 * Ways between nodes over WebSockets, at a port of their own. Each side shows the other that it has the house key, with
 * numbers that both drew for this one way; nothing is taken or told before that.
 */
export async function openExchange(options: SocketOptions): Promise<SocketExchange> {
  const { host, port, certificate, me } = options
  const server: Server = certificate ? createTlsServer({ ...certificate }) : createServer()
  server.on('request', (_, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({ server, maxPayload: MESSAGE_MAX })
  sockets.on('connection', (socket) => {
    socket.on('error', () => socket.terminate())
    const inbox = new Inbox(socket)
    receive(socket, inbox, options).then(
      (node) => options.onCall(node, wireOver(socket, inbox)),
      () => socket.terminate(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const at = server.address() as AddressInfo
  const name = at.family === 'IPv6' ? `[${at.address}]` : at.address
  return {
    address: `${certificate ? 'wss' : 'ws'}://${name}:${at.port}`,
    call: (node) => dial(node, me, options.key),
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      await new Promise<void>((resolve) => {
        sockets.close()
        server.close(() => resolve())
      })
    },
  }
}

async function dial(node: NodeFacts, me: string, key: Uint8Array): Promise<Wire | null> {
  const socket = new WebSocket(node.link, { maxPayload: MESSAGE_MAX, handshakeTimeout: GREET_WITHIN_MS })
  // A call that fails closes, which is all that the caller asks.
  socket.on('error', () => {})
  const inbox = new Inbox(socket)
  try {
    const { challenge } = await nextGreeting(socket, inbox)
    const own = randomBytes(32).toString('base64url')
    socket.send(
      JSON.stringify({ node: me, challenge: own, proof: proofOf(key, 'caller', me, node.id, challenge!, own) }),
    )
    const { proof } = await nextGreeting(socket, inbox)
    if (!isProof(proof, proofOf(key, 'called', me, node.id, challenge!, own))) throw new Error('it has another key')
    return wireOver(socket, inbox)
  } catch {
    socket.terminate()
    return null
  }
}

async function receive(socket: WebSocket, inbox: Inbox, { me, key }: SocketOptions): Promise<string> {
  const own = randomBytes(32).toString('base64url')
  socket.send(JSON.stringify({ challenge: own }))
  const { node, challenge, proof } = await nextGreeting(socket, inbox)
  if (!isProof(proof, proofOf(key, 'caller', node!, me, own, challenge!))) throw new Error('it has another key')
  socket.send(JSON.stringify({ proof: proofOf(key, 'called', node!, me, own, challenge!) }))
  return node!
}

const proofOf = (key: Uint8Array, side: string, ...said: readonly string[]): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['croupier link', side, ...said]))
    .digest('base64url')

const isProof = (said: string | undefined, right: string): boolean =>
  said !== undefined && said.length === right.length && timingSafeEqual(Buffer.from(said), Buffer.from(right))

type Greeting = Partial<Record<'node' | 'challenge' | 'proof', string>>

function greetingIn(text: string): Greeting | null {
  try {
    const said: unknown = text.length < 1_000 ? JSON.parse(text) : null
    return isRecord(said) && Object.values(said).every((value) => typeof value === 'string') ? (said as Greeting) : null
  } catch {
    return null
  }
}

/**
 * All that comes over a socket, in order. What nobody listens to yet is kept: the last word of a greeting and the first
 * question may arrive as one, and a question that is lost is answered by nobody.
 */
class Inbox {
  #kept: string[] = []
  #listener: ((text: string) => void) | null = null

  constructor(socket: WebSocket) {
    socket.on('message', (data) => {
      this.#kept.push(String(data))
      this.#handOut()
    })
  }

  listen(listener: ((text: string) => void) | null): void {
    this.#listener = listener
    this.#handOut()
  }

  /** A listener may hear one and listen no more. */
  #handOut(): void {
    while (this.#listener && this.#kept.length > 0) this.#listener(this.#kept.shift()!)
  }
}

/** The next message, before there is trust: a small one, and soon. */
function nextGreeting(socket: WebSocket, inbox: Inbox): Promise<Greeting> {
  return new Promise((resolve, reject) => {
    const end = (work: () => void): void => {
      clearTimeout(timer)
      inbox.listen(null)
      socket.off('close', gone)
      work()
    }
    const gone = (): void => end(() => reject(new Error('it hung up')))
    const take = (text: string): void =>
      end(() => {
        const greeting = greetingIn(text)
        if (greeting) resolve(greeting)
        else reject(new Error('this is no greeting'))
      })
    const timer = setTimeout(gone, GREET_WITHIN_MS)
    socket.on('close', gone)
    inbox.listen(take)
  })
}

function wireOver(socket: WebSocket, inbox: Inbox): Wire {
  let heardAt = performance.now()
  const beat = setInterval(() => {
    if (performance.now() - heardAt > SILENT_MAX_MS) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.ping()
  }, BEAT_EVERY_MS)
  const wire: Wire = {
    set onMessage(listener: (message: LinkMessage) => void) {
      inbox.listen((text) => listener(JSON.parse(text) as LinkMessage))
    },
    onClose: () => {},
    send(message) {
      if (socket.readyState !== socket.OPEN || socket.bufferedAmount > BUFFER_MAX) return false
      socket.send(JSON.stringify(message))
      return true
    },
    close: () => socket.terminate(),
  }
  for (const sign of ['pong', 'message'])
    socket.on(sign, () => {
      heardAt = performance.now()
    })
  socket.on('close', () => {
    clearInterval(beat)
    wire.onClose()
  })
  return wire
}
