import { expect, test } from 'vitest'
import { playCommand, read, tableOf } from '../../../test/support/engine.ts'
import { bookById } from '../../books/index.ts'
import { conduct, type Table } from '../../engine/conduct.ts'
import { isRefusal } from '../../engine/decision.ts'
import { noHistory } from '../../engine/history.ts'
import { feltAt } from './table-then.tsx'

const book = bookById('mbs/roulette@3')!
const round = (pocket: string) => [
  { do: 'place-your-bets' },
  { do: 'wager', player: 'ann', spot: '17', stake: 1_000 },
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  { do: 'ball-at-rest', pocket },
  { do: 'settle' },
]
const played = (...orders: readonly object[]): Table =>
  [{ do: 'buy-in', player: 'ann', amount: 100_000 }, ...orders].reduce(
    (table: Table, order) => playCommand(table, read(order)),
    tableOf(book.id),
  )

/** The events of a command, and the table after it, which has forgotten every round. */
function stepOf(table: Table, order: object) {
  const { answer, table: then } = conduct(table, read(order))
  if (isRefusal(answer)) throw new Error(answer.refused)
  const entry = { events: answer.events } as never
  return { entry, after: { ...then.state, history: noHistory() } }
}

const table = played(...round('20'), { do: 'place-your-bets' })
const correction = { do: 'correct-outcome', round: 1, pocket: '17', reason: 'the camera' }

test('a late change to a forgotten round shows that round as it came out, not the bets that are open now', () => {
  const corrected = feltAt(book, stepOf(table, correction), 1)
  expect(corrected).toMatchObject({ phase: 'settled', code: null, felt: { pocket: '17' } })
  expect(corrected.felt.stacks).toMatchObject([{ spot: '17', result: 'won' }])
  const order = { do: 'void-rounds', rounds: [1], code: 'ball-broke', reason: 'seen', by: 'shift-manager' }
  expect(feltAt(book, stepOf(table, order), 1)).toMatchObject({ phase: 'void', code: 'ball-broke' })
})

test('a referral of a forgotten round says nothing of how it lay, and nothing is made up', () => {
  const order = { do: 'refer', round: 1, reason: 'a claim' }
  expect(feltAt(book, stepOf(table, order), 1)).toMatchObject({ phase: null, felt: { stacks: [] } })
})

test('the round under way is shown as it lies', () => {
  const wager = { do: 'wager', player: 'ann', spot: 'red', stake: 500 }
  expect(feltAt(book, stepOf(table, wager), 2)).toMatchObject({
    phase: 'betting-open',
    felt: { stacks: [{ spot: 'red' }] },
  })
})
