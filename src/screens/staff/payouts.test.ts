import { expect, test } from 'vitest'
import { prisonLoses } from '../../../test/books/french-en-prison.ts'
import { bookById } from '../../books/index.ts'
import { conduct, openTable, type Table } from '../../engine/conduct.ts'
import { isRefusal } from '../../engine/decision.ts'
import type { Command } from '../../engine/language.ts'
import type { Line } from '../../engine/settlement.ts'
import { spotsOf } from '../../engine/spots.ts'
import { readSetup, type TableSetup } from '../../engine/table.ts'
import { dealerView } from '../../engine/views.ts'
import { linesForeseen, payoutsIn, stakedIn } from './payouts.ts'

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

test('settling pays what was foreseen at the outcome, to the cent', () => {
  const rested = play(tableOf('mbs/roulette@3'), [...buyIns, ...staked, ...spun, { do: 'ball-at-rest', pocket: '17' }])
  const before = linesForeseen(rested.book, dealerView(rested.book, rested.state))!
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
  const before = linesForeseen(ruled.book, dealerView(ruled.book, ruled.state))!
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
  const lines = linesForeseen(fast.book, dealerView(fast.book, fast.state))!
  expect(lines.map(({ pays }) => pays)).toEqual([80, 350])
  expect(lines).toEqual(linesOf(play(fast, [{ do: 'settle' }])))
})

test('nothing is foreseen to be paid before the bonus numbers are drawn, or while two results stand', () => {
  const undrawn = play(tableOf('mbs/sands-fast-action-roulette@2'), [
    ...buyIns,
    wager('ann', '17', 1_000),
    ...spun,
    { do: 'ball-at-rest', pocket: '17' },
  ])
  expect(linesForeseen(undrawn.book, dealerView(undrawn.book, undrawn.state))).toBeNull()
  const differing = play(tableOf('mbs/roulette@3'), [
    ...buyIns,
    ...spun,
    { do: 'ball-at-rest', pocket: '17' },
    { do: 'ball-at-rest', pocket: '20', by: { role: 'wheel' } },
  ])
  expect(linesForeseen(differing.book, dealerView(differing.book, differing.state))).toBeNull()
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

test('returned stakes are listed apart from lost ones', () => {
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

test('wagers on the layout are counted with their owners', () => {
  const table = play(tableOf('mbs/roulette@3'), [...buyIns, ...staked])
  expect(stakedIn(dealerView(table.book, table.state).seats)).toEqual({ total: 40_300, players: 3 })
})

test('stakes in prison lie on the layout too, with or without a round', () => {
  const setup = readSetup({ book: prisonLoses.id, limits: {} }, () => prisonLoses) as TableSetup
  const settled = play(openTable(prisonLoses, setup), [
    ...buyIns,
    wager('ann', 'red', 3_000),
    wager('cy', '17', 1_000),
    ...spun,
    { do: 'ball-at-rest', pocket: '0' },
    { do: 'settle' },
  ])
  const stakedAt = ({ book, state }: Table) => stakedIn(dealerView(book, state).seats)
  expect(stakedAt(settled)).toEqual({ total: 3_000, players: 1 })
  const open = play(settled, [{ do: 'place-your-bets' }, wager('ann', '17', 500), wager('cy', 'red', 2_000)])
  expect(stakedAt(open)).toEqual({ total: 5_500, players: 2 })
})
