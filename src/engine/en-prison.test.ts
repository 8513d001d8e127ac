import { describe, expect, test } from 'vitest'
import { prisonBookById, prisonBooks, prisonLoses, prisonStays } from '../../test/books/french-en-prison.ts'
import type { Book } from '../books/rule-book.ts'
import { bookProblems } from './book-problems.ts'
import { isRefusal } from './decision.ts'
import { fractionText } from './fraction.ts'
import { balanceOf, isBalanced } from './ledger.ts'
import { oddsOf } from './odds.ts'
import { isScriptProblem, type Played, playScript, readScript } from './script.ts'
import { fundsOf } from './summary.ts'
import type { TableState } from './table.ts'

const START = 100_000
const supervisor = { role: 'pit-supervisor', name: 'Pia' }

type Line = readonly object[]

const round = (pocket: string, ...wagers: Line): object[] => [
  { do: 'place-your-bets' },
  ...wagers.map((wager) => ({ do: 'wager', player: 'Ann', ...wager })),
  ...spun,
  { do: 'ball-at-rest', pocket },
  { do: 'settle' },
]
const spun = [{ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }, { do: 'no-more-bets' }]
const red = (stake: number) => ({ spot: 'red', stake })
const voidRound: Line = [{ do: 'place-your-bets' }, { do: 'no-spin' }]
const correct = (number: number, pocket: string) => ({
  do: 'correct-outcome',
  round: number,
  pocket,
  reason: 'misread',
  by: supervisor,
})
const voided = (...rounds: number[]) => ({
  do: 'void-rounds',
  rounds,
  code: 'ball-broke',
  reason: 'seen',
  by: supervisor,
})

function play({ id }: Book, lines: Line, limits: object = {}): Played[] {
  const all = [{ table: { book: id, limits } }, { do: 'buy-in', player: 'Ann', amount: START }, ...lines]
  const script = readScript(all.map((line) => JSON.stringify(line)).join('\n'), prisonBookById)
  if (isScriptProblem(script)) throw new Error(`${script.line} ${script.field}: ${script.problem}`)
  return [...playScript(script)]
}

const commandsOf = (played: readonly Played[]) => played.filter((step) => step.played === 'command')

function stateAfter(book: Book, lines: Line, limits?: object): TableState {
  const steps = commandsOf(play(book, lines, limits))
  for (const { answer } of steps) if (isRefusal(answer)) throw new Error(JSON.stringify(answer))
  return steps.at(-1)!.table.state
}

/** In hand against the beginning, what lies in prison, and what the house has won. */
function moneyAfter(book: Book, lines: Line): readonly [hand: number, imprisoned: number, house: number] {
  const state = stateAfter(book, lines)
  expect(isBalanced(state.ledger)).toBe(true)
  const { balance, staked } = fundsOf(state, 'Ann')
  expect(balanceOf(state.ledger, 'layout')).toBe(staked)
  return [balance - START, staked, balanceOf(state.ledger, 'house')]
}

test.each(prisonBooks)('$id is a book', (book) => {
  expect(bookProblems(book)).toEqual([])
})

test.each([
  [prisonLoses, '19/1369'],
  [prisonStays, '1/74'],
])('the edge on an even chance is exact', (book, edge) => {
  for (const { spot, houseEdge } of oddsOf(book, 'table'))
    expect(fractionText(houseEdge), spot.spot).toBe(spot.enPrison ? edge : '1/37')
})

describe('a stake of 500 on red', () => {
  const zero = round('0', red(500))
  const cases: readonly (readonly [name: string, book: Book, play: Line, ReturnType<typeof moneyAfter>])[] = [
    ['zero: it is in prison', prisonLoses, zero, [-500, 500, 0]],
    ['zero, red: it is freed, nothing is paid', prisonLoses, [...zero, ...round('1')], [0, 0, 0]],
    ['zero, black: it is lost', prisonLoses, [...zero, ...round('2')], [-500, 0, 500]],
    ['zero, zero where that loses: it is lost', prisonLoses, [...zero, ...round('0')], [-500, 0, 500]],
    ['zero, zero where it stays: it is in prison', prisonStays, [...zero, ...round('0')], [-500, 500, 0]],
    ['zero, zero, red where it stays: it is freed', prisonStays, [...zero, ...round('0'), ...round('1')], [0, 0, 0]],
    ['zero, void: it is in prison', prisonLoses, [...zero, ...voidRound], [-500, 500, 0]],
    ['zero, void, red: it is freed', prisonLoses, [...zero, ...voidRound, ...round('1')], [0, 0, 0]],
    ['zero, 300 more, red: the new wager wins', prisonLoses, [...zero, ...round('1', red(300))], [300, 0, -300]],
    ['zero, 300 more, black: both lose', prisonLoses, [...zero, ...round('2', red(300))], [-800, 0, 800]],
    ['zero, 300 more, zero: one is lost', prisonLoses, [...zero, ...round('0', red(300))], [-800, 300, 500]],
    ['zero, 300 more, zero: both stay', prisonStays, [...zero, ...round('0', red(300))], [-800, 800, 0]],
    // Corrections of the round in which it was wagered.
    ['zero corrected to red: paid', prisonLoses, [...zero, correct(1, '1')], [500, 0, -500]],
    ['zero corrected to black: lost', prisonLoses, [...zero, correct(1, '2')], [-500, 0, 500]],
    ['red corrected to zero: in prison now', prisonLoses, [...round('1', red(500)), correct(1, '0')], [-500, 500, 0]],
    ['black corrected to zero: in prison now', prisonLoses, [...round('2', red(500)), correct(1, '0')], [-500, 500, 0]],
    [
      'black, a round, corrected to zero: the next round decides',
      prisonLoses,
      [...round('2', red(500)), ...round('1'), correct(1, '0'), ...round('1')],
      [0, 0, 0],
    ],
    ['freed, then corrected to red', prisonLoses, [...zero, ...round('1'), correct(1, '3')], [500, 0, -500]],
    ['freed, then corrected to black', prisonLoses, [...zero, ...round('1'), correct(1, '2')], [-500, 0, 500]],
    ['lost later, then corrected to red', prisonLoses, [...zero, ...round('2'), correct(1, '1')], [500, 0, -500]],
    ['lost later, then corrected to black', prisonLoses, [...zero, ...round('2'), correct(1, '2')], [-500, 0, 500]],
    [
      'corrected to red and back to zero: the next round decides, once',
      prisonLoses,
      [...zero, ...round('2'), correct(1, '1'), correct(1, '0'), ...round('1')],
      [0, 0, 0],
    ],
    [
      'kept twice, lost, then corrected to red',
      prisonStays,
      [...zero, ...round('0'), ...round('0'), ...round('2'), correct(1, '1')],
      [500, 0, -500],
    ],
    // Corrections of the round that decided it.
    ['freed, corrected to lost', prisonLoses, [...zero, ...round('1'), correct(2, '2')], [-500, 0, 500]],
    ['lost, corrected to freed', prisonLoses, [...zero, ...round('2'), correct(2, '1')], [0, 0, 0]],
    ['freed, corrected to zero where it stays', prisonStays, [...zero, ...round('1'), correct(2, '0')], [-500, 500, 0]],
    [
      'kept, freed, then the first of them corrected to black: lost once',
      prisonStays,
      [...zero, ...round('0'), ...round('1'), correct(2, '2')],
      [-500, 0, 500],
    ],
    [
      'the round that decided is corrected after the wager left prison: nothing is paid twice',
      prisonLoses,
      [...zero, ...round('1'), correct(1, '2'), correct(2, '2'), correct(2, '3')],
      [-500, 0, 500],
    ],
    // Voids.
    ['the wager is void, in prison', prisonLoses, [...zero, voided(1)], [0, 0, 0]],
    ['the wager is void, freed', prisonLoses, [...zero, ...round('1'), voided(1)], [0, 0, 0]],
    ['the wager is void, lost', prisonLoses, [...zero, ...round('2'), voided(1)], [0, 0, 0]],
    ['the deciding round is void: it waits again', prisonLoses, [...zero, ...round('2'), voided(2)], [-500, 500, 0]],
    ['the same after it was freed', prisonLoses, [...zero, ...round('1'), voided(2)], [-500, 500, 0]],
    [
      'the deciding round is void, then put right: the next round decides',
      prisonLoses,
      [...zero, ...round('2'), voided(2), correct(2, '2'), ...round('1')],
      [0, 0, 0],
    ],
    ['both are void at once', prisonLoses, [...zero, ...round('2'), voided(1, 2)], [0, 0, 0]],
    ['both are void at once, freed', prisonLoses, [...zero, ...round('1'), voided(2, 1)], [0, 0, 0]],
    ['void and put right to zero', prisonLoses, [...zero, voided(1), correct(1, '0'), ...round('1')], [0, 0, 0]],
  ]

  test.each(cases)('%s', (_, book, lines, money) => {
    expect(moneyAfter(book, lines)).toEqual(money)
  })
})
