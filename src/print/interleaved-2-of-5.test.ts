import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modulesOf } from './barcode.ts'
import { interleavedBars } from './interleaved-2-of-5.ts'

test('a pair as other encoders draw it: the first digit in the bars, the second in the spaces', () => {
  const one = ['111', '1', '1', '1', '111']
  const two = ['0', '000', '0', '0', '000']
  const pair = one.map((bar, nth) => bar + two[nth]!).join('')
  expect(modulesOf(interleavedBars('12'))).toBe(`1010${pair}11101`)
})

test.each(['', '1', '123', '12a4', '１２', '12\n'])('%j cannot be drawn', (digits) => {
  expect(() => interleavedBars(digits)).toThrow(RangeError)
})

/** A scanner of its own: two of each digit's five elements are wide, with the weights 1, 2, 4, 7 and 0. */
function scanned(bars: readonly number[]): string {
  const weights = [1, 2, 4, 7, 0]
  const digit = (elements: readonly number[]): string => {
    expect(elements.filter((width) => width === 3)).toHaveLength(2)
    const sum = elements.reduce((total, width, nth) => total + (width === 3 ? weights[nth]! : 0), 0)
    return String(sum === 11 ? 0 : sum)
  }
  const data = bars.slice(4, -3)
  const pairs = Array.from({ length: data.length / 10 }, (_, nth) => data.slice(nth * 10, nth * 10 + 10))
  return pairs.flatMap((pair) => [0, 1].map((which) => digit(pair.filter((_, nth) => nth % 2 === which)))).join('')
}

test('a drawn code is read back', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^([0-9]{2}){1,12}$/), (text) => {
      expect(scanned(interleavedBars(text))).toBe(text)
    }),
  )
})
