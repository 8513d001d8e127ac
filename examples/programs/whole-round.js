// Conducts a round command by command. A refusal is an answer, and nothing has happened then.

import { conduct, isProblem, isRefusal, openTable, readCommand, readSetup, summaryOf } from '@croupier/engine'
import { bookById } from '@croupier/engine/books'

const setup = readSetup({ book: 'mbs/roulette@3' }, bookById)
if (isProblem(setup)) throw new Error(setup.problem)
const book = bookById(setup.book)
let table = openTable(book, setup)

for (const line of [
  { do: 'buy-in', player: 'ann', amount: 10_000 },
  { do: 'wager', player: 'ann', spot: '17', stake: 500 },
  { do: 'place-your-bets' },
  { do: 'wager', player: 'ann', spot: '17', stake: 500 },
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  { do: 'ball-at-rest', pocket: '17' },
  { do: 'settle' },
]) {
  const command = readCommand(line, book)
  if (isProblem(command)) throw new Error(command.problem)
  const step = conduct(table, command)
  table = step.table
  console.log(`${line.do}: ${isRefusal(step.answer) ? step.answer.refused : step.answer.events[0].type}`)
}
console.log(`ann has ${summaryOf(book, table.state).players.ann.balance}`)

// It prints:
// buy-in: bought-in
// wager: betting-is-closed
// place-your-bets: betting-opened
// wager: wager-placed
// spin: ball-spun
// no-more-bets: betting-closed
// ball-at-rest: outcome-determined
// settle: round-settled
// ann has 27500
