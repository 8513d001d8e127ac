import { expect, test } from 'vitest'
import { playCommand, read, tableOf } from '../../test/support/engine.ts'
import { conduct, type Table } from './conduct.ts'
import { isBalanced } from './ledger.ts'
import { CENTS_MAX, HOUSE_LOSS_MAX } from './money.ts'

/** A draw with a number of every link: a scatter bonus, at 700 to 1. */
const scatter = ['0', '1', '5', '9', '13', '17', '21', '25', '29', '33']

const largest = read({ do: 'wager', player: 'ann', spot: 'scatter-bonus', stake: CENTS_MAX })
const rest = [
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  { do: 'bonus-numbers', numbers: scatter },
  { do: 'ball-at-rest', pocket: '36' },
  { do: 'settle' },
].map(read)

const give = (table: Table, order: object): Table => playCommand(table, read(order))

function winsUntilRefused(): { table: Table; wins: number; refused: string } {
  let table = give(tableOf('mbs/sands-fast-action-roulette@2'), { do: 'buy-in', player: 'ann', amount: CENTS_MAX })
  for (let wins = 0; wins < 200; wins++) {
    table = give(table, { do: 'place-your-bets' })
    const { table: after, answer } = conduct(table, largest)
    if ('refused' in answer) return { table, wins, refused: answer.refused }
    table = rest.reduce(playCommand, after)
  }
  throw new Error('never refused')
}

test('the largest wager is refused when its win could not be represented, and not before (reading 36)', () => {
  const { table, wins, refused } = winsUntilRefused()
  const { house } = table.state.ledger
  expect(refused).toBe('amount-too-large')
  expect(wins).toBe(128)
  expect(house).toBe(-wins * 700 * CENTS_MAX)
  expect(700 * CENTS_MAX - house).toBeGreaterThan(HOUSE_LOSS_MAX)
  expect(isBalanced(table.state.ledger)).toBe(true)
})

test('a smaller wager is taken all the same', () => {
  const { table } = winsUntilRefused()
  const { answer } = conduct(table, read({ do: 'wager', player: 'ann', spot: '17', stake: 500 }))
  expect(answer).toMatchObject({ events: [{ type: 'wager-placed' }] })
})
