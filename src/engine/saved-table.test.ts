import { expect, test } from 'vitest'
import { roulette3 } from '../books/roulette-3.ts'
import { sandsRoulette2 } from '../books/sands-roulette-2.ts'
import { conduct, openTable, type Table } from './conduct.ts'
import { isRefusal } from './decision.ts'
import { isProblem, readCommand } from './language.ts'
import { loadTable, saveTable } from './saved-table.ts'
import { readSetup } from './table.ts'

const setup = readSetup({ book: roulette3.id }, () => roulette3)
if ('problem' in setup) throw new Error(setup.problem)

function give(table: Table, line: object): ReturnType<typeof conduct> {
  const command = readCommand(line, roulette3)
  if (isProblem(command)) throw new Error(command.problem)
  return conduct(table, command)
}

const lines = [
  { do: 'buy-in', player: 'ann', amount: 10_000 },
  { do: 'place-your-bets' },
  { do: 'wager', player: 'ann', spot: '17', stake: 500, id: 'a' },
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  { do: 'ball-at-rest', pocket: '17' },
  { do: 'settle' },
  { do: 'place-your-bets' },
  { do: 'wager', player: 'ann', spot: 'red', stake: 300 },
]

test('a table that is saved and loaded between any two commands answers like one that plays on', () => {
  let whole = openTable(roulette3, setup)
  let loaded = whole
  for (const line of lines) {
    loaded = loadTable(JSON.parse(JSON.stringify(saveTable(loaded))), roulette3)
    const expected = give(whole, line)
    const given = give(loaded, line)
    expect(given.answer).toEqual(expected.answer)
    whole = expected.table
    loaded = given.table
  }
  const again = give(loadTable(saveTable(loaded), roulette3), lines[2]!)
  expect(again.answer).toEqual(give(whole, lines[2]!).answer)
  expect(isRefusal(again.answer) || again.answer.events[0]?.type).toBe('wager-placed')
})

test('a table of another book, and a value that is no table, are refused by name', () => {
  const saved = saveTable(openTable(roulette3, setup))
  expect(() => loadTable(saved, sandsRoulette2)).toThrow('book: the table was saved with mbs/roulette@3')
  expect(() => loadTable({} as never, roulette3)).toThrow('saved: not a value of saveTable')
})
