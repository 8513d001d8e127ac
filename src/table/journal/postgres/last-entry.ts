import type { Tip } from '../high-water.ts'
import { nodeChain } from '../journal.ts'
import type { Client } from './driver.ts'

const selectLast = {
  name: 'last',
  text: 'SELECT seq, hash FROM journal WHERE stream = $1 ORDER BY seq DESC LIMIT 1',
}

export async function lastOf(client: Client, stream: string): Promise<Tip> {
  const { rows } = await client.query<Tip>({ ...selectLast, values: [stream] })
  return rows[0] ?? { seq: 0, hash: nodeChain.seedHash(stream) }
}
