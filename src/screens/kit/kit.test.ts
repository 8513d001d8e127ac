import { afterEach, expect, test } from 'vitest'
import { type Book, bookById, books } from '../../books/index.ts'
import { isIncluded } from '../../client/commands.ts'
import { applyChanges } from '../../client/view-changes.ts'
import type { Limits } from '../../engine/limits.ts'
import type { Cents } from '../../engine/money.ts'
import { refusalCodes as tableCodes } from '../../engine/refusals.ts'
import { layoutNames, spotsOf } from '../../engine/spots.ts'
import { houseRefusalCodes } from '../../house/house-refusals.ts'
import { chipText, money, readMoney, shortMoney, signedMoney } from '../../words/plain-text.ts'
import { clauseName, groupName, refusalText, spotName, voidReason } from '../words/names.ts'
import { speak } from '../words/speech.ts'
import { chipsOf, chipsOffered, denominations, stackOf } from './chips.ts'
import { briefLimits, limitRows } from './limits-text.ts'
import { pendingBySpot } from './pending.ts'
import { timesOf } from './phase-ring.tsx'
import { oval } from './racetrack-shape.ts'
import { sectionGroups } from './section-groups.ts'
import { hotAndCold } from './statistics.ts'

test('limits are shown as they hold: for some kinds alone, open at one end, or not at all', () => {
  const known = bookById('mbs/roulette@3')!
  const { wagers } = known.layouts.table!
  const table = {
    ...known.layouts.table!,
    wagers: wagers.filter(({ kind }) => ['straight-up', 'split', 'red'].includes(kind)),
  }
  const book = { ...known, layouts: { table } }
  const rows = (limits: Limits | object) =>
    limitRows(book, 'table', limits as Limits, 'others').map(({ name, range }) => `${name}: ${range}`)
  expect(rows({ default: { min: 500, max: 5_000 } })).toEqual(['others: $5 to $50'])
  expect(rows({ default: { min: 500 }, red: { max: 9_000 } })).toEqual(['Red: $5 to $90', 'others: at least $5'])
  expect(rows({ split: { max: 5_000 } })).toEqual(['Split: at most $50', 'others: any amount'])
  const each = { 'straight-up': { min: 100 }, split: { min: 100 }, red: { min: 100 } }
  expect(rows(each)).toEqual(['Straight up, Split, Red: at least $1'])
  expect([rows({}), rows({ default: {} }), briefLimits(book, 'table', {})]).toEqual([[], [], null])
  expect(briefLimits(book, 'table', { split: { max: 5_000 as Cents } })).toBe(
    'Split at most $50 · All other wagers any amount',
  )
})

test('the maximum payout stands after the limits of wagers', () => {
  const book = bookById('mbs/roulette@3')!
  const payout = { 'maximum-payout': { max: 500_000 as Cents } }
  const texts = (limits: Limits) => [
    ...limitRows(book, 'table', limits, 'others').map(({ name, range }) => `${name}: ${range}`),
    briefLimits(book, 'table', limits),
  ]
  expect(texts(payout)).toEqual(['Maximum payout: $5,000', 'Maximum payout $5,000'])
  expect(texts({ default: { max: 5_000 as Cents }, ...payout })).toEqual([
    'others: at most $50',
    'Maximum payout: $5,000',
    'at most $50 · Maximum payout $5,000',
  ])
})

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [123456, '1,234.56'],
  [-500, '−5.00'],
  [100_000_000_00, '100,000,000.00'],
])('%i cents is %s', (cents, text) => expect(money(cents)).toBe(text))

test('money in short, with its sign, and on a chip', () => {
  expect([shortMoney(500), shortMoney(550), signedMoney(500), signedMoney(-500), signedMoney(0)]).toEqual([
    '5',
    '5.50',
    '+5.00',
    '−5.00',
    '0.00',
  ])
  expect([50, 100, 2500, 100_000, 500_000, 123].map(chipText)).toEqual(['.50', '1', '25', '1K', '5K', '1.23'])
})

test.each([
  ['5', 500],
  ['$1,234.5', 123450],
  [' 12.34 ', 1234],
  ['1,23', null],
  ['12.345', null],
  ['-5', null],
  ['', null],
  ['five', null],
])('%j is read as %s', (text, cents) => expect(readMoney(text)).toBe(cents))

test('the chips of an amount are worth it, and few of them are seen', () => {
  for (const amount of [1, 50, 500, 1234, 99_999_99, 3_00])
    expect(chipsOf(amount).reduce((sum, chip) => sum + chip, 0)).toBe(amount)
  expect(stackOf(4_99)).toHaveLength(5)
  expect(chipsOffered({ default: { min: 500, max: 2_000_00 } } as never)[0]).toBe(500)
  expect(chipsOffered({ default: { min: 500, max: 10_00 } } as never)).toEqual([500, 1000])
  expect(chipsOffered({})[0]).toBe(100)
  expect([...denominations].sort((a, b) => a - b)).toEqual(denominations)
})

test('a change replaces fields; wagers and seats entry by entry', () => {
  const view = { phase: 'a', wagers: { '1': { stake: 1 }, '2': { stake: 2 } }, funds: { balance: 1 } }
  expect(applyChanges(view, [{ phase: 'b', wagers: { '1': null, '3': { stake: 3 } } }])).toEqual({
    phase: 'b',
    wagers: { '2': { stake: 2 }, '3': { stake: 3 } },
    funds: { balance: 1 },
  })
  expect(applyChanges(view, [{ wagers: null }, { wagers: { '9': { stake: 9 } } }]).wagers).toEqual({
    '9': { stake: 9 },
  })
  expect(view.wagers).toHaveProperty('1')
})

test('pending stakes add up by spot, several-piece bets by their pieces', () => {
  const command = (fields: object) => ({ command: { do: 'wager', id: 'x', ...fields }, round: 1, events: null })
  const bySpot = pendingBySpot(
    [
      command({ spot: '17', stake: 5 }),
      command({ spot: '17', stake: 5 }),
      command({ do: 'withdraw', spot: '17', stake: 3 }),
      command({ bet: 'tiers', unit: 2 }),
    ],
    () => [{ spot: '5/8', pieces: 2 }],
  )
  expect([...bySpot]).toEqual([
    ['17', 7],
    ['5/8', 4],
  ])
  expect(isIncluded([{ type: 'wager-withdrawn', spot: '17', total: 0 } as never], {})).toBe(true)
  expect(isIncluded([{ type: 'wager-placed', spot: '17', total: 5 } as never], {})).toBe(false)
})

test('every refusal of table and house is said in both languages, its facts in place', async () => {
  const facts = {
    needs: 'pit-manager',
    min: 500,
    max: 500,
    total: 500,
    round: 3,
    pocket: '17',
    colour: 'blue',
    field: 'name',
    book: 'mbs/roulette@3',
    player: 'ann',
    what: 'refer',
    wheel: 'W-17',
    problem: 'limits do not fit',
  }
  const codes = new Set([...tableCodes, ...houseRefusalCodes])
  const said = () => [...codes].map((refused) => refusalText({ refused, ...facts }))
  for (const text of said()) expect(text).not.toMatch(/undefined|NaN|[一-鿿]|-[a-z]+-/)
  await speak('zh')
  for (const text of said()) expect(text).toMatch(/^(?!.*(?:undefined|NaN)).*[一-鿿]/)
})

test.each([
  ['administrator', 'This takes an administrator or above'],
  ['dealer', 'This takes a dealer or above'],
])('whoever is not %s is told what it takes', (needs, said) => {
  expect(refusalText({ refused: 'position-too-low', needs })).toBe(said)
})

test('a group of numbers is not a bet on a number', async () => {
  const book = bookById('mbs/roulette@3')!
  const spots = ['dozen-2', 'column-3'].map((id) => spotsOf(book, 'table').byId.get(id)!)
  const named = (name: typeof spotName) => spots.map((spot) => name(book, spot))
  expect(named(groupName)).toEqual(named(spotName))
  await speak('zh')
  expect(named(groupName)).toEqual(['第二打', '第三列'])
  expect(named(spotName)).toEqual(['第二打注', '第三列注'])
})

test('a clause is cited as a clause, a reading of ours as a reading', () => {
  expect([clauseName('4.1'), clauseName('reading 10')]).toEqual(['Clause 4.1', 'Reading 10'])
})

test('the closing time is shown only if it was announced', () => {
  const [openedAt, closesAt] = ['2026-01-31T20:15:00.000Z', '2026-01-31T20:15:27.000Z']
  const ahead = (told: string) => Date.parse(told) - 1_000
  expect(timesOf({ openedAt, closesAt }, ahead)).toEqual({ closesAt: Date.parse(closesAt) - 1_000, lasts: 27_000 })
  expect(timesOf({ openedAt, closesAt: null }, ahead)).toEqual({})
})

afterEach(async () => {
  await speak('en')
})

test('a round is void for what the book lists, or by a decision', async () => {
  const reasons = () => ['same-direction', 'decision', 'unheard-of'].map((code) => voidReason(books[0], code))
  expect(reasons()).toEqual([
    'The ball ran the same way round as the wheel',
    'Decided by the shift manager',
    'Unheard-of',
  ])
  await speak('zh')
  expect(reasons()).toEqual(['珠子与轮盘同向转动', '由值班经理裁定', 'Unheard-of'])
})

test('no two spots of a layout are called the same', () => {
  for (const book of books)
    for (const layout of layoutNames(book)) {
      const names = spotsOf(book, layout).list.map((spot) => spotName(book, spot))
      expect(new Set(names).size, `${book.id} ${layout}`).toBe(names.length)
    }
})

const result = (pocket: string | null) => ({ round: 1, pocket, void: pocket === null ? 'no-spin' : null })

test('hot numbers came, cold ones did not, void rounds do not count', () => {
  const book = books[0]!
  const { hot, cold } = hotAndCold(book, [result('7'), result(null), result('9'), result('7')], 3)
  expect(hot).toEqual([
    { pocket: '7', count: 2 },
    { pocket: '9', count: 1 },
  ])
  expect(cold.every(({ count }) => count === 0)).toBe(true)
})

test('the racetrack has a field for every pocket, none twice in one place', () => {
  for (const { wheel } of books) {
    const { fields, w, h } = oval(wheel.order.length, 640, 84, 27)
    expect(new Set(fields.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)).size).toBe(wheel.order.length)
    for (const { x, y } of fields) expect(Math.abs(x) <= w / 2 && Math.abs(y) <= h / 2).toBe(true)
  }
})

test('sections share out the numbers in groups, whatever they are called', () => {
  const named = (book: Book, layout: string) =>
    sectionGroups(book, layout).map((group) => group.map(({ spot }) => spot).join(' '))
  const usual = ['red black', 'odd even', 'low high', 'dozen-1 dozen-2 dozen-3', 'column-1 column-2 column-3']
  expect(named(bookById('mbs/roulette@3')!, 'table')).toEqual(usual)
  expect(named(bookById('mbs/sands-roulette@2')!, 'table')).toEqual(['green', ...usual])
  expect(named(bookById('mbs/sands-fast-action-roulette@2')!, 'table')).toEqual([])
})
