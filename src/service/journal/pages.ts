import type { Stored } from '../../record/stored-entry.ts'
import type { Journal } from './journal.ts'

const READ_AT_ONCE = 5_000

/** The entries of a stream between two numbers, a page at a time; while one page is looked at, the next is on its way. */
export async function* pagesOf(
  journal: Pick<Journal, 'read'>,
  stream: string,
  first: number,
  last: number,
  atOnce = READ_AT_ONCE,
): AsyncGenerator<readonly Stored[]> {
  const pageFrom = (from: number) => journal.read(stream, from, Math.min(atOnce, last - from + 1))
  if (first > last) return
  for (let page = await pageFrom(first); page.length > 0; ) {
    const { seq } = page.at(-1)!
    const next = seq < last ? pageFrom(seq + 1) : null
    // Whoever looks at the page may end there: then nobody waits for the next.
    next?.catch(() => {})
    yield page
    if (!next) return
    page = await next
  }
}

const FEW = 16
const MANY = 1_000

/**
 * All rows from a number on, a page at a time: a few at first, for a caller who wants the first ones only. While a later
 * page is used, the next is on its way. `read` gives rows from a number on, in order, so many at most.
 */
export async function* rowPages<Row>(
  read: (from: number, limit: number) => readonly Row[] | Promise<readonly Row[]>,
  numberOf: (row: Row) => number,
  from = Number.MIN_SAFE_INTEGER,
): AsyncGenerator<readonly Row[]> {
  const after = async (page: readonly Row[]) => read(numberOf(page.at(-1)!) + 1, MANY)
  const first = await read(from, FEW)
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
