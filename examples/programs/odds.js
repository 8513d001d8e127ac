// Prints the exact house edge of each kind of wager, and the distribution of one round of a layout.

import { fractionText, oddsOf } from '@croupier/engine'
import { rouletteDoubleZeroEtg4 } from '@croupier/engine/books/roulette-double-zero-etg-4'

const kinds = new Map(
  oddsOf(rouletteDoubleZeroEtg4, 'B').map(({ spot, winProbability, houseEdge }) => [
    spot.kind,
    `wins ${fractionText(winProbability)}, edge ${fractionText(houseEdge)}`,
  ]),
)
for (const [kind, odds] of kinds) console.log(`${kind}: ${odds}`)

// It prints:
// straight-up: wins 1/38, edge 1/19
// split: wins 1/19, edge 1/19
// street: wins 3/38, edge 1/19
// corner: wins 2/19, edge 1/19
// top-line: wins 5/38, edge 3/38
// line: wins 3/19, edge 1/19
// column: wins 6/19, edge 1/19
// dozen: wins 6/19, edge 1/19
// low: wins 9/19, edge 1/19
// high: wins 9/19, edge 1/19
// odd: wins 9/19, edge 1/19
// even: wins 9/19, edge 1/19
// red: wins 9/19, edge 1/19
// black: wins 9/19, edge 1/19
