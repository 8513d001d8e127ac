import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bookText } from '../../src/book-files/write-book.ts'
import { schemaFiles } from './schema-files.ts'

const folder = new URL('../../schemas/', import.meta.url)

test('every file is what the service states today: npm run golden writes them', async () => {
  const texts = Object.entries(await schemaFiles()).map(
    ([name, schema]) => [name, bookText(JSON.parse(JSON.stringify(schema)))] as const,
  )
  if (process.env.UPDATE_GOLDEN) for (const [name, text] of texts) writeFileSync(new URL(name, folder), text)
  expect(readdirSync(folder).toSorted()).toEqual(texts.map(([name]) => name).toSorted())
  for (const [name, text] of texts) expect(readFileSync(new URL(name, folder), 'utf8') === text, name).toBe(true)
})
