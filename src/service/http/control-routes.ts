import { gameOf } from '../../engine/decisions/books.ts'
import { notValid } from '../../house/fields.ts'
import type { StopPlace } from '../../house/stop-words.ts'
import type { Floor } from '../floor/floor.ts'
import type { HttpApi } from './http-api.ts'

/** Gaming stopped and resumed on demand: in the whole house, of one game, at one table. */
export function controlRoutes(api: HttpApi): void {
  const { floor } = api
  api.read('GET /api/stops', 'read-alarms', () => floor.house.settled.state.stops.values(), { isPolled: true })
  api.act('POST /api/stops', 'stop-gaming', (_, body) => unknownPlace(floor, body) ?? { fields: body })
  api.act('POST /api/stops/resume', 'resume-gaming', (_, body) => ({ fields: body }))
}

/** A stop names a game or a table of this house; that of the house names nothing. */
function unknownPlace({ rooms }: Floor, { scope, of }: StopPlace) {
  if (scope === 'house') return of === '' ? null : notValid('of', 'be empty for the whole house')
  if (scope === 'table') return rooms.has(of) ? null : notValid('of', 'be a table of this house')
  const games = [...rooms.values()].map(({ table }) => gameOf(table.settled.state.setup.book))
  return games.includes(of) ? null : notValid('of', `be a game of this house: ${[...new Set(games)].join(', ')}`)
}
