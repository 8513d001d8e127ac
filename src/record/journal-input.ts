import { notAnEntry, readEntryLine } from './entry-lines.ts'
import { entriesReader, type JournalReader } from './journal-reader.ts'
import type { Stored } from './stored-entry.ts'

/** An entry as a store has it, or as a line of an export (`{"seq":1,"hash":...,"entry":{...}}`). */
export type JournalItem = Stored | string

/** The ways to hand a journal over: a reader of a store, or its entries, all at once or as they arrive. */
export type JournalSource = JournalReader | Iterable<JournalItem> | AsyncIterable<JournalItem>

/** `stream`: the stream of lines, which do not name theirs: that of an export is the name of its file. */
export type LineOptions = { readonly stream?: string }

/** Entries that are handed over are kept in memory; a reader reads page by page. */
export async function readerOf(journal: JournalSource, { stream = 'table' }: LineOptions = {}): Promise<JournalReader> {
  if (typeof journal === 'string')
    throw new TypeError("journal is a text: hand over its lines, text.trimEnd().split('\\n')")
  if (typeof journal !== 'object' || journal === null) throw new TypeError(`journal is ${typeof journal}, not entries`)
  if ('pages' in journal) return journal
  const streams = new Map<string, Stored[]>()
  let at = 0
  for await (const item of journal) {
    at++
    if (item === '') continue
    const entry = typeof item === 'string' ? readEntryLine(stream, item.replace(/\n$/, '')) : item
    if (!entry) throw new TypeError(`journal: ${notAnEntry(at)}`)
    const entries = streams.get(entry.stream)
    if (entries) entries.push(entry)
    else streams.set(entry.stream, [entry])
  }
  if (streams.size === 0) throw new TypeError('journal has no entry')
  return entriesReader(streams)
}
