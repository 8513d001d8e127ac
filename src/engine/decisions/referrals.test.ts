import { describe, expect, test } from 'vitest'
import { playCommand, read, tableOf } from '../../../test/support/engine.ts'
import type { Table } from '../conduct.ts'
import { foresee } from '../foresee.ts'
import { accountsOf } from '../ledger.ts'
import { summaryOf } from '../summary.ts'
import { auditorView, dealerView, displayView, pitView, playerView } from '../views.ts'

const play = (table: Table, ...orders: object[]): Table =>
  orders.reduce((at: Table, order) => playCommand(at, read(order)), table)

const reason = 'a quarrel'
const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const close = { do: 'no-more-bets' }
const wager = { do: 'wager', player: 'ann', spot: '17', stake: 500 }
const open = [
  { do: 'buy-in', player: 'ann', amount: 5_000 },
  { do: 'buy-in', player: 'ben', amount: 5_000 },
]
const settled = [{ do: 'place-your-bets' }, wager, spin, close, { do: 'ball-at-rest', pocket: '18' }, { do: 'settle' }]
const refer = { do: 'refer', reason }
const single = () => play(tableOf('mbs/roulette@3'), ...open)

describe('who sees it', () => {
  const asked = play(single(), ...settled, ...settled, { ...refer, round: 2 }, { ...refer, round: 1 })
  const awards = { ann: 700 }
  const decided = play(asked, { do: 'decide', decision: 'stands', round: 2, reason: 'for the wait', awards })

  test('the pit and auditors see which rounds wait, in the order in which they were referred', () => {
    const waiting = [
      { round: 2, reason },
      { round: 1, reason },
    ]
    for (const view of [pitView, auditorView]) expect(view(asked.book, asked.state).referrals).toEqual(waiting)
    expect(pitView(decided.book, decided.state).referrals).toEqual([{ round: 1, reason }])
  })

  test('a player is told what was awarded and why; another player and the room are not', () => {
    const { book, state } = decided
    expect(playerView(book, state, 'ann')).toMatchObject({
      awards: [{ round: 2, amount: 700, reason: 'for the wait' }],
      funds: { balance: 4_700 },
    })
    expect(playerView(book, state, 'ben').awards).toEqual([])
    for (const view of [displayView(book, state), dealerView(book, state), playerView(book, state, 'ben')])
      expect(JSON.stringify(view)).not.toContain('for the wait')
  })

  test('the pit and auditors see every award, and the accounts one of their own', () => {
    const paid = { round: 2, player: 'ann', amount: 700, reason: 'for the wait' }
    const view = auditorView(decided.book, decided.state)
    expect(view).toMatchObject({ awards: [paid], awarded: 700, balanced: true, ledger: { awards: -700, house: 1_000 } })
    expect(summaryOf(decided.book, decided.state)).toMatchObject({ awarded: 700, house: 1_000, balanced: true })
  })

  test('the dealer sees where a referred round would go on', () => {
    const phase = (...orders: object[]) => {
      const { book, state } = play(single(), { do: 'place-your-bets' }, wager, ...orders)
      return dealerView(book, state).phaseIfContinued
    }
    expect(phase()).toBe(null)
    expect(phase(refer)).toBe('betting-open')
    expect(phase(spin, refer)).toBe('ball-spinning')
    expect(phase(spin, close, refer)).toBe('betting-closed')
    expect(phase(spin, refer, { do: 'ball-at-rest', pocket: '1' })).toBe('outcome-determined')
  })

  test('the last awards of a round are shown and given, a hundred for all rounds', () => {
    const players = [...Array(60).keys()].map((index) => `p${index}`)
    const bought = players.map((player) => ({ do: 'buy-in', player, amount: 100 }))
    const awards = (amount: number) => Object.fromEntries(players.map((player) => [player, amount]))
    const decided = (round: number, amount: number) => [
      { ...refer, round },
      { do: 'decide', decision: 'stands', round, reason, awards: awards(amount) },
    ]
    const answered = [1, 2].map((round) => ({ do: 'decide', decision: 'stands', round, reason }))
    const first = play(asked, ...bought, ...answered, ...decided(1, 7))
    const { state } = play(first, ...decided(2, 5), ...decided(2, 3))
    expect(state.awards.map(({ round, amount }) => `${round} ${amount}`)).toEqual([
      ...Array(40).fill('1 7'),
      ...Array(60).fill('2 3'),
    ])
    expect(accountsOf(state.ledger).awards).toBe(-60 * 10)
  })
})

test('the result of a decision with awards is foreseen: the house pays them', () => {
  const waiting = play(single(), { do: 'place-your-bets' }, wager, refer)
  const awards = { ann: 300, ben: 200 }
  const foreseen = (decision: string) =>
    foresee(waiting.book, waiting.state, read({ do: 'decide', decision, reason, awards }))
  expect(foreseen('void')).toMatchObject({
    house: -500,
    phase: 'void',
    effects: [
      { effect: 'award-paid', clause: '6.2' },
      { effect: 'round-void', code: 'decision' },
    ],
    players: [
      { player: 'ann', change: 300, returned: 500 },
      { player: 'ben', change: 200, returned: 0 },
    ],
  })
  expect(foreseen('continue')).toMatchObject({
    phase: 'betting-open',
    effects: [{ effect: 'round-goes-on' }, { effect: 'bets-open-again' }, { effect: 'award-paid' }],
  })
})

describe('while a round is referred', () => {
  test('a correction of its outcome leaves it referred, and the decision settles it so', () => {
    const rested = play(
      single(),
      { do: 'place-your-bets' },
      wager,
      spin,
      close,
      { do: 'ball-at-rest', pocket: '18' },
      refer,
    )
    const corrected = play(rested, { do: 'correct-outcome', round: 1, pocket: '17', reason, by: 'shift-manager' })
    expect(corrected.state.round.phase).toBe('referred')
    const { state } = play(corrected, { do: 'decide', decision: 'settle', reason })
    expect(accountsOf(state.ledger)['player:ann']).toBe(5_000 + 35 * 500)
  })

  test('the shift manager may make it void with other rounds at once', () => {
    const waiting = play(single(), ...settled, { do: 'place-your-bets' }, wager, refer)
    const both = { do: 'void-rounds', rounds: [1, 2], code: 'ball-broke', reason, by: 'shift-manager' }
    expect(accountsOf(play(waiting, both).state.ledger)).toMatchObject({ 'player:ann': 5_000 })
  })

  test('another round that is concluded can be referred and decided', () => {
    const waiting = play(single(), ...settled, { do: 'place-your-bets' }, wager, refer, { ...refer, round: 1 })
    const { state } = play(waiting, { do: 'decide', decision: 'stands', round: 1, reason })
    expect(state.round.phase).toBe('referred')
    expect(state.referrals).toEqual([])
  })
})
