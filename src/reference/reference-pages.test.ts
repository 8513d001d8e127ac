import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languagePage, refusalsPage } from './reference-pages.ts'

test.each([
  ['docs/refusals.md', refusalsPage],
  ['docs/commands.md', languagePage],
])('%s is what the engine says', (file, page) => {
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, page())
  expect(readFileSync(file, 'utf8')).toBe(page())
})
