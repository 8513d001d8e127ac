// Settles a layout of chips by a rule book, and shows the clause behind each line.

import { settle } from '@croupier/engine'
import { roulette3 } from '@croupier/engine/books/roulette-3'

const wagers = [
  { player: 'ann', spot: '17', stake: 500 },
  { player: 'ann', spot: '17/20', stake: 500 },
  { player: 'ben', spot: 'red', stake: 1000 },
]
for (const { player, spot, result, paid, collected, clause } of settle(roulette3, wagers, '17'))
  console.log(`${player} ${spot}: ${result}, paid ${paid}, collected ${collected} (clause ${clause})`)

// It prints:
// ann 17: won, paid 17500, collected 0 (clause 4.1)
// ann 17/20: won, paid 8500, collected 0 (clause 4.1)
// ben red: lost, paid 0, collected 1000 (clause 4.1)
