import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookById } from '../books/index.ts'
import type { Cents } from './money.ts'
import { settleStakes } from './settle.ts'
import { type Line, returnedLine, type Stake } from './settlement.ts'
import { spotsOf } from './spots.ts'
import { sumInParts, sumsOf } from './sums.ts'

const book = bookById('mbs/roulette@3')!
const [layout] = Object.keys(book.layouts) as [string]
const spots = [...spotsOf(book, layout).byId.values()]

const stakes = fc.array(
  fc.record({
    player: fc.constantFrom('ann', 'ben', 'cid'),
    spot: fc.constantFrom(...spots),
    cash: fc.integer({ min: 1, max: 5_000 }).map((cents) => cents as Cents),
    chips: fc.nat({ max: 3 }),
    colour: fc.constant('red'),
    chipValue: fc.constant(100 as Cents),
  }) satisfies fc.Arbitrary<Stake>,
  { maxLength: 1_200, size: 'max' },
)

const round = {
  book,
  limits: { default: { min: 1_000 as Cents, max: 4_000 as Cents } },
  warned: () => true,
  draw: null,
}
const total = (lines: readonly Line[], of: (line: Line) => number) => lines.reduce((sum, line) => sum + of(line), 0)

test('the sums of a round follow from its lines, at once or in parts, in any order', () => {
  fc.assert(
    fc.property(stakes, fc.constantFrom(...book.wheel.pockets), fc.boolean(), (staked, pocket, inParts) => {
      const lines = settleStakes({ ...round, pocket }, staked).map((line, at) =>
        at % 7 === 3 ? returnedLine(staked[at]!, '1') : line,
      )
      if (inParts) for (const _ of sumInParts(lines));
      const sums = sumsOf(lines)
      expect(sums.staked).toBe(total(lines, ({ stake }) => stake))
      expect(sums.won).toBe(total(lines, ({ collected, paid }) => collected - paid))
      expect([...sums.players.keys()].sort()).toEqual([...new Set(lines.map(({ player }) => player))].sort())
      for (const [player, { paid, collected, returned, chips, runs }] of sums.players) {
        const own = lines.filter((line) => line.player === player)
        expect(runs.flatMap(([from, to]) => lines.slice(from, to))).toEqual(own)
        const inChips = total(own, (line) => (line.chips?.returned ?? 0) * 100)
        const summed = [own.map((line) => line.paid), own.map((line) => line.collected), own.map((one) => one.returned)]
        expect([paid, collected, returned]).toEqual(summed.map((cents) => cents.reduce((a, b) => a + b, 0)))
        expect(chips).toBe(inChips)
      }
      const atRisk = lines.filter(({ result }) => result !== 'returned')
      for (const [spot, handle] of sums.handle)
        expect(handle).toBe(
          total(
            atRisk.filter((line) => line.spot === spot),
            ({ stake }) => Math.min(stake, 4_000),
          ),
        )
    }),
  )
})

test('a part of the lines never sums to more than all', () => {
  const stake = { player: 'ann', spot: spots[0]!, cash: 5 as Cents, chips: 0, colour: null, chipValue: 0 as Cents }
  const lines = settleStakes({ ...round, pocket: '0' }, Array<Stake>(1_200).fill(stake))
  const parts = sumInParts(lines)
  parts.next()
  expect(sumsOf(lines).staked).toBe(6_000)
  parts.next()
  parts.next()
  expect(sumsOf(lines).staked).toBe(6_000)
})
