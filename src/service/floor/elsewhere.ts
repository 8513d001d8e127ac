import type { Cents } from '../../engine/money.ts'
import type { WheelStatus } from '../../wheel/status.ts'
import type { Alarm } from '../../wire/alarm.ts'
import type { WritingTurns } from '../stream/writing-turns.ts'
import type { Reply } from './reply.ts'

/**
 * A request about a table of another node. `who`: the hash of the caller's token, by which the owner finds the caller.
 */
export type Forwarded =
  | { ask: 'command'; who: string; value: unknown }
  | { ask: 'foresight'; who: string; value: unknown }
  | { ask: 'ticket-out'; who: string; amount: Cents; id?: string }
  | { ask: 'ticket-in'; who: string; number: string; id?: string }
  | { ask: 'demo-credits'; player: string }
  | { ask: 'funds'; player: string }

/**
 * A request of another node about a table here. `reqId`: the id of the request that it serves there; `ms`: the time it
 * took.
 */
export type Served = {
  reqId: string | undefined
  from: string
  table: string
  ask: Forwarded['ask']
  reply: Reply
  ms: number
}

/** The other nodes, as the floor sees them: requests about a table that one of them owns are sent there. */
export type Elsewhere = {
  /** Resolves when this node's own replica includes the result. */
  ask(table: string, request: Forwarded): Promise<Reply>
  /** Sends the status of a table's wheel, which only the table's owner reads. */
  tellWheel(table: string, status: WheelStatus): void
  tellAlarm(alarm: Alarm): void
  /** Calls with each request of another node that this node has answered. */
  watchServed(watch: (served: Served) => void): void
  /** The turns of the nodes at the streams that all of them write. */
  readonly turns: WritingTurns
  /** The owner of each table, and since when; empty for a service without other nodes. */
  readonly tables: readonly { table: string; node: string; since: string }[]
  /** The address of the other node that owns a table; null if this one does, or if it is unknown. */
  ownerAddress(table: string): string | null
  /** Tables whose owner is alive and cannot be reached from here, neither directly nor through a third node. */
  readonly unreached: readonly { table: string; node: string }[]
  /** Other addresses of the house, for clients whose node is gone. */
  readonly addresses: readonly string[]
  /** Addresses of all nodes seen since this one started: their pages are pages of the house. */
  readonly everyAddress: readonly string[]
}

/** The time at a node of a cluster: never behind the entries of other nodes. */
export type HouseTime = { now: () => string; steady: () => number; heard: (at: string) => string | null }
