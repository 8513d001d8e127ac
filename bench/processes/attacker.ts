import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { answer } from './ask.ts'
import { Requester, type Sent } from './requests.ts'

/** Somebody who wants to be heard before all others. One kind of flood at a time, as hard as one process can. */

// A real one has a machine of its own: here it must leave the service its processor.
setPriority(10)

/** `token`: of a terminal at `table`. `requests`: what `requests in turn` sends, one after another. */
export type Attack = { kind: AttackKind; port: number; table: string; token: string; requests?: readonly Sent[] }
type Target = Omit<Attack, 'kind'>

let isOn = false
let running: Promise<unknown> = Promise.resolve()
const open = new Set<Socket>()

const SOCKETS = 4
/** About what a socket takes at once. */
const CHUNK = 64 * 1024

const handshake = ({ table }: Target) =>
  `GET /ws?table=${table} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`

function frame(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text)
  const { length } = payload
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([0x80 | opcode, ...size]), Buffer.alloc(4), payload])
}

const chunkOf = (make: (nth: number) => Buffer): Buffer => {
  const count = Math.max(1, Math.floor(CHUNK / make(0).length))
  return Buffer.concat(Array.from({ length: count }, (_, nth) => make(nth)))
}

/** A connection until it is closed; `next` is written again and again, as fast as it is taken. */
function pour({ port }: Target, first: string | Buffer, next: Buffer): Promise<void> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    open.add(socket)
    const pump = (): void => {
      while (isOn && !socket.destroyed && socket.write(next));
    }
    socket.on('error', () => {})
    socket.on('connect', () => socket.write(first, pump))
    socket.on('drain', pump)
    socket.on('close', () => {
      open.delete(socket)
      done()
    })
    socket.resume()
  })
}

/** As many at once, each coming back as soon as it is shown out. */
async function always(count: number, once: () => Promise<void>): Promise<void> {
  const again = async (): Promise<void> => {
    while (isOn) {
      await once()
      await nextTurn()
    }
  }
  await Promise.all(Array.from({ length: count }, again))
}

const framesOf = (opcode: number, text: (nth: number) => string, isKnown: boolean) => (target: Target) => {
  const next = chunkOf((nth) => frame(opcode, text(nth)))
  const hello = frame(1, JSON.stringify(isKnown ? { token: target.token } : {}))
  const first = Buffer.concat([Buffer.from(handshake(target)), hello])
  return always(SOCKETS, () => pour(target, first, next))
}

const requestsOf = (request: string) => (target: Target) =>
  always(SOCKETS, () =>
    pour(
      target,
      request,
      chunkOf(() => Buffer.from(request)),
    ),
  )

/** Sends requests as a script does: it waits for every answer, over several connections. */
async function requestsInTurn({ port, requests = [] }: Target): Promise<void> {
  const requester = new Requester(port, SOCKETS * 2)
  let nth = 0
  await always(SOCKETS * 2, async () => void (await requester.send(requests[nth++ % requests.length]!)))
  requester.end()
}

/** Connects, authenticates, receives the whole view and disconnects, again and again. */
const reconnects = (target: Target) =>
  always(
    SOCKETS * 2,
    () =>
      new Promise((done) => {
        const socket = connect(target.port, '127.0.0.1')
        open.add(socket)
        socket.on('error', () => {})
        socket.write(handshake(target))
        socket.write(frame(1, JSON.stringify({ token: target.token })))
        socket.on('data', (bytes) => void (bytes.includes('"view"') && socket.destroy()))
        socket.on('close', () => {
          open.delete(socket)
          done()
        })
      }),
  )

/** Sends nothing: it measures the attacker's own share of the machine. */
async function processorAlone(): Promise<void> {
  while (isOn) {
    for (const until = performance.now() + 5; performance.now() < until; );
    await nextTurn()
  }
}

const signIn = JSON.stringify({ badge: '9001', pin: '123456' })

const attacks = {
  'the attacker’s processor alone': processorAlone,
  'one-byte frames': framesOf(1, () => '1', false),
  pings: framesOf(9, () => '', false),
  'refused commands': framesOf(1, (nth) => `{"do":"settle","id":"${nth}"}`, true),
  'commands of 60 KB': framesOf(1, () => JSON.stringify({ do: 'settle', reason: 'x'.repeat(60_000) }), true),
  'sign-ins': requestsOf(
    `POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${signIn.length}\r\n\r\n${signIn}`,
  ),
  '/metrics': requestsOf('GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n'),
  reconnects,
}
export type FloodKind = keyof typeof attacks
type AttackKind = FloodKind | 'requests in turn'

function begin({ kind, ...target }: Attack): void {
  isOn = true
  running = kind === 'requests in turn' ? requestsInTurn(target) : attacks[kind](target)
}

async function end(): Promise<void> {
  isOn = false
  for (const socket of open) socket.destroy()
  await running
}

answer({ begin, end })
