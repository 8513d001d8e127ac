import fastify from 'fastify'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { documentation, schemaCheck } from './route.ts'

const whole = Type.Object({ stake: Type.Integer({ minimum: 1 }) }, { additionalProperties: false })
const checkOf = (schema: object) => schemaCheck({ schema, method: 'POST', url: '/', httpPart: 'body' })

test('input is checked by its schema, and the problem is named', () => {
  const check = checkOf(whole)
  expect(check({ stake: 500 })).toBe(true)
  expect(check.errors).toBeNull()
  expect(check({ stake: 0 })).toBe(false)
  expect(check.errors).toMatchObject([{ instancePath: '/stake', keyword: 'minimum' }])
})

test('nothing is made to fit: no text becomes a number, and nothing is left out', () => {
  const body = { stake: '500', more: true }
  expect(checkOf(whole)(body)).toBe(false)
  expect(body).toEqual({ stake: '500', more: true })
})

test('two houses of a process do not hear of each other’s mistakes', () => {
  const [here, there] = [checkOf(whole), checkOf(whole)]
  expect(here({})).toBe(false)
  expect(there({ stake: 1 })).toBe(true)
  expect(here.errors).toHaveLength(1)
})

test('a schema that is none is told by the first who comes, and not before', () => {
  const check = checkOf({ type: 'nothing of the kind' })
  expect(() => check({})).toThrow(/schema is invalid/)
})

test('the files of the API description are compressed and not sent to those who have them', async () => {
  const app = fastify()
  await documentation(app)
  for (const file of ['json', 'static/swagger-ui-bundle.js', 'static/swagger-ui.css']) {
    const url = `/api/docs/${file}`
    const first = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect([first.statusCode, first.headers['content-encoding']], file).toEqual([200, 'br'])
    const again = await app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } })
    expect([again.statusCode, again.body], file).toEqual([304, ''])
  }
  expect((await app.inject('/api/docs/static/nothing.js')).statusCode).toBe(404)
})
