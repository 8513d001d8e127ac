import type { FastifyInstance } from 'fastify'
import { stakedBy } from '../../engine/summary.ts'
import type { UnsignedWish } from '../../house/commands.ts'
import type { HouseEvent } from '../../house/events.ts'
import { notValid } from '../../house/fields.ts'
import { mayNot } from '../../house/principals.ts'
import { nothing, terminalsAt, terminalView } from '../../house/terminals.ts'
import type { Floor } from '../floor.ts'
import { freshToken, tokenHash } from '../means/means.ts'
import { freshCode, terminalWaiting } from '../means/secrets.ts'
import { type Asking, Desk, type Whose } from './desk.ts'
import { type DoorOptions, rarely, refused, send } from './http.ts'
import { bodies } from './schemas.ts'

const tags = ['terminals']

/** How a terminal comes to be known. */
export function enrolmentDoors(app: FastifyInstance, floor: Floor, { demo }: DoorOptions): void {
  const { house, means } = floor
  app.post<{ Body: { code: string } }>(
    '/api/terminals/enrol',
    { config: rarely, schema: { tags, summary: 'Enrol a terminal by its code', body: bodies.enrol } },
    async (request, reply) => {
      const token = freshToken(means.chance)
      const id = terminalWaiting(house.state, request.body.code, means)
      const credential = tokenHash(token)
      const decision = await house.submit({ do: 'enrol', terminal: id, credential, by: { system: 'service' } })
      if (decision.refused) return refused(reply, decision.refused)
      const { terminal, table, player } = house.state.terminals.get(id!)!
      return { token, terminal, table, player }
    },
  )
  if (demo)
    app.post<{ Body: { table: string } }>(
      '/api/terminals/demo',
      { schema: { tags, summary: 'A free terminal with credits, in the demonstration', body: bodies.demo } },
      async (request, reply) => send(reply, await floor.demoTerminal(request.body.table)),
    )
}

type Reason = { reason: string }

export function terminalDoors(app: FastifyInstance, floor: Floor, whose: Whose): void {
  const { house, means } = floor
  const desk = new Desk(app, floor, whose, 'terminals')
  /** The code is shown in the answer, and nowhere else. */
  function withCode(wishOf: (hash: string) => UnsignedWish): Asking {
    const { code, hash } = freshCode(means)
    return { wish: wishOf(hash), answer: (events) => ({ code, expires: codeExpires(events) }) }
  }
  const playerAt = (terminal: string) => house.state.terminals.get(terminal)

  desk.read('/api/terminals', { summary: 'Every terminal with its meters', action: 'read-meters' }, async () =>
    (await Promise.all([...floor.rooms.keys()].map((table) => terminalsWithMeters(floor, table)))).flat(),
  )
  desk.open('GET', '/api/terminals/me', { summary: 'This terminal and its meters' }, async (who, _, reply) => {
    if (who.kind !== 'terminal') return reply.code(404).send({ problem: 'you are no terminal' })
    const { terminal, table, player } = who
    const { status } = playerAt(terminal)!
    const [meters] = await floor.meters(table, [player])
    return { terminal, table, player, status, meters }
  })
  desk.act(
    'POST',
    '/api/terminals',
    { summary: 'Add a terminal; the answer holds its enrolment code', asked: 'add-terminal', body: bodies.terminal },
    (who, _, body: { terminal: string; table: string; player: string; name?: string }) =>
      mayNot(who, 'manage-terminals') ??
      (floor.rooms.has(body.table) ? withCode((code) => ({ do: 'add-terminal', ...body, code })) : noSuchTable),
  )
  desk.act(
    'POST',
    '/api/terminals/:id/code',
    { summary: 'A new enrolment code', asked: 'renew-code', body: bodies.reason },
    (_, terminal, body: Reason) => withCode((code) => ({ do: 'renew-code', terminal, ...body, code })),
  )
  desk.act(
    'POST',
    '/api/terminals/:id/close',
    { summary: 'Close a terminal; a round in progress is finished', asked: 'close-terminal', body: bodies.reason },
    (_, terminal, body: Reason) => ({
      wish: { do: 'close-terminal', terminal, ...body, finishing: isPlaying(floor, terminal) },
    }),
  )
  desk.act(
    'POST',
    '/api/terminals/:id/open',
    { summary: 'Open a terminal again', asked: 'open-terminal', body: bodies.reason },
    (_, terminal, body: Reason) => ({ wish: { do: 'open-terminal', terminal, ...body } }),
  )
  desk.act(
    'DELETE',
    '/api/terminals/:id',
    { summary: 'Remove a closed terminal that nothing is left on', asked: 'remove-terminal', body: bodies.reason },
    async (_, terminal, body: Reason) => {
      const found = playerAt(terminal)
      const left = found ? await floor.left(found.table, found.player) : nothing
      return { wish: { do: 'remove-terminal', terminal, ...body, left } }
    },
  )
}

async function terminalsWithMeters(floor: Floor, table: string) {
  const terminals = terminalsAt(floor.house.state, table)
  const meters = await floor.meters(
    table,
    terminals.map(({ player }) => player),
  )
  return terminals.map((one, nth) => ({ ...terminalView(one), meters: meters[nth] }))
}

const noSuchTable = notValid('table', 'be a table of this house')
/** Until when the code is good that an event speaks of. */
const codeExpires = ([event]: readonly HouseEvent[]): string => (event as { code: { expires: string } }).code.expires

/** Whether a terminal has a stake in the round in progress. */
function isPlaying({ house, rooms }: Floor, terminal: string): boolean {
  const found = house.state.terminals.get(terminal)
  const room = found && rooms.get(found.table)
  return !!room && stakedBy(room.host.state, found.player) > 0
}
