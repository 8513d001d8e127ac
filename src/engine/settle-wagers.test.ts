import { expect, test } from 'vitest'
import { roulette3 } from '../books/roulette-3.ts'
import { rouletteDoubleZeroEtg4 } from '../books/roulette-double-zero-etg-4.ts'
import { sandsFastActionRoulette2 } from '../books/sands-fast-action-roulette-2.ts'
import { settle } from './settle-wagers.ts'

const money = (lines: ReturnType<typeof settle>) =>
  lines.map(({ player, spot, stake, paid, collected }) => ({ player, spot, stake, paid, collected }))

test('wagers of one player on one spot are one stake, by whatever order of numbers they name it', () => {
  const wagers = [
    { player: 'ann', spot: '17/20', stake: 500 },
    { player: 'ben', spot: 'red', stake: 1_000 },
    { player: 'ann', spot: '20/17', stake: 300 },
  ]
  expect(money(settle(roulette3, wagers, '20'))).toEqual([
    { player: 'ann', spot: '17/20', stake: 800, paid: 13_600, collected: 0 },
    { player: 'ben', spot: 'red', stake: 1_000, paid: 0, collected: 1_000 },
  ])
})

test('limits settle by the readings of the book, and a layout is chosen by name', () => {
  const over = settle(roulette3, [{ player: 'ann', spot: '17', stake: 700 }], '17', {
    limits: { default: { max: 500 as never } },
  })
  expect(over[0]).toMatchObject({
    paid: 17_500,
    returned: 700,
    clause: roulette3.rules.limits.policy === 'settled-by-rule' ? roulette3.rules.limits.overMaximum : '',
  })
  const [line] = settle(rouletteDoubleZeroEtg4, [{ player: 'ann', spot: 'top-line', stake: 100 }], '00', {
    layout: 'B',
  })
  expect(line).toMatchObject({ result: 'won', paid: 600 })
})

test('a book with a bonus draw settles by its numbers', () => {
  const numbers = ['17', '1', '2', '3', '4', '5', '6', '7', '8', '9']
  const [line] = settle(sandsFastActionRoulette2, [{ player: 'ann', spot: '17', stake: 100 }], {
    pocket: '17',
    bonusNumbers: numbers,
  })
  const [plain] = settle(sandsFastActionRoulette2, [{ player: 'ann', spot: '30', stake: 100 }], {
    pocket: '30',
    bonusNumbers: numbers,
  })
  expect(line!.pays).toBeGreaterThan(plain!.pays)
})

const one = [{ player: 'ann', spot: '17', stake: 100 }]
test.each([
  ['wagers[1].spot: 18/99', () => settle(roulette3, [...one, { player: 'ann', spot: '18/99', stake: 100 }], '17')],
  ['wagers[0].stake: 0.5', () => settle(roulette3, [{ player: 'ann', spot: '17', stake: 0.5 }], '17')],
  ['wagers[0].stake: -100', () => settle(roulette3, [{ player: 'ann', spot: '17', stake: -100 }], '17')],
  ['outcome: the wheel of mbs/roulette@3 has no pocket 00', () => settle(roulette3, one, '00')],
  ['outcome.bonusNumbers', () => settle(roulette3, one, { pocket: '17', bonusNumbers: ['1'] })],
  ['outcome.bonusNumbers', () => settle(sandsFastActionRoulette2, one, '17')],
  ['options.layout', () => settle(roulette3, one, '17', { layout: 'B' })],
])('a bad argument is named: %s', (name, bad) => {
  expect(bad).toThrow(RangeError)
  expect(bad).toThrow(name)
})
