import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { books } from '../books/index.ts'
import type { Book } from '../books/rule-book.ts'
import { playScript, type Script } from '../engine/script.ts'
import { scenariosOf } from './scenarios.ts'

const isAny = (): boolean => true
const isOne =
  (id: string) =>
  (book: Book): boolean =>
    book.id === id
const hasBets =
  (choose: string) =>
  ({ layouts }: Book): boolean =>
    Object.values(layouts).some(({ severalPieceBets }) =>
      severalPieceBets.some(({ bets }) => bets.some((bet) => bet.choose === choose)),
    )

/** The books that each reading of docs/readings.md concerns. */
const concerns: Readonly<Record<number, (book: Book) => boolean>> = {
  1: isOne('mbs/sands-roulette@2'),
  2: isOne('mbs/sands-roulette@2'),
  3: isOne('mbs/roulette@3'),
  4: ({ rules }) => rules.limits.policy !== 'none',
  5: ({ rules }) => rules.limits.policy === 'settled-by-rule',
  6: ({ rules }) => rules.limits.policy === 'settled-by-rule',
  7: isAny,
  8: isAny,
  9: isAny,
  10: isAny,
  11: isAny,
  12: ({ rules }) => rules.noSpin !== null,
  13: ({ rules }) => rules.powerFailure !== null,
  14: ({ rules }) => rules.interruption !== null,
  15: ({ rules }) => rules.interruption !== null,
  16: isAny,
  17: isAny,
  18: ({ rules }) => rules.bonus !== null,
  19: ({ rules }) => rules.bonus !== null,
  20: ({ rules }) => rules.bonus !== null,
  21: isAny,
  22: isAny,
  23: hasBets('last-digit'),
  24: hasBets('number-and-neighbours'),
  25: isAny,
  26: isAny,
  27: isAny,
  28: isAny,
  29: isAny,
  30: isAny,
  31: ({ funds }) => funds.colourChips?.markedAboveMinimum === true,
  32: isAny,
  33: isAny,
  34: isAny,
  35: isOne('rws/roulette-double-zero-etg@4'),
  36: isAny,
}

test('docs/readings.md has these readings, in their order', () => {
  const rows = readFileSync('docs/readings.md', 'utf8').matchAll(/^\| (\d+) \|/gm)
  expect([...rows].map(([, number]) => Number(number))).toEqual(Object.keys(concerns).map(Number))
})

const isCitedIn = (script: Script, reading: number): boolean =>
  [...playScript(script)].some(
    (step) => step.played === 'command' && JSON.stringify(step.answer).includes(`"reading ${reading}"`),
  )

describe.each(books.map((book) => ({ book, scenarios: scenariosOf(book) })))('$book.id', ({ book, scenarios }) => {
  const numbers = Object.keys(concerns).map(Number)
  const shownBy = (reading: number) => scenarios.filter(({ readings }) => readings.includes(reading))

  test('every reading that concerns the book has a scenario, and no scenario names another', () => {
    expect(numbers.filter((reading) => shownBy(reading).length > 0)).toEqual(
      numbers.filter((reading) => concerns[reading]!(book)),
    )
    const named = scenarios.flatMap(({ readings }) => readings)
    expect(named.filter((reading) => !numbers.includes(reading))).toEqual([])
  })

  test('a reading that the book cites is cited by an answer of its scenarios', () => {
    const cited = [...JSON.stringify(book.rules).matchAll(/"reading (\d+)"/g)].map(([, number]) => Number(number))
    // Bets that close only after the spin leave no round without a spin to be closed (reading 27).
    const reachable = cited.filter((reading) => reading !== 27 || book.rules.closing.beforeSpin !== null)
    expect(reachable.length).toBeGreaterThan(0)
    expect(reachable.filter((reading) => !shownBy(reading).some(({ script }) => isCitedIn(script, reading)))).toEqual(
      [],
    )
  })
})
