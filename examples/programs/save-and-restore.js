// Saves a table in the middle of a round as JSON, and plays on from the JSON.

import { conduct, isProblem, loadTable, openTable, readCommand, readSetup, saveTable } from '@croupier/engine'
import { roulette3 } from '@croupier/engine/books/roulette-3'

const setup = readSetup({ book: roulette3.id }, () => roulette3)
if (isProblem(setup)) throw new Error(setup.problem)

const give = (table, line) => conduct(table, readCommand(line, roulette3))
let table = openTable(roulette3, setup)
for (const line of [
  { do: 'buy-in', player: 'ann', amount: 10_000 },
  { do: 'place-your-bets' },
  { do: 'wager', player: 'ann', spot: 'red', stake: 500 },
])
  table = give(table, line).table

const text = JSON.stringify(saveTable(table))
const restored = loadTable(JSON.parse(text), roulette3)
const { answer } = give(restored, { do: 'withdraw', player: 'ann', spot: 'red' })
console.log(answer.events[0].type, answer.events[0].stake)

// It prints:
// wager-withdrawn 500
