import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { houseKeyFile, writeWhole } from './files.ts'
import { JournalUnusable } from './journal/journal.ts'

const KEY_BYTES = 32

/**
 * The house key stands beside the journal and never in it: without it no PIN is right any more. So it is made for a
 * house that is new, or where somebody at the console sets PINs anew, and never silently.
 */
export function houseKey(folder: string, mayMake: boolean): Uint8Array {
  const file = houseKeyFile(folder)
  if (!existsSync(file)) {
    if (!mayMake) throw unusableKey(file, 'is missing')
    writeWhole(file, randomBytes(KEY_BYTES))
  }
  const key = readFileSync(file)
  if (key.length !== KEY_BYTES) throw unusableKey(file, `has ${key.length} bytes, not ${KEY_BYTES}: remove it`)
  return key
}

const unusableKey = (file: string, what: string): JournalUnusable =>
  new JournalUnusable(
    `${file} ${what}; put it back from a backup, or set every PIN anew with croupier staff pin, which makes a new one`,
  )
