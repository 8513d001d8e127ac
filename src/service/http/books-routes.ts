import type { FastifyInstance } from 'fastify'
import { bookById, books } from '../../books/index.ts'
import { oddsOf } from '../../engine/odds.ts'
import { layoutNames, spotsOf } from '../../engine/spots.ts'
import { bookFacts, clauseFacts, oddsFacts, spotFacts } from '../../reference/facts.ts'
import { vocabularyIn } from '../../words/index.ts'
import { isLanguage, languageCodes } from '../../words/languages.ts'
import type { Vocabulary } from '../../words/vocabulary.ts'
import { openRoute } from './route.ts'

export const whichLanguage = { problem: `say which language: ${languageCodes.join(' or ')}`, field: 'language' }

/** Rule books, for anybody: what they say, their spots, odds and clauses. */
export function bookRoutes(app: FastifyInstance): void {
  openRoute(app, 'GET /api/books', async () => books.map(bookFacts))

  openRoute(app, 'GET /api/books/:house/:name', async (request, reply) => {
    const book = bookById(`${request.params.house}/${request.params.name}`)
    return book ?? reply.code(404).send({ problem: 'there is no such rule book' })
  })

  const lists = {
    spots: (id: string, layout: string) => spotsOf(bookById(id)!, layout).list.map(spotFacts),
    odds: (id: string, layout: string) => oddsOf(bookById(id)!, layout).map(oddsFacts),
    clauses: (id: string, _: string, words: Vocabulary) => clauseFacts(words.books.edition(bookById(id)!)),
  }
  for (const name of ['spots', 'odds', 'clauses'] as const)
    openRoute(app, `GET /api/books/:house/:name/${name}`, async (request, reply) => {
      const id = `${request.params.house}/${request.params.name}`
      const book = bookById(id)
      if (!book) return reply.code(404).send({ problem: 'there is no such rule book' })
      const names = layoutNames(book)
      const layout = request.query.layout ?? (names.length === 1 || name === 'clauses' ? names[0]! : '')
      if (!names.includes(layout))
        return reply.code(400).send({ problem: `say which layout: ${names.join(' or ')}`, field: 'layout' })
      const { language = 'en' } = request.query
      if (!isLanguage(language)) return reply.code(400).send(whichLanguage)
      return lists[name](id, layout, await vocabularyIn(language))
    })
}
