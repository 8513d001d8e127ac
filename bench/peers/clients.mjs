import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import { io } from 'socket.io-client'

/** Clients of the peers, in the form of the sockets that the bench uses. An answer arrives as the text `placed`. */
const placed = Buffer.from('placed')

export const open = (url) => (url.startsWith('socket.io:') ? openSocketIo : openColyseus)(url)

function openSocketIo(url) {
  const socket = io(url.replace('socket.io:', 'http:'), { transports: ['websocket'], forceNew: true })
  const terminal = Object.assign(new EventEmitter(), {
    send: (body) => socket.emit('wager', JSON.parse(body), () => terminal.emit('message', placed)),
    close: () => socket.close(),
  })
  socket.on('disconnect', () => terminal.emit('close'))
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(terminal))
    socket.once('connect_error', reject)
  })
}

async function openColyseus(url) {
  const { Client } = createRequire(import.meta.url)('colyseus.js')
  const room = await new Client(url.replace('colyseus:', 'ws:')).joinOrCreate('table')
  const terminal = Object.assign(new EventEmitter(), {
    send: (body) => room.send('wager', JSON.parse(body)),
    close: () => void room.leave(),
  })
  room.onMessage('placed', () => terminal.emit('message', placed))
  room.onLeave(() => terminal.emit('close'))
  return terminal
}
