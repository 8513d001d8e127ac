import { expect, test } from 'vitest'
import {
  americanRoulette,
  announcedRoulette,
  foreignBooks,
  tripleZeroRoulette,
} from '../../test/books/foreign-books.ts'
import { bookById, books } from '../books/index.ts'
import type { Book, SeveralPieceBet } from '../books/rule-book.ts'
import { exactReturn, gameOf } from '../lab/game.ts'
import { flat } from '../lab/plan.ts'
import { fraction, fractionText, minus, multiply, nothing, plus } from './fraction.ts'
import type { Cents } from './money.ts'
import { betOdds, distribution } from './odds.ts'
import { betsAt, expand, finalesOf, formOf, terminalsOf } from './several-piece.ts'
import { layoutNames, layoutOf, spotsOf } from './spots.ts'

const etg = bookById('rws/roulette-double-zero-etg@4')!

const offers = [
  { layout: 'A', terminal: 'rapid', clause: 'Appendix C', sides: 3 },
  { layout: 'B', terminal: 'rapid', clause: 'Appendix D', sides: 3 },
  { layout: 'B', terminal: 'alfastreet', clause: 'Appendix E', sides: 4 },
] as const

/** A bet's pieces as text, one word each: spot x pieces. */
function piecesOf(layout: string, terminal: string, bet: string, order?: readonly string[]): string {
  const expansion = expand(etg, layout, terminal, bet, order)
  if ('refused' in expansion) return 'refused'
  return expansion.pieces.map(({ spot, pieces }) => (pieces === 1 ? spot : `${spot}x${pieces}`)).join(' ')
}

test.each([
  [1, '2 21 4'],
  [2, '25 2 21 4 19'],
  [3, '17 25 2 21 4 19 15'],
  [4, '34 17 25 2 21 4 19 15 32'],
])('neighbours of 21, %i to each side', (sides, numbers) => {
  for (const { layout, terminal, sides: sidesMax } of offers)
    expect(piecesOf(layout, terminal, `neighbours:21:${sides}`)).toBe(sides <= sidesMax ? numbers : 'refused')
})

test.each([
  ['neighbours:0:1', '00 0 26'],
  ['neighbours:00:2', '15 32 00 0 26'],
  ['neighbours:26:2', '00 0 26 3 35'],
])('%s goes on round the end of the list', (bet, numbers) => {
  for (const { layout, terminal } of offers) expect(piecesOf(layout, terminal, bet)).toBe(numbers)
})

test.each(offers)(
  '$layout $terminal: every number has its neighbours, all different',
  ({ layout, terminal, sides }) => {
    for (const number of etg.wheel.pockets)
      for (let each = 1; each <= sides; each++) {
        const numbers = piecesOf(layout, terminal, `neighbours:${number}:${each}`).split(' ')
        expect(new Set(numbers).size).toBe(each * 2 + 1)
        expect(numbers[each]).toBe(number)
      }
  },
)

test('a table with its own order of pockets has its own neighbours', () => {
  const order = etg.wheel.order.toReversed()
  expect(piecesOf('A', 'rapid', 'neighbours:21:2', order)).toBe('19 4 21 2 25')
  expect(piecesOf('A', 'rapid', 'neighbours:1:1', etg.wheel.pockets)).toBe('2 1 00')
  expect(piecesOf('A', 'rapid', 'tiers', order)).toBe(piecesOf('A', 'rapid', 'tiers'))
})

test.each([
  ['A', 'rapid', 'tiers', 6, '5/8 10/11 13/16 23/24 27/30 33/36'],
  ['A', 'rapid', 'orphelins', 5, '1 6/9 14/17 17/20 31/34'],
  ['A', 'rapid', 'zero-spiel', 4, '26 0/3 12/15 32/35'],
  ['A', 'rapid', 'grand-series', 9, '4/7 12/15 18/21 19/22 32/35 0/2/3x2 25/26/28/29x2'],
  ['B', 'alfastreet', 'small-series', 12, '5/8x2 10/11x2 13/16x2 23/24x2 27/30x2 33/36x2'],
  ['B', 'alfastreet', 'orphans', 8, '1 14 6/9x2 17/20x2 31/34x2'],
  ['B', 'alfastreet', 'zero-spiel', 8, '3 26 0/00x2 12/15x2 32/35x2'],
  ['B', 'alfastreet', 'big-series', 18, '0/00x2 2/3x2 4/7x2 12/15x2 18/21x2 19/22x2 32/35x2 25/26/28/29x4'],
] as const)('layout %s, %s: %s is %i pieces', (layout, terminal, bet, total, pieces) => {
  expect(piecesOf(layout, terminal, bet)).toBe(pieces)
  const expansion = expand(etg, layout, terminal, bet)
  if ('refused' in expansion) expect.fail(bet)
  expect(expansion.pieces.reduce((sum, row) => sum + row.pieces, 0)).toBe(total)
})

test.each([
  ['0', '0 10 20 30'],
  ['1', '1 11 21 31'],
  ['2', '2 12 22 32'],
  ['3', '3 13 23 33'],
  ['4', '4 14 24 34'],
  ['5', '5 15 25 35'],
  ['6', '6 16 26 36'],
  ['7', '7 17 27'],
  ['8', '8 18 28'],
  ['9', '9 19 29'],
])('finales of %s', (digit, numbers) => {
  expect(piecesOf('A', 'rapid', `finales:${digit}`)).toBe(numbers)
  expect(piecesOf('B', 'rapid', `finales:${digit}`)).toBe(numbers)
  expect(piecesOf('B', 'alfastreet', `finales:${digit}`)).toBe('refused')
})

// The bets that each terminal offers, out of all bets of any terminal.
const everyBet = [
  'neighbours:21:1',
  'neighbours:21:4',
  'finales:4',
  'tiers',
  'orphelins',
  'zero-spiel',
  'grand-series',
  'small-series',
  'orphans',
  'big-series',
]

test.each([
  ['A', 'rapid', 'neighbours:21:1 finales:4 tiers orphelins zero-spiel grand-series'],
  ['A', 'alfastreet', ''],
  ['B', 'rapid', 'neighbours:21:1 finales:4'],
  ['B', 'alfastreet', 'neighbours:21:1 neighbours:21:4 zero-spiel small-series orphans big-series'],
  ['A', 'paper', ''],
  ['B', 'Rapid', ''],
])('layout %s, %s offers exactly: %s', (layout, terminal, offered) => {
  expect(everyBet.filter((bet) => piecesOf(layout, terminal, bet) !== 'refused').join(' ')).toBe(offered)
})

test.each(offers)('$layout $terminal: a bet that is not one is refused, with those that are', (offer) => {
  const { layout, terminal, clause } = offer
  const bad = [
    '',
    ':',
    'neighbours',
    'neighbours:',
    'neighbours:21',
    'neighbours:21:',
    'neighbours:21:0',
    'neighbours:21:5',
    'neighbours:21:-1',
    'neighbours:21:1.5',
    'neighbours:21:01',
    'neighbours:21:1:1',
    'neighbours:37:1',
    'neighbours:S:1',
    'neighbours:021:1',
    'neighbours::1',
    'neighbours:21: 1',
    'Neighbours:21:1',
    'neighbours:21:1 ',
    'finales',
    'finales:',
    'finales:x',
    'finales:10',
    'finales:00',
    'finales:4:4',
    'finales:-1',
    'finales:__proto__',
    'finales:constructor',
    'tiers:',
    'tiers:1',
    'zero-spiel:0',
    '17',
    '5/8',
    '__proto__',
    'toString',
    'constructor',
  ]
  const offered = layoutOf(etg, layout)
    .severalPieceBets.find((row) => row.terminal === terminal)!
    .bets.map(formOf)
  for (const bet of bad)
    expect(expand(etg, layout, terminal, bet), bet).toEqual({ refused: 'bet-not-offered', bet, offered, clause })
})

test('how bets are written', () => {
  const forms = (layout: string, terminal: string) => {
    const answer = expand(etg, layout, terminal, 'none')
    return 'refused' in answer ? answer.offered.join(' ') : ''
  }
  expect(forms('A', 'rapid')).toBe('neighbours:NUMBER:1-3 tiers orphelins zero-spiel finales:DIGIT grand-series')
  expect(forms('B', 'rapid')).toBe('neighbours:NUMBER:1-3 finales:DIGIT')
  expect(forms('B', 'alfastreet')).toBe('neighbours:NUMBER:1-4 small-series orphans zero-spiel big-series')
})

test('the MBS books offer none, on no terminal', () => {
  for (const book of books.filter(({ playedOn }) => playedOn === 'table'))
    for (const layout of layoutNames(book)) {
      expect(terminalsOf(book, layout)).toEqual([])
      for (const terminal of [null, 'rapid', 'alfastreet'])
        for (const bet of everyBet)
          expect(expand(book, layout, terminal, bet)).toEqual({ refused: 'bet-not-offered', bet, offered: [] })
    }
  expect([terminalsOf(etg, 'A'), terminalsOf(etg, 'B')]).toEqual([['rapid'], ['rapid', 'alfastreet']])
  expect(expand(etg, 'A', null, 'tiers')).toEqual({ refused: 'bet-not-offered', bet: 'tiers', offered: [] })
})

test.each(offers)('$layout $terminal: every piece is a spot of the layout, by the clause $clause', (offer) => {
  const { layout, terminal, clause } = offer
  const neighbours = etg.wheel.pockets.map((pocket) => `neighbours:${pocket}:1`)
  const finales = Array.from({ length: 10 }, (_, digit) => `finales:${digit}`)
  let found = 0
  for (const bet of [...everyBet, ...neighbours, ...finales]) {
    const answer = expand(etg, layout, terminal, bet)
    if ('refused' in answer) continue
    found++
    expect(answer.clause).toBe(clause)
    for (const { spot, pieces } of answer.pieces) {
      expect(spotsOf(etg, layout).byId.has(spot), `${bet}: ${spot}`).toBe(true)
      expect(Number.isInteger(pieces) && pieces > 0).toBe(true)
    }
  }
  expect(found).toBeGreaterThan(38)
})

// Offers of any table, without terminals --------------------------------------------------------------------------------

const byRule: SeveralPieceBet[] = [
  { bet: 'neighbours', choose: 'number-and-neighbours', sidesMin: 1, sidesMax: 2 },
  { bet: 'finales', choose: 'last-digit' },
]

/** A book that offers neighbours and finales at every table. */
function withRules(book: Book): Book {
  const [name] = layoutNames(book)
  const layout = { ...layoutOf(book, name!), severalPieceBets: [{ clause: '2.3', bets: byRule }] }
  return { ...book, layouts: { [name!]: layout } }
}

const mini = foreignBooks.find(({ id }) => id.includes('mini'))!
const textOf = (book: Book, bet: string, terminal: string | null = null, order?: readonly string[]): string => {
  const found = expand(book, layoutNames(book)[0]!, terminal, bet, order)
  if ('refused' in found) return 'refused'
  return found.pieces.map(({ spot, pieces }) => (pieces === 1 ? spot : `${spot}x${pieces}`)).join(' ')
}

// biome-ignore format: a table is read down its columns
test.each([
  ['american',    withRules(americanRoulette),   'neighbours:00:2', '10 27 00 1 13'],
  ['american',    withRules(americanRoulette),   'finales:0',       '0 10 20 30'],
  ['american',    withRules(americanRoulette),   'finales:7',       '7 17 27'],
  ['triple zero', withRules(tripleZeroRoulette), 'finales:0',       '0 10 20 30'],
  ['mini',        withRules(mini),               'finales:1',       '1 11'],
  ['mini',        withRules(mini),               'finales:2',       '2 12'],
  ['mini',        withRules(mini),               'finales:3',       '3'],
  ['mini',        withRules(mini),               'neighbours:3:3',  'refused'],
  ['mini',        withRules(mini),               'finales:x',       'refused'],
  ['mini',        withRules(mini),               'tiers',           'refused'],
  ['announced',   announcedRoulette,             'voisins',         '0/2/3x2 4/7 12/15 18/21 19/22 25/26/28/29x2 32/35'],
  ['announced',   announcedRoulette,             'neighbours:0:4',  '4 19 15 32 0 26 3 35 12'],
  ['announced',   announcedRoulette,             'neighbours:0:5',  'refused'],
  ['announced',   announcedRoulette,             'finales:00',      'refused'],
] as const)('%s: %s', (_, book, bet, pieces) => {
  expect(textOf(book, bet)).toBe(pieces)
  expect(textOf(book, bet, 'rapid')).toBe('refused')
  expect(terminalsOf(book, layoutNames(book)[0]!)).toEqual([])
})

test.each([americanRoulette, tripleZeroRoulette, mini].map(withRules))(
  '$id: neighbours and finales follow from the wheel alone',
  (book) => {
    const { order } = book.wheel
    const layout = layoutNames(book)[0]!
    for (const [at, number] of order.entries()) {
      const [after, before] = [order[(at + 1) % order.length]!, order.at(at - 1)!]
      expect(textOf(book, `neighbours:${number}:1`)).toBe(`${after} ${number} ${before}`)
      expect(textOf(book, `neighbours:${number}:1`, null, order.toReversed())).toBe(`${before} ${number} ${after}`)
    }
    const groups = [...finalesOf({ bet: 'finales', choose: 'last-digit' }, order).values()].flat()
    expect(new Set(groups).size).toBe(groups.length)
    expect(groups.length).toBe(order.length - order.filter((pocket) => /^0.|^\D/.test(pocket)).length)
    expect(betsAt(book, layout, null)?.bets.map(formOf)).toEqual(['neighbours:NUMBER:1-2', 'finales:DIGIT'])
  },
)

// biome-ignore format: a table is read down its columns
const announced: [bet: string, pieces: number, covers: number][] = [
  ['voisins',         9, 17],
  ['tiers',           6, 12],
  ['orphelins',       5, 8],
  ['jeu-zero',        4, 7],
  ['neighbours:17:2', 5, 5],
  ['neighbours:0:4',  9, 9],
  ['finales:4',       4, 4],
  ['finales:8',       3, 3],
]

test.each(announced)('%s: %i pieces win on %i of 37 numbers, with an edge of 1/37', (bet, count, covers) => {
  const found = expand(announcedRoulette, 'table', null, bet)
  if ('refused' in found) return expect.fail(bet)
  const odds = betOdds(announcedRoulette, 'table', found.pieces)
  expect(found.pieces.reduce((sum, { pieces }) => sum + pieces, 0)).toBe(count)
  expect([odds.winProbability, odds.houseEdge].map(fractionText)).toEqual([`${covers}/37`, '1/37'])
})

test('voisins, tiers and orphelins share every number of the wheel out', () => {
  const { byId } = spotsOf(announcedRoulette, 'table')
  const numbers = ['voisins', 'tiers', 'orphelins'].flatMap((bet) => {
    const found = expand(announcedRoulette, 'table', null, bet)
    return 'pieces' in found ? [...new Set(found.pieces.flatMap(({ spot }) => byId.get(spot)!.covers))] : []
  })
  expect(numbers.toSorted()).toEqual(announcedRoulette.wheel.pockets.toSorted())
})

test.each([
  ...announced.map(([bet]) => ({ book: announcedRoulette, layout: 'table', terminal: null, bet })),
  { book: etg, layout: 'A', terminal: 'rapid', bet: 'grand-series' },
  { book: etg, layout: 'B', terminal: 'alfastreet', bet: 'big-series' },
])('$bet: the odds are those of its wagers together, and the lab plays them', ({ book, layout, terminal, bet }) => {
  const found = expand(book, layout, terminal, bet)
  if ('refused' in found) return expect.fail(bet)
  const { byId } = spotsOf(book, layout)
  const wagers = found.pieces.map(({ spot, pieces }) => ({ spot: byId.get(spot)!, stake: (pieces * 2) as Cents }))
  const staked = wagers.reduce((sum, { stake }) => sum + stake, 0)
  const results = distribution(book, wagers)
  const moment = (power: number) =>
    results.reduce(
      (sum, { result, probability }) => plus(sum, multiply(fraction(result ** power, staked ** power), probability)),
      nothing,
    )
  const { houseEdge, variance, returnToPlayer } = betOdds(book, layout, found.pieces)
  expect(moment(1)).toEqual(minus(nothing, houseEdge))
  expect(minus(moment(2), multiply(moment(1), moment(1)))).toEqual(variance)
  const played = wagers.map(({ spot, stake }) => ({ spot: spot.spot, stake }))
  expect(exactReturn(gameOf({ book, layout, wagers: played, plan: flat, limits: {} }))).toEqual(returnToPlayer)
})
