import { DatabaseSync } from 'node:sqlite'
import { areEqual } from '../proof/bytes.ts'
import type { Signed } from './cosigning.ts'

/** What a witness must never forget: for each log the largest tree that it signed. On disk before anybody hears of it. */
export type SignedHeads = {
  get: (origin: string) => Signed | null
  /** Only from what was signed before, so that two requests at once can never both be signed. */
  put: (origin: string, before: Signed | null, now: Signed, note: string) => boolean
  noteOf: (originHash: string) => string | null
  close: () => void
}

type HeadRow = { size: number; root: Uint8Array }

/** Throws where the file is not such a database or belongs to another witness that runs. */
export function openSignedHeads(file: string, hashOf: (origin: string) => string): SignedHeads {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA')
  database.exec(
    `CREATE TABLE IF NOT EXISTS heads (
      origin TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, root BLOB NOT NULL, note TEXT NOT NULL
    ) STRICT`,
  )
  // A lock from the first moment: a second witness with this key must not even begin.
  database.exec('BEGIN EXCLUSIVE; COMMIT')
  const [read, write, show] = [
    database.prepare('SELECT size, root FROM heads WHERE origin = ?'),
    database.prepare('INSERT OR REPLACE INTO heads (origin, hash, size, root, note) VALUES (?, ?, ?, ?, ?)'),
    database.prepare('SELECT note FROM heads WHERE hash = ?'),
  ]
  const get = (origin: string): Signed | null => (read.get(origin) as HeadRow | undefined) ?? null
  return {
    get,
    put(origin, before, now, note) {
      const held = get(origin)
      const isSame = held && before ? held.size === before.size && areEqual(held.root, before.root) : held === before
      if (!isSame) return false
      write.run(origin, hashOf(origin), now.size, now.root, note)
      return true
    },
    noteOf: (hash) => (show.get(hash) as { note: string } | undefined)?.note ?? null,
    close: () => database.close(),
  }
}
