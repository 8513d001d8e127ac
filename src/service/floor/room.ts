import { gameOf } from '../../engine/decisions/books.ts'
import type { EventOf, TableEvent } from '../../engine/events.ts'
import { seatOf } from '../../house/state.ts'
import { stopAt } from '../../house/stops.ts'
import { accountsProblem } from '../../record/accounts.ts'
import type { WheelSource } from '../../wheel/source.ts'
import { EntryDamaged } from '../journal/journal.ts'
import type { PublishedTable } from '../publishing/public-record.ts'
import { type OfTerminal, Publisher, type ShownStop } from '../publishing/publisher.ts'
import type { HouseStream } from '../stream/house-stream.ts'
import type { StreamOptions } from '../stream/stream-options.ts'
import { bookOf, openTableStream, type TableStream } from '../stream/table-stream.ts'
import type { TicketStream } from '../stream/ticket-stream.ts'
import { raiseSnapshotFailure } from './alarms.ts'
import type { Floor, Room, TablePlan } from './floor.ts'
import { largeAtTable } from './large-amounts.ts'
import { noticesOfEntry, noticesOutstanding } from './notices-due.ts'
import { TableSteps } from './table-steps.ts'
import { WheelLink } from './wheel-link.ts'

/** Opens a table from its journal. Returns the reason if the journal cannot be trusted. */
export async function openRoom(floor: Floor, plan: TablePlan, options: StreamOptions): Promise<Room | string> {
  const { house, tickets, books, onlyInForce, keyMaterial } = floor
  try {
    const table = await openTableStream(plan.id, plan.setup, {
      ...options,
      houseSeq: () => house.durable,
      books,
      onlyInForce,
      draws: keyMaterial.draws,
      stopOf: (game) => (house.settled.state.stops.size > 0 ? stopAt(house.settled.state, plan.id, game) : null),
    })
    return (await disagreement(table, tickets)) ?? roomOf(floor, plan, table)
  } catch (error) {
    if (error instanceof EntryDamaged) return error.message
    throw error
  }
}

/**
 * Compares the accounts of a table and of the tickets. If other nodes write them, both are read until neither has
 * changed.
 */
async function disagreement(table: TableStream, tickets: TicketStream): Promise<string | null> {
  for (;;) {
    const problem = accountsProblem(table.id, table.settled, tickets.settled.meters)
    if (problem === null || table.role === 'sole') return problem
    const before = [table.durable, tickets.durable]
    await table.catchUp()
    await tickets.catchUp()
    if (table.durable === before[0] && tickets.durable === before[1]) return problem
  }
}

function roomOf(floor: Floor, plan: TablePlan, table: TableStream): Room {
  const { house, alarms, keyMaterial } = floor
  const publisher = new Publisher(
    publishedTable(table),
    (player) => ofTerminal(house, plan.id, player),
    () => stopShown(house, table),
  )
  const steps = new TableSteps({
    table,
    house,
    draws: keyMaterial.draws,
    raise: (alarm) => alarms.raise(alarm),
    outstandingNotices: () => noticesOutstanding(floor, table),
  })
  table.watch({
    recorded(events, seq) {
      // Most entries are wagers, and no step is due after those.
      if (table.role === 'follower' || events.every(isWager)) return
      for (const large of largeAtTable(plan.id, events, table.settled.state, floor.policy.large))
        floor.events.note(large)
      for (const { round, by } of events.filter(isVoidAtWill))
        alarms.raise({ table: plan.id, alarm: 'void-after-draw', round, by: by! })
      const notices = noticesOfEntry(floor, table, { events, seq, at: floor.now() })
      if (notices) steps.giveNotices(notices)
      else steps.take()
    },
    owned: () => steps.take(),
    left: () => steps.leave(),
    stopped: ({ message }) => alarms.raise({ table: plan.id, alarm: 'table-stopped', why: message }),
    snapshotFailed: (error) => raiseSnapshotFailure(alarms, table, error),
    restored() {
      alarms.raise({ table: plan.id, alarm: 'table-restored' })
      publisher.startAgain()
      steps.take()
    },
  })
  return { plan, table, publisher, wheel: null, steps }
}

type Voided = EventOf<'round-voided'>

/**
 * A void by a person who knew the bonus numbers, unless the wheel reported its cause or the shift manager decided it.
 */
const isVoidAtWill = (event: TableEvent): event is Voided =>
  event.type === 'round-voided' &&
  event.afterDraw === true &&
  event.by?.role !== 'wheel' &&
  event.binding !== 'decision'

const isWager = ({ type }: TableEvent): boolean => type === 'wager-placed' || type === 'wager-withdrawn'

/** The house's fields of a player's terminal: its status, unread notices, the attendant's call. */
function ofTerminal({ settled: { state } }: HouseStream, table: string, player: string): OfTerminal {
  const terminal = state.seats.get(seatOf(table, player))
  if (terminal === undefined) return {}
  const { status, name } = state.terminals.get(terminal)!
  return {
    terminalStatus: status,
    terminalName: name ?? terminal,
    notices: state.notices.get(terminal)?.unread ?? [],
    attendant: state.calls.get(terminal) ?? null,
  }
}

/** Where gaming is stopped at a table: when, and why. */
function stopShown({ settled }: HouseStream, table: TableStream): ShownStop {
  const stop = stopAt(settled.state, table.id, gameOf(table.settled.state.setup.book))
  return stop && { when: stop.when, reason: stop.reason }
}

/** The durable part of a table, for the publisher. */
export const publishedTable = (table: TableStream): PublishedTable => ({
  id: table.id,
  now: table.now,
  get book() {
    return bookOf(table.settled)
  },
  get state() {
    return table.settled.state
  },
  get version() {
    return table.durable
  },
  get stopped() {
    return table.stopped
  },
  watch: (watcher) => void table.watch(watcher),
})

/** The wheel that each room reads now. */
const wheelsNow = new WeakMap<Room, WheelSource>()

export function disconnectWheel({ rooms }: Floor, table: string): void {
  const room = rooms.get(table)
  if (room) wheelsNow.delete(room)
  room?.wheel?.close()
  if (!room) return
  room.wheel = null
  room.publisher.publishWheel(null)
}

export function connectWheel({ rooms, alarms, elsewhere }: Floor, table: string, source: WheelSource): void {
  const room = rooms.get(table)
  if (!room) return
  wheelsNow.set(room, source)
  room.wheel = new WheelLink(room.table, source, (status, fault) => {
    // A wheel that was disconnected is ignored.
    if (wheelsNow.get(room) !== source) return
    room.publisher.publishWheel(status)
    elsewhere?.tellWheel(table, status)
    if (fault) alarms.raise({ table, alarm: 'wheel-fault', fault })
  })
}
