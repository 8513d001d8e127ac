import { expect, test } from 'vitest'
import { read, tableOf } from '../../../test/support/engine.ts'
import { conduct, type Table } from '../conduct.ts'
import { displayView } from '../views.ts'

/** Plays the commands and returns the last answer. */
function after(table: Table, ...commands: readonly object[]) {
  let conducted = conduct(table, read(commands[0]!))
  for (const command of commands.slice(1)) conducted = conduct(conducted.table, read(command))
  return conducted
}

const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const atRest = { do: 'ball-at-rest', pocket: '17' }
const open = [{ do: 'buy-in', player: 'ann', amount: 1_000 }, { do: 'place-your-bets' }]

test('the last round is shown with its corrected outcome, another with its own', () => {
  const table = tableOf('mbs/roulette@3')
  const round = [open[1]!, spin, { do: 'no-more-bets' }, atRest, { do: 'settle' }]
  const correct = { do: 'correct-outcome', round: 1, pocket: '18', reason: 'misread' }
  const corrected = after(table, ...round, correct).table
  expect(displayView(corrected.book, corrected.state)).toMatchObject({ round: 1, pocket: '18', void: null })
  const later = after(table, ...round, ...round, correct).table
  expect(displayView(later.book, later.state)).toMatchObject({ round: 2, pocket: '17', void: null })
})

test('a refusal says how many chips were meant', () => {
  const table = tableOf('mbs/roulette@3')
  const none = { do: 'wager', player: 'ann', spot: '17', chips: 0 }
  expect(after(table, ...open, none).answer).toMatchObject({ refused: 'stake-not-positive', chips: 0 })
})
