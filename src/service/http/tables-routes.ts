import { fundsOf, stakesBySpot } from '../../engine/summary.ts'
import { isUnderWay } from '../../engine/table.ts'
import { auditorView, displayView } from '../../engine/views.ts'
import type { RemoteCaller } from '../../house/caller.ts'
import type { Terminal } from '../../house/state.ts'
import type { Glance, TableInFull } from '../../wire/floor-shapes.ts'
import { catchUpAll, type Floor, noTable, type Room } from '../floor/floor.ts'
import { foreseeCommand } from '../floor/foresee-command.ts'
import { giveCommand } from '../floor/give-command.ts'
import { bookOf, catchUpWith } from '../stream/table-stream.ts'
import type { HttpApi } from './http-api.ts'
import { send } from './http-replies.ts'
import type { CommandLog } from './request-log.ts'

/** Routes for the floor, for a table as its caller may see it, and for commands. */
export function tableRoutes(api: HttpApi, commands: CommandLog, demo: boolean): void {
  const { floor } = api
  api.open('GET /api/tables', async () => {
    await catchUpAll(floor)
    const seating = seatingOf(floor, demo)
    return [...floor.rooms.values()].map((room) => glance(floor, room, seating))
  })

  api.open('GET /api/tables/:id', async (who, { params: { id } }, reply) => {
    const room = floor.rooms.get(id)
    if (!room) return send(reply, noTable(floor, id))
    await catchUpWith(room.table)
    const shown = glance(floor, room, seatingOf(floor, demo))
    return { ...shown, view: viewFor(room, who), version: room.table.durable, demo }
  })

  api.open('GET /api/tables/:id/stakes', async (_, { params: { id } }, reply) => {
    const room = floor.rooms.get(id)
    if (!room) return send(reply, noTable(floor, id))
    if (!floor.sign.shows.stakes)
      return reply.code(404).send({ problem: 'this house does not show stakes (showStakes)' })
    await catchUpWith(room.table)
    const { state } = room.table.settled
    return { round: isUnderWay(state.round) ? state.round.round : null, stakes: stakesBySpot(state) }
  })

  // Commands are checked by the table of the language itself, as everywhere.
  const isCheckedInside = true
  api.openForKnown(
    'POST /api/tables/:id/commands',
    async (who, { id: reqId, params, body }, reply) => {
      const begun = performance.now()
      const answer = await giveCommand(floor, who, params.id, body)
      commands.done({ reqId, begun }, params.id, body, answer)
      return send(reply, answer)
    },
    { isCheckedInside },
  )
  // An open dialog repeats the request whenever the table changes, so the request does not count as activity of a
  // person.
  api.openForKnown(
    'POST /api/tables/:id/foresee',
    async (who, { params, body }, reply) => send(reply, await foreseeCommand(floor, who, params.id, body)),
    { isCheckedInside, config: { isPolled: true } },
  )
}

type Seating = ReadonlyMap<string, { total: number; free: number }>

/** The demonstration adds a terminal on demand. Its room shows this many. */
const DEMO_TERMINALS = 20

/** Open and enrolled terminals, by table, and how many of them are unoccupied. */
function seatingOf({ house, rooms }: Floor, demo: boolean): Seating {
  const open = house.settled.state.terminals
    .values()
    .filter(({ status, credential }) => status === 'open' && credential !== null)
  const byTable = Map.groupBy(open, ({ table }) => table)
  return new Map(
    [...rooms].map(([table, room]) => {
      const terminals = byTable.get(table) ?? []
      const listening = room.publisher.players
      const taken = terminals.filter((terminal) => isTaken(room, terminal, listening)).length
      const total = demo ? Math.max(DEMO_TERMINALS, taken + 1) : terminals.length
      return [table, { total, free: total - taken }]
    }),
  )
}

/**
 * A terminal is taken if its player has credits or stakes. In the demonstration terminals start with credits, so there
 * it is taken if a screen is connected.
 */
function isTaken({ table }: Room, { player, demo }: Terminal, listening: ReadonlySet<string>): boolean {
  const { balance, staked } = fundsOf(table.settled.state, player)
  return staked > 0 || (demo ? listening.has(player) : balance > 0)
}

function glance({ house, now }: Floor, { plan, table, publisher, wheel }: Room, seating: Seating): Glance {
  const shown = displayView(bookOf(table.settled), table.settled.state)
  const { book, title, layout, limits, phase, round, pocket, openedAt, closesAt, results } = shown
  const terminal = plan.setup.terminal
  const stopped = table.stopped !== null
  const status = wheel ? wheel.status : null
  return {
    id: plan.id,
    name: plan.name,
    short: plan.short ?? plan.name,
    book,
    title,
    layout,
    terminal,
    limits,
    phase,
    round,
    pocket,
    openedAt,
    closesAt,
    results,
    stopped,
    wheel: status,
    terminals: seating.get(plan.id)!,
    listeners: publisher.size,
    plannedLimits: house.settled.state.plans.get(plan.id)?.limits ?? null,
    now: now(),
  }
}

function viewFor({ table, publisher, wheel }: Room, who: RemoteCaller | null): TableInFull['view'] {
  if (who?.kind === 'terminal' && who.table === table.id)
    return publisher.viewFor({ audience: 'player', player: who.player })
  if (who?.kind !== 'staff') return publisher.viewFor({ audience: 'display', player: null })
  if (who.role === 'auditor')
    return { ...auditorView(bookOf(table.settled), table.settled.state), wheel: wheel?.status ?? null }
  return publisher.viewFor({ audience: who.role === 'dealer' ? 'dealer' : 'pit', player: null })
}
