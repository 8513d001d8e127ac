import type { FastifyInstance } from 'fastify'
import { stakedBy } from '../../engine/summary.ts'
import { notValid } from '../../house/fields.ts'
import { mayNot } from '../../house/principals.ts'
import { isHouseRefusal } from '../../house/refusals.ts'
import {
  addTerminal,
  closeTerminal,
  enrol,
  nothing,
  openTerminal,
  removeTerminal,
  renewCode,
  terminalsAt,
  terminalView,
} from '../../house/terminals.ts'
import type { Floor } from '../floor.ts'
import { Desk } from './desk.ts'
import type { DoorOptions } from './door-options.ts'
import { openDoor } from './open-door.ts'
import { rarely, refused, send } from './replies.ts'
import type { Whose } from './who.ts'

/** How a terminal comes to be known. */
export function enrolmentDoors(app: FastifyInstance, floor: Floor, { demo }: DoorOptions): void {
  const { house, means } = floor
  openDoor(
    app,
    'POST /api/terminals/enrol',
    async (request, reply) => {
      const decided = enrol(house.state, request.body.code, floor.now(), means)
      await house.commit(isHouseRefusal(decided) ? [] : decided.events, 'service')
      if (isHouseRefusal(decided)) return refused(reply, decided)
      const { terminal, table, player } = decided.principal
      return { token: decided.token, terminal, table, player }
    },
    { config: rarely },
  )
  if (demo)
    openDoor(app, 'POST /api/terminals/demo', async (request, reply) =>
      send(reply, await floor.demoTerminal(request.body.table)),
    )
}

type Reason = { reason: string }

export function terminalDoors(app: FastifyInstance, floor: Floor, whose: Whose): void {
  const { house, means, now } = floor
  const desk = new Desk(app, floor, whose)
  const playerAt = (terminal: string) => house.state.terminals.get(terminal)

  desk.read('GET /api/terminals', { action: 'read-meters' }, async () =>
    (await Promise.all([...floor.rooms.keys()].map((table) => terminalsWithMeters(floor, table)))).flat(),
  )
  desk.open('GET /api/terminals/me', async (who, _, reply) => {
    if (who.kind !== 'terminal') return reply.code(404).send({ problem: 'you are no terminal' })
    const { terminal, table, player } = who
    const { status } = playerAt(terminal)!
    const [meters] = await floor.meters(table, [player])
    return { terminal, table, player, status, meters: meters! }
  })
  desk.act(
    'POST /api/terminals',
    'add-terminal',
    (who, _, body: { terminal: string; table: string; player: string; name?: string }) =>
      mayNot(who, 'manage-terminals') ??
      (floor.rooms.has(body.table) ? addTerminal(house.state, body, who, now(), means) : noSuchTable),
    codeOf,
  )
  desk.act(
    'POST /api/terminals/:id/code',
    'renew-code',
    (who, terminal, body: Reason) => renewCode(house.state, { terminal, ...body }, who, now(), means),
    codeOf,
  )
  desk.act('POST /api/terminals/:id/close', 'close-terminal', (who, terminal, body: Reason) =>
    closeTerminal(house.state, { terminal, ...body, finishing: isPlaying(floor, terminal) }, who, now()),
  )
  desk.act('POST /api/terminals/:id/open', 'open-terminal', (who, terminal, body: Reason) =>
    openTerminal(house.state, { terminal, ...body }, who, now()),
  )
  desk.act('DELETE /api/terminals/:id', 'remove-terminal', async (who, terminal, body: Reason) => {
    const found = playerAt(terminal)
    const left = found ? await floor.left(found.table, found.player) : nothing
    return removeTerminal(house.state, { terminal, ...body, left }, who, now())
  })
}

async function terminalsWithMeters(floor: Floor, table: string) {
  const terminals = terminalsAt(floor.house.state, table)
  const meters = await floor.meters(
    table,
    terminals.map(({ player }) => player),
  )
  return terminals.map((one, nth) => ({ ...terminalView(one), meters: meters[nth]! }))
}

const noSuchTable = notValid('table', 'be a table of this house')
const codeOf = ({ code, expires }: { code: string; expires: string }) => ({ code, expires })

/** Whether a terminal has a stake in the round in progress. */
function isPlaying({ house, rooms }: Floor, terminal: string): boolean {
  const found = house.state.terminals.get(terminal)
  const room = found && rooms.get(found.table)
  return !!room && stakedBy(room.host.state, found.player) > 0
}
