import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bookById } from '../books/index.ts'
import { playScript, readScript, type Step } from '../engine/script.ts'
import { tellStory } from '../story/story.ts'
import { alarmWords } from './alarm-words.ts'
import * as en from './en/index.ts'
import { vocabularyIn } from './index.ts'
import { bundleNames, languageCodes, wordsIn } from './languages.ts'
import { complete, pathsOf } from './vocabulary.ts'

const zh = await vocabularyIn('zh')
const bundles = await Promise.all(bundleNames.map((bundle) => wordsIn(bundle, 'zh')))
const ownWords: object = Object.assign({}, ...bundles)

test('Chinese has every word that English has, and no other', () => {
  const [english, chinese] = [pathsOf(en), pathsOf(ownWords)]
  expect(english.length).toBeGreaterThan(1_000)
  expect({
    missing: english.filter((path) => !chinese.includes(path)),
    superfluous: chinese.filter((path) => !english.includes(path)),
  }).toEqual({ missing: [], superfluous: [] })
})

test('no subject is in two bundles', () => {
  const subjects = bundles.flatMap((words) => Object.keys(words))
  expect(subjects.toSorted()).toEqual(Object.keys(en).toSorted())
})

test('a word that is missing is English, one by one, within tables too', () => {
  const english = { a: 'one', deep: { b: 'two', c: (name: string) => `to ${name}` }, list: ['x', 'y'] }
  const other = complete(english, { deep: { b: 'deux' }, list: ['z'] })
  expect([other.a, other.deep.b, other.deep.c('Ann'), other.list]).toEqual(['one', 'deux', 'to Ann', ['z']])
  expect(complete(english, undefined)).toBe(english)
  expect(english.deep.b).toBe('two')
  expect(pathsOf(english)).toEqual(['a', 'deep.b', 'deep.c', 'list'])
})

test('a language with a handful of words is completed with English', () => {
  const latin = complete(en, {
    nouns: { roles: { dealer: 'praefectus' }, kinds: { red: 'ruber' }, results: { won: 'vicit' } },
    alarms: { 'table-stopped': (why) => `Mensa stat: ${why}` },
    ticket: { heading: 'TESSERA' },
  })
  const steps = [
    { do: 'buy-in', player: 'Ann', amount: 5000 },
    { do: 'place-your-bets' },
    { do: 'wager', player: 'Ann', spot: 'red', stake: 500 },
    { do: 'settle' },
  ]
  const lines = [...tellStory(playScript(scriptOf(steps)), latin)].join('\n')
  expect(lines).toContain('The praefectus called "Place your bets, please" and opened round 1.')
  expect(lines).toContain('Ann put $5.00 on ruber.')
  expect(lines).toContain('The praefectus tried to settle the round, but was refused: the ball was not at rest.')
  expect(alarmWords(latin, { alarm: 'table-stopped', why: 'disk' })).toBe('Mensa stat: disk')
  expect(alarmWords(latin, { alarm: 'house-stopped', why: 'disk' })).toBe('The house stopped: disk')
  expect([latin.ticket.heading, latin.ticket.issued]).toEqual(['TESSERA', 'Issued'])
})

test('a reason that the program itself gives is told in the language of the reader, one that was typed as it was', () => {
  const spin = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
  const steps = [
    { do: 'place-your-bets' },
    spin,
    { do: 'ball-at-rest', pocket: '17' },
    { do: 'decide', decision: 'void', reason: 'nobody called it' },
  ]
  const lines = [...tellStory(playScript(scriptOf(steps)), zh)].join('').replace(/\s/g, '')
  expect(lines).toContain('停止下注之前珠子已落定')
  expect(lines).toContain('nobodycalledit')
  expect(lines).not.toContain('restbeforenomorebets')
})

function scriptOf(steps: readonly object[]): readonly Step[] {
  const table = { table: { book: 'mbs/roulette@3' } }
  const script = readScript([table, ...steps].map((step) => JSON.stringify(step)).join('\n'), bookById)
  if (!Array.isArray(script)) throw new Error(JSON.stringify(script))
  return script
}

type Saying = { where: string; en: string; zh: string }

/** Sentences with facts are tried with numbers, which fit counts and names alike. */
const facts = ['7', '8', '9', '5', '6']
const textOf = (entry: unknown): string => String(typeof entry === 'function' ? entry(...facts) : entry)
const entryAt = (words: object, path: string): unknown =>
  path.split('.').reduce((table, key) => (table as Record<string, unknown>)[key] as object, words)

/** Other tests try the sentences that need a scene, a refusal or a book. Amounts have their own test. */
const isElsewhere = (path: string): boolean =>
  /^(bookProblems|books|refusals|story)\.|^ticket\.amount$/.test(path) && typeof entryAt(en, path) === 'function'
const sayings: Saying[] = pathsOf(en)
  .filter((path) => !isElsewhere(path))
  .map((path) => ({ where: path, en: textOf(entryAt(en, path)), zh: textOf(entryAt(zh, path)) }))

/** Names of things that have no Chinese name. */
const latin =
  /JSON Lines|croupier (verify|odds --rounds|report( book)?|nodes correct-clock)|Croupier|SHA-256|Holm|https|docs\/readings\.md|\bp\b|\.\./g

test('nothing Chinese is in the English, and nothing English in the Chinese', () => {
  expect(sayings.length).toBeGreaterThan(800)
  const wrong = sayings.filter(
    (saying) =>
      (saying.zh === '') !== (saying.en.trim() === '') ||
      /\p{Script=Han}/u.test(saying.en) ||
      /[A-Za-z]/.test(saying.zh.replace(latin, '')),
  )
  expect(wrong).toEqual([])
})

/** One English word that is two things, and two words in Chinese. */
// biome-ignore format: a table is read down its columns
const twoThings: Readonly<Record<string, string>> = {
  'rounds':    'what was played, and how many',
  'open':      'a stage of the round, a terminal, a ticket',
  'closed':    'a table, and a terminal or a wheel',
  'result':    'a stage of the round, and what came of it',
  'the house': 'everybody in it, and the bank',
  'cash out':  'what a player does, and a meter',
  'won':       'a wager, and a meter',
  'lost':      'a wager, and a meter',
  '7 chips':   'of a colour, and how many',
  '7 players': 'at the table, and how many',
  '7 times':   'of a number, and of an alarm',
  'red':       'a pocket, and a chip',
  'black':     'a pocket, and a chip',
  'green':     'a pocket, and a chip',
  'dozen':     'a bet, and what a number belongs to',
  'column':    'a bet, and what a number belongs to',
  'neighbours': 'a bet, and how many',
  'none':      'of anything, and of limits',
  'settled':   'a stage of the round, and what happened',
  'issued':    'when, and how many',
  'signed in': 'what happened, and where',
  'signed out': 'what happened, and why a session ended',
  'left the staff': 'what happened, and why a session ended',
}

test('one thing has one name in Chinese, wherever it is read', () => {
  const named = Map.groupBy(
    sayings.filter((saying) => /[a-z]/.test(saying.en)),
    (saying) => saying.en.toLowerCase(),
  )
  const several = [...named].filter(([, same]) => new Set(same.map((saying) => saying.zh)).size > 1)
  expect(Object.fromEntries(several.filter(([text]) => !(text in twoThings)))).toEqual({})
})

const fileAt = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** docs/words.md says which words are not used. */
const notUsed = fileAt('../../docs/words.md')
  .split('## In Chinese')[1]!
  .matchAll(/^\|[^|]*\|[^|]*\| ([^|]+) \|$/gm)
  .flatMap(([, words]) => words!.split('、'))
  .filter((word) => /\p{Script=Han}/u.test(word))
  .toArray()

const sourcesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => `${folder}${name}`)

test('no word is used that the glossary rules out', () => {
  expect(notUsed.length).toBeGreaterThan(20)
  const files = ['./zh/', '../books/chinese/'].flatMap(sourcesIn)
  expect(files.length).toBeGreaterThan(20)
  const wrong = files.flatMap((file) =>
    notUsed.filter((word) => fileAt(file).includes(word)).map((word) => `${file}: ${word}`),
  )
  expect(wrong).toEqual([])
})

test('the dealer’s calls are the words of the screens', () => {
  const { opening, closing } = zh.books.edition(bookById('mbs/roulette@3')!).texts
  expect(opening).toBe(zh.stages.open)
  expect(closing).toContain(zh.stages.closed)
})

test('English is the first language of the house', () => {
  expect(languageCodes[0]).toBe('en')
})
