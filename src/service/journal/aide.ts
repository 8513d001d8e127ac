import type { DatabaseSync } from 'node:sqlite'
import type { Stored } from '../../record/stored-entry.ts'
import { pageOf } from './checked-page.ts'
import type { Tips } from './high-water.ts'
import { openKeyFile } from './key-file.ts'
import type { Filter } from './key-filter.ts'
import { journalFile, openFile } from './sqlite-file.ts'

/**
 * What goes with writing the journal and need not wait for it, nor it for that: where entries are by their keys, and the
 * checkpoints that bring what is in the write-ahead log into the file itself. It reads the journal and adds nothing to it.
 */
export type Aide = {
  /** These entries are on disk: each key with the number of its entry, and how far the streams have come. */
  note(pairs: Float64Array, tips: Tips): void
  /** An append failed, and what is on disk of it is not known: the journal is asked before anything else is. */
  doubt(): void
  /** The numbers of the entries that may have this key. */
  find(key: number): number[]
  filters(): readonly Filter[]
  checkpoint(): void
  close(): void
}

const READ_AT_ONCE = 5_000

export function openAide(folder: string): Aide {
  const db = openFile(journalFile(folder), folder)
  // Whoever commits waits for the disk already: nothing here has the log grow, so nothing here is to cut it.
  db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA busy_timeout = 2000')
  const keys = openKeyFile(folder, sourceOf(db))
  let isInDoubt = false
  const settleDoubt = (): void => {
    if (isInDoubt) keys.catchUp()
    isInDoubt = false
  }
  return {
    note(pairs, tips) {
      // What cannot be noted now is read from the journal when somebody asks, and none of it is passed over.
      try {
        settleDoubt()
        keys.note(pairs, tips)
      } catch {
        isInDoubt = true
      }
    },
    doubt() {
      isInDoubt = true
    },
    find(key) {
      settleDoubt()
      return keys.find(key)
    },
    filters: () => keys.filters(),
    checkpoint: () => checkpoint(db),
    close() {
      keys.close()
      db.close()
    },
  }
}

/** As they are: that one is damaged is for whoever reads the stream to say. */
function sourceOf(db: DatabaseSync) {
  const readStreams = db.prepare('SELECT DISTINCT stream FROM journal ORDER BY stream')
  const readFrom = db.prepare(
    'SELECT stream, seq, body, hash FROM journal WHERE stream = ? AND seq >= ? ORDER BY seq LIMIT ?',
  )
  return {
    streams: (): string[] => (readStreams.all() as { stream: string }[]).map(({ stream }) => stream),
    read: (stream: string, from: number): Stored[] => pageOf(readFrom.iterate(stream, from, READ_AT_ONCE)),
  }
}

/** As far as it goes without holding anybody up. Where it fails, the next one does it, or the log's own limit. */
function checkpoint(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // The log has it all.
  }
}
