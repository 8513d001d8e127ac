import type { FastifyInstance } from 'fastify'
import type { Book } from '../../books/rule-book.ts'
import { oddsOf } from '../../engine/odds.ts'
import { layoutNames, spotsOf } from '../../engine/spots.ts'
import { fingerprintOf } from '../../record/known-books.ts'
import { bookFacts, clauseFacts, oddsFacts, spotFacts } from '../../reference/facts.ts'
import { vocabularyIn } from '../../words/index.ts'
import { isLanguage, type Language, languageCodes } from '../../words/languages.ts'
import { catchUpAll, type Floor } from '../floor/floor.ts'
import { KeptDocuments, sendDocument } from './documents.ts'
import { openRoute } from './route.ts'

export const whichLanguage = { problem: `say which language: ${languageCodes.join(' or ')}`, field: 'language' }

type BooksOnFloor = Pick<Floor, 'books' | 'rooms'>

/** Lists that are derived from a book. */
const lists = {
  spots: (book: Book, layout: string) => spotsOf(book, layout).list.map(spotFacts),
  odds: (book: Book, layout: string) => oddsOf(book, layout).map(oddsFacts),
  clauses: async (book: Book, _: string, language: Language) =>
    clauseFacts((await vocabularyIn(language)).books.edition(book)),
}

/** Rule books, for any caller: rules, spots, odds and clauses. */
export function bookRoutes(app: FastifyInstance, floor: BooksOnFloor): void {
  const documents = new KeptDocuments()
  let listed: readonly Book[] = []

  openRoute(app, 'GET /api/books', async (request, reply) => {
    await catchUpAll(floor)
    const books = [...booksOfFloor(floor).values()]
    const isSame = books.length === listed.length && books.every((book, at) => book === listed[at])
    if (!isSame) listed = books
    const facts = () => books.map((book) => ({ ...bookFacts(book), fingerprint: fingerprintOf(book) }))
    return sendDocument(request, reply, await documents.of(listed, 'list', facts))
  })

  openRoute(app, 'GET /api/books/:house/:name', async (request, reply) => {
    const book = await bookOfFloor(floor, `${request.params.house}/${request.params.name}`)
    if (!book) return reply.code(404).send({ problem: 'there is no such rule book' })
    return sendDocument(request, reply, await documents.of(book, 'whole', () => book))
  })

  for (const name of ['spots', 'odds', 'clauses'] as const)
    openRoute(app, `GET /api/books/:house/:name/${name}`, async (request, reply) => {
      const book = await bookOfFloor(floor, `${request.params.house}/${request.params.name}`)
      if (!book) return reply.code(404).send({ problem: 'there is no such rule book' })
      const names = layoutNames(book)
      const layout = request.query.layout ?? (names.length === 1 || name === 'clauses' ? names[0]! : '')
      if (!names.includes(layout))
        return reply.code(400).send({ problem: `say which layout: ${names.join(' or ')}`, field: 'layout' })
      const { language = 'en' } = request.query
      if (!isLanguage(language)) return reply.code(400).send(whichLanguage)
      const build = () => lists[name](book, layout, language)
      return sendDocument(request, reply, await documents.of(book, `${name} ${layout} ${language}`, build))
    })
}

/** Every book of the house by its id: books that tables may be changed to, and books that only a journal carries. */
function booksOfFloor({ books, rooms }: BooksOnFloor): ReadonlyMap<string, Book> {
  const found = new Map<string, Book>()
  const add = (book: Book) => void (found.has(book.id) || found.set(book.id, book))
  books.list.forEach(add)
  for (const { table } of rooms.values()) for (const { book } of table.settled.books) add(book)
  return found
}

/** A table at another node may have changed to a book that only its journal carries. */
async function bookOfFloor(floor: BooksOnFloor, id: string): Promise<Book | undefined> {
  const find = () => booksOfFloor(floor).get(id)
  const found = find()
  if (found) return found
  await catchUpAll(floor)
  return find()
}
