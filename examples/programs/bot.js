// A bot plays 100 rounds: 5.00 on red, twice as much after a loss, up to the limit. The wheel is a seeded generator.

import { conduct, isProblem, isRefusal, openTable, readCommand, readSetup, summaryOf } from '@croupier/engine'
import { roulette3 } from '@croupier/engine/books/roulette-3'
import { chanceFrom, seededFill } from '@croupier/engine/lab'

const limits = { default: { min: 500, max: 20_000 } }
const setup = readSetup({ book: roulette3.id, limits }, () => roulette3)
if (isProblem(setup)) throw new Error(setup.problem)
let table = openTable(roulette3, setup)

function give(line) {
  const command = readCommand(line, roulette3)
  if (isProblem(command)) throw new Error(command.problem)
  const step = conduct(table, command)
  if (isRefusal(step.answer)) throw new Error(step.answer.refused)
  table = step.table
  return step.answer.events
}

const chance = chanceFrom(seededFill('bot', 0))
const { order } = roulette3.wheel
give({ do: 'buy-in', player: 'bot', amount: 500_000 })
let [stake, won] = [500, 0]
for (let round = 1; round <= 100; round++) {
  give({ do: 'place-your-bets' })
  give({ do: 'wager', player: 'bot', spot: 'red', stake })
  give({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
  give({ do: 'no-more-bets' })
  give({ do: 'ball-at-rest', pocket: order[chance.below(order.length)] })
  const [settled] = give({ do: 'settle' })
  const isWon = settled.lines[0].result === 'won'
  won += isWon ? 1 : 0
  stake = isWon ? 500 : Math.min(stake * 2, 20_000)
}
const { players, figures, balanced } = summaryOf(roulette3, table.state)
console.log(`won ${won} of 100 rounds, ends with ${players.bot.balance}`)
console.log(`staked ${figures.handle}, the house won ${figures.win}; the books balance: ${balanced}`)

// It prints:
// won 51 of 100 rounds, ends with 461500
// staked 231500, the house won 38500; the books balance: true
