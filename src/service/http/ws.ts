import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import { isRecord, isText } from '../../engine/shape.ts'
import type { RemoteCaller, TerminalCaller } from '../../house/caller.ts'
import { callerOf, stillHere } from '../../house/find-caller.ts'
import type { Audience } from '../../wire/messages.ts'
import { closeCodes } from '../../wire/protocol.ts'
import type { Floor, Room } from '../floor/floor.ts'
import { giveCommand } from '../floor/give-command.ts'
import { bodyOf, problem, type Reply } from '../floor/reply.ts'
import type { Listener, MessageText } from '../publishing/listeners.ts'
import { inRequest } from '../request-id.ts'
import { tokenHash } from '../secrets/key-material.ts'
import { catchUpWith } from '../stream/table-stream.ts'
import { FrameGate } from './flood-protection/frame-gate.ts'
import type { RateLimit, RateLimits } from './flood-protection/rate-limits.ts'
import type { WsOptions } from './http-options.ts'
import type { Metrics } from './metrics.ts'
import type { AskedCommand, CommandLog } from './request-log.ts'
import type { SleepWatch } from './sleep-watch.ts'

const couldNot = problem('failed', 'the service failed; its log has the reason')
const tooMany = { problem: 'too many commands; slow down' }
const HELLO_WITHIN_MS = 10_000
/** How long a client that is disconnected has to read why. */
const FAREWELL_MS = 1_000

/** Objects shared by all sockets. */
export type SocketHouse = {
  floor: Floor
  options: WsOptions
  metrics: Metrics
  commands: CommandLog
  limits: RateLimits
  sleep: SleepWatch
}

/** One socket: it receives a token first, then commands, and sends answers and the changes of its table. */
export class Connection {
  readonly #house: SocketHouse
  readonly #room: Room
  readonly #socket: WebSocket
  readonly #wire: Socket
  #isCorked = false
  readonly #gate: FrameGate
  readonly #onGone: (connection: Connection) => void
  #caller: RemoteCaller | null = null
  #listener: Listener | null = null
  #isCounted = true
  #isLeaving = false
  /** A heartbeat was sent, and no frame has arrived since. */
  #isAsked = false
  /** Commands without an answer yet. */
  #underWay = 0
  /** The id of the request that opened it. The id of a command is this one with a number. */
  readonly #reqId: string
  #commands = 0
  #limit: RateLimit
  readonly #hello: NodeJS.Timeout

  constructor(
    house: SocketHouse,
    room: Room,
    socket: WebSocket,
    { wire, address, reqId }: { wire: Socket; address: string; reqId: string },
    onGone: (connection: Connection) => void,
  ) {
    this.#house = house
    this.#room = room
    this.#socket = socket
    this.#wire = wire
    this.#reqId = reqId
    this.#onGone = onGone
    this.#limit = house.limits.ofAddress(address)
    this.#limit.sockets++
    this.#gate = new FrameGate(socket, wire, {
      limit: () => this.#limit,
      holdMs: house.options.holdMs,
      onHold: (isFirst) => this.#held(isFirst),
      onExcess: () => this.#disconnect(closeCodes.tooMany, 'too many commands'),
    })
    this.#hello = setTimeout(() => this.#socket.close(closeCodes.sayWho, 'say who you are'), HELLO_WITHIN_MS)
    socket.on('message', (data) => this.#heard(data))
    socket.on('ping', (data) => void (socket.readyState === socket.OPEN && socket.pong(data)))
    socket.on('close', () => this.#gone())
    socket.on('error', () => this.#gone())
    house.metrics.connections.inc()
  }

  /** Sends a heartbeat. A client that did not answer the previous one is disconnected. */
  beat(): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#gate.takeHeard()) this.#isAsked = false
    if (this.#isAsked) return this.#socket.terminate()
    this.#isAsked = true
    this.#gate.expectOne()
    this.#socket.ping()
  }

  /** Closes it once its caller has signed out, was removed or lost the token. */
  checkCaller(): void {
    const who = this.#caller
    const { floor } = this.#house
    if (who && !stillHere(floor.house.settled.state, who, floor.presence.unattended))
      this.#socket.close(closeCodes.unknownToken, 'invalid or expired token')
  }

  /** Whether a command waits for its answer. */
  get isBusy(): boolean {
    return this.#underWay > 0
  }

  /** Accepts no more commands, and closes when those under way are answered. */
  leave(): void {
    this.#isLeaving = true
    if (this.#underWay === 0) this.#socket.close(1001, 'the service stops')
  }

  #gone(): void {
    this.#onGone(this)
    clearTimeout(this.#hello)
    if (this.#listener) this.#room.publisher.remove(this.#listener)
    if (this.#isCounted) {
      this.#house.metrics.connections.dec()
      this.#limit.sockets--
    }
    this.#isCounted = false
    this.#caller = null
  }

  #heard(data: RawData): void {
    if (this.#isLeaving || !this.#isCounted) return
    if (this.#house.sleep.hasSlept) return this.#disconnect(closeCodes.resync, 'resync')
    const value = parseMessage(data)
    if (!isRecord(value)) return this.#tell({ problem: 'a message must be a JSON object', field: 'json' })
    if (!this.#listener) return this.#greet(value)
    this.#command(value)
  }

  #greet({ token, from }: Record<string, unknown>): void {
    clearTimeout(this.#hello)
    const room = this.#room
    const { floor } = this.#house
    const who =
      typeof token === 'string'
        ? callerOf(floor.house.settled.state, tokenHash(token), floor.presence.unattended)
        : null
    if (typeof token === 'string' && !who)
      return this.#socket.close(closeCodes.unknownToken, 'invalid or expired token')
    if (who && !this.#useOwnLimit(who)) return this.#disconnect(closeCodes.tooMany, 'too many sockets')
    this.#caller = who
    const audience = audienceOf(who, room.plan.id)
    const player = audience === 'player' ? (who as TerminalCaller).player : null
    this.#listener = { audience, player, send: (message) => this.#send(message) }
    const known = Number.isSafeInteger(from) ? (from as number) : undefined
    const caughtUp = catchUpWith(room.table, known)
    if (caughtUp) void caughtUp.then(() => this.#isCounted && this.#admit(known))
    else this.#admit(known)
  }

  #admit(from: number | undefined): void {
    const { elsewhere } = this.#house.floor
    if (elsewhere && elsewhere.addresses.length > 0) this.#tell({ nodes: elsewhere.addresses })
    const owner = elsewhere?.ownerAddress(this.#room.plan.id) ?? null
    if (owner !== null) this.#tell({ owner })
    this.#room.publisher.add(this.#listener!, from)
  }

  /** Counts its messages by its token from now on; false if that token has too many sockets already. */
  #useOwnLimit({ credential }: RemoteCaller): boolean {
    const { limits, options } = this.#house
    const own = limits.ofToken(credential)
    if (own.sockets >= options.socketsPerToken) return false
    this.#limit.sockets--
    own.sockets++
    this.#limit = own
    return true
  }

  /** Notifies the client once: its waiting messages are read later. */
  #held(isFirst: boolean): void {
    this.#house.metrics.held.inc()
    if (isFirst) this.#tell(tooMany)
  }

  /** Accepts no more commands, and closes with the reason. */
  #disconnect(code: number, why: string): void {
    const socket = this.#socket
    const gate = this.#gate
    const house = this.#house
    house.metrics.shownOut.inc()
    gate.shut()
    this.#socket.close(code, why)
    setTimeout(() => socket.terminate(), FAREWELL_MS).unref()
    this.#gone()
  }

  #command(value: Record<string, unknown>): void {
    const { floor } = this.#house
    const who = this.#caller && stillHere(floor.house.settled.state, this.#caller, floor.presence)
    if (!who) return this.#answer(value, { problem: 'invalid or expired token' })
    this.#underWay++
    const asked = { reqId: `${this.#reqId}.${++this.#commands}`, begun: performance.now() }
    const give = (): Promise<Reply> => giveCommand(floor, who, this.#room.plan.id, value)
    // The context sends the id to other nodes. A service without other nodes saves its cost.
    const given = floor.elsewhere ? inRequest(asked.reqId, give) : give()
    given.then(
      (reply) => this.#replied(asked, value, reply),
      () => this.#replied(asked, value, couldNot),
    )
  }

  #replied(asked: AskedCommand, value: Record<string, unknown>, reply: Reply): void {
    this.#house.commands.done(asked, this.#room.plan.id, value, reply)
    this.#room.publisher.answer(this.#listener!, withCommandId(value, bodyOf(reply)), this.#done)
  }

  #done = (): void => {
    this.#underWay--
    if (this.#isLeaving) this.leave()
  }

  #answer(value: Record<string, unknown>, body: object): void {
    this.#tell({ answer: withCommandId(value, body) })
  }

  #tell(message: object): void {
    this.#send(JSON.stringify(message))
  }

  #send(message: MessageText): void {
    const socket = this.#socket
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > this.#house.options.bufferMax) {
      this.#house.metrics.resyncs.inc()
      this.#socket.close(closeCodes.resync, 'resync')
      setTimeout(() => socket.terminate(), FAREWELL_MS).unref()
      return this.#gone()
    }
    this.#cork()
    socket.send(message, { binary: false })
  }

  #cork(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    this.#wire.cork()
    uncorkLater(this)
  }

  uncork(): void {
    this.#isCorked = false
    this.#wire.uncork()
  }
}

let corked: Connection[] = []

/** All messages of one turn of the event loop leave a connection in one write. */
function uncorkLater(connection: Connection): void {
  if (corked.length === 0) process.nextTick(uncorkAll)
  corked.push(connection)
}

function uncorkAll(): void {
  const connections = corked
  corked = []
  for (const connection of connections) connection.uncork()
}

/** Repeats the id of the command in the answer, if the id is valid. */
const withCommandId = ({ id }: Record<string, unknown>, body: object): object =>
  isText(id, 100) ? { id, ...body } : body

export function audienceOf(who: RemoteCaller | null, table: string): Audience {
  if (!who) return 'display'
  if (who.kind === 'terminal') return who.table === table ? 'player' : 'display'
  if (who.role === 'dealer') return 'dealer'
  return 'pit'
}

function parseMessage(data: RawData): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}
