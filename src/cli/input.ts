import { readFile } from 'node:fs/promises'
import { bookById } from '../books/index.ts'
import type { Book } from '../books/rule-book.ts'
import type { Cents } from '../engine/money.ts'
import { layoutNames, parseSpot, type Spot, spotsOf } from '../engine/spots.ts'
import { COSIGNATURE, ED25519, type KeyType, readKey, type VerifierKey } from '../proof/keys.ts'
import type { NamedBooks } from '../service/named-books.ts'
import { BadInput, orBadInput, readCents } from './declaration.ts'
import { standardStreams } from './standard-streams.ts'

const owners: { readonly [Type in KeyType]: string } = { [ED25519]: 'a house', [COSIGNATURE]: 'a witness' }

/** The public keys that were given with an option, all of one kind. */
export const readKeys = (option: string, texts: readonly string[], type: KeyType): VerifierKey[] =>
  texts.map((text) => {
    const key = readKey(text)
    if ('problem' in key) throw new BadInput(`--${option}: the key ${key.problem}`)
    if (key.type !== type)
      throw new BadInput(`--${option}: the key is that of ${owners[key.type]}, not of ${owners[type]}`)
    return key
  })

type WitnessOptions = { witness: readonly string[]; quorum?: number | undefined }

/** Reads the witnesses that were given, and how many of them must have signed; without a number all must. */
export function readWitnesses({ witness, quorum }: WitnessOptions): { witnesses: VerifierKey[]; quorum: number } {
  const witnesses = readKeys('witness', witness, COSIGNATURE)
  const keys = new Set(witness)
  if (keys.size < witness.length) throw new BadInput('--witness: the same key is given twice')
  if (quorum !== undefined && quorum > witnesses.length)
    throw new BadInput(`--quorum ${quorum}: ${witnesses.length} witnesses are given`)
  return { witnesses, quorum: quorum ?? witnesses.length }
}

/** Reads the book that was named, by its id or by its file. Built-in books do not wait for the reader of files to load. */
export async function readBook(name: string): Promise<Book> {
  const book = bookById(name)
  if (book) return book
  const found = (await readBooks(undefined)).find(name)
  if ('book' in found) return found.book
  throw new BadInput(...found.problems)
}

/** Books by name, with those of the folder that was given with `--books`. */
export async function readBooks(folder: string | undefined): Promise<NamedBooks> {
  const { NamedBooks } = await import('../service/named-books.ts')
  const books = new NamedBooks()
  const problems = folder === undefined ? [] : books.keepFolder(folder)
  if (problems.length > 0) throw new BadInput(...problems)
  return books
}

/** If a book has several layouts, one must be named. */
export function readLayout(book: Book, layout: string | undefined): string {
  const names = layoutNames(book)
  if (layout === undefined && names.length === 1) return names[0]!
  if (layout !== undefined && names.includes(layout)) return layout
  throw new BadInput(
    layout === undefined
      ? `${book.id} has layouts ${names.join(' and ')}: say which with --layout`
      : `${book.id} has no layout ${layout}; it has ${names.join(' and ')}`,
  )
}

export function readWager(book: Book, layout: string, text: string): { spot: Spot; stake: Cents } {
  const at = text.lastIndexOf('=')
  if (at < 0) throw new BadInput(`--wager must be SPOT=CENTS, such as 17/20=500, not ${text}`)
  const spot = parseSpot(spotsOf(book, layout), text.slice(0, at))
  if (!spot) throw new BadInput(`${book.id} has no spot ${text.slice(0, at)}`)
  return { spot, stake: readCents(text.slice(at + 1), 'the stake') }
}

/** Left out or a dash: standard input. */
export const isStandardInput = (file: string | undefined): file is undefined | '-' => file === undefined || file === '-'

export const inputName = (file: string | undefined): string => (isStandardInput(file) ? 'standard input' : file)

/** The content of a file or of standard input. */
export const readBytes = (file: string | undefined): Promise<Uint8Array> =>
  orBadInput(`${inputName(file)} cannot be read`, () =>
    isStandardInput(file) ? standardStreams.read() : readFile(file),
  )

export const readText = (file: string): Promise<string> =>
  orBadInput(`${file} cannot be read`, () => readFile(file, 'utf8'))
