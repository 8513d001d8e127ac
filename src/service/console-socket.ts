import { chmodSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { isRecord, isText } from '../engine/shape.ts'
import { plainWish } from '../house/fields.ts'
import type { PeopleWish, UnsignedWish } from '../house/house-commands.ts'
import type { HouseRefusal } from '../house/house-refusals.ts'
import { staffView } from '../house/people.ts'
import type { Floor } from './floor/floor.ts'
import type { SelfCheck } from './program/self-check.ts'
import { changeSigningKey } from './signing-key-file.ts'
import { askHouse } from './stream/house-stream.ts'

/**
 * The console of the running service: a socket in the data folder, which only the folder's owner can open. An owner
 * could also stop the service and edit its folder. So the socket gives no further power, and lets a locked-out
 * administrator in without a stop.
 */
export type ConsoleRequest =
  | { list: 'staff' }
  | { ask: UnsignedWish; name: string }
  | { rotate: string | null; name: string }
  | { check: true; name: string }
export type ConsoleAnswer =
  | { staff: StaffView[] }
  | { done: true }
  | { key: string }
  | { check: SelfCheck }
  | { refused: HouseRefusal }
  | { problem: string }
export type StaffView = ReturnType<typeof staffView>

const LINE_MAX = 10_000

/** The path of a socket is limited to some hundred characters. The relative path may be shorter. */
function socketPath(folder: string): string {
  const [whole, fromHere] = [join(folder, 'console.sock'), relative('.', join(folder, 'console.sock'))]
  return fromHere.length < whole.length ? fromHere : whole
}

/**
 * Opens the socket, and returns a function that closes it. Only the process that holds the journal may do so: an
 * existing socket file then belongs to a dead process.
 */
export async function openConsole(folder: string, floor: Floor, keys = folder): Promise<() => Promise<void>> {
  const path = socketPath(folder)
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    void converse(floor, keys, socket).catch(() => socket.destroy())
  })
  rmSync(path, { force: true })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  chmodSync(path, 0o600)
  server.unref()
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
}

/** Reads one line and sends one answer. */
async function converse(floor: Floor, keys: string, socket: Socket): Promise<void> {
  socket.on('error', () => {})
  const answer = await answerLine(floor, keys, await firstLine(socket)).catch((error: Error) => ({
    problem: error.message,
  }))
  socket.end(`${JSON.stringify(answer)}\n`, () => socket.destroy())
}

async function firstLine(socket: Socket): Promise<string> {
  let text = ''
  for await (const piece of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += piece as string
    if (text.includes('\n') || text.length > LINE_MAX) break
  }
  return text.split('\n')[0]!
}

async function answerLine(floor: Floor, keys: string, line: string): Promise<ConsoleAnswer> {
  const { house, now, proof } = floor
  const request: unknown = JSON.parse(line)
  if (!isRecord(request)) return { problem: 'a request is an object' }
  const { state } = house.settled
  if (request.list === 'staff') return { staff: state.staff.entries().map(([, one]) => staffView(state, one, now())) }
  if (request.check === true) return { check: await floor.selfCheck.run(`console:${String(request.name)}`) }
  if ('rotate' in request && isText(request.name, 64) && proof) {
    const by = { console: request.name }
    const name = typeof request.rotate === 'string' ? request.rotate : proof.checkpointer.house
    return { key: await changeSigningKey(keys, { house, name, by, sign: (next) => proof.change(next) }) }
  }
  if (!isStaffWish(request.ask) || !isText(request.name, 64)) return { problem: 'the console cannot do this' }
  const wish = { ...plainWish(request.ask), by: { console: request.name } } as PeopleWish
  const { refused } = await askHouse(house, wish)
  return refused ? { refused } : { done: true }
}

const staffWishes: readonly unknown[] = [
  'add-staff',
  'set-pin',
  'change-role',
  'lock-staff',
  'unlock-staff',
  'remove-staff',
]

/** The house checks the other fields. */
function isStaffWish(wish: unknown): wish is UnsignedWish {
  if (!isRecord(wish) || !staffWishes.includes(wish.do)) return false
  return !(wish.do === 'add-staff' || wish.do === 'set-pin') || isPinHash(wish.pin)
}

const isPinHash = (pin: unknown): boolean =>
  isRecord(pin) &&
  pin.scheme === 'scrypt' &&
  [pin.N, pin.r, pin.p].every(Number.isSafeInteger) &&
  [pin.salt, pin.hash].every((text) => isText(text, 100))

/** Sends a request to the service that runs on a data folder; null if none runs. */
export async function askConsole(folder: string, request: ConsoleRequest): Promise<ConsoleAnswer | null> {
  const socket = createConnection(socketPath(folder))
  const isOpen = await new Promise<boolean>((resolve) =>
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
  )
  if (!isOpen) return null
  socket.write(`${JSON.stringify(request)}\n`)
  for await (const line of createInterface(socket)) return JSON.parse(line) as ConsoleAnswer
  return { problem: 'the service did not answer' }
}
