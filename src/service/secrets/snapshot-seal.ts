import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { sealedWith, withSeal } from '../../record/snapshot-binding.ts'
import type { Snapshot } from '../../record/stored-entry.ts'
import { atOnce } from '../../record/stream-walk.ts'

/** A snapshot is believed without the entries behind it: so it carries a seal that only the holder of the house key can make. */
export type SnapshotSeal = {
  /** A long text is sealed a part at a time. */
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

/** How snapshots are checked by the key in one of these files; null: none of them is there. */
export function sealCheckBy(...keyFiles: readonly (string | undefined)[]): SnapshotSeal['holds'] | null {
  const file = keyFiles.find((one) => one !== undefined && existsSync(one))
  return file === undefined ? null : snapshotSeal(readFileSync(file)).holds
}
