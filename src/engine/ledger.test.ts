import { expect, test } from 'vitest'
import type { TableEvent } from './events.ts'
import { accountsOf, freshLedger, isBalanced, type Ledger, playersOf, post, totalsOf } from './ledger.ts'
import type { Cents } from './money.ts'
import type { Line } from './settlement.ts'

const cents = (amount: number) => amount as Cents
const by = { role: 'dealer' } as const
const boughtIn = { type: 'bought-in', player: 'ann', amount: cents(5_000), by } as unknown as TableEvent
const line = (stake: number, paid: number, collected: number, returned: number): Line => ({
  player: 'ann',
  spot: '17',
  result: paid > 0 ? 'won' : 'lost',
  pays: 35,
  clause: '1',
  stake: cents(stake),
  paid: cents(paid),
  collected: cents(collected),
  returned: cents(returned),
})
const settled = (...lines: Line[]): TableEvent => ({
  type: 'round-settled',
  round: 1,
  pocket: '17',
  clause: '1',
  lines,
})
const placed = { type: 'wager-placed', player: 'ann', spot: '17', stake: cents(500) } as unknown as TableEvent

const after = (...events: TableEvent[]): Ledger => events.reduce(post, freshLedger())

test('money brought, staked, won and paid is on the right accounts, and sums to zero', () => {
  const ledger = after(boughtIn, placed, settled(line(500, 17_500, 0, 500)))
  expect(accountsOf(ledger)).toEqual({ outside: -5_000, house: -17_500, 'player:ann': 22_500 })
  expect(isBalanced(ledger)).toBe(true)
})

test('a settlement that makes or loses a cent is a bug, and is told before anything is posted', () => {
  for (const wrong of [line(500, 0, 500, 1), line(500, 0, 499, 0), line(500, 0, 0, 501)])
    expect(() => post(after(boughtIn, placed), settled(wrong))).toThrow('round-settled does not sum to zero')
})

test('an account on which nothing was moved is none', () => {
  expect(accountsOf(freshLedger())).toEqual({})
  const nothing = after({ ...boughtIn, amount: cents(0) } as TableEvent)
  expect([playersOf(nothing), accountsOf(nothing)]).toEqual([[], {}])
})

test('an event without money returns the same ledger', () => {
  const ledger = after(boughtIn)
  expect(post(ledger, { type: 'betting-opened', round: 1, book: 'b', clause: '1' })).toBe(ledger)
})

test('a ledger whose accounts do not sum to zero is not balanced', () => {
  expect(isBalanced({ ...after(boughtIn), house: cents(1) })).toBe(false)
})

test('chips bought are chips, and the rest of the money is cash', () => {
  const chips = { colour: 'blue', value: cents(200), count: 7 }
  const ledger = after({ ...boughtIn, amount: cents(1_500), chips } as unknown as TableEvent)
  expect(accountsOf(ledger)).toEqual({ outside: -1_500, 'chips:ann': 1_400, 'player:ann': 100 })
})

test('a wager taken back is in hand again, chips as chips', () => {
  const chips = { colour: 'blue', value: cents(200), count: 2 }
  const bought = { ...boughtIn, amount: cents(1_000), chips: { ...chips, count: 5 } } as unknown as TableEvent
  const staked = { ...placed, stake: cents(400), chips } as unknown as TableEvent
  const before = after(bought)
  const lying = post(before, staked)
  expect(accountsOf(lying)).toEqual({ outside: -1_000, layout: 400, 'chips:ann': 600 })
  expect(accountsOf(post(lying, { ...staked, type: 'wager-withdrawn' } as TableEvent))).toEqual(accountsOf(before))
})

test('an amount that could not be collected is owed until it is repaid', () => {
  const adjustment = { player: 'ann', amount: cents(-6_000), owed: cents(1_000) }
  const corrected = { type: 'outcome-corrected', adjustments: [adjustment] } as unknown as TableEvent
  const ledger = after(boughtIn, corrected)
  expect(accountsOf(ledger)).toEqual({ outside: -5_000, house: 6_000, 'owed:ann': -1_000 })
  const repaid = { type: 'owed-repaid', player: 'ann', amount: cents(1_000), by } as unknown as TableEvent
  const again = [{ ...boughtIn, amount: cents(1_000) } as TableEvent, repaid].reduce(post, ledger)
  expect(accountsOf(again)).toEqual({ outside: -6_000, house: 6_000 })
})

test('the totals of all players stand beside the accounts of the table, and sum to zero', () => {
  const bob = { ...boughtIn, player: 'bob', amount: cents(2_000) } as TableEvent
  const totals = totalsOf(after(boughtIn, bob, placed))
  expect(totals).toEqual({ outside: -7_000, house: 0, layout: 500, awards: 0, cash: 6_500, chips: 0, owed: 0 })
  expect(Object.values(totals).reduce<number>((all, one) => all + one, 0)).toBe(0)
})
