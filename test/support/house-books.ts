import { vi } from 'vitest'
import { bookById, books } from '../../src/books/index.ts'
import { fetchBook } from '../../src/screens/kit/house-books.ts'

/** Lets the screens under test fetch the built-in books, as a page fetches them of its house. */
export async function fetchBuiltInBooks(): Promise<void> {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(bookById(decodeURIComponent(address.replace('/api/books/', '')))),
  )
  await Promise.all(books.map(({ id }) => fetchBook(id)))
  vi.unstubAllGlobals()
}
