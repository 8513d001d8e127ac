import { hash } from 'node:crypto'
import type { Snapshot } from '../../record/stored-entry.ts'

/** A snapshot carries the hash of its own text: it is believed without the entries behind it, so no byte may differ. */

const seal = /^sha256:([0-9a-f]{64})\n/

const sealOf = (stream: string, { seq, body }: Snapshot): string => hash('sha256', `${stream}\n${seq}\n${body}`)

export const sealSnapshot = (stream: string, snapshot: Snapshot): string =>
  `sha256:${sealOf(stream, snapshot)}\n${snapshot.body}`

/** Those of format 1 have no seal, and are left aside for that; nothing is left of one whose seal is broken. */
export function unsealSnapshot(stream: string, { seq, body: text }: Snapshot): Snapshot {
  const found = seal.exec(text)
  if (!found) return { seq, body: text }
  const snapshot = { seq, body: text.slice(found[0].length) }
  return sealOf(stream, snapshot) === found[1] ? snapshot : { seq, body: '' }
}
