import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bookById } from '../books/index.ts'
import { seededBytes } from './chance.ts'
import { simulate } from './simulated.ts'
import { fromFile, fromSerial, fromSimulation, fromStream, fromTcp, type WheelSource } from './source.ts'
import { lastLine, split, unsplit } from './splitter.ts'
import { lossText } from './wheel-faults.ts'
import { readSplit } from './wheel-line.ts'

const book = bookById('mbs/roulette@3')!

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wheel-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = async (source: WheelSource): Promise<string> => {
  let text = ''
  for await (const chunk of source) text += chunk
  return text
}

/** Closes the source after its first output. */
const readUntil = async (source: WheelSource, part: string): Promise<string> => {
  let text = ''
  for await (const chunk of source) {
    text += chunk
    if (text.includes(part)) source.close()
  }
  return text
}

test('a file is read byte by byte, noise included, to its end', async () => {
  const path = join(folder, 'lines')
  writeFileSync(path, Buffer.from([0xff, 0x31, 0x37, 0x0d, 0x0a]))
  expect(await read(fromFile(path))).toBe('\xff17\r\n')
  await expect(read(fromFile(join(folder, 'none')))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a stream is read until it ends or is closed', async () => {
  expect(await read(fromStream(Readable.from([Buffer.from('17'), '\r\n'])))).toBe('17\r\n')
  const endless = new Readable({ read() {} })
  endless.push('17\r\n')
  const source = fromStream(endless)
  expect(await readUntil(source, '17')).toBe('17\r\n')
  expect(endless.destroyed).toBe(true)
})

async function serving(onConnection: (socket: Socket, nth: number) => void): Promise<{ server: Server; port: number }> {
  let nth = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    onConnection(socket, ++nth)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

const impatient = { retryMs: { least: 5, most: 20 } }

test('a port that is lost is connected to again, and half lines are not joined across the loss', async () => {
  const { server, port } = await serving((socket, nth) => {
    if (nth === 1) socket.end('*P 1\r\n*X;5;001;1')
    else if (nth === 2) socket.resetAndDestroy()
    else socket.write('7;0;150;1\r\n*P OK\r\n')
  })
  const notices: string[] = []
  const source = fromTcp('127.0.0.1', port, { ...impatient, notice: (text) => notices.push(text) })
  const losses: string[] = []
  source.onLost!((loss) => losses.push(lossText(loss)))
  let state = unsplit
  const kinds: string[] = []
  for await (const chunk of source) {
    const step = split(state, chunk)
    state = step.state
    kinds.push(...step.lines.map((line) => readSplit(line, book).kind))
    if (chunk.includes('OK')) source.close()
  }
  server.close()
  expect(kinds).toEqual(['power', 'unreadable', 'unreadable', 'power'])
  expect(notices.filter((text) => text.endsWith('is connected')).length).toBeGreaterThanOrEqual(2)
  expect(notices.some((text) => text.endsWith('closed at the other end'))).toBe(true)
  expect(notices.some((text) => text.includes('was lost'))).toBe(true)
  expect(losses).toEqual(notices.filter((text) => !text.endsWith('is connected')))
})

test('a port that is silent too long is connected to again', async () => {
  const { server, port } = await serving((socket, nth) => void socket.write(`${nth}\r\n`))
  const source = fromTcp('127.0.0.1', port, { ...impatient, idleMs: 40 })
  // A busy machine may take a connection for silent before its line was read. Two lines from two connections are enough.
  const heard: string[] = []
  for await (const chunk of source) {
    heard.push(chunk)
    if (heard.join('').match(/\d+\r\n/g)?.length === 2) source.close()
  }
  server.close()
  expect(heard.join('')).toMatch(/^\n*\d+\r\n\n+\d+\r\n$/)
})

test('a port that is not there: thrown if the first attempt must work, else tried until closed', async () => {
  const { server, port } = await serving(() => undefined)
  await new Promise((resolve) => server.close(resolve))
  await expect(read(fromTcp('127.0.0.1', port, { ...impatient, firstMustWork: true }))).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  })
  const notices: string[] = []
  const source: WheelSource = fromTcp('127.0.0.1', port, {
    ...impatient,
    notice: (text) => {
      if (notices.push(text) === 3) source.close()
    },
  })
  expect(await read(source)).toBe('')
  expect(notices.every((text) => text.endsWith('ECONNREFUSED'))).toBe(true)
})

test('closed while it waits for a connection or for words, a source ends', async () => {
  const { server, port } = await serving(() => undefined)
  const source = fromTcp('127.0.0.1', port, impatient)
  setTimeout(source.close, 30)
  expect(await read(source)).toBe('')
  const early = fromTcp('127.0.0.1', port, impatient)
  early.close()
  expect(await read(early)).toBe('')
  server.close()
})

test('a device that is not there: thrown if the first attempt must work; one that is no serial line is read as it is', async () => {
  await expect(read(fromSerial(join(folder, 'none'), { firstMustWork: true }))).rejects.toMatchObject({
    code: 'ENOENT',
  })
  const path = join(folder, 'plain')
  writeFileSync(path, '17\r\n')
  const notices: string[] = []
  const source: WheelSource = fromSerial(path, {
    ...impatient,
    notice: (text) => {
      notices.push(text)
      if (text.includes('closed')) source.close()
    },
  })
  expect(await read(source)).toBe('17\r\n')
  expect(notices[0]).toContain('stty did not set it')
})

test('the simulated wheel speaks through the same source, at its own speed, and stops', async () => {
  let now = 0
  const wait = async (milliseconds: number) => {
    now += milliseconds
  }
  const simulation = () => ({ book, chance: seededBytes('door'), games: 1 })
  const text = await read(fromSimulation(simulation(), 2, { now: () => now, wait }))
  const ticks = [...simulate(simulation())]
  expect(text).toBe(ticks.flatMap(({ lines }) => lines.map((line) => `${line}\r\n`)).join(''))
  expect(now).toBe((ticks.length - 1) * 250)
  expect(lastLine(split(unsplit, text).state)).toEqual([])
  const timed = fromSimulation({ ...simulation(), bettingSeconds: 30 }, 10)
  expect([timed.bettingMs, fromTcp('127.0.0.1', 1, { bettingMs: 27_000 }).bettingMs, fromFile('x').bettingMs]).toEqual([
    3_700,
    27_000,
    undefined,
  ])
  const endless = fromSimulation({ book, chance: seededBytes('door') }, 10_000)
  expect(await readUntil(endless, '*X;1;001')).toContain('*X;1;001')
})
