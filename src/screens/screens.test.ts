import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What runs in a browser: everything here but tests and what helps them. */
const home = new URL('.', import.meta.url)
const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|css|html)$/.test(path) && !path.includes('.test.') && !path.endsWith('testing.ts'))
  .map((path) => ({ path, text: readFileSync(new URL(path, home), 'utf8') }))

const where = (pattern: RegExp): string[] => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

test('the screens know nothing of node', () => {
  expect(files.length).toBeGreaterThan(30)
  expect(where(/from 'node:|\bprocess\.|\brequire\(/)).toEqual([])
})

test('no request leaves the house', () => {
  expect(where(/https?:\/\/(?!www\.w3\.org\/)/)).toEqual([])
})

test('no inline scripts, which the service forbids', () => {
  expect(where(/<script(?![^>]*\bsrc=)|dangerouslySetInnerHTML|\beval\(|new Function\(/)).toEqual([])
})

test('colours are set in one place: a style sheet of a screen names none of the table', () => {
  const table = /#(b4232c|15171b|1e7f55|0e4436|d9b65c|ede3c8|101417|181e22|2a3238)\b/i
  expect(
    where(table).filter((path) => path.endsWith('.css') && path !== 'kit/tokens.css' && !path.startsWith('kit/')),
  ).toEqual([])
})
