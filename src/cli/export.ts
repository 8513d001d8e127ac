import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { isTableStream } from '../house/ticket-state.ts'
import { zonedMoment } from '../print/zone-time.ts'
import {
  ABOUT,
  type BundleAbout,
  bookName,
  checkpointsName,
  journalName,
  PAGE,
  writeCheckpointLine,
} from '../receipts/bundle.ts'
import { canonical } from '../record/canonical.ts'
import { CarriedBooks } from '../record/carried-books.ts'
import { writeEntryLine } from '../record/entry-lines.ts'
import type { JournalReader } from '../record/journal-reader.ts'
import { mustBeReadable } from '../record/readable.ts'
import { readTableEntry, type TableEntry } from '../record/table-entry.ts'
import { programRoot } from '../reference/program-root.ts'
import type { Arguments } from './commands.ts'
import { configFrom } from './config-from.ts'
import { BadInput, orBadInput } from './declaration.ts'
import { housePlaceOf, OWNER_ONLY } from './house-at-console.ts'
import { print } from './output.ts'
import { readJournal } from './read-journal.ts'

/** The inspector's bundle: journals, checkpoints with their cosignatures, rule books and the page that checks them. */
export async function runExport({ values, words }: Arguments<'export'>): Promise<void> {
  const file = words[0]!
  if (existsSync(file)) throw new BadInput(`${file} is there already; nothing is written over it`)
  const { timeZone } = configFrom(values.config)
  const [from, to] = [timeOf('from', values.from, timeZone), timeOf('to', values.to, timeZone)]
  const about: BundleAbout = { bundle: 1, from, to }
  if (about.from !== null && about.to !== null && about.from > about.to) throw new BadInput('--from is after --to')
  const page = pageText()
  process.umask(OWNER_ONLY)
  const counts = await readJournal(housePlaceOf(values).store, (reader) =>
    orBadInput(`${file} cannot be written`, () => writeBundle(file, reader, about, page)),
  )
  await print(
    `${file}: ${counts.tables} tables, ${counts.entries} entries, ${counts.checkpoints} checkpoints, ${counts.books} rule books`,
  )
}

/** A day of the house such as 2026-11-16, or a moment, as the record writes it. */
function timeOf(option: string, text: string | undefined, timeZone: string): string | null {
  if (text === undefined) return null
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const clock = option === 'to' ? '23:59:59.999' : '00:00'
  const time = new Date(isDay ? zonedMoment(timeZone, `${text}T${clock}`) : text)
  if (!(isDay || /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text)) || Number.isNaN(time.getTime()))
    throw new BadInput(`--${option} must be a day such as 2026-11-16, or a time with its zone, not ${text}`)
  return time.toISOString()
}

function pageText(): Uint8Array {
  const built = join(programRoot, 'dist/screens/check.html')
  if (!existsSync(built)) throw new BadInput('the page that checks is not built: npm run build')
  return readFileSync(built)
}

type BundleCounts = { tables: number; entries: number; checkpoints: number; books: number }

/** Beside and then renamed: what has the name is whole. */
async function writeBundle(
  file: string,
  reader: JournalReader,
  about: BundleAbout,
  page: Uint8Array,
): Promise<BundleCounts> {
  await mustBeReadable(reader)
  const beside = `${file}.${process.pid}.part`
  const out = openSync(beside, 'wx')
  try {
    const zip = new ZipFile(out)
    await zip.add(ABOUT, [`${JSON.stringify(about)}\n`])
    await zip.add(PAGE, [page])
    const counts = await addStreams(zip, reader, about.to)
    zip.end()
    closeSync(out)
    renameSync(beside, file)
    return counts
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

async function addStreams(zip: ZipFile, reader: JournalReader, to: string | null): Promise<BundleCounts> {
  const named = new Set<string>()
  const books = new CarriedBooks()
  const counts = { tables: 0, entries: 0, checkpoints: 0, books: 0 }
  for (const stream of await reader.streams()) {
    if (!isTableStream(stream)) continue
    counts.tables++
    let last = 0
    await zip.add(
      journalName(stream),
      entryLines(reader, stream, to, (seq, entry) => {
        last = seq
        counts.entries++
        named.add(entry.book)
        books.take(entry)
      }),
    )
    await zip.add(
      checkpointsName(stream),
      checkpointLines(reader, stream, last, () => counts.checkpoints++),
    )
  }
  for (const fingerprint of [...named].sort()) {
    const book = books.byFingerprint(fingerprint)
    if (book) await zip.add(bookName(fingerprint), [`${canonical(book)}\n`])
  }
  return { ...counts, books: named.size }
}

type NoteEntry = (seq: number, entry: TableEntry) => void

async function* entryLines(
  reader: JournalReader,
  stream: string,
  to: string | null,
  note: NoteEntry,
): AsyncGenerator<string> {
  for await (const page of reader.pages(stream))
    for (const stored of page) {
      const entry = readTableEntry(stored.body)
      if (to !== null && entry.at > to) return
      note(stored.seq, entry)
      yield writeEntryLine(stored)
    }
}

async function* checkpointLines(
  reader: JournalReader,
  stream: string,
  last: number,
  note: () => void,
): AsyncGenerator<string> {
  for await (const page of reader.checkpoints(stream))
    for (const checkpoint of page) {
      if (checkpoint.size > last) return
      note()
      yield writeCheckpointLine(checkpoint)
    }
}

const CHARACTERS_AT_ONCE = 1 << 20

/** A zip of any size: what is put in leaves at once. */
class ZipFile {
  readonly #zip: Zip

  constructor(out: number) {
    this.#zip = new Zip((error, piece) => {
      if (error) throw error
      writeFileSync(out, piece)
    })
  }

  async add(name: string, parts: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>): Promise<void> {
    const file = new ZipDeflate(name, { level: 6 })
    this.#zip.add(file)
    let held = ''
    for await (const part of parts) {
      if (typeof part !== 'string') file.push(part)
      else held += part
      if (held.length < CHARACTERS_AT_ONCE) continue
      file.push(strToU8(held))
      held = ''
    }
    file.push(strToU8(held), true)
  }

  end(): void {
    this.#zip.end()
  }
}
