import { expect, test } from 'vitest'
import { must, nameOf, read, settingsOf, tableOf } from '../../../test/support/engine.ts'
import { shelf } from '../../books/shelf.ts'
import { conduct, openTable, type Table } from '../conduct.ts'
import { readSetup } from '../table.ts'
import { displayView } from '../views.ts'

/** What the last of these commands comes to. */
function after(table: Table, ...commands: readonly object[]) {
  let conducted = conduct(table, read(commands[0]!))
  for (const command of commands.slice(1)) conducted = conduct(conducted.table, read(command))
  return conducted
}

const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
const atRest = { do: 'ball-at-rest', pocket: '17' }
const open = [{ do: 'buy-in', player: 'ann', amount: 1_000 }, { do: 'place-your-bets' }]
const wager = { do: 'wager', player: 'ann', spot: '17', stake: 500 }

const ofBefore = settingsOf(shelf.map(({ book }) => book)).filter(({ book }) => book.rules.spin.onRecord === undefined)

test.each(ofBefore.map((setting) => [nameOf(setting), setting] as const))(
  '%s, as it was before reading 27: with no spin on record a ball at rest makes the round void',
  (_, { book, layout, terminal }) => {
    const setup = readSetup({ book: book.id, layout, ...(terminal ? { terminal } : {}), limits: {} }, () => book)
    must('book' in setup, 'no such table', setup)
    const table = openTable(book, setup)
    const { answer } = after(table, ...open, wager, { do: 'no-more-bets' }, atRest)
    expect(answer).toMatchObject({
      events: [{ type: 'round-voided', code: 'ball-not-spun', lines: [{ returned: 500 }] }],
    })
  },
)

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
