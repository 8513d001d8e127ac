import { expect, test } from 'vitest'
import { publishedSchema } from '../book-files/book-schema.ts'
import { checkBook } from '../book-files/read-book.ts'
import type { BookProblem } from '../engine/book-path.ts'
import type { AskedValue, ProblemFacts } from '../engine/problem-facts.ts'
import { bookProblems as english } from './en/book-problems.en.ts'
import { type ProblemText, type ProblemTexts, problemTextIn } from './naming.ts'
import { bookProblems } from './zh/book-problems.zh.ts'
import { schemaTexts } from './zh/book-schema.zh.ts'

const chinese = bookProblems as ProblemTexts

function descriptionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'description' in value && typeof value.description === 'string' ? [value.description] : []
  return [...own, ...Object.values(value).flatMap(descriptionsIn)]
}

test('every description of the schema is told in Chinese, and no other', () => {
  const described = descriptionsIn(publishedSchema).map((text) => text.replace(/, (by its clause|in cents)$/, ''))
  expect(Object.keys(schemaTexts).toSorted()).toEqual([...new Set(described)].toSorted())
})

const asked: AskedValue = { description: 'the fewest neighbours on each side', words: ['w1', 'w2'], range: [31, 32] }
const count = { asked, count: 33, least: 34, most: 35 }
const none = {}
const name = { name: 'N1' }
const known = { ...name, known: ['K1', 'K2'] }
const spot = { spot: 'S1' }

/** Facts for each problem. Every one of them must be in its words, in each language. */
const samples: ProblemFacts = {
  'too-long': { most: 41 },
  'too-deep': { most: 42 },
  empty: none,
  'not-utf8': none,
  'not-json': { place: { line: '43', column: '44' } },
  'doubled-field': none,
  'damaged-link': none,
  unreadable: none,
  'check-too-slow': { seconds: 45 },
  'check-failed': { why: 'W1' },
  missing: { asked },
  'wrong-type': { asked, is: 'list', wanted: 'object' },
  'wrong-value': { asked, value: 'V1' },
  'not-whole': { asked, value: 1.5 },
  'item-count': count,
  'name-count': count,
  'wrong-name': { asked },
  'unknown-field': { known: ['K1', 'K2'] },
  'unknown-form': { asked, tag: 'T1' },
  'no-form': { asked, tag: 'T1', is: 'number' },
  repeated: name,
  'repeated-kind': name,
  'repeated-colour': name,
  'repeated-link': name,
  'repeated-print': name,
  'repeated-spot': name,
  'repeated-piece': name,
  'repeated-cover': { ...name, ...spot },
  'not-in-pockets': name,
  'not-on-wheel': name,
  'cover-not-on-wheel': { ...name, ...spot },
  'not-in-order': name,
  'without-colour': name,
  'unknown-irregularity': known,
  'unknown-kind': known,
  'not-in-pay-table': known,
  'not-a-covering-kind': name,
  'kind-without-spot': name,
  'printed-without-spot': name,
  'unknown-spot': name,
  'number-without-spot': name,
  'version-differs': { version: '46' },
  'irregularity-missing': { ...name, needed: ['K1', 'K2'] },
  'code-of-decision': name,
  'limits-crossed': none,
  'payout-too-low': { kind: 'K1', wins: 47 },
  'halved-and-imprisoned': name,
  'every-pocket-imprisons': none,
  'prison-beside-bonus': none,
  'covers-its-prison': spot,
  'bonus-missing': none,
  'more-than-wheel': { most: 48 },
  'kind-of-numbers': name,
  'misnamed-spot': { ...name, ...spot },
  'uneven-rows': none,
  'covers-nothing': { ...spot, wins: 'W1' },
  'covers-with-draw': { ...spot, wins: 'W1' },
  'colour-covers-others': { ...spot, own: ['K1', 'K2'] },
  'areas-overlap': { spots: ['S1', 'S2'] },
  'split-apart': spot,
  'without-place': spot,
  'same-place': { spots: ['S1', 'S2'] },
  'offer-without-terminal': none,
  'sides-crossed': { most: 49 },
  'player-edge': { ...spot, edge: '1/50', returns: '51/50' },
  'unlisted-clause': name,
  'text-missing': none,
  'text-of-nothing': none,
  'translation-missing': { names: ['N1', 'N2', 'N3', 'N4', 'N5', 'N6'] },
  'translation-of-nothing': none,
}

/** Returns names, numbers and words of the file. Each language has its own words for descriptions and types. */
function factsIn(value: unknown, field = ''): string[] {
  if (['description', 'is', 'wanted'].includes(field)) return []
  if (typeof value !== 'object' || value === null) return [String(value)]
  const inner = Array.isArray(value) ? value.slice(0, 5).map((one) => ['', one] as const) : Object.entries(value)
  // A form is one of the words, not of the numbers.
  return inner.flatMap(([name, one]) => (name === 'range' && 'words' in value ? [] : factsIn(one, name)))
}

test.each(Object.entries(samples))('%s is told with its facts in both languages', (code, facts) => {
  const problem = { level: 'error', at: '$', code, facts } as BookProblem
  const [inEnglish, inChinese] = [english, chinese].map((words) => problemTextIn(words, problem)) as [
    ProblemText,
    ProblemText,
  ]
  for (const fact of factsIn(facts)) for (const text of [inEnglish, inChinese]) expect(text.join(' | ')).toContain(fact)
  for (const part of inEnglish) expect(part).toMatch(/^[^\p{Script=Han}]{2,}$/u)
  for (const part of inChinese.filter((text) => !/^K1、K2$/.test(text))) expect(part).toMatch(/\p{Script=Han}/u)
})

test('a book that lacks a field is told so in Chinese, with the description of the field', () => {
  const [problem] = checkBook({ format: 2 }).problems
  expect(problemTextIn(chinese, problem!)).toEqual(['不能是 2', '1：此格式的版本'])
})
