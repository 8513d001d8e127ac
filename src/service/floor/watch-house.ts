import { impossible } from '../../engine/impossible.ts'
import type { HouseEvent } from '../../house/house-events.ts'
import { raiseSnapshotFailure } from './alarms.ts'
import type { Floor } from './floor.ts'
import { largeTickets } from './large-amounts.ts'
import { noticeTerminalChange } from './notices-due.ts'

/** Follows the house and passes its changes to the terminals that show them, to sessions and to the tables' steps. */
export function watchHouse(floor: Floor): void {
  const { house, alarms, rooms, presence } = floor
  house.watch({
    recorded(events) {
      for (const event of events) {
        publishTerminals(floor, event)
        noticeTerminalChange(floor, event)
        if (event.type === 'gaming-stopped' || event.type === 'gaming-resumed')
          for (const { publisher } of rooms.values()) publisher.publishStop()
        if (event.type === 'limits-planned') rooms.get(event.table)?.steps.take()
        const opened = event.type === 'session-opened' && house.settled.state.sessions.get(event.session)
        if (opened) presence.follow(opened)
        if (event.type === 'session-ended') presence.ended(event.session, event.why)
      }
    },
    stopped: ({ message }) => alarms.raise({ table: null, alarm: 'house-stopped', why: message }),
    snapshotFailed: (error) => raiseSnapshotFailure(alarms, house, error),
    restored() {
      alarms.raise({ table: null, alarm: 'house-restored' })
      for (const { steps } of rooms.values()) steps.take()
    },
  })
}

/** Raises an alarm when the stream of the tickets stops, and when it comes back. */
export function watchTickets({ tickets, alarms, events, policy }: Floor): void {
  tickets.watch({
    recorded(recorded) {
      // The node that issues or redeems a ticket notes it; others only read it.
      for (const large of largeTickets(recorded, policy.large)) events.note(large)
    },
    stopped: ({ message }) => alarms.raise({ table: null, alarm: 'tickets-stopped', why: message }),
    snapshotFailed: (error) => raiseSnapshotFailure(alarms, tickets, error),
    restored: () => alarms.raise({ table: null, alarm: 'tickets-restored' }),
  })
}

/** Publishes a terminal's status, notices and call to its player when the house changes them. */
function publishTerminals({ house, rooms }: Floor, event: HouseEvent): void {
  const { state } = house.settled
  for (const terminal of terminalsShowing(event)) {
    const { table, player } = state.terminals.get(terminal)!
    rooms.get(table)?.publisher.publishTerminal(player)
  }
}

/** Terminals whose screens show the change of an event of the house. */
function terminalsShowing(event: HouseEvent): Iterable<string> {
  switch (event.type) {
    case 'terminal-added':
    case 'terminal-closed':
    case 'terminal-opened':
    case 'terminal-removed':
    case 'notices-read':
    case 'attendant-called':
    case 'call-withdrawn':
    case 'call-answered':
      return [event.terminal]
    case 'notices-given':
      return new Set(event.notices.map(({ terminal }) => terminal))
    case 'staff-added':
    case 'staff-pin-set':
    case 'staff-role-changed':
    case 'staff-removed':
    case 'staff-locked':
    case 'staff-unlocked':
    case 'sign-ins-failed':
    case 'session-opened':
    case 'session-ended':
    case 'enrolment-code-made':
    case 'terminal-enrolled':
    case 'limits-planned':
    case 'plan-ended':
    case 'table-taken':
    case 'table-left':
    case 'significant-noted':
    case 'significant-repeated':
    case 'significant-acknowledged':
    case 'gaming-stopped':
    case 'gaming-resumed':
    case 'wheel-noted':
    case 'refusal-recorded':
    case 'refusals-counted':
    case 'clock-corrected':
    case 'signing-key-changed':
      return []
    default:
      return impossible(event)
  }
}
