import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { areEqual } from '../proof/bytes.ts'
import type { Signed } from './cosigning.ts'

/** The durable memory of a witness: the largest tree that it signed for each log. It is on disk before any answer. */
export type SignedHeads = {
  get: (origin: string) => Signed | null
  /** Only from what was signed before, so that two requests at once can never both be signed. */
  put: (origin: string, before: Signed | null, now: Signed, note: string) => boolean
  noteOf: (originHash: string) => string | null
  close: () => void
}

type HeadRow = { size: number; root: Uint8Array }

/** Makes the memory of a new witness. `key`: the public key that it belongs to. */
export function makeSignedHeads(file: string, key: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA; BEGIN EXCLUSIVE')
    database.exec(
      `CREATE TABLE witness (key TEXT PRIMARY KEY) STRICT;
      CREATE TABLE heads (
        origin TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, root BLOB NOT NULL, note TEXT NOT NULL
      ) STRICT`,
    )
    database.prepare('INSERT INTO witness (key) VALUES (?)').run(key)
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

/**
 * Opens the memory of a witness. Throws where it is missing or that of another key: a witness that forgot what it signed would
 * sign a second history. Throws also where a witness is at work on it.
 */
export function openSignedHeads(file: string, key: string, hashOf: (origin: string) => string): SignedHeads {
  if (!existsSync(file)) throw new Error('it is missing')
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA')
    // A lock from the first moment: a second witness with this key must not even begin.
    database.exec('BEGIN EXCLUSIVE; COMMIT')
    mustBeOf(database, key)
  } catch (error) {
    database.close()
    throw error
  }
  return headsIn(database, hashOf)
}

function mustBeOf(database: DatabaseSync, key: string): void {
  const isWitness = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'witness'").get() !== undefined
  const owner = isWitness
    ? (database.prepare('SELECT key FROM witness').get() as { key: string } | undefined)
    : undefined
  if (!owner) throw new Error('it holds nothing of a witness')
  if (owner.key !== key) throw new Error(`it belongs to the witness ${owner.key}`)
}

function headsIn(database: DatabaseSync, hashOf: (origin: string) => string): SignedHeads {
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
