import { expect, test } from 'vitest'
import { bookById } from '../../books/index.ts'
import { conduct, openTable, type Table } from '../../engine/conduct.ts'
import { isRefusal } from '../../engine/decision.ts'
import type { Command } from '../../engine/language.ts'
import type { Line } from '../../engine/settlement.ts'
import { spotsOf } from '../../engine/spots.ts'
import { readSetup, type TableSetup } from '../../engine/table.ts'
import { dealerView } from '../../engine/views.ts'
import { flagsIn, foreseen, payoutsIn, stakedIn } from './payouts.ts'

const limits = { default: { min: 500, max: 100_000 }, 'straight-up': { max: 20_000 } }
const tableOf = (id: string): Table => openTable(bookById(id)!, readSetup({ book: id, limits }, bookById) as TableSetup)

function play(table: Table, commands: readonly Record<string, unknown>[]): Table {
  return commands.reduce((now: Table, command) => {
    const { table: next, answer } = conduct(now, {
      by: { role: command.do === 'bonus-numbers' ? 'system' : 'dealer' },
      ...command,
    } as Command)
    expect(isRefusal(answer), JSON.stringify(answer)).toBe(false)
    return next
  }, table)
}

const buyIns = [
  { do: 'buy-in', player: 'ann', amount: 500_000 },
  { do: 'buy-in', player: 'bob', amount: 100_000, colour: 'blue', chipValue: 1_000 },
  { do: 'buy-in', player: 'cy', amount: 100_000 },
  { do: 'place-your-bets' },
]
const wager = (player: string, spot: string, stake: number) => ({ do: 'wager', player, spot, stake })
const spun = [{ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }, { do: 'no-more-bets' }]

const staked = [
  wager('ann', '17', 30_000),
  wager('ann', 'black', 5_000),
  wager('ann', '17/20', 500),
  wager('ann', 'red', 1_000),
  { do: 'wager', player: 'bob', spot: '17', chips: 3 },
  wager('cy', 'odd', 100),
  wager('cy', 'dozen-1', 700),
]

const linesOf = ({ book, state }: Table): readonly Line[] => dealerView(book, state).lines

test('what is foreseen at the outcome is what settling pays, to the cent', () => {
  const rested = play(tableOf('mbs/roulette@3'), [...buyIns, ...staked, ...spun, { do: 'ball-at-rest', pocket: '17' }])
  const before = foreseen(rested.book, dealerView(rested.book, rested.state), '17', null)
  expect(before).toEqual(linesOf(play(rested, [{ do: 'settle' }])))
})

test('wagers that the pit set aside are foreseen to go back', () => {
  const rested = play(tableOf('mbs/roulette@3'), [...buyIns, ...staked, ...spun, { do: 'ball-at-rest', pocket: '17' }])
  const ruling = {
    do: 'rule-on-wager',
    treatment: 'returned',
    reason: 'it lay across a line',
    by: { role: 'pit-supervisor' },
  }
  const ruled = play(rested, [
    { ...ruling, player: 'ann', spot: '17' },
    { ...ruling, player: 'bob', spot: '17' },
  ])
  const before = foreseen(ruled.book, dealerView(ruled.book, ruled.state), '17', null)
  expect(
    before.filter(({ result }) => result === 'returned').map(({ player, returned }) => [player, returned]),
  ).toEqual([
    ['ann', 30_000],
    ['bob', 3_000],
  ])
  expect(before).toEqual(linesOf(play(ruled, [{ do: 'settle' }])))
})

test('foreseen with a bonus draw too', () => {
  const numbers = ['17', '18', '19', '20', '1', '2', '3', '5', '6', '7']
  const fast = play(tableOf('mbs/sands-fast-action-roulette@2'), [
    ...buyIns,
    wager('ann', '17', 1_000),
    wager('cy', 'super-bonus-win', 500),
    ...spun,
    { do: 'bonus-numbers', numbers },
    { do: 'ball-at-rest', pocket: '17' },
  ])
  const view = dealerView(fast.book, fast.state)
  const lines = foreseen(fast.book, view, '17', view.draw)
  expect(lines.map(({ pays }) => pays)).toEqual([80, 350])
  expect(lines).toEqual(linesOf(play(fast, [{ do: 'settle' }])))
})

test('paying goes from the outside to the number, players and lines alike', () => {
  const settled = play(tableOf('mbs/roulette@3'), [
    ...buyIns,
    ...staked,
    ...spun,
    { do: 'ball-at-rest', pocket: '17' },
    { do: 'settle' },
  ])
  const { paid, others, totals } = payoutsIn(linesOf(settled), spotsOf(settled.book, 'table'))
  expect(paid.map(({ player }) => player)).toEqual(['cy', 'ann', 'bob'])
  expect(paid[1]!.won.map(({ spot }) => spot)).toEqual(['black', '17/20', '17'])
  expect(others).toEqual([])
  expect(totals).toMatchObject({ collected: 1_700, lostSpots: 2 })
  expect(totals.paid).toBe(5_000 + 500 * 17 + 20_000 * 35 + 3_000 * 35 + 100)
})

test('what goes back without winning is listed apart from what is lost', () => {
  const settled = play(tableOf('mbs/roulette@3'), [
    ...buyIns,
    ...staked,
    ...spun,
    { do: 'ball-at-rest', pocket: '0' },
    { do: 'settle' },
  ])
  const { paid, others } = payoutsIn(linesOf(settled), spotsOf(settled.book, 'table'))
  expect(paid).toEqual([])
  expect(others[0]).toMatchObject({ player: 'ann', returned: 10_000 })
  expect(others[0]!.back.map(({ spot, returned }) => [spot, returned])).toEqual([['17', 10_000]])
})

test('wagers outside the limits are flagged with what becomes of them', () => {
  const table = play(tableOf('mbs/roulette@3'), [...buyIns, ...staked])
  expect(flagsIn(table.book, dealerView(table.book, table.state).seats)).toEqual([
    { player: 'ann', spot: '17', stake: 30_000, what: 'excess-returned', clause: '5.16' },
    { player: 'cy', spot: 'odd', stake: 100, what: 'settled-once', clause: '5.15' },
  ])
  const next = play(table, [
    ...spun,
    { do: 'ball-at-rest', pocket: '17' },
    { do: 'settle' },
    { do: 'place-your-bets' },
    wager('cy', 'odd', 100),
  ])
  expect(flagsIn(next.book, dealerView(next.book, next.state).seats)).toMatchObject([
    { player: 'cy', what: 'returned' },
  ])
})

test('a book that knows no limits flags nothing', () => {
  const table = play(tableOf('mbs/sands-roulette@1'), [...buyIns, wager('ann', '17', 30_000)])
  expect(flagsIn(table.book, dealerView(table.book, table.state).seats)).toEqual([])
})

test('what lies on the layout is counted with its owners', () => {
  const table = play(tableOf('mbs/roulette@3'), [...buyIns, ...staked])
  expect(stakedIn(dealerView(table.book, table.state).seats)).toEqual({ total: 40_300, players: 3 })
})
