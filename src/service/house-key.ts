import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { houseKeyFile, writeWhole } from './files.ts'
import { type Journal, JournalUnusable } from './journal/journal.ts'

const KEY_BYTES = 32

/**
 * Reads the house key, which is kept beside the journal and never in it. Without it no PIN is valid any more. So it is
 * made only for a new house, or where somebody at the console sets PINs again, and never silently.
 */
export function houseKey(folder: string, mayMake: boolean, file = houseKeyFile(folder)): Uint8Array {
  if (!existsSync(file)) {
    if (!mayMake) throw unusableKey(file, 'is missing')
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeWhole(file, randomBytes(KEY_BYTES))
  }
  const key = readFileSync(file)
  if (key.length !== KEY_BYTES) throw unusableKey(file, `has ${key.length} bytes, not ${KEY_BYTES}: remove it`)
  return key
}

/** A mark by which two keys can be compared, and which reveals nothing else about the key. */
const keyMark = (key: Uint8Array): string => createHmac('sha256', key).update('croupier house key').digest('hex')

/**
 * Checks that all nodes of a shared store use the key of the first. `isNew`: this node sets PINs again, so its key
 * replaces the former one.
 */
export async function mustBeSharedKey(journal: Journal, key: Uint8Array, isNew = false): Promise<void> {
  const agreed = await journal.agree('house-key', keyMark(key), isNew)
  if (agreed !== null && agreed !== keyMark(key))
    throw new JournalUnusable(
      'the house key here is not the one of the house in this store: all nodes share one key (docs/operations.md)',
    )
}

const unusableKey = (file: string, what: string): JournalUnusable =>
  new JournalUnusable(
    `${file} ${what}; put it back from a backup, set CROUPIER_HOUSE_KEY_FILE to where it is, or set every PIN again with croupier staff pin, which makes a new key`,
  )
