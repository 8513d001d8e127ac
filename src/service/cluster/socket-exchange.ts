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

/**
 * The most bytes that may wait to be sent to one node. Further messages are dropped, and the node reads their content
 * from the store.
 */
const BUFFER_MAX = 32 * 1024 * 1024
const MESSAGE_MAX = 128 * 1024 * 1024
const GREET_WITHIN_MS = 3_000
const BEAT_EVERY_MS = 1_000
/** A node that does not answer a ping for this long counts as gone. */
const SILENT_MAX_MS = 4_000

/** Messages between this node and the others since the start. `ms`: time spent on writing and reading them. */
export type LinkTraffic = { framesSent: number; bytesSent: number; ms: number }

export type SocketExchange = Exchange & {
  /** The address at which other nodes reach this one. */
  address: string
  readonly traffic: Readonly<LinkTraffic>
  close(): Promise<void>
}

type SocketOptions = {
  me: string
  /** The house key, which all nodes have. A peer without it is rejected. */
  key: Uint8Array
  host: string
  port: number
  certificate: Certificate | null
  onCall: (node: string, wire: Wire) => void
}

/**
 * Links between nodes over WebSockets, on a port of their own. Each side proves that it has the house key, with random
 * numbers that both drew for this link. Before that, no message is sent or accepted.
 */
export async function openExchange(options: SocketOptions): Promise<SocketExchange> {
  const { host, port, certificate, me } = options
  const traffic: LinkTraffic = { framesSent: 0, bytesSent: 0, ms: 0 }
  const server: Server = certificate ? createTlsServer({ ...certificate }) : createServer()
  server.on('request', (_, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({ server, maxPayload: MESSAGE_MAX })
  sockets.on('connection', (socket) => {
    socket.on('error', () => socket.terminate())
    const inbox = new Inbox(socket)
    receive(socket, inbox, options).then(
      ({ node, isList }) => options.onCall(node, wireOver(socket, inbox, traffic, isList)),
      () => socket.terminate(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const at = server.address() as AddressInfo
  const name = at.family === 'IPv6' ? `[${at.address}]` : at.address
  return {
    address: `${certificate ? 'wss' : 'ws'}://${name}:${at.port}`,
    traffic,
    call: (node) => dial(node, me, options.key, traffic),
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      await new Promise<void>((resolve) => {
        sockets.close()
        server.close(() => resolve())
      })
    },
  }
}

async function dial(node: NodeFacts, me: string, key: Uint8Array, traffic: LinkTraffic): Promise<Wire | null> {
  const socket = new WebSocket(node.link, { maxPayload: MESSAGE_MAX, handshakeTimeout: GREET_WITHIN_MS })
  // An error closes the call, and the caller needs no more than that.
  socket.on('error', () => {})
  const inbox = new Inbox(socket)
  try {
    const { challenge, frames } = await nextGreeting(socket, inbox)
    const own = randomBytes(32).toString('base64url')
    const shown = proofOf(key, 'caller', me, node.id, challenge!, own)
    socket.send(JSON.stringify({ node: me, challenge: own, proof: shown, frames: LISTS }))
    const { proof } = await nextGreeting(socket, inbox)
    if (!isProof(proof, proofOf(key, 'called', me, node.id, challenge!, own))) throw new Error('it has another key')
    return wireOver(socket, inbox, traffic, frames === LISTS)
  } catch {
    socket.terminate()
    return null
  }
}

type Caller = { node: string; isList: boolean }

async function receive(socket: WebSocket, inbox: Inbox, { me, key }: SocketOptions): Promise<Caller> {
  const own = randomBytes(32).toString('base64url')
  socket.send(JSON.stringify({ challenge: own, frames: LISTS }))
  const { node, challenge, proof, frames } = await nextGreeting(socket, inbox)
  if (!isProof(proof, proofOf(key, 'caller', node!, me, own, challenge!))) throw new Error('it has another key')
  socket.send(JSON.stringify({ proof: proofOf(key, 'called', node!, me, own, challenge!) }))
  return { node: node!, isList: frames === LISTS }
}

const proofOf = (key: Uint8Array, side: string, ...said: readonly string[]): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['croupier link', side, ...said]))
    .digest('base64url')

const isProof = (said: string | undefined, right: string): boolean =>
  said !== undefined && said.length === right.length && timingSafeEqual(Buffer.from(said), Buffer.from(right))

type Greeting = Partial<Record<'node' | 'challenge' | 'proof' | 'frames', string>>
/**
 * The word in a greeting of a node that reads frames with lists of messages. An older node reads one message per frame.
 */
const LISTS = 'lists'

function greetingIn(text: string): Greeting | null {
  try {
    const said: unknown = text.length < 1_000 ? JSON.parse(text) : null
    return isRecord(said) && Object.values(said).every((value) => typeof value === 'string') ? (said as Greeting) : null
  } catch {
    return null
  }
}

/**
 * All messages of a socket, in order. Messages without a listener are kept: the end of a greeting and the first request
 * may arrive together, and a lost request would never be answered.
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

  /** A listener may remove itself after one message. */
  #handOut(): void {
    while (this.#listener && this.#kept.length > 0) this.#listener(this.#kept.shift()!)
  }
}

/** The next message of a peer that is not trusted yet: it must be small, and arrive soon. */
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
        else reject(new Error('this is not a greeting'))
      })
    const timer = setTimeout(gone, GREET_WITHIN_MS)
    socket.on('close', gone)
    inbox.listen(take)
  })
}

function wireOver(socket: WebSocket, inbox: Inbox, traffic: LinkTraffic, isList: boolean): Wire {
  let heardAt = performance.now()
  const beat = setInterval(() => {
    if (performance.now() - heardAt > SILENT_MAX_MS) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.ping()
  }, BEAT_EVERY_MS)
  const isOpen = (): boolean => socket.readyState === socket.OPEN && socket.bufferedAmount <= BUFFER_MAX
  const frames = new FrameWriter(socket, traffic, isList)
  const wire: Wire = {
    set onMessage(listener: (message: LinkMessage) => void) {
      inbox.listen((text) => {
        for (const message of timed(traffic, () => messagesIn(text))) listener(message)
      })
    },
    onClose: () => {},
    send(message) {
      if (!isOpen()) return false
      frames.write(message)
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

const messagesIn = (text: string): readonly LinkMessage[] => {
  const read = JSON.parse(text) as LinkMessage | readonly LinkMessage[]
  return Array.isArray(read) ? read : [read as LinkMessage]
}

/** A frame of this many characters leaves before the turn of the event loop ends. */
const FRAME_MAX = 4 * 1024 * 1024

/** Writes the messages of one turn of the event loop as one frame. */
class FrameWriter {
  readonly #socket: WebSocket
  readonly #traffic: LinkTraffic
  readonly #isList: boolean
  #texts: string[] = []
  #size = 0

  constructor(socket: WebSocket, traffic: LinkTraffic, isList: boolean) {
    this.#socket = socket
    this.#traffic = traffic
    this.#isList = isList
  }

  write(message: LinkMessage): void {
    const text = timed(this.#traffic, () => JSON.stringify(message))
    if (!this.#isList) return this.#send(text)
    if (this.#texts.length === 0) setImmediate(() => this.#flush())
    this.#texts.push(text)
    this.#size += text.length
    if (this.#size > FRAME_MAX) this.#flush()
  }

  #flush(): void {
    if (this.#texts.length === 0) return
    const texts = this.#texts
    this.#texts = []
    this.#size = 0
    this.#send(`[${texts.join(',')}]`)
  }

  /** A message that a closed socket does not take is lost, as any message under way is. */
  #send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    timed(this.#traffic, () => {
      const frame = Buffer.from(text)
      this.#traffic.framesSent++
      this.#traffic.bytesSent += frame.length
      this.#socket.send(frame, { binary: false })
    })
  }
}

function timed<T>(traffic: LinkTraffic, work: () => T): T {
  const began = performance.now()
  const result = work()
  traffic.ms += performance.now() - began
  return result
}
