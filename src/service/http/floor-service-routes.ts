import type { FastifyReply } from 'fastify'
import { balanceOf } from '../../engine/ledger.ts'
import { tableLimits } from '../../engine/limits.ts'
import { type Cents, sum } from '../../engine/money.ts'
import { notValid } from '../../house/fields.ts'
import { callsIn } from '../../house/floor-decisions.ts'
import type { ShiftFigures } from '../../house/floor-records.ts'
import { isOpenCall } from '../../house/floor-records.ts'
import { dropOf } from '../../house/meters.ts'
import { terminalsAt } from '../../house/terminals.ts'
import type { MoveReason } from '../../wire/alarm.ts'
import type { TableSeat, TableShifts } from '../../wire/floor-service.ts'
import { catchUpAll, type Floor, noTable } from '../floor/floor.ts'
import { bookOf, catchUpWith } from '../stream/table-stream.ts'
import type { HttpApi } from './http-api.ts'
import type { HttpOptions } from './http-options.ts'
import { send } from './http-replies.ts'
import type { RouteRequest } from './route.ts'

/** Requests of people on the floor beside play: notices that were read, calls, shifts, and the house's own name. */
export function floorServiceRoutes(api: HttpApi, { demo, badges }: HttpOptions): void {
  const { floor } = api
  const { house, rooms } = floor
  const polled = { isPolled: true }
  const key = () => floor.proof?.checkpointer.houseKey ?? null
  api.open('GET /api/house', async () => ({ ...floor.sign, demo, key: key(), badges }))
  api.act('POST /api/notices/read', 'read-notices', (_, { upTo }) => ({ fields: { upTo } }))
  const bounded = { isBounded: true }
  api.act('POST /api/calls', 'call-attendant', () => ({ fields: {} }), bounded)
  api.act('DELETE /api/calls', 'withdraw-call', () => ({ fields: {} }), bounded)
  api.read('GET /api/calls', 'read-calls', () => callsIn(house.settled.state), polled)
  api.act('POST /api/calls/:id/answer', 'answer-call', (terminal) => ({ fields: { terminal } }))
  const allShifts = async () => {
    await catchUpAll(floor)
    return [...rooms.keys()].map((table) => shiftsAt(floor, table))
  }
  api.read('GET /api/shifts', 'read-shifts', allShifts, polled)
  const seats = async ({ params: { id } }: RouteRequest<'GET /api/tables/:id/seats'>, reply: FastifyReply) =>
    rooms.has(id) ? seatsAt(floor, id) : send(reply, noTable(floor, id))
  api.read('GET /api/tables/:id/seats', 'read-meters', seats, polled)
  api.act('POST /api/tables/:id/limits', 'plan-limits', async (table, { limits, reason }) => {
    const room = rooms.get(table)
    if (!room) return notValid('table', 'be a table of this house')
    await catchUpWith(room.table)
    const { setup } = room.table.settled.state
    const read = tableLimits(bookOf(room.table.settled), setup.layout, limits)
    return 'problem' in read ? notValid('limits', read.problem) : { fields: { table, limits, reason } }
  })
  api.act('POST /api/tables/:id/take', 'take-table', (table) => changing(floor, table))
  api.act('POST /api/tables/:id/leave', 'leave-table', (table) => changing(floor, table))
}

function seatsAt({ house, rooms }: Floor, table: string): TableSeat[] {
  const { state } = house.settled
  const { players } = rooms.get(table)!.publisher
  return terminalsAt(state, table).map(({ terminal, name, player, status, credential }) => {
    const call = state.calls.get(terminal)
    return {
      terminal,
      name: name ?? terminal,
      player,
      status: status as TableSeat['status'],
      enrolled: credential !== null,
      isWatched: players.has(player),
      called: call && isOpenCall(call) ? call.at : null,
    }
  })
}

async function changing(floor: Floor, table: string) {
  const room = floor.rooms.get(table)
  if (room) await catchUpWith(room.table)
  const figures = floor.rooms.has(table) ? figuresNow(floor, table) : null
  if (!figures) return notValid('table', 'be a table of this house')
  return { fields: { table, figures }, answer: () => shiftsAt(floor, table) }
}

const shiftsAt = (floor: Floor, table: string): TableShifts => ({
  table,
  now: figuresNow(floor, table),
  shifts: floor.house.settled.state.shifts.get(table) ?? [],
})

/** The figures of one moment, from the table's durable state. */
function figuresNow({ rooms }: Floor, table: string): ShiftFigures {
  const { state, meters } = rooms.get(table)!.table.settled
  return {
    rounds: state.roundsOpened,
    handle: sum(Object.values(state.handleBySpot)),
    win: balanceOf(state.ledger, 'house') as Cents,
    drop: dropOf(meters),
  }
}

export function alarmRoutes(api: HttpApi): void {
  const { floor } = api
  api.read('GET /api/alarms', 'read-alarms', () => floor.alarms.list, { isPolled: true })
  const nodes = () => (floor.elsewhere?.tables ?? []).map((one) => ({ ...one, moved: moveOf(floor, one) }))
  api.read('GET /api/nodes', 'read-alarms', nodes, { isPolled: true })
}

/** The reason why a table moved to its node, as far as this node knows. */
function moveOf({ alarms }: Floor, { table, node }: { table: string; node: string }): MoveReason | null {
  const last = alarms.list.find((alarm) => alarm.alarm === 'table-moved' && alarm.table === table)
  return last?.alarm === 'table-moved' && last.node === node ? last.why : null
}
