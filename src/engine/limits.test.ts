import { describe, expect, test } from 'vitest'
import { announcedRoulette } from '../../test/books/foreign-books.ts'
import { read } from '../../test/support/engine.ts'
import { bookById } from '../books/index.ts'
import type { Book, LimitAmounts, LimitsPolicy } from '../books/rule-book.ts'
import { conduct, openTable } from './conduct.ts'
import { type Limits, limitsFor, outsideOf, tableLimits, tableMinimum } from './limits.ts'
import { CENTS_MAX, type Cents } from './money.ts'
import { readSetup, type TableSetup } from './table.ts'

const cents = (amount: number) => amount as Cents
const limits = {
  default: { min: cents(500), max: cents(100_000) },
  'straight-up': { max: cents(20_000) },
  split: { min: cents(1_000) },
}

test('a kind has its own limits, else those of all, else none', () => {
  expect(limitsFor(limits, 'straight-up')).toEqual({ min: 500, max: 20_000 })
  expect(limitsFor(limits, 'split')).toEqual({ min: 1_000, max: 100_000 })
  expect(limitsFor(limits, 'dozen')).toEqual({ min: 500, max: 100_000 })
  expect(limitsFor({}, 'dozen')).toEqual({ min: 0, max: CENTS_MAX })
})

// biome-ignore format: a table is read down its columns
test.each([
  [{},                                                              null],
  [{ default: { max: cents(5_000) } },                              null],
  [{ default: { min: cents(1_000) }, split: { min: cents(500) } },  500],
  [{ default: { min: cents(1_000) }, split: { min: cents(2_000) } }, 1_000],
  [{ split: { min: cents(2_000) } },                                2_000],
  [{ default: { min: cents(100) }, split: { min: cents(500) }, 'straight-up': { min: cents(400) } }, 400],
])('the table minimum of %j is the lowest of any spot that is there: %s', (some, least) => {
  expect(tableMinimum(some, ['straight-up', 'split'])).toBe(least)
})

// biome-ignore format: a table is read down its columns
test.each([
  [499,    'under-minimum'],
  [500,    null],
  [20_000, null],
  [20_001, 'over-maximum'],
])('%i straight up is %s: a limit itself may be staked', (stake, outside) => {
  expect(outsideOf(limits, 'straight-up', cents(stake))).toBe(outside)
})

describe('problems of limits', () => {
  const limitsIn = (value: unknown) => tableLimits(bookById('mbs/roulette@3')!, 'table', value)

  test.each([
    {},
    limits,
    { default: {} },
    { split: { min: 0, max: 0 } },
    { default: { min: 500 }, split: { max: 500 } },
  ])('nothing: %j', (value) => expect(limitsIn(value)).toEqual({ limits: value }))

  // biome-ignore format: a table is read down its columns
  test.each([
    [null,                                              'must be an object'],
    [[],                                                'must be an object'],
    [{ baccarat: {} },                                  'has no kind of wager called baccarat'],
    [{ split: 5 },                                      '.split must be an object with min and max'],
    [{ default: { least: 5 } },                         '.default has min and max, not least'],
    [{ split: { min: -1 } },                            '.split.min must be a whole number of cents'],
    [{ split: { max: 0.5 } },                           '.split.max must be a whole number of cents'],
    [{ split: { max: '5' } },                           '.split.max must be a whole number of cents'],
    [{ default: { max: CENTS_MAX + 1 } },               '.default.max must be a whole number of cents'],
    [{ split: { min: 501, max: 500 } },                 'puts the minimum of split above its maximum'],
    [{ default: { min: 501 }, 'straight-up': { max: 500 } }, 'puts the minimum of straight-up above its maximum'],
  ])('%j %s', (value, problem) => expect(limitsIn(value)).toEqual({ problem }))
})

const ownLimits = announcedRoulette.rules.limits as Extract<LimitsPolicy, { policy: 'refused' }>

const versionOf = (version: number, amounts: LimitAmounts | undefined): Book => {
  const { amounts: _, ...limits } = ownLimits
  const { maximumPayout: __, ...others } = announcedRoulette.rules
  const rules = { ...others, limits: { ...limits, ...(amounts ? { amounts } : {}) } }
  return { ...announcedRoulette, id: `riviera/french-roulette@${version}`, version, rules }
}

describe('a table that changes to a book with narrower limits', () => {
  const own = { default: { min: 500, max: 5_000 }, plein: { max: 1_000 } }
  const versions = [versionOf(1, ownLimits.amounts), versionOf(2, own), versionOf(3, undefined)]
  const byId = (id: string) => versions.find((book) => book.id === id)
  const change = (limits: object, from: number, to: number) => {
    const book = versions[from - 1]!
    const setup = readSetup({ book: book.id, limits }, byId) as TableSetup
    const command = read({ do: 'set-book', book: `riviera/french-roulette@${to}`, reason: 'new', by: 'shift-manager' })
    return conduct(openTable(book, setup, { bookById: byId }), command)
  }

  test('displays those from then on, on record with their clause', () => {
    const { answer, table } = change({ red: { max: 800 } }, 3, 2)
    const to = { ...own, red: { max: 800 } }
    const said = { reason: 'new', by: { role: 'shift-manager' } }
    expect(answer).toMatchObject({
      events: [{ type: 'book-set' }, { type: 'limits-set', from: { red: { max: 800 } }, to, ...said, clause: '2.2' }],
    })
    expect(table.state.limits).toEqual(to)
  })

  test('changes nothing where its own are as narrow', () => {
    expect(change(own, 1, 2).answer).toMatchObject({ events: [{ type: 'book-set' }] })
    expect(change({}, 2, 3).table.state.limits).toEqual(own)
  })

  test('is refused while it displays wider ones', () => {
    const problem = 'limits puts the minimum of all kinds below that of the rule book'
    expect(change({}, 1, 2).answer).toMatchObject({ refused: 'book-does-not-fit', problem })
  })
})

describe('limits of the book itself', () => {
  const limitsOf = (value: unknown) => tableLimits(announcedRoulette, 'table', value)
  const own = { default: { min: 100, max: 60_000 }, plein: { max: 10_000 }, red: { min: 200, max: 200_000 } }

  // biome-ignore format: a table is read down its columns
  test.each([
    ['nothing stated',         {},                                                  { default: [100, 60_000], plein: [100, 10_000], red: [200, 200_000] }],
    ['the same',               own,                                                 { default: [100, 60_000], plein: [100, 10_000], red: [200, 200_000] }],
    ['all narrower',           { default: { min: 500, max: 5_000 } },               { default: [500, 5_000], plein: [500, 5_000], red: [500, 5_000] }],
    ['all but one narrower',   { default: { max: 20_000 } },                        { default: [100, 20_000], plein: [100, 10_000], red: [200, 20_000] }],
    ['one narrower',           { red: { min: 1_000 } },                             { default: [100, 60_000], plein: [100, 10_000], red: [1_000, 200_000] }],
    ['one apart from all',     { default: { min: 500, max: 800 }, red: { min: 200, max: 900 } }, { default: [500, 800], plein: [500, 800], red: [200, 900] }],
  ])('%s: the narrower of both holds', (_, stated, expected) => {
    const { limits } = limitsOf(stated) as { limits: Limits }
    const ranges = Object.entries({ ...expected, douzaine: expected.default }).map(([kind, [min, max]]) => [kind, { min, max }])
    const found = ranges.map(([kind]) => [kind, limitsFor(limits, kind as string)])
    expect(found).toEqual(ranges)
    expect(limitsOf(limits)).toEqual({ limits })
  })

  test.each([
    [{ default: { min: 99 } }, 'puts the minimum of all kinds below that of the rule book'],
    [{ default: { max: 60_001 } }, 'puts the maximum of all kinds above that of the rule book'],
    [{ plein: { min: 99 } }, 'puts the minimum of plein below that of the rule book'],
    [{ plein: { max: 10_001 } }, 'puts the maximum of plein above that of the rule book'],
    [{ red: { max: 200_001 } }, 'puts the maximum of red above that of the rule book'],
    [{ default: { min: 10_001 } }, 'puts the minimum of plein above its maximum'],
  ])('%j is refused with the clause: it %s', (value, problem) => {
    expect(limitsOf(value)).toEqual({ problem, clause: '2.2' })
  })
})
