import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { sealedWith, withSeal } from '../../record/snapshot-binding.ts'
import type { Snapshot } from '../../record/stored-entry.ts'
import { atOnce } from '../../record/stream-walk.ts'

/**
 * A snapshot is trusted without the entries before it, so it carries a seal that only the holder of the house key can
 * make.
 */
export type SnapshotSeal = {
  /** Seals a long text part by part. */
  seal(stream: string, seq: number, text: string): Generator<void, string>
  holds(stream: string, snapshot: Snapshot): boolean
}

const PART = 1_000_000

export function snapshotSeal(houseKey: Uint8Array): SnapshotSeal {
  const key = createHmac('sha256', houseKey).update('croupier snapshot').digest()
  function* sealOf(stream: string, seq: number, text: string): Generator<void, string> {
    const hmac = createHmac('sha256', key).update(`${JSON.stringify([stream, seq])}\n`)
    const bytes = Buffer.from(text)
    for (let from = 0; from < bytes.length; from += PART) {
      hmac.update(bytes.subarray(from, from + PART))
      yield
    }
    return hmac.digest('hex')
  }
  return {
    *seal(stream, seq, text) {
      return withSeal(yield* sealOf(stream, seq, text), text)
    },
    holds(stream, { seq, body }) {
      const sealed = sealedWith(body)
      return sealed !== null && atOnce(sealOf(stream, seq, sealed.text)) === sealed.seal
    },
  }
}

/** The check of snapshots by the key in the first of these files that exists; null if none exists. */
export function sealCheckBy(...keyFiles: readonly (string | undefined)[]): SnapshotSeal['holds'] | null {
  const file = keyFiles.find((one) => one !== undefined && existsSync(one))
  return file === undefined ? null : snapshotSeal(readFileSync(file)).holds
}
