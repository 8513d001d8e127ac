import { feltSvg } from '../screens/kit/felt-svg.ts'
import type { Arguments } from './commands.ts'
import { readBook, readLayout } from './input.ts'
import { print, writeFile } from './output.ts'

/** The layout as SVG, to standard output or to a file. */
export async function run({ values, words }: Arguments<'layout'>): Promise<number> {
  const book = readBook(words[0])
  const svg = feltSvg(book, readLayout(book, values.layout))
  if (values.out === undefined) await print(svg)
  else writeFile(values.out, `${svg}\n`)
  return 0
}
