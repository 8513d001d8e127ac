import { pack } from './batch.ts'
import { indexedEntry } from './entry-index.ts'
import { groupCommit } from './group-commit.ts'
import type { Journal } from './journal.ts'
import { KeyFilter } from './key-filter.ts'
import { lentPort } from './lent-reader.ts'
import { checkpointPages, entryPages } from './pages.ts'
import { FIRST_KEY, type KeyCursor } from './sqlite-index.ts'
import type { FilesNotice, JournalCalls, ReadingCalls } from './sqlite-worker.ts'
import { Thread } from './thread-calls.ts'

export type StoreOptions = {
  /** How long a write to a failing store is retried with the same entries. */
  retryForMs?: number
  /** The files were removed or replaced while they were open: what happened; null: they are there again. */
  onLost?: (why: string | null) => void
}

const RETRY_FOR_MS = 5_000

/**
 * The journal in a folder, on SQLite. A thread of its own writes it, and all that arrives while it writes goes into the
 * next transaction: one fsync serves all that waited. Another thread reads it, so that no entry waits for a reader.
 */
export async function sqliteJournal(folder: string, options: StoreOptions = {}): Promise<Journal> {
  const file = new Thread<JournalCalls>(journalThread, ({ lost }: FilesNotice) => options.onLost?.(lost))
  const reader = new Thread<ReadingCalls>(journalThread)
  try {
    await file.ask('open', folder)
    await reader.ask('openToRead', folder)
  } catch (error) {
    await Promise.all([file.end(), reader.end()])
    throw error
  }
  const known = new KeyFilter()
  let isClosing = false
  const loading = loadKeys(file, known, () => isClosing)
  const group = groupCommit((entries) => file.ask('append', pack(entries)), options.retryForMs ?? RETRY_FOR_MS)
  return {
    append(given) {
      const entries = given.map(indexedEntry)
      for (const { keys } of entries) known.addAll(keys)
      return group(entries)
    },
    probe: () => file.ask('append', pack([])),
    mayHold: (key) => known.mayHold(key),
    learn: (keys) => known.addAll(keys),
    // No other process writes here.
    note: () => {},
    follow: () => () => {},
    leases: null,
    agree: async () => null,
    find: (stream, key) => reader.ask('find', stream, key),
    place: (stream, round) => reader.ask('place', stream, round),
    search: (stream, first, last, text, bytesMax) => reader.ask('search', stream, first, last, text, bytesMax),
    short: (stream, seqs, bytesMax) => reader.ask('short', stream, seqs, bytesMax),
    pages: (stream, from, to) => entryPages((next, limit) => reader.ask('read', stream, next, limit), from, to),
    lend: () => lentPort((port) => reader.ask('lend', port)),
    last: (stream) => file.ask('last', stream),
    head: (stream, size) => file.ask('head', stream, size),
    inclusion: (stream, seq, size) => reader.ask('inclusion', stream, seq, size),
    proven: (stream, seqs, size) => reader.ask('proven', stream, seqs, size),
    consistency: (stream, older, size) => reader.ask('consistency', stream, older, size),
    saveCheckpoint: (stream, checkpoint, over) => file.ask('saveCheckpoint', stream, checkpoint, over),
    checkpoints: (stream, from) =>
      checkpointPages((next, limit) => reader.ask('checkpoints', stream, next, limit), from),
    latestCheckpoint: (stream, before) => reader.ask('latestCheckpoint', stream, before),
    streams: () => file.ask('streams'),
    saveSnapshot: (stream, snapshot) => file.ask('saveSnapshot', stream, snapshot),
    snapshot: (stream) => file.ask('snapshot', stream),
    async close() {
      isClosing = true
      await loading
      // A reader that is gone has nothing to close, and must not keep the writer open.
      await reader.ask('close').catch(() => {})
      await reader.end()
      // The last to close the file, so that nothing stays in the log.
      await file.ask('close')
      await file.end()
    },
  }
}

const journalThread = new URL('./sqlite-worker.ts', import.meta.url)

/** Reads the keys from before, a page at a time: commands are recorded meanwhile. Where that fails, each id is looked up. */
async function loadKeys(file: Thread<JournalCalls>, known: KeyFilter, isClosing: () => boolean): Promise<void> {
  try {
    for (let after: KeyCursor | null = FIRST_KEY; after; ) {
      if (isClosing()) return
      const { keys, next }: Awaited<ReturnType<JournalCalls['keys']>> = await file.ask('keys', after)
      known.addAll(keys)
      after = next
    }
    known.isComplete = true
  } catch {
    // On failure the store reports it with a later call.
  }
}
