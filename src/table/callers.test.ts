import { afterAll, describe, expect, test } from 'vitest'
import { campaign } from '../../test/campaign.ts'
import { bothStores } from '../../test/postgres/both-stores.ts'
import { type CommandName, commands } from '../engine/language.ts'
import { type StaffRole, staffRoles } from '../house/roles.ts'
import { verify } from '../record/verify.ts'
import { openReader } from './journal/reader.ts'
import { freshToken, tokenHash } from './means/means.ts'
import { Dice } from './nodes/simulation/dice.ts'
import type { Service } from './service.ts'
import { askHouse } from './stream/house-stream.ts'
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
} from './testing.ts'

/**
 * Callers whose requests are in flight while they are signed out, locked, given another role or have their terminal's code
 * renewed: whatever is answered, nobody does what they may not by then, and the record stays sound.
 */

afterAll(cleanUp)

/** A member of staff by a badge, with the token of their session. */
type Staff = { badge: string; role: StaffRole; token: string }

const reason = 'a reason'
const tooLow = { refused: 'position-too-low', needs: 'administrator', by: 'dealer' } as const
const table = 'etg'

class Callers {
  readonly service: Service
  readonly #dice: Dice
  readonly #administrator: string
  readonly staff: Staff[]
  readonly seats: Seat[]

  private constructor(service: Service, dice: Dice, administrator: string, staff: Staff[], seats: Seat[]) {
    this.service = service
    this.#dice = dice
    this.#administrator = administrator
    this.staff = staff
    this.seats = seats
  }

  static async open(service: Service, seed: number): Promise<Callers> {
    const { administrator } = await staffOf(service)
    const seats = [await seatAt(service, table, 'ann'), await seatAt(service, 'single', 'ben')]
    const callers = new Callers(service, new Dice(seed), administrator, [], seats)
    for (const [nth, role] of staffRoles.entries()) {
      const badge = String(7_000 + nth)
      await callers.ask(administrator, 'POST', '/api/staff', { badge, name: role, role, pin: `8052${nth}7` })
      callers.staff.push({ badge, role, token: await callers.signIn(badge) })
    }
    return callers
  }

  ask(token: string, method: string, path: string, body?: Body): Promise<Response> {
    return ask(this.service.address, method, path, { token, ...(body ? { body } : {}) })
  }

  /** Past the route, which lets only a few a minute try PINs. */
  async signIn(badge: string): Promise<string> {
    const { house, means } = this.service.floor
    const token = freshToken(means.chance)
    const session = tokenHash(token)
    const by = { system: 'service' } as const
    await askHouse(house, { do: 'sign-in', badge, matches: true, session, station: session, mark: 'none', by })
    return token
  }

  /** Many requests at once, and among them what takes from some callers what they were allowed. */
  async burst(requests: number): Promise<void> {
    const dice = this.#dice
    const sent: Promise<Response>[] = []
    for (let nth = 0; nth < requests; nth++) {
      sent.push(dice.isOneIn(6) ? this.#disturb() : this.#request())
      if (dice.isOneIn(4)) await sent.at(-1)
    }
    for (const { status, body } of await Promise.all(sent)) expect(status, JSON.stringify(body)).toBeLessThan(500)
    await this.#restore()
  }

  #disturb(): Promise<Response> {
    const dice = this.#dice
    const { badge, token } = dice.oneOf(this.staff)
    const { terminal } = dice.oneOf(this.seats)
    const asAdministrator = (path: string, body: Body) => this.ask(this.#administrator, 'POST', path, body)
    return dice.oneOf([
      () => this.ask(token, 'DELETE', '/api/sessions'),
      () => asAdministrator(`/api/staff/${badge}/lock`, { reason }),
      () => asAdministrator(`/api/staff/${badge}/role`, { role: dice.oneOf(staffRoles), reason }),
      () => asAdministrator(`/api/terminals/${terminal}/code`, { reason }),
      () => asAdministrator(`/api/terminals/${terminal}/close`, { reason }),
    ])()
  }

  #request(): Promise<Response> {
    const dice = this.#dice
    const caller = dice.oneOf([...this.staff, ...this.seats])
    const [method, path, body] = dice.oneOf(this.#routes())()
    return this.ask(caller.token, method, path, body)
  }

  #routes(): (() => readonly [method: string, path: string, body?: Body])[] {
    const dice = this.#dice
    const id = `r${dice.below(1_000_000)}`
    const { terminal, player } = dice.oneOf(this.seats)
    const { badge } = dice.oneOf(this.staff)
    const at = dice.oneOf(quietTables).id
    const name = dice.oneOf(Object.keys(commands) as CommandName[])
    const amount = 500
    const play: Body[] = [
      { do: 'wager', player, spot: '17', stake: amount },
      { do: 'buy-in', player, amount },
      { do: 'cash-out', player, amount },
      { do: 'place-your-bets' },
      { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
      { do: 'set-limits', limits: { default: { min: 500, max: 50_000 } } },
      { do: name, player, reason, round: 1, rounds: [1], pocket: '17', code: 'ball-broke', decision: 'void' },
    ]
    const command = () => ['POST', `/api/tables/${at}/commands`, { ...dice.oneOf(play), id }] as const
    return [
      ...[command, command, command, command],
      () => ['POST', '/api/tickets', { amount, table: at, id }],
      () => ['POST', '/api/tickets/redeem', { number: '1'.repeat(18), table: at, id }],
      () => ['POST', `/api/tickets/${'1'.repeat(18)}/cancel`, { reason }],
      () => ['GET', '/api/staff'],
      () => ['GET', '/api/tickets'],
      () => ['GET', '/api/journal/house'],
      () => ['POST', '/api/calls'],
      () => ['DELETE', '/api/calls'],
      () => ['POST', `/api/calls/${terminal}/answer`],
      () => ['POST', '/api/notices/read', { upTo: 1 }],
      () => ['POST', `/api/tables/${at}/take`],
      () => ['POST', `/api/tables/${at}/leave`],
      () => ['POST', `/api/tables/${at}/limits`, { limits: { default: { min: 500, max: 60_000 } }, reason }],
      () => ['POST', `/api/terminals/${terminal}/open`, { reason }],
      () => ['POST', `/api/terminals/${terminal}/close`, { reason }],
      () => ['POST', `/api/staff/${badge}/unlock`, { reason }],
      () => ['POST', `/api/staff/${badge}/role`, { role: 'dealer', reason }],
    ]
  }

  /** Everybody is again what they were, so that the next burst has callers who may do something. */
  async #restore(): Promise<void> {
    const { house, means } = this.service.floor
    for (const one of this.staff) {
      await this.ask(this.#administrator, 'POST', `/api/staff/${one.badge}/unlock`, { reason })
      await this.ask(this.#administrator, 'POST', `/api/staff/${one.badge}/role`, { role: one.role, reason })
      one.token = await this.signIn(one.badge)
    }
    for (const seat of this.seats) {
      await this.ask(this.#administrator, 'POST', `/api/terminals/${seat.terminal}/code`, { reason })
      await this.ask(this.#administrator, 'POST', `/api/terminals/${seat.terminal}/open`, { reason })
      seat.token = freshToken(means.chance)
      const credential = tokenHash(seat.token)
      await askHouse(house, { do: 'enrol', terminal: seat.terminal, credential, by: { system: 'service' } })
    }
  }
}

async function findingsIn(store: string) {
  const reader = await openReader(store)
  try {
    return verify(reader).flatMap(({ finding }) => finding ?? [])
  } finally {
    reader.close()
  }
}

const BURSTS = Math.max(1, Math.round(8 * campaign))

describe.each(bothStores)('on %s', (_, fresh) => {
  test('what callers ask while their standing changes leaves a sound record', async () => {
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
    await askHouse(house, { do: 'note-refusal', asked: 'manage-staff', refusal: tooLow, by: { badge } })
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
