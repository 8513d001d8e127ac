import { notValid } from '../../house/fields.ts'
import type { HouseEvent } from '../../house/house-events.ts'
import { nothing, terminalsAt, terminalView } from '../../house/terminals.ts'
import { takeDemoSeat, topUpDemo } from '../floor/demo-seat.ts'
import type { Floor } from '../floor/floor.ts'
import { creditsLeft, isPlaying, readMeters } from '../floor/meter-desk.ts'
import { freshToken, tokenHash } from '../secrets/key-material.ts'
import { freshCode, terminalWaiting } from '../secrets/secrets.ts'
import { askHouse } from '../stream/house-stream.ts'
import type { HttpApi } from './http-api.ts'
import type { HttpOptions } from './http-options.ts'
import { guessedAt, send, sendRefusal } from './http-replies.ts'

/** Routes to enrol a terminal. */
export function enrolmentRoutes(api: HttpApi, { demo }: HttpOptions): void {
  const { house, keyMaterial } = api.floor
  api.open(
    'POST /api/terminals/enrol',
    async (_, request, reply) => {
      const token = freshToken(keyMaterial.chance)
      const id = terminalWaiting(house.settled.state, request.body.code, keyMaterial)
      const credential = tokenHash(token)
      const decision = await askHouse(house, { do: 'enrol', terminal: id, credential, by: { system: 'service' } })
      if (decision.refused) return sendRefusal(reply, decision.refused)
      const { terminal, table, player } = house.settled.state.terminals.get(id!)!
      return { token, terminal, table, player }
    },
    { config: guessedAt },
  )
  if (demo) demoRoutes(api)
}

/** In the demonstration any visitor may take a seat, and gets more credits when few are left. */
function demoRoutes(api: HttpApi): void {
  api.open('POST /api/terminals/demo', async (_, { body }, reply) =>
    send(reply, await takeDemoSeat(api.floor, body.table)),
  )
  api.openForTerminals('POST /api/terminals/demo/credits', async (who, _, reply) =>
    send(reply, await topUpDemo(api.floor, who)),
  )
}

export function terminalRoutes(api: HttpApi): void {
  const { floor } = api
  const { house, keyMaterial } = floor
  /** The code is shown only in this answer. */
  function withCode<Fields extends object>(fields: Fields) {
    const { code, hash } = freshCode(keyMaterial)
    const answer = (events: readonly HouseEvent[]) => ({ code, expires: codeExpires(events) })
    return { fields: { ...fields, code: hash }, answer }
  }
  const playerAt = (terminal: string) => house.settled.state.terminals.get(terminal)

  api.read('GET /api/terminals', 'read-meters', async () =>
    (await Promise.all([...floor.rooms.keys()].map((table) => terminalsWithMeters(floor, table)))).flat(),
  )
  api.openForTerminals('GET /api/terminals/me', async ({ terminal, table, player }) => {
    const { status } = playerAt(terminal)!
    const [meters] = await readMeters(floor, table, [player])
    return { terminal, table, player, status, meters: meters! }
  })
  api.act('POST /api/terminals', 'add-terminal', (_, body) =>
    floor.rooms.has(body.table) ? withCode(body) : noSuchTable,
  )
  api.act('POST /api/terminals/:id/code', 'renew-code', (terminal, body) => withCode({ terminal, ...body }))
  api.act('POST /api/terminals/:id/close', 'close-terminal', async (terminal, { reason, when }) => {
    const found = playerAt(terminal)
    const finishing = when !== 'now' && !!found && (await isPlaying(floor, found.table, found.player))
    return { fields: { terminal, reason, finishing } }
  })
  api.act('POST /api/terminals/:id/open', 'open-terminal', (terminal, body) => ({ fields: { terminal, ...body } }))
  api.act('DELETE /api/terminals/:id', 'remove-terminal', async (terminal, body) => {
    const found = playerAt(terminal)
    const left = found ? await creditsLeft(floor, found.table, found.player) : nothing
    return { fields: { terminal, ...body, left } }
  })
}

async function terminalsWithMeters(floor: Floor, table: string) {
  const terminals = terminalsAt(floor.house.settled.state, table)
  const meters = await readMeters(
    floor,
    table,
    terminals.map(({ player }) => player),
  )
  return terminals.map((one, nth) => ({ ...terminalView(one), meters: meters[nth]! }))
}

const noSuchTable = notValid('table', 'be a table of this house')
/** The expiry time of the code in an event. */
const codeExpires = ([event]: readonly HouseEvent[]): string => (event as { code: { expires: string } }).code.expires
