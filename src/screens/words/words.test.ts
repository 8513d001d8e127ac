import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { irregularities } from '../../books/chinese/chinese.ts'
import { bookById, books } from '../../books/index.ts'
import type { ClauseHome, SpotKind } from '../../books/rule-book.ts'
import { spotsOf } from '../../engine/spots.ts'
import { spotWords } from '../../story/spots.ts'
import { languages as storyLanguages } from '../../story/words/index.ts'
import { language, languages } from '../kit/language.ts'
import { homes } from './audit.ts'
import { colourName } from './colours.ts'
import { common, stages } from './common.ts'
import { dealer } from './dealer.ts'
import { citedIn, editionOf } from './editions.ts'
import { roleName } from './people.ts'
import { betName, kindName, spotName } from './spots.ts'
import { terminal } from './terminal.ts'
import { voids } from './voids.ts'

afterEach(() => {
  language.value = 'en'
})

function inBoth<T>(told: () => T): [en: T, zh: T] {
  const [en, zh] = languages.map((one) => {
    language.value = one
    return told()
  })
  return [en!, zh!]
}

type Said = { where: string; en: string; zh: string }

/** What is said where facts are needed: numbers do, for what is counted as for what is named. */
const facts = ['7', '8', '9', '5', '6']

/** Every word of every table in this folder, in both languages. */
const tables: Said[] = []
for (const file of readdirSync(new URL('.', import.meta.url)).filter((name) => /^[a-z]+\.ts$/.test(name)))
  for (const [name, table] of Object.entries(await import(/* @vite-ignore */ new URL(file, import.meta.url).href)))
    if (typeof table === 'object' && !Array.isArray(table))
      for (const key of Object.keys(table as object)) {
        const [en, zh] = inBoth(() => textOf((table as Record<string, unknown>)[key]))
        tables.push({ where: `${file} ${name}.${key}`, en, zh })
      }

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value[language.value === 'zh' ? 1 : 0]
  return typeof value === 'function' ? (value(...facts) ?? value('red')) : String(value)
}

/** Names of things that have no Chinese name. */
const latin = /JSON Lines|croupier verify|https|docs\/readings\.md|English|\bp\b/g

test('both languages are complete: nothing Chinese in the English, nothing English in the Chinese', () => {
  expect(tables.length).toBeGreaterThan(400)
  const wrong = tables.filter(
    ({ en, zh }) => (zh === '') !== (en === '') || /\p{Script=Han}/u.test(en) || /[A-Za-z]/.test(zh.replace(latin, '')),
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
}

test('one thing has one name in Chinese, on every screen', () => {
  const named = Map.groupBy(tables, ({ en }) => en.toLowerCase())
  const several = [...named].filter(([, said]) => new Set(said.map(({ zh }) => zh)).size > 1)
  expect(Object.fromEntries(several.filter(([en]) => !(en in twoThings)))).toEqual({})
})

const fileAt = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** docs/words.md says which words are not used. */
const notUsed = fileAt('../../../docs/words.md')
  .split('## In Chinese')[1]!
  .matchAll(/^\|[^|]*\|[^|]*\| ([^|]+) \|$/gm)
  .flatMap(([, words]) => words!.split('、'))
  .filter((word) => /\p{Script=Han}/u.test(word))
  .toArray()

const chinese = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => `${folder}${name}`)

test('nothing is called by a word that the glossary rules out', () => {
  expect(notUsed.length).toBeGreaterThan(20)
  const files = ['./', '../../story/words/', '../../books/chinese/'].flatMap(chinese)
  const wrong = files.flatMap((file) =>
    notUsed.filter((word) => fileAt(file).includes(word)).map((word) => `${file}: ${word}`),
  )
  expect(wrong).toEqual([])
})

/** The bets of every terminal. */
const bets = books
  .flatMap(({ layouts }) => Object.values(layouts))
  .flatMap(({ severalPieceBets }) => severalPieceBets.flatMap((offer) => offer.bets.map(({ bet }) => bet)))
const colours = ['blue', 'yellow', 'pink', 'orange', 'purple', 'turquoise', 'lime', 'brown', 'white', 'grey']

test.each(languages)('the screens and the story have the same names for the same things: %s', (one) => {
  language.value = one
  const words = storyLanguages.get(one)!
  const { money, pockets, settlement } = words
  const same = (screen: string, story: string) => expect(screen.toLowerCase()).toBe(story)
  for (const [kind, name] of Object.entries(words.spots.kinds)) same(kindName(kind as SpotKind), name)
  for (const [role, name] of Object.entries(words.people.roles)) same(roleName(role), name)
  for (const bet of bets) same(betName(bet), words.bets.name(bet).replaceAll('-', ' '))
  for (const colour of colours) same(dealer.asChips(2, colourName(colour)), money.chips(2, colour))
  for (const colour of ['red', 'black', 'green'] as const) same(common.pocketColour(colour), pockets.colours[colour])
  for (const result of ['won', 'lost', 'returned'] as const) same(terminal[result], settlement.results[result])
  same(dealer.cashChips, money.kinds.chips)
  same(dealer.colourChips, money.colourChips)
  same(terminal.paysBonus, pockets.lit.bonus)
  same(terminal.paysSuperBonus, pockets.lit['super-bonus'])
  same(common.pays(35), settlement.odds(35))
  same(common.limitsRange('$1', '$2'), words.limits.between('$1', '$2'))
})

test('in Chinese also places, homes of clauses, what voids a round and what the dealer calls', () => {
  language.value = 'zh'
  const words = storyLanguages.get('zh')!
  const book = bookById('mbs/roulette@3')!
  for (const spot of spotsOf(book, 'table').list)
    expect(spotWords(words, spot).replace(/（.*）$/, '')).toBe(spotName(spot))
  for (const [home, name] of Object.entries(words.clauses.homes)) expect(homes[home as ClauseHome]).toBe(name)
  for (const [code, name] of Object.entries(irregularities)) expect(voids[code]?.[1]).toBe(name)
  expect(words.clauses.name('reading 7')).toBe(common.clause('reading 7'))
  const { opening, closing } = words.edition(book).rules
  expect(opening.says).toBe(stages.open)
  expect(closing.says).toContain(stages.closed)
})

test('every language of the screens is a language of the story', () => {
  expect([...storyLanguages.keys()]).toEqual(languages)
})

test('the Chinese edition of a book comes when it is asked for; a book in English stays as it is', async () => {
  const book = bookById('mbs/roulette@3')!
  const title = () => editionOf(book).title
  expect(title()).toBe('Roulette')
  language.value = 'zh'
  await expect.poll(title).toBe('轮盘')
  expect(citedIn(book, ['3.1', null, 'reading 7', '3.1']).map(({ clause }) => clause)).toEqual(['3.1', 'reading 7'])
  for (const { means } of citedIn(book, ['3.1', 'reading 7'])) expect(means).toMatch(/\p{Script=Han}/u)
  language.value = 'en'
  expect(title()).toBe('Roulette')
})
