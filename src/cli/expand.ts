import { expand, terminalsOf } from '../engine/several-piece.ts'
import { plainMoney } from '../words/plain-text.ts'
import type { Arguments } from './commands.ts'
import { BadInput } from './declaration.ts'
import { readBook, readLayout } from './input.ts'
import { print, printJson, textTable } from './output.ts'

export async function run({ values, words }: Arguments<'expand'>): Promise<number> {
  const { unit } = values
  const book = readBook(words[0])
  const layout = readLayout(book, values.layout)
  const terminal = readTerminal(book.id, terminalsOf(book, layout), layout, values.terminal)
  const expansion = expand(book, layout, terminal, words[1]!)
  if ('refused' in expansion)
    throw new BadInput(
      `${terminal} terminals with layout ${layout} offer ${expansion.offered.join(', ')}; not ${words[1]}`,
    )
  const pieces = expansion.pieces.map(({ spot, pieces }) => ({ spot, pieces, stake: pieces * unit }))
  const count = pieces.reduce((sum, piece) => sum + piece.pieces, 0)
  const total = { pieces: count, stake: count * unit }
  if (values.json) await printJson({ pieces, total })
  else {
    const rows = [...pieces, { spot: 'total', ...total }]
    const line = (piece: (typeof rows)[number]) => [piece.spot, String(piece.pieces), plainMoney(piece.stake)]
    await print(textTable(['spot', 'pieces', 'stake'], rows.map(line)))
    await print(`\n${words[1]}, ${expansion.clause} of ${book.id}`)
  }
  return 0
}

function readTerminal(id: string, names: readonly string[], layout: string, terminal: string | undefined): string {
  if (names.length === 0) throw new BadInput(`${id} offers no several-piece bets`)
  if (terminal === undefined && names.length === 1) return names[0]!
  if (terminal !== undefined && names.includes(terminal)) return terminal
  throw new BadInput(`layout ${layout} is on ${names.join(' and ')} terminals: say which with --terminal`)
}
