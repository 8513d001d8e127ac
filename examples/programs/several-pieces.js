// Expands announced bets into their pieces. The unit is the stake of one piece.

import { expand, terminalsOf } from '@croupier/engine'
import { rouletteDoubleZeroEtg4 } from '@croupier/engine/books/roulette-double-zero-etg-4'

console.log(terminalsOf(rouletteDoubleZeroEtg4, 'A').join(', '))
for (const bet of ['neighbours:21:2', 'finales:4', 'tiers']) {
  const { pieces } = expand(rouletteDoubleZeroEtg4, 'A', 'rapid', bet)
  console.log(`${bet}: ${pieces.map(({ spot }) => spot).join(' ')}`)
}

// It prints:
// rapid
// neighbours:21:2: 25 2 21 4 19
// finales:4: 4 14 24 34
// tiers: 5/8 10/11 13/16 23/24 27/30 33/36
