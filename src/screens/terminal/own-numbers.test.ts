import { expect, test } from 'vitest'
import { bookById } from '../../books/index.ts'
import { drawFacts } from '../../engine/draw.ts'
import { freshTable } from '../../engine/table.ts'
import { type PlayerView, playerView } from '../../engine/views.ts'
import { groupNumbers, ownNumbers } from './own-numbers.ts'

/** A player's view with these stakes, in cents, once no more bets is called. */
function viewWith(id: string, stakes: Readonly<Record<string, number>>): PlayerView {
  const book = bookById(id)!
  const layout = Object.keys(book.layouts)[0]!
  const table = freshTable({ book: id, layout, terminal: null, limits: {}, wheelOrder: book.wheel.order })
  const wagers = Object.entries(stakes).map(([spot, stake]) => [spot, { stake, chips: 0, outside: null }])
  const staked = Object.values(stakes).reduce((sum, stake) => sum + stake, 0)
  const view = playerView(book, table, 'ann')
  const funds = { ...view.funds, staked }
  return { ...view, funds, round: 1, phase: 'betting-closed', wagers: Object.fromEntries(wagers) } as PlayerView
}

const roulette = bookById('mbs/roulette@3')!

test('each number is told with what is paid on it and what the round would bring, the highest first', () => {
  const view = viewWith('mbs/roulette@3', { '17': 1_000, '17/20': 1_000, red: 500 })
  const numbers = ownNumbers(roulette, view)
  expect(numbers.slice(0, 2)).toEqual([
    { pocket: '17', paid: 52_000, net: 51_500 },
    { pocket: '20', paid: 17_000, net: 15_500 },
  ])
  // Red pays on 18 numbers, 17 and 20 are black.
  expect(numbers).toHaveLength(20)
  expect(numbers.at(-1)).toMatchObject({ paid: 500, net: -1_500 })
  expect(groupNumbers(numbers).map(({ pockets, net }) => [pockets.length, net])).toEqual([
    [1, 51_500],
    [1, 15_500],
    [18, -1_500],
  ])
})

test('without wagers there are none', () => {
  expect(ownNumbers(roulette, viewWith('mbs/roulette@3', {}))).toEqual([])
})

test('a number that the bonus draw lights pays more', () => {
  const id = 'mbs/sands-fast-action-roulette@2'
  const book = bookById(id)!
  const view = viewWith(id, { '17': 1_000 })
  const drawn = ['17', '2', '9', '12', '20', '23', '26', '30', '33', '36']
  const draw = drawFacts(book.rules.bonus!, drawn)
  const [plain, lit] = [ownNumbers(book, view), ownNumbers(book, { ...view, draw })]
  expect(plain).toMatchObject([{ pocket: '17' }])
  expect(lit[0]!.paid).toBeGreaterThan(plain[0]!.paid)
})
