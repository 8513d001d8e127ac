import { keysOf } from '../../record/entry-keys.ts'
import type { Append, Stored } from '../../record/stored-entry.ts'
import type { Plain } from '../../record/versions.ts'
import { keyNumber } from './key-number.ts'

/** What is no JSON has no keys; that it is damaged is for others to find. */
export function withKeys(entry: Stored): Append {
  try {
    return { ...entry, keys: keysOf(JSON.parse(entry.body) as Plain).map((key) => keyNumber(entry.stream, key)) }
  } catch {
    return entry
  }
}
