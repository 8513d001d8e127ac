import { NO_HASH } from '../../../record/leaf-hash.ts'
import type { Tip } from '../high-water.ts'
import { JournalUnusable } from '../journal.ts'
import type { Address } from './address.ts'
import type { Client } from './driver.ts'

const selectLast = { name: 'last', text: 'SELECT seq, hash FROM journal WHERE stream = $1 ORDER BY seq DESC LIMIT 1' }

export async function lastOf(client: Client, stream: string): Promise<Tip> {
  const { rows } = await client.query<Tip>({ ...selectLast, values: [stream] })
  return rows[0] ?? { seq: 0, hash: NO_HASH }
}

/** Streams with fewer entries than were signed. A checkpoint is stored when its entries are on disk, never before. */
const selectShort = {
  name: 'short',
  text: `
    SELECT signed.stream, signed.size, coalesce(tip.seq, 0) AS seq
    FROM (SELECT stream, max(size) AS size FROM checkpoints GROUP BY stream) AS signed
    LEFT JOIN LATERAL (SELECT seq FROM journal j WHERE j.stream = signed.stream ORDER BY seq DESC LIMIT 1) AS tip ON true
    WHERE signed.size > coalesce(tip.seq, 0) ORDER BY signed.stream LIMIT 1`,
}

/** The way to restore a house on PostgreSQL from a backup. */
export const FROM_BACKUP =
  'stop all nodes, take a backup to a fresh schema (croupier move --from FOLDER --to ADDRESS, with another ?schema=) and start them there'

/** New entries at the end of a journal that lost its last ones would contradict signatures and acknowledgements. */
export async function mustHaveItsEnd(client: Client, { name }: Address): Promise<void> {
  const { rows } = await client.query<Tip & { stream: string; size: number }>(selectShort)
  const [short] = rows
  if (short)
    throw new JournalUnusable(
      `the store ${name} has lost its end: ${short.stream} has ${short.seq} entries, and ${short.size} were signed; ` +
        `look for the rest at the old primary and in the archive of its log, or ${FROM_BACKUP}`,
    )
}
