import type { Book } from '../books/rule-book.ts'

/** The book that an element names in its attribute `book`; the first one without it. */
export function bookOf(books: readonly Book[], element: Element): Book {
  const id = element.getAttribute('book') ?? books[0]?.id
  const book = books.find((one) => one.id === id)
  if (book) return book
  const name = element.localName
  throw new RangeError(
    `${name}: book="${id}" is none of the books that it was defined with: ${books.map((one) => one.id)}`,
  )
}
