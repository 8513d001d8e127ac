import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bookSchema, publishedSchema } from './book-schema.ts'
import { bookText } from './write-book.ts'

const file = new URL('../../schemas/rule-book.json', import.meta.url)

test('the published schema is that of the books: npm run golden writes it', () => {
  const text = bookText(JSON.parse(JSON.stringify(publishedSchema)))
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

/** Every schema within a schema. */
function* schemasIn(value: unknown, path = '$'): Generator<{ path: string; schema: Record<string, unknown> }> {
  if (typeof value !== 'object' || value === null) return
  const schema = value as Record<string, unknown>
  if ('type' in schema || 'anyOf' in schema) yield { path, schema }
  for (const name of ['properties', 'patternProperties'])
    for (const [key, inner] of Object.entries(schema[name] ?? {})) yield* schemasIn(inner, `${path}.${key}`)
  yield* schemasIn(schema.items, `${path}[]`)
  for (const form of (schema.anyOf as unknown[]) ?? []) yield* schemasIn(form, path)
}

test('every field explains itself to an editor', () => {
  const silent = [...schemasIn(bookSchema)].filter(
    ({ schema }) => !('description' in schema || 'const' in schema || schema.type === 'null'),
  )
  expect(silent.map(({ path }) => path)).toEqual([])
})
