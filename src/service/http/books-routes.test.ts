import fastify from 'fastify'
import { expect, test } from 'vitest'
import { books } from '../../books/index.ts'
import { builtInBooks } from '../../record/known-books.ts'
import { bookRoutes } from './books-routes.ts'

function asked(url: string) {
  const app = fastify()
  bookRoutes(app, { books: builtInBooks, rooms: new Map() })
  return app.inject({ url })
}

test.each(books.map(({ id }) => id))('the clauses of %s in both languages', async (id) => {
  const clauses = async (query: string) => (await asked(`/api/books/${id}/clauses${query}`)).json()
  const [plain, english, chinese] = [await clauses(''), await clauses('?language=en'), await clauses('?language=zh')]
  expect(english).toEqual(plain)
  expect(chinese.map(({ clause }: { clause: string }) => clause)).toEqual(
    plain.map(({ clause }: typeof plain) => clause),
  )
  for (const { means } of chinese) expect(means).toMatch(/\p{Script=Han}/u)
})

test('a list of a book is the same document for everybody, and not sent to those who have it', async () => {
  const app = fastify()
  bookRoutes(app, { books: builtInBooks, rooms: new Map() })
  for (const path of ['', '/mbs/roulette@3', '/mbs/roulette@3/odds', '/mbs/roulette@3/clauses?language=zh']) {
    const url = `/api/books${path}`
    const first = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect([first.statusCode, first.headers['content-encoding'], first.headers['cache-control']]).toEqual([
      200,
      'br',
      'no-cache',
    ])
    const again = await app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } })
    expect([again.statusCode, again.body], url).toEqual([304, ''])
  }
})

test.each(['fr', '', 'constructor'])('there is no language %j', async (language) => {
  const reply = await asked(`/api/books/mbs/roulette@3/clauses?language=${language}`)
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    { problem: 'say which language: en or zh', field: 'language' },
  ])
})
