import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  type Body,
  cleanUp,
  freshFolder,
  must,
  quietService,
  type Seat,
  seatAt,
  staffOf,
} from '../../../test/support/service.ts'
import type { Service } from '../service.ts'

/** Recall by hand: 23 rounds of one player on red; round 22 is corrected, round 23 is void. */
let service: Service
let ann: Seat
let ben: Seat
let tokens: Awaited<ReturnType<typeof staffOf>>

const ROUNDS = 23
const stake = 1_000

beforeAll(async () => {
  service = await quietService(freshFolder())
  tokens = await staffOf(service)
  ann = await seatAt(service, 'single', 'ann', 100_000)
  ben = await seatAt(service, 'single', 'ben', 100_000)
  const tell = (command: Body) => must(service.address, tokens['shift-manager'], 'single', command)
  for (let round = 1; round <= ROUNDS; round++) {
    await tell({ do: 'place-your-bets' })
    await must(service.address, ann.token, 'single', { do: 'wager', player: 'ann', spot: 'red', stake })
    if (round === 21)
      await must(service.address, ben.token, 'single', { do: 'wager', player: 'ben', spot: '17', stake })
    await tell({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
    await tell({ do: 'no-more-bets' })
    if (round === ROUNDS) {
      await tell({ do: 'irregularity', code: 'ball-out-of-wheel' })
    } else {
      // Black 17 in round 21, else red 1.
      await tell({ do: 'ball-at-rest', pocket: round === 21 ? '17' : '1' })
      await tell({ do: 'settle' })
    }
  }
  await tell({ do: 'correct-outcome', round: 22, pocket: '2', reason: 'misread' })
})

afterAll(async () => {
  await service.stop()
  cleanUp()
})

type Recalled = Body & { round: number; lines?: Body[]; balance?: Body; balances?: Record<string, Body> }
const recall = async (token: string | undefined, query = '') =>
  (await ask(service.address, 'GET', `/api/tables/single/rounds${query}`, token === undefined ? {} : { token }))
    .body as unknown as Recalled[]
const numbers = (rounds: readonly Recalled[]) => rounds.map(({ round }) => round)
const counted = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth)

const won = { player: 'ann', spot: 'red', stake, result: 'won', pays: 1, paid: stake, collected: 0, returned: stake }
const lost = { ...won, result: 'lost', paid: 0, collected: stake, returned: 0 }

describe('the last twenty and more', () => {
  test('are told the newest first, or in the order in which they were played', async () => {
    expect(numbers(await recall(ann.token))).toEqual(counted(4, 23).reverse())
    expect(numbers(await recall(ann.token, '?order=played'))).toEqual(counted(4, 23))
    expect(numbers(await recall(ann.token, '?order=played&last=500'))).toEqual(counted(1, 23))
    expect(numbers(await recall(ann.token, '?last=2'))).toEqual([23, 22])
  })

  test.each(['last=0', 'last=501', 'last=x', 'last=1.5', 'order=none', 'last=1&last=2'])(
    'not with %s',
    async (query) => {
      const { status, body } = await ask(service.address, 'GET', `/api/tables/single/rounds?${query}`)
      expect(status).toBe(400)
      expect(query).toContain(body.field)
    },
  )
})

describe('a player', () => {
  test('recalls each wager, what it was paid, and the balance before and after', async () => {
    const rounds = await recall(ann.token, '?order=played&last=500')
    for (const { round, lines, balance, net } of rounds.slice(0, 20)) {
      expect(lines).toEqual([{ ...won, clause: expect.any(String) }])
      expect({ net, balance }).toEqual({
        net: stake,
        balance: { before: 100_000 + (round - 1) * stake, after: 100_000 + round * stake },
      })
    }
    expect(rounds[20]).toMatchObject({
      pocket: '17',
      lines: [lost],
      net: -stake,
      balance: { before: 120_000, after: 119_000 },
    })
    // The original payment is unchanged; the amount that the correction took is stated beside it.
    expect(rounds[21]).toMatchObject({ pocket: '2', lines: [lost], net: -stake, adjusted: -2 * stake })
    expect(rounds[21]).toMatchObject({ balance: { before: 119_000, after: 120_000 } })
    expect(rounds[22]).toMatchObject({
      pocket: null,
      void: 'ball-out-of-wheel',
      lines: [{ result: 'returned', returned: stake }],
    })
    expect(rounds[22]).toMatchObject({ net: 0, balance: { before: 120_000, after: 120_000 } })
  })

  test('sees nothing of the others, and has no balance in a round without a part', async () => {
    const [played] = (await recall(ben.token)).filter(({ round }) => round === 21)
    expect(played).toMatchObject({
      lines: [{ player: 'ben', result: 'won', paid: 35_000 }],
      balance: { before: 100_000, after: 135_000 },
    })
    const [watched] = (await recall(ben.token)).filter(({ round }) => round === 20)
    expect(watched).toMatchObject({ pocket: '1', lines: [], net: 0, balance: null })
    expect(JSON.stringify(await recall(ben.token))).not.toContain('"ann"')
  })
})

describe.each(['dealer', 'pit-supervisor', 'pit-manager', 'shift-manager', 'auditor', 'administrator'] as const)(
  'the %s',
  (role) => {
    test('recalls every wager, payment, adjustment and balance of everybody', async () => {
      const rounds = await recall(tokens[role], '?order=played&last=500')
      expect(numbers(rounds)).toEqual(counted(1, 23))
      expect(rounds[20]).toMatchObject({
        pocket: '17',
        lines: [lost, { player: 'ben', spot: '17', stake, result: 'won', pays: 35, paid: 35_000, returned: stake }],
        balances: { ann: { before: 120_000, after: 119_000 }, ben: { before: 100_000, after: 135_000 } },
      })
      expect(rounds[21]).toMatchObject({
        pocket: '2',
        lines: [lost],
        adjustments: [{ player: 'ann', amount: -2 * stake }],
        balances: { ann: { before: 119_000, after: 120_000 } },
      })
      for (const round of rounds)
        expect(round).toMatchObject({
          book: 'mbs/roulette@3',
          at: expect.stringMatching(/^2\d{3}-/),
          limits: { default: { min: 500, max: 100_000 } },
        })
      const { body } = await ask(service.address, 'GET', '/api/tables/single/rounds/21', { token: tokens[role] })
      expect(body).toEqual(rounds[20])
    })
  },
)

test('a terminal of another table recalls the results alone, though its player is called the same', async () => {
  const elsewhere = await seatAt(service, 'etg', 'ann', 0)
  const [round] = (await recall(elsewhere.token)).filter(({ round }) => round === 20)
  expect(round).toMatchObject({ pocket: '1' })
  expect(round).not.toHaveProperty('lines')
  expect(JSON.stringify(await recall(elsewhere.token))).not.toContain('"spot"')
})

test('anybody recalls the results, and nobody their wagers', async () => {
  const rounds = await recall(undefined)
  expect(rounds[1]).toEqual({
    round: 22,
    book: 'mbs/roulette@3',
    pocket: '2',
    draw: null,
    void: null,
    limits: { default: { min: 500, max: 100_000 } },
    at: expect.any(String),
  })
  expect(JSON.stringify(rounds)).not.toContain('"ann"')
})
