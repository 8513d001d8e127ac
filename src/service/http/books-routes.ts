import type { FastifyInstance } from 'fastify'
import type { Book } from '../../books/rule-book.ts'
import { oddsOf } from '../../engine/odds.ts'
import { layoutNames, spotsOf } from '../../engine/spots.ts'
import { fingerprintOf } from '../../record/known-books.ts'
import { bookFacts, clauseFacts, oddsFacts, spotFacts } from '../../reference/facts.ts'
import { vocabularyIn } from '../../words/index.ts'
import { isLanguage, languageCodes } from '../../words/languages.ts'
import type { Vocabulary } from '../../words/vocabulary.ts'
import { catchUpAll, type Floor } from '../floor/floor.ts'
import { openRoute } from './route.ts'

export const whichLanguage = { problem: `say which language: ${languageCodes.join(' or ')}`, field: 'language' }

type BooksOnFloor = Pick<Floor, 'books' | 'rooms'>

/** Rule books, for anybody: what they say, their spots, odds and clauses. */
export function bookRoutes(app: FastifyInstance, floor: BooksOnFloor): void {
  openRoute(app, 'GET /api/books', async () => {
    await catchUpAll(floor)
    return booksOfFloor(floor).map((book) => ({ ...bookFacts(book), fingerprint: fingerprintOf(book) }))
  })

  openRoute(app, 'GET /api/books/:house/:name', async (request, reply) => {
    const book = await bookOfFloor(floor, `${request.params.house}/${request.params.name}`)
    return book ?? reply.code(404).send({ problem: 'there is no such rule book' })
  })

  const lists = {
    spots: (book: Book, layout: string) => spotsOf(book, layout).list.map(spotFacts),
    odds: (book: Book, layout: string) => oddsOf(book, layout).map(oddsFacts),
    clauses: (book: Book, _: string, words: Vocabulary) => clauseFacts(words.books.edition(book)),
  }
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
      return lists[name](book, layout, await vocabularyIn(language))
    })
}

/** Every book of the house: those that tables may be changed to, and those that only a journal carries. */
function booksOfFloor({ books, rooms }: BooksOnFloor): readonly Book[] {
  const carried = [...rooms.values()].flatMap(({ table }) => table.settled.books.map(({ book }) => book))
  const all = [...books.list, ...carried]
  return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at)
}

/** A table at another node may have changed to a book that only its journal carries. */
async function bookOfFloor(floor: BooksOnFloor, id: string): Promise<Book | undefined> {
  const find = () => booksOfFloor(floor).find((book) => book.id === id)
  const found = find()
  if (found) return found
  await catchUpAll(floor)
  return find()
}
