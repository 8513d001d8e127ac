import { signal } from '@preact/signals'
import { bookById, books } from '../../books/index.ts'
import type { Book } from '../../books/rule-book.ts'
import { serviceFor } from './api.ts'

/** Books of the house that do not come with the page, as far as they were fetched. */
const fetched = signal<readonly Book[]>([])
const requests = new Map<string, Promise<Book | undefined>>()

/** Every book that is known to the page by now. */
export const houseBooks = (): readonly Book[] => [...books, ...fetched.value]

/**
 * Finds a book by its id. A book of the house's own is fetched; until it is there, this is undefined. A component that calls it is
 * drawn again then.
 */
export function houseBook(id: string): Book | undefined {
  const book = bookById(id) ?? fetched.value.find((one) => one.id === id)
  if (!book) void fetchBook(id)
  return book
}

/** Fetches a book once. A request that failed is made again by the next caller. */
export function fetchBook(id: string): Promise<Book | undefined> {
  const request = requests.get(id) ?? askForBook(id)
  requests.set(id, request)
  return request
}

async function askForBook(id: string): Promise<Book | undefined> {
  const [house = '', name = ''] = id.split('/')
  const reply = await serviceFor().call('GET /api/books/:house/:name', { params: { house, name } })
  if (reply.ok) fetched.value = [...fetched.peek(), reply.body]
  else requests.delete(id)
  return reply.ok ? reply.body : undefined
}

/** Fetches every book of the house that the page lacks: a table may be changed to it. */
export async function fetchHouseBooks(): Promise<void> {
  const reply = await serviceFor().call('GET /api/books')
  if (!reply.ok) return
  for (const { id } of reply.body) if (!bookById(id)) await fetchBook(id)
}
