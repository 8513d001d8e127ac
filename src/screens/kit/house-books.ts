import { signal } from '@preact/signals'
import type { Book } from '../../books/rule-book.ts'
import { serviceFor } from './api.ts'

/** Books of the house, as far as they were fetched: a page carries none, so that a terminal loads the one it plays by. */
const fetched = signal<readonly Book[]>([])
const asked = new Map<string, Promise<Book | undefined>>()

/** Every book that is known to the page by now. */
export const houseBooks = (): readonly Book[] => fetched.value

/** Finds a book by its id. Until it is fetched, this is undefined; a component that calls it is drawn again then. */
export function houseBook(id: string): Book | undefined {
  const book = fetched.value.find((one) => one.id === id)
  if (!book) void fetchBook(id)
  return book
}

/** Fetches a book once. A request that failed is made again by the next caller. */
export function fetchBook(id: string): Promise<Book | undefined> {
  const request = asked.get(id) ?? askForBook(id)
  asked.set(id, request)
  return request
}

async function askForBook(id: string): Promise<Book | undefined> {
  const [house = '', name = ''] = id.split('/')
  const reply = await serviceFor().call('GET /api/books/:house/:name', { params: { house, name } })
  if (reply.ok) fetched.value = [...fetched.peek(), reply.body]
  else asked.delete(id)
  return reply.ok ? reply.body : undefined
}

/** Fetches every book of the house: a table may be changed to it. */
export async function fetchHouseBooks(): Promise<void> {
  const reply = await serviceFor().call('GET /api/books')
  if (reply.ok) await Promise.all(reply.body.map(({ id }) => fetchBook(id)))
}
