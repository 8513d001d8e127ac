import { expect, test } from 'vitest'
import { books } from '../books/index.ts'
import { roulette3 } from '../books/roulette-3.ts'
import { angleOf, wheelSvg } from './wheel-svg.ts'

test.each(books.map((book) => ({ book, id: book.id })))(
  '$id: every pocket once, in the order of its wheel',
  ({ book }) => {
    const svg = wheelSvg(book)
    expect([...svg.matchAll(/data-pocket="([^"]*)"/g)].map(([, pocket]) => pocket)).toEqual(book.wheel.order)
    expect(svg).not.toMatch(/NaN|undefined|class="ball"/)
  },
)

test('the ball lies in its pocket, and the title says so', () => {
  const svg = wheelSvg(roulette3, '17')
  expect(svg).toContain('the ball is in 17')
  const [, x, y] = /class="ball" cx="([-\d.]+)" cy="([-\d.]+)"/.exec(svg)!
  const angle = (Math.atan2(Number(x), -Number(y)) * 180) / Math.PI
  expect((angle + 360) % 360).toBeCloseTo(angleOf(roulette3, '17'), 1)
})

test('a pocket that the wheel lacks is named', () => {
  expect(() => wheelSvg(roulette3, '00')).toThrow('pocket 00 is not on the wheel of mbs/roulette@3')
})
