import { Worker } from 'node:worker_threads'
import { WebSocket } from 'ws'
import { quantile } from '../measure.ts'
import { answer, clock } from './ask.ts'
import type { Beat, Pacing } from './pacemaker-worker.ts'

/** Many terminals in one process. They behave alike towards every server. */
const groups = new Map<string, Terminal[]>()

/** The part of a socket that the bench uses. Clients of other servers (`peers/`) have the same form. */
type Terminal = Pick<WebSocket, 'close' | 'off' | 'on' | 'once' | 'removeAllListeners'> & { send(body: string): void }

const CONNECTING_AT_ONCE = 100

/** Opens a connection for each hello, and waits for the answer to it; an empty one is not said. */
async function connect({ group, url, hellos }: { group: string; url: string; hellos: string[] }): Promise<void> {
  const sockets: Terminal[] = []
  for (let at = 0; at < hellos.length; at += CONNECTING_AT_ONCE)
    sockets.push(...(await Promise.all(hellos.slice(at, at + CONNECTING_AT_ONCE).map((hello) => open(url, hello)))))
  groups.set(group, sockets)
}

/** The group is empty. */
function begin({ group }: { group: string }): void {
  groups.set(group, [])
}

/** The same, beside those who are in the group already. */
async function join(told: { group: string; url: string; hellos: string[] }): Promise<void> {
  const before = groups.get(told.group)!
  await connect(told)
  groups.set(told.group, [...before, ...groups.get(told.group)!])
}

async function open(url: string, hello: string): Promise<Terminal> {
  if (url.startsWith('ws:')) return openSocket(url, hello)
  const peers = await import(new URL('../peers/clients.mjs', import.meta.url).href)
  return peers.open(url)
}

function openSocket(url: string, hello: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.once('error', reject)
    socket.once('open', () => {
      if (hello === '') return resolve(socket)
      socket.once('message', () => resolve(socket))
      socket.send(hello)
    })
  })
}

async function disconnect({ group }: { group: string }): Promise<void> {
  const sockets = groups.get(group)!
  groups.delete(group)
  await Promise.all(sockets.map((socket) => closed(socket)))
}

const closed = (socket: Terminal): Promise<void> =>
  new Promise((resolve) => {
    socket.once('close', () => resolve())
    socket.close()
  })

export type Pump = { group: string; bodies: string[][]; inFlight: number; warmUp: number; needle: string }
export type Pumped = { rate: number; p50: number; p99: number; counted: number }

const MOVES_WITHIN_MS = 300

/**
 * Every connection keeps a fixed number of commands open and sends the next one when an answer arrives. An answer holds
 * the needle; answers come in the order of the commands. The first ones warm up and are not counted.
 * While its table moves, a command is sent again where it is the only one open.
 */
function pump({ group, bodies, inFlight, warmUp, needle }: Pump): Promise<Pumped> {
  const latencies: number[] = []
  const total = bodies.reduce((sum, own) => sum + own.length, 0)
  let answered = 0
  let since = 0
  return new Promise((resolve, reject) => {
    const done = () => {
      const elapsed = clock() - since
      const counted = latencies.length
      resolve({
        rate: (counted / elapsed) * 1000,
        p50: quantile(latencies, 0.5),
        p99: quantile(latencies, 0.99),
        counted,
      })
    }
    for (const [at, socket] of groups.get(group)!.entries()) {
      const own = bodies[at]!
      const sent: number[] = []
      let [next, heard] = [0, 0]
      const send = () => {
        if (next >= own.length) return
        sent.push(clock())
        socket.send(own[next++]!)
      }
      socket.on('message', (data: Buffer) => {
        if (!data.includes(needle)) {
          if (inFlight === 1 && data.includes('"moving":true') && data.includes('"answer"'))
            return void setTimeout(() => socket.send(own[heard]!), MOVES_WITHIN_MS)
          if (data.includes('"answer"')) reject(new Error(String(data)))
          return
        }
        const now = clock()
        answered++
        if (answered === warmUp) since = now
        else if (answered > warmUp) latencies.push(now - sent[heard]!)
        heard++
        send()
        if (heard === own.length) socket.removeAllListeners('message')
        if (answered === total) done()
      })
      for (let count = 0; count < inFlight; count++) send()
    }
  })
}

export type Pace = { group: string; bodies: string[][]; perSecond: number; needle: string }
export type Paced = { latencies: readonly number[] }

/**
 * Commands come at a fixed rate, one terminal after the other, whether those before are answered or not, as people do.
 * The time of each is from the moment it was due: a service that falls behind cannot hide it. In between this process
 * sleeps (`pacemaker-worker.ts`): one that waits turn by turn has a core for itself, and whatever is measured waits for
 * that core too.
 */
function pace({ group, bodies, perSecond, needle }: Pace): Promise<Paced> {
  const sockets = groups.get(group)!
  const each = bodies[0]!.length
  const total = sockets.length * each
  const due: number[][] = sockets.map(() => [])
  const latencies: number[] = []
  return new Promise((resolve) => {
    for (const [at, socket] of sockets.entries()) {
      let heard = 0
      const hear = (data: Buffer): void => {
        if (!data.includes(needle)) return
        latencies.push(clock() - due[at]![heard++]!)
        if (heard === each) socket.off('message', hear)
        if (latencies.length === total) resolve({ latencies })
      }
      socket.on('message', hear)
    }
    const pacemaker = new Worker(new URL('./pacemaker-worker.ts', import.meta.url), {
      workerData: { total, perSecond } satisfies Pacing,
    })
    pacemaker.on('message', ({ nth, at: dueAt }: Beat) => {
      const at = nth % sockets.length
      due[at]!.push(dueAt)
      sockets[at]!.send(bodies[at]![Math.floor(nth / sockets.length)]!)
    })
  })
}

let armed: Promise<{ last: number; bytes: number }> | null = null

/** From now on every connection of the group waits for one message with this needle. */
function arm({ group, needle }: { group: string; needle: string }): void {
  const sockets = groups.get(group)!
  let [waiting, bytes] = [sockets.length, 0]
  armed = new Promise((resolve) => {
    for (const socket of sockets) {
      const hear = (data: Buffer) => {
        if (!data.includes(needle)) return
        socket.off('message', hear)
        bytes += data.length
        if (--waiting === 0) resolve({ last: clock(), bytes: bytes / sockets.length })
      }
      socket.on('message', hear)
    }
  })
}

answer({ connect, begin, join, disconnect, pump, pace, arm, told: () => armed })
