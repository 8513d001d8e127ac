import {
  type BlockFrontier,
  frontierOf,
  headOf,
  LEAVES_IN_BLOCK,
  noBlocks,
  type TreeSource,
} from '../../../proof/block-tree.ts'
import type { KeptCheckpoint, Stored } from '../../../record/stored-entry.ts'
import { type Journal, leafBytes, mustHold } from '../journal.ts'
import { checkpointPages } from '../pages.ts'
import { believedFrontier, computeFromTree, mustFitBlocks, provedConsistency, provedInclusion } from '../tree-checks.ts'
import type { Client } from './driver.ts'
import { lastOf } from './last-entry.ts'
import type { Line } from './line.ts'

/**
 * Hashes of leaves are with their entries. Each range is limited by itself: joined as a whole, a stream of twenty thousand
 * entries was read from end to end for thirty of them.
 */
const selectLeaves = {
  name: 'leaves',
  text: `
    SELECT j.seq, j.hash
    FROM json_to_recordset($2) AS r("from" bigint, "to" bigint), LATERAL (
      SELECT seq, hash FROM journal WHERE stream = $1 AND seq > r."from" AND seq <= r."to"
      ORDER BY seq LIMIT r."to" - r."from") AS j`,
}
/** The row of a block is stored with the entry that completes it. */
const selectBlocks = {
  name: 'blocks',
  text: 'SELECT seq, nodes FROM journal WHERE stream = $1 AND seq = ANY($2::bigint[]) AND nodes IS NOT NULL',
}
/** Selects rows from the one at this entry on, in order, up to a limit. */
export const selectRows = {
  name: 'rows',
  text: `
    SELECT seq, nodes FROM journal WHERE stream = $1 AND seq >= $2 AND seq % ${LEAVES_IN_BLOCK} = 0 AND nodes IS NOT NULL
    ORDER BY seq LIMIT $3`,
}
const putCheckpoint = {
  name: 'put-checkpoint',
  text: 'INSERT INTO checkpoints (stream, size, note) VALUES ($1, $2, $3) ON CONFLICT (stream, size) DO UPDATE SET note = excluded.note WHERE $4::boolean OR checkpoints.note = $5::text RETURNING size',
}
const selectCheckpoints = {
  name: 'checkpoints',
  text: 'SELECT size, note FROM checkpoints WHERE stream = $1 AND size >= $2 ORDER BY size LIMIT $3',
}
const selectLatest = {
  name: 'latest-checkpoint',
  text: 'SELECT size, note FROM checkpoints WHERE stream = $1 AND size < $2 ORDER BY size DESC LIMIT 1',
}

type Leaf = { seq: number; hash: string }
type BlockRow = { seq: number; nodes: Uint8Array }

/** The entry that completes a block, and the block that an entry completes. */
export const lastOfBlock = (index: number): number => (index + 1) * LEAVES_IN_BLOCK
export const blockEndingAt = (seq: number): number => seq / LEAVES_IN_BLOCK - 1

async function blocksBy(client: Client, stream: string, indexes: readonly number[]): Promise<Map<number, Uint8Array>> {
  const values = [stream, indexes.map(lastOfBlock)]
  const { rows } = await client.query<BlockRow>({ ...selectBlocks, values })
  return new Map(rows.map(({ seq, nodes }) => [blockEndingAt(seq), nodes]))
}

/** Computes something from a tree, with its parts fetched in one round trip. */
export const fromTree = <T>(client: Client, stream: string, work: (source: TreeSource) => T): Promise<T> =>
  computeFromTree(stream, work, {
    async leaves(ranges) {
      const values = [stream, JSON.stringify(ranges)]
      const { rows } = await client.query<Leaf>({ ...selectLeaves, values })
      return new Map(rows.map((leaf) => [leaf.seq - 1, leafBytes(leaf)]))
    },
    blocks: (indexes) => blocksBy(client, stream, indexes),
  })

/**
 * The state from which the tree is extended after a number of entries. It is checked with every row first, since all
 * later entries depend on it.
 */
export async function frontierAt(client: Client, stream: string, size: number): Promise<BlockFrontier> {
  if (size === 0) return noBlocks
  // The check stops at the first wrong row, and without data every row is wrong, so all the data that it needs is
  // fetched at once.
  const all = (source: TreeSource): void => {
    for (let index = Math.floor(size / 16); index > 0; index -= index & -index) {
      source.leaves((index - 1) * 16, index * 16)
      source.block(index - 1)
      for (let at = index - 1, height = 0; at % 2 === 1; at = (at - 1) / 2, height++) source.block(at * 2 ** height - 1)
    }
  }
  return fromTree(client, stream, (source) => {
    all(source)
    frontierOf(source, size)
    return believedFrontier(stream, source, size)
  })
}

/** Checks every complete block of these entries against its row. */
export async function mustFitTree(client: Client, stream: string, entries: readonly Stored[]): Promise<void> {
  if (entries.length < 16) return
  const completed = entries.filter(({ seq }) => seq % LEAVES_IN_BLOCK === 0).map(({ seq }) => blockEndingAt(seq))
  const found = await blocksBy(client, stream, completed)
  mustFitBlocks(stream, entries, (index) => found.get(index))
}

type TreeCalls = Pick<
  Journal,
  'head' | 'inclusion' | 'consistency' | 'saveCheckpoint' | 'checkpoints' | 'latestCheckpoint'
>

/** The calls to the trees. `patient`: retries while a fault may pass. */
export function treeCalls(line: Line, patient: <T>(work: () => Promise<T>) => Promise<T>): TreeCalls {
  const ask = <T>(work: (client: Client) => Promise<T>): Promise<T> => patient(() => line.use(work))
  const sizeOf = async (client: Client, stream: string, size?: number): Promise<number> => {
    const { seq } = await lastOf(client, stream)
    mustHold(stream, size ?? seq, seq)
    return size ?? seq
  }
  const headIn = (source: TreeSource, size: number) => headOf(frontierOf(source, size))
  return {
    head: (stream, asked) =>
      ask(async (client) => {
        const size = await sizeOf(client, stream, asked)
        return fromTree(client, stream, (source) => headIn(source, size))
      }),
    inclusion: (stream, seq, asked) =>
      ask(async (client) => {
        const size = await sizeOf(client, stream, asked)
        return fromTree(client, stream, (source) => provedInclusion(stream, source, seq, headIn(source, size)))
      }),
    consistency: (stream, older, asked) =>
      ask(async (client) => {
        const size = await sizeOf(client, stream, asked)
        mustHold(stream, older, size)
        return fromTree(client, stream, (source) =>
          provedConsistency(stream, source, headIn(source, older), headIn(source, size)),
        )
      }),
    saveCheckpoint: async (stream, { size, note }, over) => {
      const values = [stream, size, note, over === undefined, over ?? null]
      return (await ask((client) => client.query({ ...putCheckpoint, values }))).rows.length > 0
    },
    checkpoints: (stream, from) =>
      checkpointPages(async (next, limit) => {
        const query = { ...selectCheckpoints, values: [stream, next, limit] }
        return (await ask((client) => client.query<KeptCheckpoint>(query))).rows
      }, from),
    latestCheckpoint: async (stream, before = Number.MAX_SAFE_INTEGER) => {
      const query = { ...selectLatest, values: [stream, before] }
      return (await ask((client) => client.query<KeptCheckpoint>(query))).rows[0] ?? null
    },
  }
}
