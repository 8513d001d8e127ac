import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RouteName } from '../src/wire/routes.ts'
import type { Sent } from './processes/requests.ts'

/** The subject of the examples: a table with a settled round in which a terminal made very many wagers. */
export type Place = { table: string; terminal: string; player: string; round: number; ticket: string }

type Example = { params?: Readonly<Record<string, string>>; query?: string; body?: unknown }
/** Makes the n-th request through a route: what is done once is asked differently each time. */
type MakeExample = (place: Place, nth: number) => Example

const reason = 'a bench'
const ofTable: MakeExample = ({ table }) => ({ params: { id: table } })
const ofTicket: MakeExample = ({ ticket }) => ({ params: { id: ticket } })
const book = { house: 'mbs', name: 'roulette@3' }
const plain: MakeExample = () => ({})
const wager: MakeExample = ({ table, player }, nth) => ({
  params: { id: table },
  body: { do: 'wager', player, spot: '17', stake: 100, id: `bench-${nth}` },
})
const member: MakeExample = (_, nth) => ({ params: { id: `b${nth}` }, body: { reason } })
const terminal: MakeExample = (_, nth) => ({ params: { id: `bench-${nth}` }, body: { reason } })

/** A request for every route of the API: one that is missing does not compile. */
const examples: Record<RouteName, MakeExample> = {
  'GET /api/books': plain,
  'GET /api/books/:house/:name': () => ({ params: book }),
  'GET /api/books/:house/:name/spots': () => ({ params: book }),
  'GET /api/books/:house/:name/odds': () => ({ params: book }),
  'GET /api/books/:house/:name/clauses': () => ({ params: book, query: '?language=zh' }),
  'GET /api/tables': plain,
  'GET /api/tables/:id': ofTable,
  'POST /api/tables/:id/commands': wager,
  'POST /api/tables/:id/foresee': ({ table, round }) => ({
    params: { id: table },
    body: { do: 'correct-outcome', round, pocket: '5', reason },
  }),
  'GET /api/tables/:id/stakes': ofTable,
  'GET /api/tables/:id/rounds': ({ table }) => ({ params: { id: table }, query: '?last=500' }),
  'GET /api/tables/:id/rounds/:round': ({ table, round }) => ({ params: { id: table, round: String(round) } }),
  'GET /api/tables/:id/rounds/:round/receipts': ({ table, round }) => ({ params: { id: table, round: String(round) } }),
  'GET /api/tables/:id/seats': ofTable,
  'POST /api/tables/:id/limits': ({ table }) => ({
    params: { id: table },
    body: { limits: { default: { min: 100 } }, reason },
  }),
  'POST /api/tables/:id/take': ofTable,
  'POST /api/tables/:id/leave': ofTable,
  'GET /api/tables/:id/figures': ({ table }) => ({ params: { id: table }, query: '?by=round' }),
  'GET /api/figures': plain,
  'GET /api/report': () => ({ query: '?from=2020-01-01' }),
  'GET /api/report/figures': () => ({ query: '?from=2020-01-01' }),
  'POST /api/sessions': (_, nth) => ({ body: { badge: `bench-${nth}`, pin: '123456' } }),
  'GET /api/sessions': plain,
  'POST /api/sessions/pin': () => ({ body: { current: '123456', pin: '739461' } }),
  'DELETE /api/sessions': plain,
  'GET /api/staff': plain,
  'POST /api/staff': (_, nth) => ({ body: { badge: `b${nth}`, name: 'Mo', role: 'dealer', pin: '846201' } }),
  'POST /api/staff/:id/pin': (_, nth) => ({ params: { id: `b${nth}` }, body: { pin: '739461', reason } }),
  'POST /api/staff/:id/role': (_, nth) => ({ params: { id: `b${nth}` }, body: { role: 'pit-supervisor', reason } }),
  'POST /api/staff/:id/lock': member,
  'POST /api/staff/:id/unlock': member,
  'DELETE /api/staff/:id': member,
  'POST /api/terminals/enrol': () => ({ body: { code: 'AAAAA-AAAAA' } }),
  'POST /api/terminals/demo': ({ table }) => ({ body: { table } }),
  'POST /api/terminals/demo/credits': plain,
  'GET /api/terminals': plain,
  'GET /api/terminals/me': plain,
  'POST /api/terminals': ({ table }, nth) => ({ body: { terminal: `bench-${nth}`, table, player: `bench-${nth}` } }),
  'POST /api/terminals/:id/code': terminal,
  'POST /api/terminals/:id/close': terminal,
  'POST /api/terminals/:id/open': terminal,
  'DELETE /api/terminals/:id': terminal,
  'POST /api/notices/read': () => ({ body: { upTo: 0 } }),
  'POST /api/calls': plain,
  'DELETE /api/calls': plain,
  'POST /api/tickets': ({ table }, nth) => ({ body: { amount: 100, table, id: `bench-${nth}` } }),
  'POST /api/tickets/redeem': ({ ticket }) => ({ body: { number: ticket } }),
  'POST /api/tickets/:id/cancel': ({ ticket }) => ({ params: { id: ticket }, body: { reason } }),
  'POST /api/tickets/:id/copy': ({ ticket }) => ({ params: { id: ticket }, body: { reason } }),
  'GET /api/tickets': plain,
  'GET /api/tickets/last': plain,
  'GET /api/tickets/:id/print': ofTicket,
  'GET /api/alarms': plain,
  'GET /api/nodes': plain,
  'GET /api/events': plain,
  'GET /api/events/export': plain,
  'POST /api/events/acknowledge': () => ({ body: { numbers: [1], note: reason } }),
  'GET /api/stops': plain,
  'POST /api/stops': (_, nth) => ({ body: { scope: 'table', of: `none-${nth}`, when: 'now', reason } }),
  'POST /api/stops/resume': (_, nth) => ({ body: { scope: 'table', of: `none-${nth}`, reason } }),
  'GET /api/wheels': plain,
  'POST /api/wheels/work': (_, nth) => ({
    body: { wheel: `none-${nth}`, work: 'levelled', technician: 'Kim', reason },
  }),
  'POST /api/self-check': plain,
  'GET /api/house': plain,
  'GET /api/calls': plain,
  'POST /api/calls/:id/answer': (place) => ({ params: { id: place.terminal } }),
  'GET /api/shifts': plain,
  'GET /api/proof': plain,
  'GET /api/proof/:id/checkpoint': ofTable,
  'GET /api/proof/:id/checkpoints': ofTable,
  'GET /api/journal/house': plain,
  'GET /api/journal/tickets': plain,
  'GET /api/journal/:id': ofTable,
}

const screens = fileURLToPath(new URL('../dist/screens/assets', import.meta.url))

/** The largest script of the screens. */
function largestScript(): string {
  const scripts = readdirSync(screens).filter((name) => name.endsWith('.js'))
  const size = (name: string) => statSync(`${screens}/${name}`).size
  return scripts.toSorted((one, other) => size(other) - size(one))[0]!
}

/** The rest of a path in routes outside the API. */
const restOf: Readonly<Record<string, () => string>> = {
  'GET /assets/*': largestScript,
  'GET /api/docs/static/*': () => 'swagger-ui-bundle.js',
}

/** The routes that every house has: those of the API, and whatever else the service opened. */
export function requestThrough(route: string, place: Place, nth: number): Omit<Sent, 'token'> {
  const [method, url] = route.split(' ') as [string, string]
  const { params = {}, query = '', body } = (examples[route as RouteName] ?? plain)(place, nth)
  const path = url
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? place.table))
    .replace('*', () => restOf[route]!())
  return { method, path: path + query, ...(body === undefined ? {} : { body }) }
}

/** Asked last: it ends the caller's session. */
export const ENDS_SESSION: RouteName = 'DELETE /api/sessions'
