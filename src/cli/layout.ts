import { feltSvg } from '../screens/felt-svg.ts'
import { readArguments, readBook, readLayout } from './input.ts'
import { print, writeFile } from './output.ts'

export const usage = 'layout BOOK [--layout L] [--out FILE]'

/** The layout as SVG, to standard output or to a file. */
export async function run(args: readonly string[]): Promise<number> {
  const { values, words } = readArguments(args, usage, { layout: { type: 'string' }, out: { type: 'string' } })
  const book = readBook(words[0])
  const svg = feltSvg(book, readLayout(book, values.layout))
  if (values.out === undefined) await print(svg)
  else writeFile(values.out, `${svg}\n`)
  return 0
}
