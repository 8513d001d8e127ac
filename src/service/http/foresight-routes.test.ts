import { beforeAll, describe, expect, test } from 'vitest'
import { expectUnharmed, inService } from '../../../test/support/http.ts'
import { ask, type Body, must, seatAt } from '../../../test/support/service.ts'
import type { ForesightFacts } from '../../engine/foresee.ts'
import type { PlayerFunds } from '../../engine/summary.ts'
import type { AuditorView } from '../../engine/views.ts'
import type { StaffRole } from '../../house/roles.ts'

/** A preview of a command equals its later effect, and is not recorded. */

const place = inService()
const reason = 'seen on the camera'
const players = ['ann', 'ben', 'cho']

/** At terminals players place their own wagers. */
const tokenFor = (role: StaffRole, table: string, { do: name, player }: Body): string =>
  table !== 'etg' || name !== 'wager' ? place.staff[role] : player === 'ann' ? place.ann.token : ben
let ben = ''

const give = (role: StaffRole, table: string, ...commands: readonly Body[]) =>
  commands.reduce(
    (before, command) =>
      before.then(() => must(place.address, tokenFor(role, table, command), table, command).then(() => {})),
    Promise.resolve(),
  )
const foresee = (token: string, table: string, body: unknown) =>
  ask(place.address, 'POST', `/api/tables/${table}/foresee`, { token, body })
const viewOf = async (table: string): Promise<AuditorView> => {
  const { body } = await ask(place.address, 'GET', `/api/tables/${table}`, { token: place.staff.auditor })
  return body.view as AuditorView
}

beforeAll(async () => {
  ben = (await seatAt(place.service, 'etg', 'ben')).token
  for (const table of ['single', 'etg'])
    for (const player of players) await give('dealer', table, { do: 'buy-in', player, amount: 100_000 })
})

const opened: Body[] = [
  { do: 'place-your-bets' },
  { do: 'wager', player: 'ann', spot: '17', stake: 2_000 },
  { do: 'wager', player: 'ben', spot: 'red', stake: 1_000 },
  { do: 'wager', player: 'ben', spot: '20', stake: 500 },
]
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const atRest: Body[] = [...opened, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }]
const settled: Body[] = [...atRest, { do: 'settle' }]
const referred: Body[] = [...atRest, { do: 'refer', reason }]

type Case = {
  at?: string
  before: readonly Body[]
  /** Given when the number of the round is known. */
  after?: (round: number) => readonly Body[]
  by?: StaffRole
  command: (round: number) => Body
}
const cases: Record<string, Case> = {
  'no more bets before the spin': { before: opened, by: 'pit-manager', command: () => ({ do: 'no-more-bets' }) },
  'an irregularity': { before: [...opened, spin], command: () => ({ do: 'irregularity', code: 'ball-out-of-wheel' }) },
  'no spin': { before: opened, by: 'shift-manager', command: () => ({ do: 'no-spin' }) },
  'a power failure with the ball running': { before: [...opened, spin], command: () => ({ do: 'power-failure' }) },
  'a power failure with the ball at rest': { before: atRest, command: () => ({ do: 'power-failure' }) },
  'an interruption without an outcome': { at: 'etg', before: opened, command: () => ({ do: 'interruption' }) },
  'an interruption with one': { at: 'etg', before: atRest, command: () => ({ do: 'interruption' }) },
  'an interruption of some terminals': {
    at: 'etg',
    before: opened,
    command: () => ({ do: 'interruption', terminals: ['etg-ann'] }),
  },
  'a referral': { before: [...opened, spin], command: () => ({ do: 'refer', reason }) },
  'a decision that voids': {
    before: referred,
    by: 'shift-manager',
    command: () => ({ do: 'decide', decision: 'void', reason }),
  },
  'a decision that settles': {
    before: referred,
    by: 'shift-manager',
    command: () => ({ do: 'decide', decision: 'settle', reason }),
  },
  'a ruling': {
    before: atRest,
    by: 'pit-supervisor',
    command: () => ({ do: 'rule-on-wager', player: 'ann', spot: '17', treatment: 'returned', reason }),
  },
  'a ruling on a concluded round': {
    before: settled,
    after: (round) => [{ do: 'refer', round, reason }],
    by: 'shift-manager',
    command: (round) => ({ do: 'rule-on-wager', round, player: 'ann', spot: '17', treatment: 'returned', reason }),
  },
  'a concluded round settled again': {
    before: settled,
    after: (round) => [
      { do: 'refer', round, reason },
      { do: 'rule-on-wager', round, player: 'ann', spot: '17', treatment: 'moved', to: '18', stake: 500, reason },
    ],
    by: 'shift-manager',
    command: (round) => ({ do: 'decide', round, decision: 'settle', reason, awards: { ben: 700 } }),
  },
  'a concluded round void by decision': {
    before: settled,
    after: (round) => [{ do: 'refer', round, reason }],
    by: 'shift-manager',
    command: (round) => ({ do: 'decide', round, decision: 'void', reason }),
  },
  'an award in place of another': {
    before: settled,
    after: (round) => [
      { do: 'refer', round, reason },
      { do: 'decide', round, decision: 'stands', reason, awards: { ann: 900, ben: 300 } },
      { do: 'refer', round, reason },
    ],
    by: 'shift-manager',
    command: (round) => ({ do: 'decide', round, decision: 'stands', reason, awards: { ann: 400 } }),
  },
  'another outcome before settlement': {
    before: atRest,
    by: 'pit-supervisor',
    command: (round) => ({ do: 'correct-outcome', round, pocket: '20', reason }),
  },
  'another outcome afterwards': {
    before: settled,
    by: 'pit-supervisor',
    command: (round) => ({ do: 'correct-outcome', round, pocket: '20', reason }),
  },
  'a correction that a player can no longer pay': {
    before: [...settled, { do: 'cash-out', player: 'ann', amount: 'all' }],
    by: 'pit-supervisor',
    command: (round) => ({ do: 'correct-outcome', round, pocket: '1', reason }),
  },
  'a void put right': {
    before: [...opened, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17', revolutions: 2 }],
    by: 'pit-supervisor',
    command: (round) => ({ do: 'correct-outcome', round, pocket: '17', reason }),
  },
  'a settled round void': {
    before: settled,
    by: 'shift-manager',
    command: (round) => ({ do: 'void-rounds', rounds: [round], code: 'foreign-object', reason }),
  },
  'the round under way void': {
    before: opened,
    by: 'shift-manager',
    command: (round) => ({ do: 'void-rounds', rounds: [round], code: 'ball-out-of-wheel', reason }),
  },
  'new limits': {
    before: settled,
    by: 'pit-supervisor',
    command: () => ({ do: 'set-limits', limits: { default: { min: 500, max: 90_000 } }, reason }),
  },
}

/** Awards are paid from an account of their own. */
const ofHouse = ({ ledger }: AuditorView): number => (ledger.house ?? 0) + (ledger.awards ?? 0)
const worth = ({ balance, staked, owed }: PlayerFunds): number => balance + staked - owed
const nothing = { change: 0, owed: 0 }

/** The amount of a complete buy-out is known only now. */
async function prepare(table: string, commands: readonly Body[]): Promise<void> {
  for (const command of commands) {
    const all = command.amount === 'all'
    const amount = all ? (await viewOf(table)).seats[String(command.player)]!.funds.cash : 0
    await give('shift-manager', table, all ? { ...command, amount } : command)
  }
}

/** Returns the table to a state between rounds, with the power on and players' money in hand. */
async function tidyUp(table: string): Promise<void> {
  const { phase, round, seats } = await viewOf(table)
  const isUnderWay = !['closed', 'settled', 'void'].includes(phase)
  const isVoid = { do: 'void-rounds', rounds: [round], code: 'ball-broke', reason }
  if (isUnderWay) await give('shift-manager', table, isVoid)
  for (const player of players)
    if (seats[player]!.funds.balance < 50_000) await give('dealer', table, { do: 'buy-in', player, amount: 100_000 })
}

describe('commands have their foreseen result', () => {
  test.each(Object.entries(cases))('%s', async (_, { at: table = 'single', before, after, by = 'dealer', command }) => {
    await prepare(table, before)
    const round = (await viewOf(table)).round!
    await prepare(table, after?.(round) ?? [])
    const was = await viewOf(table)
    const order = command(round)
    const stream = place.service.floor.rooms.get(table)!.table
    const { durable } = stream
    const { status, body } = await foresee(place.staff[by], table, order)
    expect({ status, durable: stream.durable }, JSON.stringify(body)).toEqual({ status: 200, durable })
    expect(await viewOf(table)).toEqual(was)
    const foreseen = body as unknown as ForesightFacts

    const { events } = (await must(place.address, place.staff[by], table, order)) as { events: Body[] }
    const is = await viewOf(table)
    expect(foreseen.phase).toBe(is.phase)
    expect(foreseen.house).toBe(ofHouse(is) - ofHouse(was))
    expect(foreseen.rounds).toEqual([...new Set(events.flatMap(({ round }) => (round ? [round] : [])))])
    for (const player of players) {
      const { change, owed } = foreseen.players.find((row) => row.player === player) ?? nothing
      const [then, now] = [was, is].map(({ seats }) => seats[player]!.funds) as [PlayerFunds, PlayerFunds]
      expect({ player, change, owed }).toEqual({ player, change: worth(now) - worth(then), owed: now.owed - then.owed })
    }
    const isVoid = events.some(({ type }) => type === 'round-voided')
    expect(foreseen.effects.some(({ effect }) => effect === 'round-void')).toBe(isVoid)
    expect(foreseen.clauses.length > 0 || order.do === 'set-limits').toBe(true)
    await tidyUp(table)
  })

  test('a refusal is foreseen as it is then given', async () => {
    await prepare('single', opened)
    const orders = [
      { do: 'settle' },
      { do: 'set-limits', limits: { default: { min: 500 } }, reason },
      { do: 'correct-outcome', round: 1_000, pocket: '20', reason },
    ]
    for (const order of orders) {
      const token = place.staff['pit-supervisor']
      const told = await foresee(token, 'single', order)
      const given = await ask(place.address, 'POST', '/api/tables/single/commands', { token, body: order })
      expect({ status: told.status, body: told.body }).toEqual({ status: 409, body: given.body })
    }
    const early = await foresee(place.staff.dealer, 'single', { do: 'no-more-bets' })
    expect(early).toMatchObject({ status: 409, body: { refused: 'too-early-to-close', needs: 'pit-manager' } })
    await tidyUp('single')
  })
})

describe('who may not', () => {
  const orders: [StaffRole, Body][] = [
    ['dealer', { do: 'correct-outcome', round: 1, pocket: '20', reason }],
    ['dealer', { do: 'void-rounds', rounds: [1], code: 'ball-out-of-wheel', reason }],
    ['dealer', { do: 'set-limits', limits: {}, reason }],
    ['dealer', { do: 'rule-on-wager', player: 'ann', spot: '17', treatment: 'returned', reason }],
    ['pit-supervisor', { do: 'decide', decision: 'void', reason }],
    ['auditor', { do: 'no-spin' }],
    ['administrator', { do: 'place-your-bets' }],
    ['shift-manager', { do: 'bonus-numbers', numbers: ['1'] }],
  ]

  test.each(orders)('%s: %j is refused, and that they asked is not on record', async (role, order) => {
    await expectUnharmed(place, async () => {
      const { floor } = place.service
      const sequences = () =>
        Promise.all(['house', 'tickets', ...floor.rooms.keys()].map((one) => floor.journal.last(one)))
      const before = await sequences()
      const { status, body } = await foresee(place.staff[role], 'single', order)
      expect({ status, refused: body.refused }).toEqual({ status: 403, refused: 'position-too-low' })
      expect(await sequences()).toEqual(before)
    })
  })

  test('a terminal is told nothing of others', async () => {
    const dan = await seatAt(place.service, 'single', 'dan', 10_000)
    const wager = { do: 'wager', player: 'ann', spot: '17', stake: 500 }
    expect(await foresee(dan.token, 'single', wager)).toMatchObject({
      status: 403,
      body: { refused: 'not-for-this-player' },
    })
    expect(await foresee(dan.token, 'etg', wager)).toMatchObject({
      status: 403,
      body: { refused: 'not-at-this-table' },
    })
    expect(await foresee(dan.token, 'single', { do: 'settle' })).toMatchObject({ status: 403 })
    await prepare('single', opened)
    expect(await foresee(dan.token, 'single', { ...wager, player: 'dan', stake: 99_999 })).toMatchObject({
      status: 409,
      body: { refused: 'balance-too-low', balance: 10_000 },
    })
    await tidyUp('single')
  })

  test('nor is anybody who is not known, at a table that is not there, or with what is no command', async () => {
    expect((await foresee('nobody', 'single', { do: 'settle' })).status).toBe(401)
    expect((await foresee(place.staff.dealer, 'nowhere', { do: 'settle' })).status).toBe(404)
    expect(await foresee(place.staff.dealer, 'single', { do: 'dance' })).toMatchObject({
      status: 400,
      body: { field: 'do' },
    })
  })
})
