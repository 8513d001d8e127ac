import type { Socket } from '../../src/client/environment.ts'
import type { TerminalCaller } from '../../src/house/caller.ts'
import { callerOf } from '../../src/house/find-caller.ts'
import { audienceOf } from '../../src/service/http/ws.ts'
import type { Listener } from '../../src/service/publishing/listeners.ts'
import { tokenHash } from '../../src/service/secrets/key-material.ts'
import { catchUpWith } from '../../src/service/stream/table-stream.ts'
import { closeCodes } from '../../src/wire/protocol.ts'
import type { SmallNode } from '../support/cluster.ts'
import type { Dice } from './dice.ts'
import type { NightWorld } from './night-world.ts'

const [OPEN, CLOSED] = [1, 3]
const LOST = 1006

/** A screen's socket to one node: what is sent arrives late, in order, and not at all when the line is lost. */
export class ScreenLine implements Socket {
  readyState = 0
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  readonly node: SmallNode
  readonly #world: NightWorld
  readonly #table: string
  readonly #dice: Dice
  #lastAt = { there: 0, here: 0 }
  #listener: Listener | null = null

  constructor(world: NightWorld, node: SmallNode, table: string, dice: Dice) {
    this.node = node
    this.#world = world
    this.#table = table
    this.#dice = dice
    this.#there(() => this.#here(() => this.#opened()))
  }

  send(data: string): void {
    const { token, from } = JSON.parse(data) as { token?: string; from?: number }
    this.#there(() => this.#greet(token ?? null, from))
  }

  close(): void {
    this.#end(LOST)
  }

  /** The line is gone; both ends notice, each in its time. */
  lose(): void {
    if (this.readyState !== CLOSED) this.#here(() => this.#end(LOST))
  }

  #opened(): void {
    this.readyState = OPEN
    this.onopen?.()
  }

  #end(code: number): void {
    if (this.readyState === CLOSED) return
    this.readyState = CLOSED
    this.#world.time.after(this.node.id, 1, () => this.#leave())
    this.onclose?.({ code })
  }

  #leave(): void {
    if (this.#listener) this.node.floor.rooms.get(this.#table)?.publisher.remove(this.#listener)
    this.#listener = null
  }

  /** The service's handling of the first message of a socket. */
  #greet(token: string | null, from: number | undefined): void {
    const { floor } = this.node
    const room = floor.rooms.get(this.#table)
    const who = token === null ? null : callerOf(floor.house.settled.state, tokenHash(token), floor.presence)
    if (!room) return this.#here(() => this.#end(closeCodes.unknownTable))
    if (token !== null && who?.kind !== 'staff' && who?.kind !== 'terminal')
      return this.#here(() => this.#end(closeCodes.unknownToken))
    const known = who?.kind === 'staff' || who?.kind === 'terminal' ? who : null
    const audience = audienceOf(known, this.#table)
    const player = audience === 'player' ? (known as TerminalCaller).player : null
    const listener: Listener = { audience, player, send: (text) => this.#tell(String(text)) }
    const admit = (): void => {
      if (this.readyState === CLOSED) return
      this.#listener = listener
      const owner = floor.elsewhere!.ownerAddress(this.#table)
      if (owner !== null) listener.send(JSON.stringify({ owner }))
      room.publisher.add(listener, from)
    }
    void (catchUpWith(room.table, from) ?? Promise.resolve()).then(admit)
  }

  #tell(text: string): void {
    this.#here(() => this.readyState === OPEN && this.onmessage?.({ data: text }))
  }

  #there(arrive: () => void): void {
    this.#world.time.after(this.node.id, this.#msTo('there'), arrive)
  }

  #here(arrive: () => void): void {
    this.#world.time.after(null, this.#msTo('here'), arrive)
  }

  /** Never before what was sent before it. */
  #msTo(end: 'there' | 'here'): number {
    const { now } = this.#world.time
    this.#lastAt[end] = Math.max(this.#lastAt[end], now + 1 + this.#dice.below(20))
    return this.#lastAt[end] - now
  }
}
