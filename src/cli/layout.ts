import { writeFileSync } from 'node:fs'
import { feltSvg } from '../screens/felt-svg.ts'
import { BadInput, readArguments, readBook, readLayout } from './input.ts'
import { print } from './output.ts'

export const usage = 'layout BOOK [--layout L] [--out FILE]'

/** The layout as SVG, to standard output or to a file. */
export async function run(args: readonly string[]): Promise<number> {
  const { values, words } = readArguments(args, usage, { layout: { type: 'string' }, out: { type: 'string' } })
  const book = readBook(words[0])
  const svg = feltSvg(book, readLayout(book, values.layout))
  if (values.out === undefined) await print(svg)
  else writeSvg(values.out, svg)
  return 0
}

function writeSvg(file: string, svg: string): void {
  try {
    writeFileSync(file, `${svg}\n`)
  } catch (error) {
    throw new BadInput(`${file} cannot be written: ${(error as NodeJS.ErrnoException).code}`)
  }
}
