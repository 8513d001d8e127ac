import { describe, expect, test } from 'vitest'
import { must, read, tableOf } from '../../test/support/engine.ts'
import { bookById } from '../books/index.ts'
import { conduct, openTable, type Table } from './conduct.ts'
import { isRefusal } from './decision.ts'
import { foresee, isForesight } from './foresee.ts'
import { isProblem } from './language.ts'
import { readSetup } from './table.ts'

/** The effects that staff see before they confirm: every effect of a command, each with its clause. */

const reason = 'seen on the camera'
const wager = { do: 'wager', player: 'ann', spot: '17', stake: 1_000 }
const open = [{ do: 'buy-in', player: 'ann', amount: 100_000 }, { do: 'place-your-bets' }, wager]
const spun = [...open, { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }]
const closed = [...spun, { do: 'no-more-bets' }]
const atRest = [...closed, { do: 'ball-at-rest', pocket: '17' }]
const settled = [...atRest, { do: 'settle' }]
const referred = (turns: readonly object[]): object[] => [...turns, { do: 'refer', reason }]
const decide = (decision: string, more: object = {}) => ({
  do: 'decide',
  decision,
  reason,
  by: 'shift-manager',
  ...more,
})
const rule = (treatment: string, more: object = {}) => ({
  do: 'rule-on-wager',
  player: 'ann',
  spot: '17',
  treatment,
  reason,
  ...more,
})

function played(table: Table, orders: readonly object[]): Table {
  return orders.reduce((now: Table, order) => {
    const { table: next, answer } = conduct(now, read(order))
    must(!isRefusal(answer), 'refused', order, answer)
    return next
  }, table)
}

function effectsAfter(table: Table, orders: readonly object[], order: object): (string | null)[][] {
  const { book, state } = played(table, orders)
  const foreseen = foresee(book, state, read(order))
  must(isForesight(foreseen), 'refused', foreseen)
  return foreseen.effects.map(({ effect, clause, code }) => [effect, clause, ...(code ? [code] : [])])
}

describe('Roulette (3)', () => {
  // biome-ignore format: a table is read down its columns
  test.each<[string, object[], object, (string | null)[][]]>([
    ['the ball with the wheel',        open,     { do: 'spin', ball: 'clockwise', wheel: 'clockwise' }, [['round-void', '5.1', 'same-direction']]],
    ['a spin that is none',            spun,     { do: 'no-spin' },             [['round-void', '5.12', 'no-spin']]],
    ['no more bets',                   spun,     { do: 'no-more-bets' },        [['betting-closes', '3.7']]],
    ['settle',                         atRest,   { do: 'settle' },              [['round-settled', '4.3']]],
    ['another number, before it is paid', atRest, { do: 'correct-outcome', round: 1, pocket: '3', reason }, [['outcome-changes', '6.4']]],
    ['another number, after',          settled,  { do: 'correct-outcome', round: 1, pocket: '3', reason }, [['settled-again', '6.4'], ['later-rounds-stand', null]]],
    ['referred',                       closed,   { do: 'refer', reason },       [['shift-manager-decides', '6.2']]],
    ['decided void, with an award',    referred(closed), decide('void', { awards: { ann: 700 } }), [['award-paid', '6.2'], ['round-void', '6.2', 'decision']]],
    ['decided to settle',              referred(atRest), decide('settle'),      [['round-settled', '4.3']]],
    ['decided to go on, bets open',    referred(open), decide('continue'),      [['round-goes-on', '6.2'], ['bets-open-again', '6.2']]],
    ['decided to go on, the ball running', referred(spun), decide('continue'),  [['round-goes-on', '6.2'], ['bets-open-again', '6.2']]],
    ['decided to go on, bets closed',  referred(closed), decide('continue'),    [['round-goes-on', '6.2']]],
    ['decided that a past round stands', [...settled, { do: 'refer', round: 1, reason }], decide('stands', { round: 1 }), [['round-stands', '6.2']]],
    ['no power, bets open',            open,     { do: 'power-failure' },       [['play-waits', '5.11'], ['no-spin-voids', '5.11.1'], ['play-goes-on', '5.11.2']]],
    ['no power, the ball at rest',     atRest,   { do: 'power-failure' },       [['play-waits', '5.11'], ['outcome-stands', '5.11']]],
    ['a wager that stands',            atRest,   rule('stands'),                [['wager-stands', '3.9']]],
    ['a wager that goes back',         atRest,   rule('returned'),              [['wager-returned', '3.9']]],
    ['a wager that is moved',          atRest,   rule('moved', { to: '20' }),   [['wager-moved', '3.9']]],
    ['other limits',                   [],       { do: 'set-limits', limits: { default: { min: 500 } }, reason }, [['limits-hold', '3.3.1']]],
    ['a round that is void afterwards', settled, { do: 'void-rounds', rounds: [1], code: 'wheel-stopped', reason, by: 'shift-manager' }, [['round-void', '5.8', 'wheel-stopped'], ['stakes-returned', null]]],
    ['a number while it is referred',  referred(closed), { do: 'ball-at-rest', pocket: '17' }, [['fact-recorded', '3.8']]],
    ['a count while it is referred',   referred(atRest), { do: 'ball-at-rest', pocket: '17', revolutions: 3 }, [['fact-recorded', '3.6']]],
    ['a late count that is enough',    atRest,   { do: 'ball-at-rest', pocket: '17', revolutions: 6 }, [['count-recorded', '3.6']]],
    ['a late count that is not',       atRest,   { do: 'ball-at-rest', pocket: '17', revolutions: 3 }, [['round-void', '5.3', 'too-few-revolutions']]],
    ['another number by the wheel',    atRest,   { do: 'ball-at-rest', pocket: '20', by: 'wheel' }, [['results-differ', '6.4']]],
    ['a ball at rest with bets open',  spun,     { do: 'ball-at-rest', pocket: '17' }, [['betting-closes', '6.2'], ['shift-manager-decides', '6.2']]],
    ['cash chips',                     [],       { do: 'buy-in', player: 'bob', amount: 10_000 }, []],
  ])('%s', (_, orders, order, effects) => {
    expect(effectsAfter(tableOf('mbs/roulette@3'), orders, order)).toEqual(effects)
  })
})

test('where the book enforces no limits, others are only shown', () => {
  const limits = { do: 'set-limits', limits: { default: { min: 500 } }, reason }
  expect(effectsAfter(tableOf('mbs/sands-roulette@1'), [], limits)).toEqual([['limits-shown', null]])
})

test('colour chips worth more than the minimum are marked on the bank', () => {
  const table = tableOf('mbs/roulette@3', { default: { min: 500 } })
  const buyIn = (chipValue: number) => ({ do: 'buy-in', player: 'bob', amount: 10_000, colour: 'pink', chipValue })
  expect(effectsAfter(table, [], buyIn(1_000)).map(([effect]) => effect)).toEqual(['chips-marked'])
  expect(effectsAfter(table, [], buyIn(500))).toEqual([])
})

describe('Roulette Double Zero, where play is interrupted', () => {
  const book = bookById('rws/roulette-double-zero-etg@4')!
  const setup = readSetup({ book: book.id, layout: 'A', terminal: 'rapid', limits: {} }, bookById)
  if (isProblem(setup)) throw new Error(JSON.stringify(setup))
  const table = openTable(book, setup, { bookById })
  test('everywhere: the outcome stands', () => {
    expect(effectsAfter(table, atRest, { do: 'interruption' })).toEqual([['outcome-stands', '5.1.1']])
  })
  test('at terminals alone: what was registered is settled, and nothing else happened', () => {
    expect(effectsAfter(table, closed, { do: 'interruption', terminals: ['ann'] })).toEqual([
      ['registered-settled', '5.2.1'],
      ['not-registered-never-happened', '5.2.2'],
    ])
  })
})
