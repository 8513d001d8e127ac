import { execFile } from 'node:child_process'
import { constants, createReadStream, open as openFile } from 'node:fs'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { isatty, ReadStream } from 'node:tty'
import { promisify } from 'node:util'
import { type Clock, closesAfter, inTime, type Simulation, simulate } from './simulated.ts'
import { asText } from './splitter.ts'
import type { WheelLimits } from './watch.ts'
import { type Loss, lossText } from './wheel-faults.ts'

/**
 * Where a wheel's lines come from: text in chunks as it arrives, until it ends or is closed. `bettingMs`: how long after
 * its new game it says no more bets, where that is known; the lines themselves do not say. `onLost` is called when the
 * connection is lost or cannot be made.
 */
export type WheelSource = AsyncIterable<string> & {
  close: () => void
  bettingMs?: number
  /** Limits outside which a real wheel raises alarms. A simulated one has none. */
  limits?: WheelLimits
  /** The wheel's own error numbers, in words. */
  errors?: Readonly<Record<string, string>>
  onLost?: (told: (loss: Loss) => void) => void
}

/** Changes of the connection, for people and the log. */
type ConnectionNotice = (text: string) => void

type Chunks = (stop: AbortSignal, lost: (loss: Loss) => void) => AsyncIterable<string>

type Known = Pick<WheelSource, 'bettingMs' | 'limits' | 'errors'>

const source = (chunks: Chunks, { bettingMs, limits, errors }: Known = {}): WheelSource => {
  const stop = new AbortController()
  let told: (loss: Loss) => void = () => {}
  return {
    [Symbol.asyncIterator]: () => chunks(stop.signal, (loss) => told(loss))[Symbol.asyncIterator](),
    close: () => stop.abort(),
    onLost: (who) => {
      told = who
    },
    ...(bettingMs === undefined ? {} : { bettingMs }),
    ...(limits === undefined ? {} : { limits }),
    ...(errors === undefined ? {} : { errors }),
  }
}

export const fromFile = (path: string): WheelSource => source((stop) => chunksOf(createReadStream(path), stop))

/** Standard input, or anything else that is read. */
export const fromStream = (stream: Readable): WheelSource => source((stop) => chunksOf(stream, stop))

async function* chunksOf(stream: Readable, stop: AbortSignal): AsyncGenerator<string> {
  const end = () => stream.destroy()
  if (stop.aborted) end()
  stop.addEventListener('abort', end, { once: true })
  try {
    for await (const chunk of stream) yield asText(chunk)
  } catch (error) {
    if (!stop.aborted) throw error
  } finally {
    stop.removeEventListener('abort', end)
    stream.destroy()
  }
}

type Patience = Known & {
  notice?: ConnectionNotice
  /** True: the first attempt must succeed, or its error is thrown. Later losses are always waited out. */
  firstMustWork?: boolean
  retryMs?: { least: number; most: number }
}

/** HOST:PORT, an IPv6 address in brackets; null: it is none. */
export function readAddress(text: string): { host: string; port: number } | null {
  const [, host, port] = /^\[?([^[\]]+)\]?:(\d{1,5})$/.exec(text) ?? []
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return null
  return { host, port: Number(port) }
}

/** A wheel behind a port, such as a serial server. A silent line is opened again, because it may be dead. */
export function fromTcp(host: string, port: number, patience: Patience & { idleMs?: number } = {}): WheelSource {
  const { idleMs = 15_000 } = patience
  const name = `${host}:${port}`
  const open = (stop: AbortSignal) => connectTo(host, port, idleMs, stop)
  return source((stop, lost) => reconnecting(() => open(stop), name, patience, stop, lost), patience)
}

function connectTo(host: string, port: number, idleMs: number, stop: AbortSignal): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal: stop })
    socket.setTimeout(idleMs, () => socket.destroy(new Error(`nothing was heard for ${idleMs / 1000} seconds`)))
    socket.once('error', reject)
    socket.once('connect', () => resolve(socket.setNoDelay(true)))
  })
}

/** A serial device. The line is set to 8 bits, no parity, one stop bit, raw, with `stty` where there is one. */
export function fromSerial(path: string, patience: Patience & { baud?: number } = {}): WheelSource {
  const { baud = 9600, notice } = patience
  const open = () => openDevice(path, baud, notice)
  return source((stop, lost) => reconnecting(open, path, patience, stop, lost), patience)
}

async function openDevice(path: string, baud: number, notice: ConnectionNotice | undefined): Promise<Readable> {
  // Without O_NONBLOCK the open itself would wait for a carrier that many wheels never raise.
  const device = await promisify(openFile)(path, constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK)
  await setLine(path, baud, notice)
  return isatty(device) ? new ReadStream(device).setRawMode(true) : createReadStream(path, { fd: device })
}

async function setLine(path: string, baud: number, notice: ConnectionNotice | undefined): Promise<void> {
  const which = process.platform === 'linux' ? '-F' : '-f'
  const settings = ['cs8', '-parenb', '-cstopb', '-crtscts', '-ixon', 'clocal', 'raw', '-echo']
  try {
    await promisify(execFile)('stty', [which, path, String(baud), ...settings])
  } catch (error) {
    notice?.(`${path} is read as it is set, stty did not set it: ${reasonOf(error)}`)
  }
}

/**
 * Opens a lost connection again, after growing pauses. A new connection begins with a line end, so that half a line
 * from before the loss never joins one from after it.
 */
async function* reconnecting(
  open: () => Promise<Readable>,
  name: string,
  { notice, firstMustWork = false, retryMs = { least: 250, most: 10_000 } }: Patience,
  stop: AbortSignal,
  lost: (loss: Loss) => void,
): AsyncGenerator<string> {
  const tell = (loss: Loss): void => {
    notice?.(lossText(loss))
    lost(loss)
  }
  let wait = retryMs.least
  for (let attempt = 0; !stop.aborted; attempt++) {
    let isOpen = false
    try {
      const stream = await open()
      isOpen = true
      notice?.(`${name} is connected`)
      if (attempt > 0) yield '\n'
      for await (const chunk of chunksOf(stream, stop)) {
        wait = retryMs.least
        yield chunk
      }
      if (!stop.aborted) tell({ fault: 'connection-closed', where: name })
    } catch (error) {
      if (stop.aborted) return
      if (attempt === 0 && firstMustWork && !isOpen) throw error
      tell({ fault: 'connection-lost', where: name, why: reasonOf(error) })
    }
    await pause(wait, stop)
    wait = Math.min(wait * 2, retryMs.most)
  }
}

const reasonOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error as Error).message.split('\n')[0]!

/** Ends early, and without complaint, when stopped. */
const pause = (milliseconds: number, stop: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal: stop }).catch(() => undefined)

const realClock: Clock = { now: () => performance.now(), wait: pause }

/** A simulated wheel in time; `speed` 10 is ten times as fast as a real one. */
export const fromSimulation = (simulation: Simulation, speed = 1, clock: Clock = realClock): WheelSource =>
  source((stop) => inTime(simulate(simulation), speed, clock, stop), {
    bettingMs: (closesAfter(simulation) * 1000) / speed,
  })
