import { notValid } from '../../house/fields.ts'
import type { Wheel } from '../../house/wheels.ts'
import type { WheelRow } from '../../wire/wheel-shapes.ts'
import type { WheelAtTable } from '../figures/wheel-count.ts'
import { catchUpAll, type Floor } from '../floor/floor.ts'
import { durableOf } from './figures-routes.ts'
import type { HttpApi } from './http-api.ts'

/** Wheels by name: where they stand, the work on them, and their spins over all tables. */
export function wheelRoutes(api: HttpApi): void {
  const { floor, reporting } = api
  api.read('GET /api/wheels', 'read-wheels', async () => {
    await catchUpAll(floor)
    return wheelRows(floor, await reporting.ask('wheels', durableOf(floor)))
  })
  api.act('POST /api/wheels/work', 'note-wheel', (_, body) => {
    const isKnownPlace = body.work !== 'installed' || floor.rooms.has(body.table ?? '')
    return isKnownPlace ? { fields: body } : notValid('table', 'be a table of this house')
  })
}

/** Named wheels first, then the tables whose wheel has no name. */
function wheelRows({ house, rooms }: Floor, spun: readonly WheelAtTable[]): WheelRow[] {
  const { wheels } = house.settled.state
  const named = wheels.values().sort((a, b) => (a.wheel < b.wheel ? -1 : 1))
  const standing = new Set(named.map(({ table }) => table))
  const nameless = [...rooms.keys()].filter(
    (table) => !standing.has(table) || spun.some((one) => one.table === table && one.wheel === null),
  )
  return [
    ...named.flatMap((wheel) => rowsOf(wheel, spun)),
    ...nameless.map((table) => {
      const own = spun.filter((one) => one.table === table && one.wheel === null)
      return { ...counted(own), wheel: null, table: standing.has(table) ? null : table, since: null, log: [] }
    }),
  ]
}

/** One row, unless the wheel had another order of pockets at another table: then it is another wheel in all but its name. */
function rowsOf({ wheel, table, since, log }: Wheel, spun: readonly WheelAtTable[]): WheelRow[] {
  const own = spun.filter((one) => one.wheel === wheel)
  const orders = Map.groupBy(own, ({ order }) => order.join(' '))
  const parts = orders.size === 0 ? [[]] : [...orders.values()]
  return parts.map((part) => ({ wheel, table, since, log, ...counted(part) }))
}

function counted(parts: readonly WheelAtTable[]): Pick<WheelRow, 'order' | 'counts' | 'spins' | 'tables'> {
  const order = parts[0]?.order ?? []
  const counts = order.map((_, at) => parts.reduce((sum, part) => sum + part.counts[at]!, 0))
  const tables = parts.map(({ table, counts }) => ({ table, spins: sumOf(counts) }))
  return { order, counts, spins: sumOf(counts), tables }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
