import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { matrices, patterns, walks } from './suites.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const found = (pattern: readonly string[]): string[] => globSync([...pattern], { cwd: root }).sort()
const tests = found(['{src,test,e2e,bench,build}/**/*.{test,e2e}.{ts,tsx}'])

test('every browser test is in the short suite or in test:all alone, and every file that is listed exists', () => {
  const listed = [...walks, ...Object.keys(matrices)]
  expect(listed.filter((path) => path.startsWith('e2e/')).sort()).toEqual(found(patterns.e2e))
  expect(listed.filter((path) => !tests.includes(path))).toEqual([])
})

test('every test belongs to a project', () => {
  expect(tests).toEqual(found(Object.values(patterns).flat()))
  expect(tests.length).toBeGreaterThan(200)
})

test('the list of tests for test:all alone names existing tests', () => {
  const isInShort = (path: string): boolean => existsSync(`${root}${path}`) && !Object.hasOwn(matrices, path)
  const wrong = Object.entries(matrices).filter(([, kept]) => kept.length === 0 || !kept.every(isInShort))
  expect(wrong).toEqual([])
})

test('every test that does more at a higher CAMPAIGN is in a part of npm run campaign', () => {
  const parts = [...readFileSync(`${root}test/run-campaign.ts`, 'utf8').matchAll(/'((?:src|test|e2e)\/[^']+)'/g)]
  const isLengthened = (path: string): boolean => / \* campaign\b/.test(readFileSync(`${root}${path}`, 'utf8'))
  const lengthened = tests.filter(isLengthened)
  expect(lengthened.length).toBeGreaterThan(10)
  expect(lengthened.filter((path) => !parts.some(([, part]) => path.startsWith(part!)))).toEqual([])
})
