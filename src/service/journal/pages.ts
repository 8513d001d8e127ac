import { LEAVES_IN_BLOCK } from '../../proof/block-tree.ts'
import type { KeptCheckpoint, Stored } from '../../record/stored-entry.ts'

/** Pages end where a block of the tree does, so that a store can compare whole blocks with it. */
const FEW = LEAVES_IN_BLOCK
const MANY = 62 * LEAVES_IN_BLOCK

/** Reads rows from a number on, in order, up to a limit. */
type ReadRows<Row> = (from: number, limit: number) => readonly Row[] | Promise<readonly Row[]>

/**
 * Rows between two numbers, a page at a time: a small page first, for callers who want only the first rows. While a
 * page is used, the next one is being read.
 */
export async function* rowPages<Row>(
  read: ReadRows<Row>,
  numberOf: (row: Row) => number,
  from = Number.MIN_SAFE_INTEGER,
  to = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<readonly Row[]> {
  // If a number is missing, the query also returns rows behind the last one.
  const readFrom = async (next: number, limit: number) =>
    next > to ? [] : (await read(next, Math.min(limit, to - next + 1))).filter((row) => numberOf(row) <= to)
  const after = (page: readonly Row[]) => readFrom(numberOf(page.at(-1)!) + 1, MANY)
  const first = await readFrom(from, FEW - (Math.max(0, from - 1) % LEAVES_IN_BLOCK))
  if (first.length === 0) return
  yield first
  for (let page = await after(first); page.length > 0; ) {
    const next = after(page)
    // A consumer that stops at this page never awaits the next one.
    next.catch(() => {})
    yield page
    page = await next
  }
}

/** Entries between two numbers, a page at a time. */
export const entryPages = (read: ReadRows<Stored>, from?: number, to?: number): AsyncGenerator<readonly Stored[]> =>
  rowPages(read, ({ seq }) => seq, from, to)

/** Checkpoints of a size and larger, a page at a time. */
export const checkpointPages = (
  read: ReadRows<KeptCheckpoint>,
  from?: number,
): AsyncGenerator<readonly KeptCheckpoint[]> => rowPages(read, ({ size }) => size, from)

/** A row of the tree, with its number. */
export type KeptBlock = { block: number; nodes: Uint8Array }

/** The rows of a tree, each in its place: an empty one stands for a row that is missing. */
export async function* inPlaces(
  pages: AsyncIterable<readonly KeptBlock[]>,
  from: number,
): AsyncGenerator<readonly Uint8Array[]> {
  let next = from
  for await (const page of pages) {
    const rows: Uint8Array[] = []
    for (const { block, nodes } of page) {
      for (; next < block; next++) rows.push(new Uint8Array())
      rows.push(nodes)
      next++
    }
    yield rows
  }
}
