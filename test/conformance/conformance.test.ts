import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { conformancePage } from './conformance-page.ts'
import { type Evidence, parts } from './requirements.ts'

const requirements = parts.flatMap(({ requirements }) => requirements)

test('docs/conformance.md is what the requirements say: npm run golden writes it', () => {
  const file = 'docs/conformance.md'
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, conformancePage(parts))
  expect(readFileSync(file, 'utf8')).toBe(conformancePage(parts))
})

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A title as a test gives it, in whichever quotes. A reason to skip may follow. */
const isTitled = (text: string, title: string): boolean =>
  new RegExp(`(['"\`])${literal(title).replace('…', '\\$\\{\\w+\\}')}(?:\\1| ?\\$\\{)`).test(text)

const missing = (evidence: readonly Evidence[]) =>
  evidence.filter(([file, title]) => !existsSync(file) || !isTitled(readFileSync(file, 'utf8'), title))

describe('evidence', () => {
  test('is there: every test that is named exists in its file under its title', () => {
    const named = requirements.flatMap((one) => ('evidence' in one ? one.evidence : []))
    expect(named.length).toBeGreaterThan(60)
    expect(missing(named)).toEqual([])
  })

  test('that is not there is found', () => {
    const file = 'test/conformance/conformance.test.ts'
    const none: Evidence[] = [
      [file, 'is nowhere'.repeat(2)],
      ['test/no-such.test.ts', 'that is not there is found'],
    ]
    expect(missing([[file, 'that is not there is found'], ...none])).toEqual(none)
  })

  test('is named for each requirement that is met, and each number stands once', () => {
    expect(requirements.filter((one) => 'evidence' in one && one.evidence.length === 0)).toEqual([])
    const numbers = requirements.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})
