import { writeFileSync } from 'node:fs'
import { BadInput, orBadInput } from './declaration.ts'
import { standardStreams } from './standard-streams.ts'

/** Prints rows under headings; columns that hold only numbers or fractions stand to the right. */
export function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]!.length)))
  const isFigures = headings.map(
    (_, column) => rows.length > 0 && rows.every((row) => /^[-\d.,/%]*$/.test(row[column]!)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (isFigures[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd()
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

export const percentText = (part: number, digits = 3): string => `${(part * 100).toFixed(digits)}%`

/**
 * The one way of writing for every command. The promise resolves when the text has left the program: a slow reader
 * slows the program down, nothing gathers in memory and nothing is lost.
 */
export async function write(text: string | Uint8Array): Promise<void> {
  if (text.length === 0) return
  try {
    await standardStreams.write(text)
  } catch (error) {
    throw writingProblem(error as NodeJS.ErrnoException)
  }
}

/** A reader such as head has closed the pipe. The command ends silently then: it is not an error, and a message would have no reader. */
export class ReaderGone extends Error {}

const readerGone: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])

function writingProblem(error: NodeJS.ErrnoException): Error {
  if (readerGone.has(error.code)) return new ReaderGone()
  return new BadInput(`standard output cannot be written: ${error.code}`)
}

const CHARACTERS_AT_ONCE = 65_536

/** Writes lines in chunks: a line at a time is slow, and all at once may exceed the memory. */
export async function printLines(lines: Iterable<string>): Promise<void> {
  let piece = ''
  for (const line of lines) {
    piece += `${line}\n`
    if (piece.length < CHARACTERS_AT_ONCE) continue
    await write(piece)
    piece = ''
  }
  await write(piece)
}

/** Writes a named file at once. */
export const writeFile = (file: string, text: string): Promise<void> =>
  orBadInput(`${file} cannot be written`, () => writeFileSync(file, text))

export const print = (text: string): Promise<void> => write(`${text}\n`)

export const printJson = (value: unknown): Promise<void> => print(JSON.stringify(value))

/** Prints an answer: with `--json` its value, else its text for a person. */
export const printAnswer = (json: boolean | undefined, value: unknown, text: () => string): Promise<void> =>
  json ? printJson(value) : print(text())
