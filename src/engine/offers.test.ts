import { expect, test } from 'vitest'
import { nameOf, playCommand, read, settings, tableOf, turnsOf } from '../../test/support/engine.ts'
import { bookById, books } from '../books/index.ts'
import { conduct, type Table } from './conduct.ts'
import { isRefusal } from './decision.ts'
import { commandNames, leastFor } from './language.ts'
import { irregularityOffers, offers } from './offers.ts'
import type { Role } from './positions.ts'
import { spotsOf } from './spots.ts'
import { overMaximum, refusalOfWagers, roomOn } from './wager-offers.ts'

const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const play = (table: Table, ...orders: readonly object[]): Table =>
  orders.reduce((before: Table, order) => playCommand(before, read(order)), table)
const offered = ({ book, state }: Table, role: Role) => offers(book, state, { role }, { bookById, books })
const codes = ({ book, state }: Table, role: Role) =>
  irregularityOffers(book, state, { role }).flatMap(({ code, refusal }) => (refusal ? [] : [code]))

/** Commands with fields of their own, against which the offers are checked. */
const orders = (table: Table): object[] => [
  { do: 'place-your-bets' },
  spin,
  { do: 'no-more-bets' },
  { do: 'settle' },
  { do: 'no-spin' },
  { do: 'power-failure' },
  { do: 'resume' },
  { do: 'interruption' },
  { do: 'refer', reason: 'a dispute' },
  { do: 'close-table', reason: 'the end of the day' },
  { do: 'set-limits', limits: { default: { min: 100, max: 900 } } },
  {
    do: 'correct-outcome',
    round: table.state.roundsOpened || 1,
    pocket: table.book.wheel.pockets[3],
    reason: 'misread',
  },
]

test.each(settings.map((setting) => [nameOf(setting), setting] as const))(
  '%s: at every turn of a round a command is offered exactly if the table accepts it',
  (_, setting) => {
    for (const table of turnsOf(setting))
      for (const order of orders(table)) {
        const command = read(order)
        const by = { role: leastFor(command.do, table.book) }
        const { answer } = conduct(table, { ...command, by })
        const { refusal } = offered(table, by.role)[command.do]
        expect(refusal?.refused ?? null, command.do).toBe(isRefusal(answer) ? answer.refused : null)
      }
  },
)

test('every command has an offer, with a refusal where it is not possible', () => {
  const now = offered(tableOf('mbs/roulette@3'), 'dealer')
  expect(Object.keys(now)).toEqual(commandNames)
  expect(now['place-your-bets']).toEqual({ refusal: null, clause: expect.any(String) })
  expect(now.settle).toMatchObject({ refusal: { refused: 'no-round-in-progress' }, clause: null })
  expect(now['set-limits'].refusal).toMatchObject({ refused: 'position-too-low', needs: 'pit-supervisor' })
})

test('players are offered wagers while bets are taken, and a wager back once it lies', () => {
  const open = play(
    tableOf('mbs/roulette@3'),
    { do: 'buy-in', player: 'ann', amount: 1_000 },
    { do: 'place-your-bets' },
  )
  const placed = play(open, { do: 'wager', player: 'ann', spot: 'red', stake: 500 })
  const can = ({ book, state }: Table) => {
    const now = offers(book, state, { role: 'player', name: 'ann' })
    return [now.wager.refusal === null, now.withdraw.refusal === null]
  }
  expect([open, placed, play(placed, spin, { do: 'no-more-bets' })].map(can)).toEqual([
    [true, false],
    [true, true],
    [false, false],
  ])
})

test('before the ball is spun no irregularity of a ball is offered', () => {
  const open = play(tableOf('mbs/roulette@3'), { do: 'place-your-bets' })
  expect(codes(open, 'dealer')).not.toContain('wheel-stopped')
  expect(codes(play(open, spin), 'dealer')).toContain('wheel-stopped')
})

test('once the ball rests only a pit supervisor reports an irregularity, and none against the record', () => {
  const rested = [{ do: 'place-your-bets' }, spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '17' }]
  const table = play(tableOf('mbs/roulette@3'), ...rested)
  expect(codes(table, 'dealer')).toEqual([])
  expect(offered(table, 'dealer').irregularity.refusal).toMatchObject({
    refused: 'position-too-low',
    needs: 'pit-supervisor',
  })
  const possible = codes(table, 'pit-supervisor')
  expect(possible).toContain('interference')
  expect(possible).not.toContain('same-direction')
  expect(possible).not.toContain('no-spin')
})

test.each(settings.map((setting) => [setting.book.id, setting] as const))(
  '%s: every irregularity that is offered is accepted, at every turn of a round',
  (_, setting) => {
    for (const table of turnsOf(setting))
      for (const code of codes(table, 'pit-supervisor')) {
        const order = { do: 'irregularity', code, reason: 'seen by the pit', by: 'pit-supervisor' }
        expect(() => playCommand(table, read(order)), code).not.toThrow()
      }
  },
)

test("a terminal stakes up to the maximum and the player's money, also where a felt accepts more", () => {
  const table = play(
    tableOf('mbs/roulette@3', { default: { min: 500, max: 1_000 } }),
    { do: 'buy-in', player: 'ann', amount: 1_700 },
    { do: 'place-your-bets' },
    { do: 'wager', player: 'ann', spot: '17', stake: 800 },
  )
  const { book, state } = table
  const { byId } = spotsOf(book, 'table')
  const [seventeen, red] = [byId.get('17')!, byId.get('red')!]
  const order = { player: 'ann', by: { role: 'player', name: 'ann' } as const }
  const wager = (spot: typeof red, stake: number) => ({ spot, stake: stake as never })
  expect([roomOn(state, 'ann', seventeen), roomOn(state, 'ann', red)]).toEqual([200, 900])
  expect(overMaximum(book, state, 'ann', [wager(red, 500), wager(seventeen, 500)])).toMatchObject({
    refused: 'over-the-maximum',
    spot: '17',
    total: 1_300,
  })
  expect(refusalOfWagers(book, state, order, [wager(red, 600), wager(seventeen, 200)])).toBeNull()
  expect(refusalOfWagers(book, state, order, [wager(red, 800), wager(seventeen, 200)])).toMatchObject({
    refused: 'balance-too-low',
  })
})
