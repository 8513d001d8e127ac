import Type from 'typebox'
import { expect, test } from 'vitest'
import { schemaCheck } from './route.ts'

const whole = Type.Object({ stake: Type.Integer({ minimum: 1 }) }, { additionalProperties: false })
const checkOf = (schema: object) => schemaCheck({ schema, method: 'POST', url: '/', httpPart: 'body' })

test('what a schema says is checked, and what is wrong is said', () => {
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
