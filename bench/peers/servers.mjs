import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { Server as SocketServer } from 'socket.io'
import { answer } from '../processes/ask.ts'
import { beginCosts, endCosts } from '../processes/cost-probe.ts'
import { processorTime } from '../processes/probe.ts'

/**
 * What a developer would pick instead: Socket.IO and Colyseus, as they come, each in a process of its own. A wager is a
 * change of a `Map` in memory and an acknowledgement: nothing on disk, no rules beyond the balance.
 */
const balances = new Map()
const stakes = new Map()

function place({ player, spot, stake, id }) {
  const balance = (balances.get(player) ?? 10_000_000) - stake
  if (balance < 0) return { id, refused: 'not-enough' }
  balances.set(player, balance)
  const own = stakes.get(player) ?? new Map()
  stakes.set(player, own)
  own.set(spot, (own.get(spot) ?? 0) + stake)
  return { id, spot, stake: own.get(spot), balance }
}

const http = createServer()
const listening = () => new Promise((resolve) => http.listen(0, '127.0.0.1', () => resolve(http.address().port)))

async function socketIo() {
  const server = new SocketServer(http, { transports: ['websocket'] })
  server.on('connection', (socket) => socket.on('wager', (wager, acknowledge) => acknowledge(place(wager))))
  return `socket.io://127.0.0.1:${await listening()}`
}

async function colyseus() {
  // Its ES modules cannot be imported by Node as they are.
  const require = createRequire(import.meta.url)
  const { Room, Server } = require('@colyseus/core')
  const { WebSocketTransport } = require('@colyseus/ws-transport')
  class Table extends Room {
    onCreate() {
      this.onMessage('wager', (client, wager) => client.send('placed', place(wager)))
    }
  }
  const server = new Server({ greet: false, transport: new WebSocketTransport({ server: http }) })
  server.define('table', Table)
  const port = 20_000 + (process.pid % 10_000)
  await server.listen(port, '127.0.0.1')
  return `colyseus://127.0.0.1:${port}`
}

answer({ start: ({ peer }) => ({ socketIo, colyseus })[peer](), processorTime, beginCosts, endCosts })
