// Reads a rule book from a file, shows every problem of a bad one, and settles by the good one.
import { readFileSync } from 'node:fs'
import { fractionText, oddsOf, settle } from '@croupier/engine'
import { readBook } from '@croupier/engine/book-files'

const file = new URL('../books/french-la-partage.json', import.meta.url)
const text = readFileSync(file, 'utf8')

const spoilt = JSON.parse(text)
spoilt.layouts.table.wagers[0].pays = 37
for (const { level, at, problem } of readBook(spoilt).problems) console.log(`${level} ${at}: ${problem}`)

const { book } = readBook(text)
const red = oddsOf(book, 'table').find(({ spot }) => spot.spot === 'red')
console.log(`${book.id}: red has an edge of ${fractionText(red.houseEdge)}`)
const [line] = settle(book, [{ player: 'ann', spot: 'red', stake: 1000 }], '0')
console.log(`on zero ${line.collected} is collected and ${line.returned} returned (${line.clause})`)

// It prints:
// warning $.layouts.table.wagers[0].pays: 0 gives the player an edge of 1/37: it returns 38/37
// abroad/french-roulette@1: red has an edge of 1/74
// on zero 500 is collected and 500 returned (3.3)
