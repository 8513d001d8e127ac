import type { Book } from '../books/rule-book.ts'
import { fractionText } from '../engine/fraction.ts'
import { betOdds } from '../engine/odds.ts'
import { betsAt, expand, terminalsOf } from '../engine/several-piece.ts'
import { type Spot, spotsOf } from '../engine/spots.ts'
import { feltSvg } from '../felt/felt-svg.ts'
import { spotFacts } from '../reference/facts.ts'
import { plainMoney } from '../words/plain-text.ts'
import type { Arguments } from './commands.ts'
import { BadInput } from './declaration.ts'
import { readBook, readLayout } from './input.ts'
import { print, printAnswer, textTable, writeFile } from './output.ts'

/** The layout as SVG, to standard output or to a file. */
export async function runLayout({ values, words }: Arguments<'layout'>): Promise<void> {
  const book = await readBook(words[0])
  const svg = feltSvg(book, readLayout(book, values.layout))
  if (values.out === undefined) await print(svg)
  else await writeFile(values.out, `${svg}\n`)
}

export async function runSpots({ values, words }: Arguments<'spots'>): Promise<void> {
  const book = await readBook(words[0])
  const { list } = spotsOf(book, readLayout(book, values.layout))
  const rowOf = (spot: Spot) => [
    spot.spot,
    spot.kind,
    paysWithBonus(spot),
    spot.clause,
    spot.placed,
    spot.covers.join(' '),
  ]
  await printAnswer(values.json, list.map(spotFacts), () =>
    textTable(['spot', 'kind', 'pays to 1', 'clause', 'placed', 'covers'], list.map(rowOf)),
  )
}

const paysWithBonus = ({ pays, paysBonus, paysSuperBonus }: Spot): string =>
  paysBonus === pays ? `${pays}` : `${pays}/${paysBonus}/${paysSuperBonus}`

export async function runExpand({ values, words }: Arguments<'expand'>): Promise<void> {
  const { unit } = values
  const book = await readBook(words[0])
  const layout = readLayout(book, values.layout)
  const terminal = readTerminal(book, layout, values.terminal)
  const expansion = expand(book, layout, terminal, words[1]!)
  if ('refused' in expansion)
    throw new BadInput(
      `${terminal === null ? 'tables' : `${terminal} terminals`} with layout ${layout} offer ${expansion.offered.join(', ')}; not ${words[1]}`,
    )
  const pieces = expansion.pieces.map(({ spot, pieces }) => ({ spot, pieces, stake: pieces * unit }))
  const count = pieces.reduce((sum, piece) => sum + piece.pieces, 0)
  const total = { pieces: count, stake: count * unit }
  await printAnswer(values.json, { pieces, total }, () => {
    const rows = [...pieces, { spot: 'total', ...total }]
    const line = (piece: (typeof rows)[number]) => [piece.spot, String(piece.pieces), plainMoney(piece.stake)]
    const { winProbability, houseEdge } = betOdds(book, layout, expansion.pieces)
    const odds = `wins ${fractionText(winProbability)}, house edge ${fractionText(houseEdge)}`
    return `${textTable(['spot', 'pieces', 'stake'], rows.map(line))}\n\n${words[1]}, ${expansion.clause} of ${book.id}: ${odds}`
  })
}

/** Null: every table with the layout offers the same. */
function readTerminal(book: Book, layout: string, terminal: string | undefined): string | null {
  const names = terminalsOf(book, layout)
  if (terminal === undefined && betsAt(book, layout, null)) return null
  if (names.length === 0)
    throw new BadInput(
      `${book.id} offers no several-piece bets${terminal === undefined ? '' : ` on ${terminal} terminals`}`,
    )
  if (terminal === undefined && names.length === 1) return names[0]!
  if (terminal !== undefined && names.includes(terminal)) return terminal
  throw new BadInput(`layout ${layout} is on ${names.join(' and ')} terminals: say which with --terminal`)
}
