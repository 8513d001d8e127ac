import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type WebSocket, WebSocketServer } from 'ws'
import { freshSalt } from '../../src/service/secrets/key-material.ts'
import { answer } from './ask.ts'
import { beginCosts, endCosts } from './cost-probe.ts'
import { processorTime } from './probe.ts'

/**
 * The durable floor: the least that a service of this design must do for an acknowledged wager. `ws` reads the frame, the
 * command is parsed and its id hashed, an entry of the same size is written as JSON, a thread hashes it, adds a leaf to a
 * tree and commits, and `ws` sends the same answer. While one transaction commits, the next gathers. No rules, no people,
 * no limits, no index, no state.
 */
const folder = mkdtempSync(join(tmpdir(), 'croupier-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true }))

const disk = new Worker(new URL('./durable-floor-worker.ts', import.meta.url), { workerData: join(folder, 'floor.db') })

type Wager = { player: string; spot: string; stake: number; id: string }
type Gathered = { socket: WebSocket; body: string; text: string }

const bookId = 'rws/roulette-double-zero-etg@4'
const book = hash('sha256', bookId)
let gathered: Gathered[] = []
let committing: Gathered[] | null = null
let isArranged = false
let [seq, house] = [0, 1_000]

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
server.on('connection', (socket) => socket.on('message', (data) => take(socket, String(data))))

function take(socket: WebSocket, frame: string): void {
  const { player, spot, stake, id } = JSON.parse(frame) as Wager
  if (hash('sha256', `${player} ${id}`, 'binary') === '') house++
  const at = new Date().toISOString()
  const salt = freshSalt()
  const event = { type: 'wager-placed', round: 1, book: bookId, player, spot, stake, total: stake }
  const command = { do: 'wager', player, spot, stake, id, by: { role: 'player', name: player }, at }
  const body = JSON.stringify({ v: 1, salt, at, actor: `terminal:${player}`, book, house, command, events: [event] })
  const funds = { balance: 9_999_900, cash: 9_999_900, colourChips: null, staked: stake, owed: 0 }
  const changes = [{ funds, wagers: { [spot]: { stake, chips: 0, outside: null } } }]
  const text = JSON.stringify({ answer: { id, events: [event] }, changes, version: ++seq })
  gathered.push({ socket, body, text })
  if (committing || isArranged) return
  isArranged = true
  setImmediate(commit)
}

function commit(): void {
  isArranged = false
  committing = gathered
  gathered = []
  disk.postMessage(committing.map(({ body }) => body))
}

disk.on('message', () => {
  const done = committing!
  committing = null
  if (gathered.length > 0) commit()
  for (const { socket, text } of done) socket.send(text)
})

const url = (): string => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`

answer({ url, processorTime, beginCosts, endCosts })
