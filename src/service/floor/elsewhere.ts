import type { Cents } from '../../engine/money.ts'
import type { WheelStatus } from '../../wheel/status.ts'
import type { Alarm } from '../../wire/alarm.ts'
import type { WritingTurns } from '../stream/writing-turns.ts'
import type { Reply } from './reply.ts'

/** What is asked of a table at another node. `who`: the hash of whose token it is; whose that is, the owner looks up. */
export type Forwarded =
  | { ask: 'command'; who: string; value: unknown }
  | { ask: 'foresight'; who: string; value: unknown }
  | { ask: 'ticket-out'; who: string; amount: Cents; id?: string }
  | { ask: 'ticket-in'; who: string; number: string; id?: string }
  | { ask: 'demo-credits'; player: string }
  | { ask: 'funds'; player: string }

/** What another node asked of a table here. `reqId`: of the request that it serves there; `ms`: how long it took. */
export type Served = {
  reqId: string | undefined
  from: string
  table: string
  ask: Forwarded['ask']
  reply: Reply
  ms: number
}

/** The other nodes, as the floor sees them: what is asked of a table that one of them decides goes there. */
export type Elsewhere = {
  /** Answered when what came of it is in this node's own memory. */
  ask(table: string, request: Forwarded): Promise<Reply>
  /** What a table's wheel says of itself, which is heard where the table is decided. */
  tellWheel(table: string, status: WheelStatus): void
  tellAlarm(alarm: Alarm): void
  /** Calls with each request of another node that was answered here. */
  watchServed(watch: (served: Served) => void): void
  /** The turns of the nodes at the streams that all of them write. */
  readonly turns: WritingTurns
  /** Which node decides about each table, and since when; none where this node was always alone. */
  readonly tables: readonly { table: string; node: string; since: string }[]
  /** The address of the other node that decides a table; null: this one does, or it is not known. */
  ownerAddress(table: string): string | null
  /** Tables whose owner lives and cannot be reached from here, neither by itself nor through a third node. */
  readonly unreached: readonly { table: string; node: string }[]
  /** Other addresses of the house, for clients whose node is gone. */
  readonly addresses: readonly string[]
  /** All of them that were there since this node was: their pages are pages of the house. */
  readonly everyAddress: readonly string[]
}

/** The time at a node of several: in order with what the others write. */
export type HouseTime = { now: () => string; steady: () => number; heard: (at: string) => string | null }
