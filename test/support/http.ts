import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { StaffRole } from '../../src/house/roles.ts'
import type { Floor } from '../../src/service/floor/floor.ts'
import { type FloorOptions, openFloor } from '../../src/service/floor/open-floor.ts'
import { openHttp } from '../../src/service/http/http.ts'
import { defaultHttpOptions, type HttpOptions } from '../../src/service/http/http-options.ts'
import type { Service } from '../../src/service/service.ts'
import { findingsIn } from './journal.ts'
import { memoryJournal } from './memory-journal.ts'
import { testKeyMaterial } from './secrets.ts'
import {
  ask,
  cleanUp,
  freshPlace,
  type HousePlace,
  quietService,
  type Response,
  type Seat,
  seatAt,
  staffOf,
} from './service.ts'
import { quietPlans } from './stream.ts'

/** For the tests of the HTTP API: a service for a whole file, or one in memory for one test. */

export type Place = {
  folder: string
  /** The place of its journal: the folder, or the address of a database. */
  store: string
  service: Service
  address: string
  staff: Record<StaffRole, string>
  /** A terminal at the table etg, with credits. */
  ann: Seat
}

/** A service with quiet tables, everybody on the staff and one player; filled in before the tests. */
export function inService(fresh: () => Promise<HousePlace> = freshPlace): Place {
  const place = {} as Place
  beforeAll(async () => {
    const { flags, ...where } = await fresh()
    Object.assign(place, where)
    const service = await quietService(place.folder, flags)
    const staff = await staffOf(service)
    Object.assign(place, { service, address: service.address, staff, ann: await seatAt(service, 'etg', 'ann') })
  })
  afterAll(async () => {
    await place.service.stop()
    cleanUp()
  })
  return place
}

export const expectUnharmed = ({ service }: Place, work: () => Promise<void>): Promise<void> =>
  changesNothing(service, work)

export async function expectSound(store: string): Promise<void> {
  expect(await findingsIn(store)).toEqual([])
}

/** An HTTP API in memory with quiet tables and no port. */
export async function apiInMemory(options: Partial<HttpOptions> = {}, house: Partial<FloorOptions> = {}) {
  const floor = await openFloor({
    journal: memoryJournal(),
    keyMaterial: testKeyMaterial(),
    plans: quietPlans(),
    ...house,
  })
  const app = await openHttp(floor, { ...defaultHttpOptions, ...options })
  onTestFinished(() => app.close())
  return { floor, app }
}

// ---- Bad input ------------------------------------------------------------------------------------------------------

/** Names that every object knows. */
export const oddNames = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'] as const

/** Far deeper than anything that can be written out again. */
export const deep = '['.repeat(20_000) + ']'.repeat(20_000)

/** Not done, and said why. */
export function expectClear({ status, body }: Pick<Response, 'status' | 'body'>, told: unknown): void {
  const why = body.problem ?? body.refused
  if ([400, 401, 403, 404, 409, 413, 415].includes(status) && typeof why === 'string') return
  throw new Error(`${JSON.stringify(told)?.slice(0, 300)}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
}

/** Every table and the house, as they are. */
const everything = ({ rooms, house, tickets }: Floor): string =>
  [
    ...[...rooms.values()].map(({ table }) => JSON.stringify(table.settled.state)),
    JSON.stringify(house.settled.state),
    JSON.stringify(tickets.settled.state),
  ].join('\n')

/** Asserts that nothing changed and no table is stopped. */
async function changesNothing({ floor, address }: Service, work: () => Promise<void>): Promise<void> {
  await floor.guard.record()
  const before = everything(floor)
  await work()
  if (everything(floor) !== before) throw new Error('Something changed')
  const { status, body } = await ask(address, 'GET', '/readyz')
  if (status !== 200) throw new Error(JSON.stringify(body))
}
