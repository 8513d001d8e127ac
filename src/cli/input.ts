import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { bookById, books } from '../books/index.ts'
import type { RuleBook } from '../books/rule-book.ts'
import { CENTS_MAX, type Cents, isCents } from '../engine/money.ts'
import { layoutNames, parseSpot, type Spot, spotsOf } from '../engine/spots.ts'
import { vocabularyIn } from '../words/index.ts'
import { isLanguage, languageCodes } from '../words/languages.ts'
import type { Vocabulary } from '../words/vocabulary.ts'
import { standardStreams } from './standard-streams.ts'

/** What somebody typed that cannot be done: one line on standard error, exit 2. */
export class BadInput extends Error {}

type Options = Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>

/** Positional words and options of one command. Words in brackets may be left out. */
export function readArguments<O extends Options>(args: readonly string[], usage: string, options: O) {
  const most = usage.replace(/\[--[^\]]*\]|--[a-z-]+ [A-Z:]+/g, '').match(/\[?[A-Z]+\]?/g) ?? []
  const least = most.filter((word) => !word.startsWith('['))
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    if (positionals.length < least.length)
      throw new BadInput(`${least[positionals.length]} is missing: croupier ${usage}`)
    if (positionals.length > most.length) throw new BadInput(`too many words: croupier ${usage}`)
    return { values, words: positionals }
  } catch (error) {
    if (error instanceof BadInput) throw error
    const [problem] = (error as Error).message.split(/\.\s/)
    // What begins with a dash might be an option, and is called ambiguous: whoever typed -5 learns more from this.
    const option = /^Option '(--[a-z-]+).*ambiguous/.exec(problem!)?.[1]
    const value = option && args.find((word, at) => word.startsWith('-') && args[at - 1] === option)
    throw new BadInput(`${value ? `${option} cannot be ${value}` : problem}: croupier ${usage}`)
  }
}

export function readBook(id: string | undefined): RuleBook {
  const book = bookById(id ?? '')
  if (book) return book
  throw new BadInput(`there is no rule book ${id}; there are ${books.map((one) => one.id).join(', ')}`)
}

export function readWords(language = 'en'): Promise<Vocabulary> {
  if (isLanguage(language)) return vocabularyIn(language)
  throw new BadInput(`there is no language ${language}; there are ${languageCodes.join(' and ')}`)
}

/** Where a book has several layouts, one must be named. */
export function readLayout(book: RuleBook, layout: string | undefined): string {
  const names = layoutNames(book)
  if (layout === undefined && names.length === 1) return names[0]!
  if (layout !== undefined && names.includes(layout)) return layout
  throw new BadInput(
    layout === undefined
      ? `${book.id} has layouts ${names.join(' and ')}: say which with --layout`
      : `${book.id} has no layout ${layout}; it has ${names.join(' and ')}`,
  )
}

export const spotList = (book: RuleBook, layout: string | undefined) => spotsOf(book, readLayout(book, layout)).list

export function readCents(text: string, what: string): Cents {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (isCents(value) && value > 0) return value
  throw new BadInput(`${what} must be a whole number of cents, from 1 to ${CENTS_MAX}, not ${text}`)
}

export function readWager(book: RuleBook, layout: string, text: string): { spot: Spot; stake: Cents } {
  const at = text.lastIndexOf('=')
  if (at < 0) throw new BadInput(`--wager must be SPOT=CENTS, such as 17/20=500, not ${text}`)
  const spot = parseSpot(spotsOf(book, layout), text.slice(0, at))
  if (!spot) throw new BadInput(`${book.id} has no spot ${text.slice(0, at)}`)
  return { spot, stake: readCents(text.slice(at + 1), 'the stake') }
}

export function readCount(text: string, what: string, least: number, most: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new BadInput(`${what} must be a whole number from ${least} to ${most}, not ${text}`)
}

/** Left out or a dash: standard input. */
export const isStandardInput = (file: string | undefined): file is undefined | '-' => file === undefined || file === '-'

export const inputName = (file: string | undefined): string => (isStandardInput(file) ? 'standard input' : file)

/** All that a file or standard input holds. */
export async function readBytes(file: string | undefined): Promise<Uint8Array> {
  try {
    return isStandardInput(file) ? await standardStreams.read() : await readFile(file)
  } catch (error) {
    throw new BadInput(`${inputName(file)} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}
