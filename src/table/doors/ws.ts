import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import { isRecord, isText } from '../../engine/shape.ts'
import { principalOf, stillHere, type TerminalPrincipal } from '../../house/principals.ts'
import { closeCodes } from '../../wire/close-codes.ts'
import type { Floor, Room } from '../floor/floor.ts'
import { giveCommand } from '../floor/give-command.ts'
import { tokenHash } from '../means/means.ts'
import { answerAlone } from '../publishing/held-answers.ts'
import type { Audience, Listener, Text } from '../publishing/listeners.ts'
import type { WsOptions } from './door-options.ts'
import type { Metrics } from './metrics.ts'
import type { Who } from './who.ts'

const couldNot = { problem: 'the service could not do it' }
const tooMany = { problem: 'too many commands; slow down' }
const HELLO_WITHIN_MS = 10_000
const BURST_SECONDS = 4

/** One socket: first it says who it is, then it sends commands; it is told answers and what changes at its table. */
export class Connection {
  private readonly floor: Floor
  private readonly room: Room
  private readonly socket: WebSocket
  private readonly wire: Socket
  private readonly options: WsOptions
  private readonly metrics: Metrics
  private readonly onGone: (connection: Connection) => void
  private who: Who | null = null
  private listener: Listener | null = null
  private isCounted = true
  private isLeaving = false
  /** Commands that are not answered yet. */
  private underWay = 0
  private allowance: number
  private allowedAt = performance.now()
  private readonly hello: NodeJS.Timeout

  constructor(
    floor: Floor,
    room: Room,
    socket: WebSocket,
    wire: Socket,
    options: WsOptions,
    metrics: Metrics,
    onGone: (connection: Connection) => void,
  ) {
    this.floor = floor
    this.room = room
    this.socket = socket
    this.wire = wire
    this.options = options
    this.metrics = metrics
    this.onGone = onGone
    this.allowance = options.commandsPerSecond * BURST_SECONDS
    this.hello = setTimeout(() => socket.close(closeCodes.sayWho, 'say who you are'), HELLO_WITHIN_MS)
    socket.on('message', (data) => this.heard(data))
    socket.on('close', () => this.gone())
    socket.on('error', () => this.gone())
    metrics.connections.inc()
  }

  /** Whoever signed out, was removed or was cut off sees nothing more. */
  checkWho(): void {
    const { floor, who } = this
    if (who && !stillHere(floor.house.settled.state, who, floor.now()))
      this.socket.close(closeCodes.unknownToken, 'who are you')
  }

  /** Nothing more is taken from it; it is closed when what was taken is answered. */
  leave(): void {
    this.isLeaving = true
    if (this.underWay === 0) this.socket.close(1001, 'the service stops')
  }

  private gone(): void {
    this.onGone(this)
    clearTimeout(this.hello)
    if (this.listener) this.room.publisher.remove(this.listener)
    if (this.isCounted) this.metrics.connections.dec()
    this.isCounted = false
    this.who = null
  }

  private heard(data: RawData): void {
    if (this.isLeaving) return
    const value = parsed(data)
    const mayGoOn = this.mayGoOn()
    if (!isRecord(value))
      return this.tell(mayGoOn ? { problem: 'a message must be a JSON object', field: 'json' } : tooMany)
    if (!mayGoOn) return this.answer(value, tooMany)
    if (!this.listener) return this.greet(value)
    void this.command(value)
  }

  private greet({ token, from }: Record<string, unknown>): void {
    clearTimeout(this.hello)
    const { floor, room } = this
    const who =
      typeof token === 'string'
        ? principalOf(floor.house.settled.state, tokenHash(token), floor.now(), floor.presence.unattended)
        : null
    if (typeof token === 'string' && !who) return this.socket.close(closeCodes.unknownToken, 'who are you')
    this.who = who
    const audience = audienceOf(who, room.plan.id)
    const player = audience === 'player' ? (who as TerminalPrincipal).player : null
    this.listener = { audience, player, send: (message) => this.send(message) }
    room.publisher.add(this.listener, Number.isSafeInteger(from) ? (from as number) : undefined)
  }

  private async command(value: Record<string, unknown>): Promise<void> {
    const { floor } = this
    const who = this.who && stillHere(floor.house.settled.state, this.who, floor.now(), floor.presence)
    if (!who) return this.answer(value, { problem: 'who are you' })
    this.underWay++
    const { plan, publisher } = this.room
    const { status, body } = await giveCommand(floor, who, plan.id, value).catch(() => ({
      status: 500,
      body: couldNot,
    }))
    this.metrics.commanded(status)
    publisher.answer(this.listener!, answerText(value, body), () => this.done())
  }

  private done(): void {
    this.underWay--
    if (this.isLeaving) this.leave()
  }

  /** A token bucket, so that one client cannot crowd out the others. */
  private mayGoOn(): boolean {
    const { commandsPerSecond } = this.options
    const now = performance.now()
    const gained = ((now - this.allowedAt) / 1000) * commandsPerSecond
    this.allowance = Math.min(commandsPerSecond * BURST_SECONDS, this.allowance + gained)
    this.allowedAt = now
    if (this.allowance < 1) return false
    this.allowance--
    return true
  }

  private answer(value: Record<string, unknown>, body: object): void {
    this.send(answerAlone(answerText(value, body)))
  }

  private tell(message: object): void {
    this.send(JSON.stringify(message))
  }

  private send(message: Text): void {
    const { socket } = this
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > this.options.bufferMax) {
      this.metrics.resyncs.inc()
      socket.close(closeCodes.resync, 'resync')
      setTimeout(() => socket.terminate(), 1_000).unref()
      return this.gone()
    }
    gather(this.wire)
    socket.send(message, { binary: false })
  }
}

/** Only what can be an id is said back. */
const answerText = ({ id }: Record<string, unknown>, body: object): string =>
  JSON.stringify({ ...(isText(id, 100) ? { id } : {}), ...body })

const gathered: Socket[] = []

/** All that a client is told in one go leaves in one write. */
function gather(wire: Socket): void {
  if (wire.writableCorked > 0) return
  if (gathered.length === 0) process.nextTick(letGo)
  wire.cork()
  gathered.push(wire)
}

function letGo(): void {
  for (const wire of gathered.splice(0)) wire.uncork()
}

function audienceOf(who: Who | null, table: string): Audience {
  if (!who) return 'display'
  if (who.kind === 'terminal') return who.table === table ? 'player' : 'display'
  if (who.role === 'dealer') return 'dealer'
  return 'pit'
}

function parsed(data: RawData): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}
