import { afterAll, describe, expect, test } from 'vitest'
import { campaign } from '../../test/campaign.ts'
import { stores } from '../../test/postgres/stores.ts'
import { Dice } from '../../test/simulation/dice.ts'
import {
  ask,
  type Body,
  cleanUp,
  quietService,
  quietTables,
  type Response,
  type Seat,
  seatAt,
  staffOf,
} from '../../test/support/service.ts'
import { type CommandName, commands } from '../engine/language.ts'
import { type StaffRole, staffRoles } from '../house/roles.ts'
import { verify } from '../record/verify.ts'
import { type BodyOf, type RouteName, routeNames } from '../wire/routes.ts'
import { openReader } from './journal/reader.ts'
import { freshToken, tokenHash } from './secrets/key-material.ts'
import type { Service } from './service.ts'
import { askHouse } from './stream/house-stream.ts'

/**
 * Callers whose requests are under way while they are signed out, locked, given another role or have their terminal's
 * code renewed. For every answer, no request takes effect that its caller may not make by then, and the record stays
 * sound.
 */

afterAll(cleanUp)

/** A member of staff by a badge, with the token of their session. */
type Staff = { badge: string; role: StaffRole; token: string }

const reason = 'a reason'
const pin = '914072'
const tooLow = { refused: 'position-too-low', needs: 'administrator', by: 'dealer' } as const
const table = 'etg'

/** Routes that need no caller. */
const withoutCaller: readonly RouteName[] = [
  'POST /api/sessions',
  'POST /api/terminals/enrol',
  'POST /api/terminals/demo',
]
const routes = routeNames.filter((name) => !withoutCaller.includes(name))
type Route = Exclude<RouteName, 'POST /api/sessions' | 'POST /api/terminals/enrol' | 'POST /api/terminals/demo'>

/** A body for each route that takes one: a new route without one here does not compile. */
type Bodies = { readonly [Name in Route as BodyOf<Name> extends undefined ? never : Name]: Body }

class Callers {
  readonly service: Service
  readonly #dice: Dice
  readonly #administrator: string
  readonly staff: Staff[] = []
  readonly seats: Seat[] = []
  readonly #tickets: string[] = ['1'.repeat(18)]
  #added = 0

  private constructor(service: Service, dice: Dice, administrator: string) {
    this.service = service
    this.#dice = dice
    this.#administrator = administrator
  }

  static async open(service: Service, seed: number): Promise<Callers> {
    const { administrator } = await staffOf(service)
    const callers = new Callers(service, new Dice(seed), administrator)
    for (const at of [table, 'single']) callers.seats.push(await callers.#newSeat(at))
    for (const role of staffRoles) callers.staff.push(await callers.#newStaff(role))
    return callers
  }

  ask(token: string, method: string, path: string, body?: Body): Promise<Response> {
    return ask(this.service.address, method, path, { token, ...(body ? { body } : {}) })
  }

  #asAdministrator(path: string, body: Body): Promise<Response> {
    return this.ask(this.#administrator, 'POST', path, body)
  }

  async #newStaff(role: StaffRole): Promise<Staff> {
    const badge = String(7_000 + this.#added++)
    const added = await this.#asAdministrator('/api/staff', { badge, name: role, role, pin })
    expect(added).toMatchObject({ status: 200 })
    return { badge, role, token: await this.signIn(badge) }
  }

  #newSeat(at: string): Promise<Seat> {
    return seatAt(this.service, at, `player${this.#added++}`)
  }

  /** Signs in without the route, which allows only a few attempts a minute. */
  async signIn(badge: string): Promise<string> {
    const { house, keyMaterial } = this.service.floor
    const token = freshToken(keyMaterial.chance)
    const session = tokenHash(token)
    const by = { system: 'service' } as const
    await askHouse(house, { do: 'sign-in', badge, session, station: session, mark: 'none', by })
    return token
  }

  /** Sends many requests at once, and among them some that change the permissions of other callers. */
  async burst(requests: number): Promise<void> {
    const dice = this.#dice
    const sent: Promise<Response>[] = []
    for (let nth = 0; nth < requests; nth++) {
      sent.push(dice.isOneIn(6) ? this.#disturb() : this.#request())
      if (dice.isOneIn(4)) await sent.at(-1)
    }
    for (const { status, body } of await Promise.all(sent)) {
      expect(status, JSON.stringify(body)).toBeLessThan(500)
      const { ticket } = body as { ticket?: { number: string } }
      if (ticket) this.#tickets.push(ticket.number)
    }
    await this.#restore()
  }

  #disturb(): Promise<Response> {
    const dice = this.#dice
    const { badge, token } = dice.oneOf(this.staff)
    const { terminal } = dice.oneOf(this.seats)
    return dice.oneOf([
      () => this.ask(token, 'DELETE', '/api/sessions'),
      () => this.#asAdministrator(`/api/staff/${badge}/lock`, { reason }),
      () => this.#asAdministrator(`/api/staff/${badge}/role`, { role: dice.oneOf(staffRoles), reason }),
      () => this.#asAdministrator(`/api/terminals/${terminal}/code`, { reason }),
      () => this.#asAdministrator(`/api/terminals/${terminal}/close`, { reason }),
    ])()
  }

  /** A caller of any kind at any route. Every other request is one of the commands and tickets that move money. */
  #request(): Promise<Response> {
    const dice = this.#dice
    const caller = dice.oneOf([...this.staff, ...this.seats])
    const moving = ['POST /api/tables/:id/commands', 'POST /api/tickets', 'POST /api/tickets/redeem'] as const
    const name = dice.isOneIn(2) ? dice.oneOf(moving) : dice.oneOf(routes)
    const [method, path] = this.#addressOf(name)
    return this.ask(caller.token, method, path, (this.#bodies() as Partial<Record<RouteName, Body>>)[name])
  }

  #addressOf(name: RouteName): [method: string, path: string] {
    const [terminal, { badge }] = [this.#dice.oneOf(this.seats).terminal, this.#dice.oneOf(this.staff)]
    const at = this.#dice.oneOf(quietTables).id
    const ids = { tables: at, proof: at, journal: at, terminals: terminal, calls: terminal, staff: badge }
    const of: Readonly<Record<string, string>> = { ...ids, tickets: this.#dice.oneOf(this.#tickets) }
    const [method, path] = name.split(' ') as [string, string]
    const filled = path.replace('/:house/:name', '/mbs/roulette@3').replace(':round', '1')
    return [method, filled.replace(/(\w+)\/:id/, (_, kind: string) => `${kind}/${of[kind]}`)]
  }

  #bodies(): Bodies {
    const dice = this.#dice
    const [id, added] = [`r${dice.below(1_000_000)}`, `new${dice.below(1_000_000)}`]
    const { player } = dice.oneOf(this.seats)
    const at = dice.oneOf(quietTables).id
    const command = { ...this.#someCommand(player), id }
    const role = dice.oneOf(staffRoles)
    return {
      'POST /api/tables/:id/commands': command,
      'POST /api/tables/:id/foresee': command,
      'POST /api/tables/:id/limits': { limits: { default: { min: 500, max: 60_000 } }, reason },
      'POST /api/sessions/pin': { current: '000000', pin },
      'POST /api/staff': { badge: added, name: added, role, pin },
      'POST /api/staff/:id/pin': { pin, reason },
      'POST /api/staff/:id/role': { role, reason },
      'POST /api/staff/:id/lock': { reason },
      'POST /api/staff/:id/unlock': { reason },
      'DELETE /api/staff/:id': { reason },
      'POST /api/terminals': { terminal: added, table: at, player: added },
      'POST /api/terminals/:id/code': { reason },
      'POST /api/terminals/:id/close': { reason },
      'POST /api/terminals/:id/open': { reason },
      'DELETE /api/terminals/:id': { reason },
      'POST /api/tickets': { amount: 500, table: at, id },
      'POST /api/tickets/redeem': { number: dice.oneOf(this.#tickets), table: at, id },
      'POST /api/tickets/:id/cancel': { reason },
      'POST /api/tickets/:id/copy': { reason },
      'POST /api/events/acknowledge': { numbers: [dice.below(9) + 1], note: reason },
      'POST /api/stops': { scope: 'table', of: at, when: 'after-round', reason },
      'POST /api/stops/resume': { scope: 'table', of: at, reason },
      'POST /api/wheels/work': { wheel: `W${dice.below(3)}`, work: 'installed', table: at, technician: 'Kim', reason },
      'POST /api/notices/read': { upTo: 1 },
    }
  }

  #someCommand(player: string): Body {
    const [name, amount] = [this.#dice.oneOf(Object.keys(commands) as CommandName[]), 500]
    return this.#dice.oneOf<Body>([
      { do: 'wager', player, spot: '17', stake: amount },
      { do: 'buy-in', player, amount },
      { do: 'cash-out', player, amount },
      { do: 'place-your-bets' },
      { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
      { do: 'set-limits', limits: { default: { min: 500, max: 50_000 } } },
      { do: name, player, reason, round: 1, rounds: [1], pocket: '17', code: 'ball-broke', decision: 'void' },
    ])
  }

  /** Gives all callers their role and their session again, so that the next burst has callers with permissions. */
  async #restore(): Promise<void> {
    for (const [nth, one] of this.staff.entries()) this.staff[nth] = await this.#restoredStaff(one)
    for (const [nth, seat] of this.seats.entries()) this.seats[nth] = await this.#restoredSeat(seat)
  }

  async #restoredStaff(one: Staff): Promise<Staff> {
    const { badge, role } = one
    await this.#asAdministrator(`/api/staff/${badge}/unlock`, { reason })
    const { status } = await this.#asAdministrator(`/api/staff/${badge}/role`, { role, reason })
    const isRemoved = status === 404
    return isRemoved ? this.#newStaff(role) : { ...one, token: await this.signIn(badge) }
  }

  async #restoredSeat(seat: Seat): Promise<Seat> {
    const { house, keyMaterial } = this.service.floor
    const { terminal } = seat
    const { status } = await this.#asAdministrator(`/api/terminals/${terminal}/code`, { reason })
    if (status === 404) return this.#newSeat(seat.table)
    await this.#asAdministrator(`/api/terminals/${terminal}/open`, { reason })
    const token = freshToken(keyMaterial.chance)
    await askHouse(house, { do: 'enrol', terminal, credential: tokenHash(token), by: { system: 'service' } })
    return { ...seat, token }
  }
}

async function findingsIn(store: string) {
  const reader = await openReader(store)
  try {
    return (await verify(reader)).flatMap(({ finding }) => finding ?? [])
  } finally {
    await reader.close()
  }
}

const BURSTS = Math.max(1, Math.round(8 * campaign))

describe.each(stores)('on %s', (_, fresh) => {
  test('requests of callers whose permissions change leave a sound record', async () => {
    const { folder, flags, store } = await fresh()
    const seed = Date.now() % 1_000_000
    const service = await quietService(folder, flags)
    const callers = await Callers.open(service, seed)
    for (let nth = 0; nth < BURSTS; nth++) await callers.burst(40)
    const entries = service.floor.house.durable
    await service.stop()
    expect(await findingsIn(store), `seed ${seed}`).toEqual([])
    expect(entries).toBeGreaterThan(50)
  })

  test('a command that an older version recorded after its caller had signed out is named with its cause', async () => {
    const { folder, flags, store } = await fresh()
    const service = await quietService(folder, flags)
    const { house } = service.floor
    const { staff } = await Callers.open(service, 1)
    const [{ badge, token }] = staff as [Staff]
    await askHouse(house, { do: 'sign-out', session: tokenHash(token), by: { badge } })
    const { durable } = house
    await askHouse(house, { do: 'note-refusal', asked: 'add-staff', refusal: tooLow, by: { badge } })
    await service.stop()
    const problem = new RegExp(
      `^${badge} was not signed in: entry ${durable} of the house had ended that \\d+ ms before`,
    )
    expect(await findingsIn(store)).toMatchObject([{ seq: durable + 1, problem: expect.stringMatching(problem) }])
  })

  test("a dealer who hands over a colleague's table is refused, and the record is sound", async () => {
    const { folder, flags, store } = await fresh()
    const service = await quietService(folder, flags)
    const callers = await Callers.open(service, 1)
    const [dealer, pit] = callers.staff as [Staff, Staff]
    expect(await callers.ask(pit.token, 'POST', `/api/tables/${table}/take`)).toMatchObject({ status: 200 })
    const refused = { status: 403, body: { refused: 'position-too-low', needs: 'pit-supervisor', by: 'dealer' } }
    expect(await callers.ask(dealer.token, 'POST', `/api/tables/${table}/leave`)).toMatchObject(refused)
    await service.stop()
    expect(await findingsIn(store)).toEqual([])
  })
})
