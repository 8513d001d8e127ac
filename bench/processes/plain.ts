import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type WebSocket, WebSocketServer } from 'ws'
import { answer, clock } from './ask.ts'
import { beginCosts, endCosts } from './cost-probe.ts'
import { forgetHolds, longestHold, memory, processorTime } from './probe.ts'

/** The floor: bare `ws` that echoes and broadcasts, and a round settled by hand; no rules, no people, no views. */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
const sockets = new Set<WebSocket>()
server.on('connection', (socket) => {
  sockets.add(socket)
  socket.on('message', (data) => socket.send(data as Buffer, { binary: false }))
  socket.on('close', () => sockets.delete(socket))
})

const folder = mkdtempSync(join(tmpdir(), 'croupier-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true }))
const db = new DatabaseSync(join(folder, 'plain.db'))
db.exec(
  `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE entries (seq INTEGER PRIMARY KEY, body TEXT)`,
)
const insert = db.prepare('INSERT INTO entries (body) VALUES (?)')

const url = (): string => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`

function broadcast({ bytes, needle }: { bytes: number; needle: string }): number {
  const started = clock()
  const message = Buffer.from(needle.padEnd(bytes, '.'))
  for (const socket of sockets) socket.send(message, { binary: false })
  return started
}

/** A line for each wager, all of them as JSON in one durable row, and to each player their own. */
function settle({ wagersEach, needle }: { wagersEach: number; needle: string }): { started: number; durable: number } {
  const started = clock()
  const own = Array.from(sockets, (_, player) => linesOf(player, wagersEach))
  insert.run(JSON.stringify(own))
  const durable = clock()
  for (const [at, socket] of [...sockets].entries())
    socket.send(Buffer.from(`{${needle},"lines":${JSON.stringify(own[at])}}`), { binary: false })
  return { started, durable }
}

const linesOf = (player: number, count: number): object[] =>
  Array.from({ length: count }, (_, spot) => {
    const won = spot === 17
    const [paid, collected, returned] = won ? [3_500, 0, 100] : [0, 100, 0]
    const [result, clause] = won ? ['won', '4.1'] : ['lost', '4.9']
    return {
      player: `terminal-${player}`,
      spot: String(spot),
      stake: 100,
      result,
      pays: 35,
      paid,
      collected,
      returned,
      clause,
    }
  })

answer({ url, broadcast, settle, memory, processorTime, beginCosts, endCosts, forgetHolds, hold: longestHold })
