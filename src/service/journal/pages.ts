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
