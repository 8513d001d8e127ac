import type { Stored } from '../../../record/stored-entry.ts'
import { checkedPage, PAGE_CHARACTERS } from '../checked-page.ts'
import type { Client } from './driver.ts'
import { mustFitTree } from './postgres-trees.ts'

/**
 * `$1` to `$3`: a stream, the first number, the greatest count. `$4`: the greatest sum of bytes, except for one larger
 * entry. Rows beyond that are not fetched from disk.
 */
export const selectPage = {
  name: 'page',
  text: `
    SELECT stream, seq, body, hash FROM (
      SELECT *, octet_length(body) AS own,
        sum(octet_length(body)) OVER (ORDER BY seq) AS together
      FROM (SELECT * FROM journal WHERE stream = $1 AND seq >= $2 ORDER BY seq LIMIT $3) AS page
    ) AS page WHERE together - own < $4 ORDER BY seq`,
}

/** Reads some entries of a stream, each checked against its hash and its tree. */
export async function readPage(client: Client, stream: string, from: number, limit: number): Promise<Stored[]> {
  const values = [stream, Math.max(1, from), limit, PAGE_CHARACTERS]
  const { rows } = await client.query<Stored>({ ...selectPage, values })
  const entries = checkedPage(rows, stream, from)
  await mustFitTree(client, stream, entries)
  return entries
}
