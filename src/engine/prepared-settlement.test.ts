import { expect, test } from 'vitest'
import { read, tableOf } from '../../test/support/engine.ts'
import { bookById } from '../books/index.ts'
import type { Layout } from '../books/rule-book.ts'
import type { Table } from './conduct.ts'
import { decide } from './decide.ts'
import { isRefusal } from './decision.ts'
import type { TableEvent } from './events.ts'
import { evolve } from './evolve.ts'
import { PersistentMap } from './persistent-map.ts'
import { prepareSettlement } from './prepared-settlement.ts'
import type { Line } from './settlement.ts'
import { sumsOf } from './sums.ts'
import type { TableState } from './table.ts'

/**
 * A settlement that was prepared for one state must not be used for another: each of these cases changes something
 * after the preparation.
 */
type Play = Pick<Table, 'book' | 'state'>

function given({ book, state }: Play, ...commands: readonly string[]): Play {
  const after = commands.reduce((before, text) => {
    const decision = decide(book, before, read(text))
    if (isRefusal(decision)) throw new Error(`${text}: ${decision.refused}`)
    return decision.events.reduce(evolve, before)
  }, state)
  return { book, state: after }
}

function prepared({ book, state }: Play): Play {
  for (const _ of prepareSettlement(book, state));
  return { book, state }
}

const settledBy = ({ book, state }: Play): TableEvent[] => {
  const decision = decide(book, state, read('{"do":"settle"}'))
  if (isRefusal(decision)) throw new Error(decision.refused)
  return [...decision.events]
}

const linesOf = (play: Play): readonly Line[] => settledBy(play).find((event) => event.type === 'round-settled')!.lines

const bought = [
  '{"do":"buy-in","player":"ann","amount":100000}',
  '{"do":"buy-in","player":"ben","amount":3000,"colour":"blue","chipValue":100}',
]
const staked = [
  '{"do":"wager","player":"ann","spot":"17","stake":500}',
  '{"do":"wager","player":"ann","spot":"red","stake":2000}',
  '{"do":"wager","player":"ben","spot":"17","chips":4}',
]
const untilTheBallRests = [
  '{"do":"spin","ball":"clockwise","wheel":"anticlockwise"}',
  '{"do":"no-more-bets"}',
  '{"do":"ball-at-rest","pocket":"17"}',
]
const round = ['{"do":"place-your-bets"}', ...staked, ...untilTheBallRests]
const correction = '{"do":"correct-outcome","round":1,"pocket":"18","reason":"misread"}'
const moved =
  '{"do":"rule-on-wager","player":"ann","spot":"17","treatment":"moved","to":"17/20","reason":"it was pushed"}'
const returned = '{"do":"rule-on-wager","player":"ann","spot":"17","treatment":"returned","reason":"late"}'
const stands = '{"do":"rule-on-wager","player":"ann","spot":"17","treatment":"stands","reason":"seen again"}'
const pinkChips = '{"do":"buy-in","player":"cid","amount":600,"colour":"pink","chipValue":300}'

const afterwards: [name: string, ...commands: string[]][] = [
  ['nothing'],
  ['the outcome corrected', correction],
  ['a wager moved', moved],
  ['a wager set aside', returned],
  ['a wager set aside and in play again', returned, stands],
  ['colour chips bought', pinkChips],
]

test.each(afterwards)('prepared, then %s: settled as if it had never been prepared', (_, ...commands) => {
  const before = given(tableOf('mbs/roulette@3'), ...bought, ...round)
  const unprepared = given(tableOf('mbs/roulette@3'), ...bought, ...round, ...commands)
  expect(settledBy(given(prepared(before), ...commands))).toEqual(settledBy(unprepared))
})

test('a settlement uses the prepared lines', () => {
  const play = prepared(given(tableOf('mbs/roulette@3'), ...bought, ...round))
  expect(linesOf(play)).toBe(linesOf(play))
  expect(linesOf(given(tableOf('mbs/roulette@3'), ...bought, ...round))).toEqual(linesOf(play))
})

test('a player who is warned no more, since the round in which they were is void', () => {
  const limits = { default: { min: 1_000 } }
  const first = [...bought, ...round, '{"do":"settle"}', ...round]
  const isVoid = '{"do":"void-rounds","rounds":[1],"code":"ball-broke","reason":"a crack","by":"shift-manager"}'
  const after = given(prepared(given(tableOf('mbs/roulette@3', limits), ...first)), isVoid)
  const unprepared = given(tableOf('mbs/roulette@3', limits), ...first, isVoid)
  expect(settledBy(after)).toEqual(settledBy(unprepared))
  expect(linesOf(after)[0]).toMatchObject({ spot: '17', result: 'won' })
})

test('bonus numbers drawn when the ball already rests', () => {
  const id = 'mbs/sands-fast-action-roulette@2'
  const draw = '{"do":"bonus-numbers","numbers":["17","1","2","3","4","5","6","7","8","9"]}'
  const before = [bought[0]!, '{"do":"place-your-bets"}', staked[0]!, ...untilTheBallRests]
  const after = given(prepared(given(tableOf(id), ...before)), draw)
  expect(settledBy(after)).toEqual(settledBy(given(tableOf(id), ...before, draw)))
})

/** A layout on which every spot pays one more. */
const dearer = (layout: Layout): Layout => ({
  ...layout,
  wagers: layout.wagers.map((rule) => ({ ...rule, pays: rule.pays + 1 })),
})

const roulette = bookById('mbs/roulette@3')!
const withTwo = { ...roulette, layouts: { ...roulette.layouts, dear: dearer(roulette.layouts.table!) } }

const where = (state: TableState, changes: object): TableState => ({ ...state, ...changes })

/** Library users may settle hypothetical rounds: the same wagers under other rules or limits, or another outcome. */
const otherwise: [name: string, change: (play: Play) => Play][] = [
  ['another book', ({ state }) => ({ book: { ...roulette, layouts: { table: withTwo.layouts.dear! } }, state })],
  [
    'another layout',
    ({ book, state }) => ({ book, state: where(state, { setup: { ...state.setup, layout: 'dear' } }) }),
  ],
  ['other limits', ({ book, state }) => ({ book, state: where(state, { limits: { default: { max: 300 } } }) })],
  ['other colours', ({ book, state }) => ({ book, state: where(state, { colours: PersistentMap.of() }) })],
  [
    'another outcome',
    ({ book, state }) => ({ book, state: where(state, { round: { ...state.round, pocket: '18' } }) }),
  ],
]

test.each(otherwise)('the same wagers under %s are settled by that', (_, change) => {
  const start = () => given({ ...tableOf(roulette.id), book: withTwo }, ...bought, ...round)
  const other = change(prepared(start()))
  const unprepared = change(start())
  expect(linesOf(other)).toEqual(linesOf(unprepared))
  expect(linesOf(other)).not.toEqual(linesOf(start()))
})

test('a preparation that began when bets closed and ends late leaves alone what was done since', () => {
  const closed = given(tableOf('mbs/roulette@3'), ...bought, ...round.slice(0, -1))
  const late = prepareSettlement(closed.book, closed.state)
  late.next()
  const play = prepared(given(closed, round.at(-1)!))
  const lines = linesOf(play)
  for (const _ of late);
  expect(linesOf(play)).toBe(lines)
})

test('a part of the preparation is no preparation', () => {
  const start = () => given(tableOf('mbs/roulette@3'), ...bought, ...round)
  const steps = [...prepareSettlement(start().book, start().state)].length
  expect(steps).toBeGreaterThan(2)
  const expected = settledBy(start())
  for (let most = 0; most <= steps; most++) {
    const play = start()
    const preparing = prepareSettlement(play.book, play.state)
    for (let step = 0; step < most; step++) preparing.next()
    expect(settledBy(play)).toEqual(expected)
  }
})

test('wagers that were set aside are among the lines, which stay as they were prepared', () => {
  const play = prepared(given(tableOf('mbs/roulette@3'), ...bought, ...round, returned))
  const lines = linesOf(play)
  expect(lines.map(({ player, spot, result }) => `${player} ${spot} ${result}`)).toEqual([
    'ann red lost',
    'ann 17 returned',
    'ben 17 won',
  ])
  expect(sumsOf(lines)).toMatchObject({ staked: 2_900, won: 2_000 - 400 * 35 })
  expect(linesOf(play)).toEqual(lines)
})
