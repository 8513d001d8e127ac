import { describe, expect, test } from 'vitest'
import { prisonBookById, prisonBooks, prisonLoses, prisonStays } from '../../test/books/french-en-prison.ts'
import { checkBook } from '../book-files/read-book.ts'
import type { Book } from '../books/rule-book.ts'
import { bookProblems } from './book-problems.ts'
import { decide } from './decide.ts'
import { isRefusal } from './decision.ts'
import { foresee } from './foresee.ts'
import { fractionText } from './fraction.ts'
import { recall } from './history.ts'
import type { Command } from './language.ts'
import { balanceOf, isBalanced } from './ledger.ts'
import { oddsOf } from './odds.ts'
import { isScriptProblem, type Played, playScript, readScript } from './script.ts'
import { fundsOf } from './summary.ts'
import type { TableState } from './table.ts'
import { stateFromPlayerView, stateFromView } from './view-state.ts'
import { dealerView, playerRound, playerView } from './views.ts'

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

/** The money in hand compared with the beginning, the money in prison, and the house's win. */
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

describe('a stake in prison', () => {
  const zero = round('0', red(500))
  const answersTo = (lines: Line, limits?: object) =>
    commandsOf(play(prisonLoses, lines, limits)).map(({ answer }) => answer)

  test('has a line that says where it stays, and later lines that say where it came from', () => {
    const settled = answersTo([...zero, ...round('0', red(300))]).flatMap((answer) =>
      isRefusal(answer) ? [] : answer.events.filter((event) => event.type === 'round-settled'),
    )
    const of = { player: 'Ann', spot: 'red', pays: 1, paid: 0, clause: '3.3' }
    const imprisoned = { ...of, result: 'imprisoned', collected: 0, returned: 0 }
    expect(settled).toMatchObject([
      { round: 1, lines: [{ ...imprisoned, stake: 500, imprisoned: 500 }] },
      {
        round: 2,
        prisonRounds: [1],
        lines: [
          { ...imprisoned, stake: 300, imprisoned: 300 },
          { ...of, result: 'lost', stake: 500, collected: 500, returned: 0, imprisonedIn: 1 },
        ],
      },
    ])
    expect(settled[0]).not.toHaveProperty('prisonRounds')
  })

  test('counts once in the handle, whatever becomes of it', () => {
    for (const further of [[], round('0'), round('1'), round('2')])
      expect(stateAfter(prisonStays, [...zero, ...further]).handleBySpot).toEqual({ red: 500 })
  })

  test('cannot be withdrawn, also where its owner has a new wager on the spot', () => {
    const again = [...zero, { do: 'place-your-bets' }]
    const withdraw = { do: 'withdraw', player: 'Ann', spot: 'red' }
    expect(answersTo([...again, withdraw]).at(-1)).toEqual({
      refused: 'stakes-imprisoned',
      player: 'Ann',
      spot: 'red',
      rounds: [1],
      clause: '3.3',
    })
    const raised = [...again, { do: 'wager', player: 'Ann', ...red(300) }]
    expect(answersTo([...raised, { ...withdraw, stake: 301 }]).at(-1)).toMatchObject({
      refused: 'withdrawal-too-large',
    })
    expect(answersTo([...raised, withdraw]).at(-1)).toMatchObject({ events: [{ stake: 300, total: 0 }] })
  })

  test('is not touched by a ruling', () => {
    const atRest = [...zero, { do: 'place-your-bets' }, ...spun, { do: 'ball-at-rest', pocket: '1' }]
    const rule = {
      do: 'rule-on-wager',
      player: 'Ann',
      spot: 'red',
      treatment: 'returned',
      reason: 'pushed',
      by: supervisor,
    }
    expect(answersTo([...atRest, rule]).at(-1)).toMatchObject({ refused: 'stakes-imprisoned', clause: '3.3' })
  })

  test('leaves the rest of the money free', () => {
    const all = [...zero, { do: 'cash-out', player: 'Ann', amount: START - 500 }]
    const state = stateAfter(prisonLoses, [...all, ...round('1')])
    expect(fundsOf(state, 'Ann')).toMatchObject({ balance: 500, staked: 0 })
  })

  test('is what was in play: the excess over the maximum goes back at once, and the limits do not judge it again', () => {
    const low = { default: { min: 100, max: 350 } }
    const lines = [...zero, { do: 'set-limits', limits: { default: { min: 400, max: 600 } }, by: supervisor }]
    expect(fundsOf(stateAfter(prisonLoses, lines, low), 'Ann')).toMatchObject({ balance: START - 350, staked: 350 })
    const freed = stateAfter(prisonLoses, [...lines, ...round('1')], low)
    expect(fundsOf(freed, 'Ann')).toMatchObject({ balance: START, staked: 0 })
    expect(freed.underMinimum.size).toBe(0)
  })

  test('stays as chips: whole ones, and of a broken one the rest in cash', () => {
    const blue = { do: 'buy-in', player: 'Ben', amount: 2_000, colour: 'blue', chipValue: 200 }
    const lines = [blue, ...round('0', { player: 'Ben', spot: 'red', chips: 4 })]
    const state = stateAfter(prisonLoses, lines, { default: { max: 700 } })
    expect(state.prison).toEqual([{ player: 'Ben', spot: 'red', rounds: [1], cash: 100, chips: 3 }])
    expect(fundsOf(state, 'Ben')).toMatchObject({ balance: 1_300, staked: 700 })
    // The colour is Ben's as long as chips of it are in prison.
    const sold = [...lines, { do: 'cash-out', player: 'Ben', amount: 1_200, colour: 'blue' }]
    const other = { do: 'buy-in', player: 'Ann', amount: 300, colour: 'blue', chipValue: 100 }
    expect(commandsOf(play(prisonLoses, [...sold, other], { default: { max: 700 } })).at(-1)!.answer).toMatchObject({
      refused: 'colour-in-use',
    })
    const freed = stateAfter(prisonLoses, [...lines, ...round('1')], { default: { max: 700 } })
    expect(fundsOf(freed, 'Ben')).toMatchObject({ balance: 2_000, cash: 200, colourChips: { count: 9 } })
  })

  test('keeps the book of its table', () => {
    const state = stateAfter(prisonLoses, zero)
    const next = { ...prisonLoses, id: prisonLoses.id.replace('@1', '@2') }
    const house = { bookById: () => next }
    const by = { role: 'shift-manager' } as const
    const change = { do: 'set-book', book: next.id, reason: 'new rules', by } as const
    expect(decide(prisonLoses, state, change, house)).toEqual({ refused: 'stakes-imprisoned', clause: '3.3' })
    const freed = stateAfter(prisonLoses, [...zero, ...round('1')])
    expect(decide(prisonLoses, freed, change, house)).toMatchObject({ events: [{ type: 'book-set' }] })
  })

  test('gets its round after the table was closed, and nobody else wagers in it', () => {
    const close = { do: 'close-table', reason: 'late', by: supervisor }
    const closed = [...zero, close, { do: 'place-your-bets' }]
    expect(answersTo(closed).at(-1)).toMatchObject({ events: [{ type: 'betting-opened', forPrison: true }] })
    expect(answersTo([...closed, { do: 'wager', player: 'Ann', ...red(100) }]).at(-1)).toEqual({
      refused: 'table-is-closed',
    })
    const played = [...zero, close, ...round('1'), { do: 'place-your-bets' }]
    expect(answersTo(played).at(-1)).toEqual({ refused: 'table-is-closed' })
  })

  test('is seen by its player and by the staff, with the rounds that imprisoned it', () => {
    const state = stateAfter(prisonStays, [...zero, ...round('0', red(300))])
    const own = [
      { spot: 'red', stake: 500, chips: 0, rounds: [1, 2] },
      { spot: 'red', stake: 300, chips: 0, rounds: [2] },
    ]
    const view = playerView(prisonStays, state, 'Ann')
    expect(view).toMatchObject({ imprisoned: own, funds: { staked: 800 } })
    expect(playerView(prisonStays, state, 'Ben').imprisoned).toEqual([])
    expect(dealerView(prisonStays, state).seats.Ann).toMatchObject({ imprisoned: own })
    // The engine can also run on a view, which has the same stakes in prison.
    const inAnyOrder = expect.arrayContaining([...state.prison])
    expect(stateFromPlayerView(view).prison).toEqual(inAnyOrder)
    expect(stateFromView(dealerView(prisonStays, state)).prison).toEqual(inAnyOrder)
  })

  test('shows in what the player had in hand before and after each round', () => {
    const lines = [...zero, ...round('1', red(300))]
    const { history } = stateAfter(prisonLoses, lines)
    const balances = [1, 2].map((number) => playerRound(recall(history, number)!, 'Ann').balance)
    expect(balances).toEqual([
      { before: START, after: START - 500 },
      { before: START - 500, after: START + 300 },
    ])
    const { history: again } = stateAfter(prisonLoses, [...lines, correct(2, '2')])
    expect(playerRound(recall(again, 2)!, 'Ann').balance).toEqual(balances[1])
    // Lines of another round were cancelled: what was in hand then no longer follows from the lines.
    const { history: third } = stateAfter(prisonLoses, [...lines, correct(1, '2')])
    expect([1, 2].map((number) => playerRound(recall(third, number)!, 'Ann').balance)).toEqual([null, null])
  })

  test('moves in a preview as it will move', () => {
    const state = stateAfter(prisonLoses, [...zero, ...round('2', red(300))])
    const preview = foresee(prisonLoses, state, { ...correct(1, '1'), by: supervisor } as Command)
    expect(preview).toMatchObject({
      house: -1_000,
      players: [{ player: 'Ann', before: -500, after: 500, change: 1_000 }],
    })
  })
})

test.each([
  [{ pockets: ['00'] }, '$.rules.enPrison.pockets[0]: 00 is not on the wheel'],
  [{ pockets: [] }, '$.rules.enPrison.pockets: has 0 items'],
  [{ kinds: ['green'] }, '$.rules.enPrison.kinds[0]: green is not a kind that wins by what it covers'],
  [{ kinds: ['plein'] }, '$.rules.enPrison.kinds: 0 covers a pocket that imprisons it'],
  [{ further: 'dies' }, '$.rules.enPrison.further: cannot be "dies"'],
  [{ pockets: prisonLoses.wheel.pockets }, '$.rules.enPrison.pockets: has every pocket, so nothing is ever decided'],
])('a book with %j has a problem', (wrong, problem) => {
  const enPrison = { ...prisonLoses.rules.enPrison!, ...wrong }
  const { problems } = checkBook({ ...prisonLoses, rules: { ...prisonLoses.rules, enPrison } })
  expect(problems.map(({ at, problem: text }) => `${at}: ${text}`)).toEqual([problem])
})

test('a kind cannot be halved and imprisoned on one pocket', () => {
  const { kinds, pockets, clause } = prisonLoses.rules.enPrison!
  const partage = { kinds: kinds.slice(0, 1), pockets, clause, oddCent: 'house' as const }
  const problems = bookProblems({ ...prisonLoses, rules: { ...prisonLoses.rules, partage } })
  expect(problems.map(({ at }) => at)).toEqual(['$.rules.enPrison.kinds[0]'])
})
