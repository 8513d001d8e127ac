import { expect, test } from 'vitest'
import { bookSchema } from './book-schema.ts'

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
