import { readBook } from '../book-files/read-book.ts'
import type { Book } from '../books/rule-book.ts'
import { fromUtf8 } from '../proof/bytes.ts'
import type { Problem } from '../proof/notes.ts'
import { readEntryLine } from '../record/entry-lines.ts'
import { builtInBooks, type KnownBooks, knownBooks } from '../record/known-books.ts'
import type { KeptCheckpoint, Stored } from '../record/stored-entry.ts'

/** The file that an inspector takes away: the tables' journals, their signed checkpoints and the rule books. */
export type Bundle = {
  readonly about: BundleAbout
  readonly streams: ReadonlyMap<string, readonly Stored[]>
  readonly checkpoints: ReadonlyMap<string, readonly KeptCheckpoint[]>
  /** The JSON of each book, by fingerprint. */
  readonly books: ReadonlyMap<string, string>
}

/** `from`, `to`: the requested span. The journal begins with the first entry nevertheless. */
export type BundleAbout = { readonly bundle: 1; readonly from: string | null; readonly to: string | null }

export const ABOUT = 'bundle.json'
export const PAGE = 'check.html'
export const journalName = (stream: string): string => `journal/${encodeURIComponent(stream)}.jsonl`
export const checkpointsName = (stream: string): string => `checkpoints/${encodeURIComponent(stream)}.jsonl`
export const bookName = (fingerprint: string): string => `books/${fingerprint}.json`

export const writeCheckpointLine = ({ size, note }: KeptCheckpoint): string => `${JSON.stringify({ size, note })}\n`

function readCheckpointLine(line: string): KeptCheckpoint | null {
  try {
    const { size, note } = JSON.parse(line) as Partial<KeptCheckpoint>
    return Number.isSafeInteger(size) && typeof note === 'string' ? { size: size!, note } : null
  } catch {
    return null
  }
}

/** Reads the lines of a file; a problem names the first that cannot be read. */
function readLines<T>(name: string, text: string, read: (line: string) => T | null, what: string): T[] | Problem {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const found: T[] = []
  for (const [at, line] of lines.entries()) {
    const one = read(line)
    if (one === null) return { problem: `line ${at + 1} of ${name} is not ${what}` }
    found.push(one)
  }
  return found
}

export const readStream = (stream: string, name: string, text: string): Stored[] | Problem =>
  readLines(name, text, (line) => readEntryLine(stream, line), 'an entry of a journal')

/**
 * Reads the files of a bundle, unpacked, by their names.
 *
 * @example
 * const bundle = readBundle(files)
 * if (!('problem' in bundle)) console.log([...bundle.streams.keys()])
 */
export function readBundle(files: Readonly<Record<string, Uint8Array>>): Bundle | Problem {
  const about = readAbout(files[ABOUT])
  if ('problem' in about) return about
  const [streams, checkpoints] = [new Map<string, Stored[]>(), new Map<string, KeptCheckpoint[]>()]
  const books = new Map<string, string>()
  for (const [name, bytes] of Object.entries(files)) {
    const place = /^(journal|checkpoints|books)\/([^/]+)\.jsonl?$/.exec(name)
    if (!place) continue
    const text = fromUtf8(bytes)
    if (text === null) return { problem: `${name} is not text` }
    const of = decoded(place[2]!)
    if (of === null) return { problem: `${name} is not the name of a file in a bundle` }
    if (place[1] === 'books') books.set(of, text)
    else if (place[1] === 'journal') {
      const entries = readStream(of, name, text)
      if ('problem' in entries) return entries
      streams.set(of, entries)
    } else {
      const notes = readLines(name, text, readCheckpointLine, 'a checkpoint')
      if ('problem' in notes) return notes
      checkpoints.set(of, notes)
    }
  }
  return streams.size === 0 ? { problem: 'it holds no journal' } : { about, streams, checkpoints, books }
}

/** Books of a bundle beside those of the program. The journal carries the rules; these have texts. */
export function booksOf({ books }: Bundle): KnownBooks {
  const own = [...books.values()].flatMap((text) => bookIn(text) ?? [])
  return knownBooks([...own, ...builtInBooks.list])
}

/** Null if the text is not a book with texts. */
function bookIn(text: string): Book | null {
  const read = readBook(text)
  return 'book' in read ? read.book : null
}

/** Null for text that `encodeURIComponent` would not have written: each stream has one name, and none occurs twice. */
function decoded(text: string): string | null {
  try {
    const whole = decodeURIComponent(text)
    return encodeURIComponent(whole) === text ? whole : null
  } catch {
    return null
  }
}

function readAbout(bytes: Uint8Array | undefined): BundleAbout | Problem {
  const text = bytes && fromUtf8(bytes)
  if (!text) return { problem: `it holds no ${ABOUT}` }
  try {
    const about = JSON.parse(text) as Partial<BundleAbout>
    if (about.bundle === 1) return { bundle: 1, from: about.from ?? null, to: about.to ?? null }
    return { problem: 'it is of another version' }
  } catch {
    return { problem: `${ABOUT} cannot be read` }
  }
}

/** A bundle of one stream that was exported alone. */
export const loneStream = (stream: string, entries: readonly Stored[]): Bundle => ({
  about: { bundle: 1, from: null, to: null },
  books: new Map(),
  checkpoints: new Map(),
  streams: new Map([[stream, entries]]),
})
