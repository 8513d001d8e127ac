import type { FastifyInstance } from 'fastify'
import type { MoveReason } from '../../wire/alarm.ts'
import type { Floor } from '../floor/floor.ts'
import { Desk } from './caller-routes.ts'
import { floorServiceDoors } from './floor-service-routes.ts'
import type { DoorOptions } from './http-options.ts'
import { peopleDoors, sessionDoors } from './people-routes.ts'
import type { FindCaller } from './request-caller.ts'
import { enrolmentDoors, terminalDoors } from './terminals-routes.ts'
import { ticketDoors } from './tickets-routes.ts'

/** People, terminals, tickets, and what goes wrong. */
export function houseDoors(app: FastifyInstance, floor: Floor, findCaller: FindCaller, options: DoorOptions): void {
  sessionDoors(app, floor, findCaller, options)
  peopleDoors(app, floor, findCaller)
  enrolmentDoors(app, floor, findCaller, options)
  terminalDoors(app, floor, findCaller)
  ticketDoors(app, floor, findCaller)
  floorServiceDoors(app, floor, findCaller, options)
  alarmDoors(app, floor, findCaller)
}

function alarmDoors(app: FastifyInstance, floor: Floor, findCaller: FindCaller): void {
  const desk = new Desk(app, floor, findCaller)
  desk.read('GET /api/alarms', 'read-alarms', () => floor.alarms.list, true)
  const nodes = () => (floor.elsewhere?.tables ?? []).map((one) => ({ ...one, moved: moveOf(floor, one) }))
  desk.read('GET /api/nodes', 'read-alarms', nodes, true)
}

/** Why a table came to its node, as far as this node has heard of it. */
function moveOf({ alarms }: Floor, { table, node }: { table: string; node: string }): MoveReason | null {
  const last = alarms.list.find((alarm) => alarm.alarm === 'table-moved' && alarm.table === table)
  return last?.alarm === 'table-moved' && last.node === node ? last.why : null
}
