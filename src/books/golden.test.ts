import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { foreignBooks } from '../../test/books/foreign-books.ts'
import { prisonBooks } from '../../test/books/french-en-prison.ts'
import { type Draw, drawFacts, isDraw, outcomeOf } from '../engine/draw.ts'
import { nothing, toNumber } from '../engine/fraction.ts'
import type { Cents } from '../engine/money.ts'
import { settleStakes } from '../engine/settle.ts'
import type { Line } from '../engine/settlement.ts'
import { layoutNames, type Spot, spotsOf } from '../engine/spots.ts'
import { unitResult } from '../engine/unit-result.ts'
import { books } from './index.ts'
import type { Bonus, Pocket, RuleBook } from './rule-book.ts'

/**
 * Every spot against every pocket, as the engine settles a stake of one dollar, as text that a person compares with the
 * documents. `npm run golden` writes the files. A change in them is a change in payments.
 */
const folders = {
  ours: new URL('./golden/', import.meta.url),
  foreign: new URL('../../test/books/golden/', import.meta.url),
}
const stake = 100 as Cents

/** A way in which a pocket is lit, and a draw of the book's count of numbers that lights it so. */
type DrawClass = { title: string; draw: (bonus: Bonus, pocket: Pocket) => readonly Pocket[] }

const ownLink = (bonus: Bonus, pocket: Pocket): readonly Pocket[] =>
  bonus.links.find(({ pockets }) => pockets.includes(pocket))!.pockets
const elsewhere = (bonus: Bonus, pocket: Pocket): readonly Pocket[] =>
  bonus.links.flatMap(({ pockets }) => (pockets.includes(pocket) ? [] : pockets))
const filledUp = (bonus: Bonus, pocket: Pocket, own: readonly Pocket[]): readonly Pocket[] => [
  ...own,
  ...elsewhere(bonus, pocket).slice(0, bonus.numbers - own.length),
]

// A super bonus number in a scatter is impossible: four numbers in one link leave six for the nine others.
const drawClasses: readonly DrawClass[] = [
  { title: 'the pocket is no bonus number, no scatter', draw: (bonus, pocket) => filledUp(bonus, pocket, []) },
  {
    title: 'the pocket is no bonus number, scatter',
    draw: (bonus, pocket) => bonus.links.map(({ pockets }) => pockets.find((other) => other !== pocket)!),
  },
  { title: 'the pocket is a bonus number, no scatter', draw: (bonus, pocket) => filledUp(bonus, pocket, [pocket]) },
  {
    title: 'the pocket is a bonus number, scatter',
    draw: (bonus, pocket) => bonus.links.map(({ pockets }) => (pockets.includes(pocket) ? pocket : pockets[0]!)),
  },
  {
    title: 'the pocket is a super bonus number',
    draw: (bonus, pocket) => filledUp(bonus, pocket, ownLink(bonus, pocket)),
  },
]

type Round = { pocket: Pocket; draw: Draw | null }
type Sheet = { title: string; rounds: readonly Round[] }

function sheetsOf(book: RuleBook): readonly Sheet[] {
  const { bonus } = book.rules
  if (!bonus) return [{ title: '', rounds: book.wheel.pockets.map((pocket) => ({ pocket, draw: null })) }]
  return drawClasses.map(({ title, draw }) => ({
    title,
    rounds: book.wheel.pockets.map((pocket) => ({ pocket, draw: drawFacts(bonus, draw(bonus, pocket)) })),
  }))
}

function lineOf(book: RuleBook, spot: Spot, { pocket, draw }: Round): Line {
  const settlement = { book, limits: {}, warned: () => false, pocket, draw }
  const [line] = settleStakes(settlement, [
    { player: 'ann', spot, cash: stake, chips: 0, colour: null, chipValue: 0 as Cents },
  ])
  return line!
}

// The numbers stand in dozens, apart from the zeros.
const beginsGroup = (pocket: Pocket) => ['1', '13', '25'].includes(pocket)
const inGroups = (rounds: readonly Round[], mark: (round: Round) => string): string =>
  rounds.map((round) => (beginsGroup(round.pocket) ? ` ${mark(round)}` : mark(round))).join('')

const leftOf = (spot: string, kind: string, pays: string, clause: string): string =>
  `${spot.padEnd(18)} ${kind.padEnd(15)} ${pays.padStart(4)} ${clause.padEnd(6)} `

function header(rounds: readonly Round[]): string[] {
  const height = Math.max(...rounds.map(({ pocket }) => pocket.length))
  return Array.from({ length: height }, (_, row) => {
    const names = inGroups(rounds, ({ pocket }) => pocket.padStart(height)[row]!)
    const last = row === height - 1
    const left = last ? leftOf('spot', 'kind', 'pays', 'clause') : leftOf('', '', '', '')
    return `${left}${names}`.trimEnd()
  })
}

const isImprisoned = ({ result }: Line): boolean => result === 'imprisoned'
const isHalved = ({ result, returned }: Line): boolean => result === 'lost' && returned > 0

/**
 * A row: the spot's pay, its clause, and the pockets where it wins. For a spot that never wins, the clause by which it
 * loses.
 */
function row(book: RuleBook, rounds: readonly Round[], spot: Spot): string {
  const lines = rounds.map((round) => ({ round, line: lineOf(book, spot, round) }))
  const won = lines.filter(({ line }) => line.result === 'won')
  const pays = [...new Set(won.map(({ line }) => String(line.pays)))].join(' ')
  const clauses = [...new Set(won.map(({ line }) => line.clause))].join(' ')
  const wonOn = new Set(won.map(({ round }) => round.pocket))
  const halvedOn = new Set(lines.filter(({ line }) => isHalved(line)).map(({ round }) => round.pocket))
  const imprisonedOn = new Set(lines.filter(({ line }) => isImprisoned(line)).map(({ round }) => round.pocket))
  const lostAs = (pocket: Pocket) => (halvedOn.has(pocket) ? '/' : imprisonedOn.has(pocket) ? '=' : '.')
  const matrix = inGroups(rounds, ({ pocket }) => (wonOn.has(pocket) ? '#' : lostAs(pocket)))
  const list = wonOn.size === rounds.length ? 'every pocket' : [...wonOn].join(' ') || 'nothing'
  return `${leftOf(spot.spot, spot.kind, pays || '-', clauses || '-')}${matrix}  ${list}`
}

/** The clauses by which losing wagers are collected, with the pockets and the kinds of wager that share each. */
function losses(book: RuleBook, rounds: readonly Round[], spots: readonly Spot[]): string[] {
  const byClause = new Map<string, { pockets: Set<Pocket>; kinds: Set<string> }>()
  for (const round of rounds)
    for (const spot of spots) {
      const line = lineOf(book, spot, round)
      if (line.result === 'won') continue
      const how = isImprisoned(line) ? 'imprisoned' : isHalved(line) ? 'half lost' : 'lost'
      const by = `${how} by ${line.clause.padEnd(6)}`
      const found = byClause.get(by) ?? { pockets: new Set(), kinds: new Set() }
      byClause.set(by, { pockets: found.pockets.add(round.pocket), kinds: found.kinds.add(spot.kind) })
    }
  const kinds = new Set(spots.map(({ kind }) => kind)).size
  return [...byClause].map(([by, found]) => {
    const where = found.pockets.size === rounds.length ? 'every pocket' : [...found.pockets].join(' ')
    return `${by} on ${where}: ${found.kinds.size === kinds ? 'every kind' : [...found.kinds].join(' ')}`
  })
}

function sheetText(book: RuleBook, spots: readonly Spot[], { title, rounds }: Sheet): string[] {
  const shown = rounds.find(({ pocket }) => pocket === '17')!
  const heading = title ? ['', `When ${title} (for 17: ${shown.draw!.numbers.join(' ')} are lit)`] : []
  const rows = spots.map((spot) => row(book, rounds, spot))
  return [...heading, '', ...header(rounds), ...rows, '', ...losses(book, rounds, spots)]
}

function goldenText(book: RuleBook, layout: string): string {
  const { list } = spotsOf(book, layout)
  return [
    `${book.id}, layout ${layout}: ${list.length} spots on ${book.wheel.pockets.length} pockets`,
    `What each spot pays to 1 and by which clause; # where it wins, . where it loses${halves(book)}; then the pockets it wins on.`,
    ...sheetsOf(book).flatMap((sheet) => sheetText(book, list, sheet)),
    '',
  ].join('\n')
}

const halves = ({ rules: { partage, enPrison } }: RuleBook): string =>
  `${partage ? ', / where half goes back' : ''}${enPrison ? ', = where it is imprisoned' : ''}`

const fileOf = (book: RuleBook, layout: string): string =>
  `${book.id.replace('/', '-')}${layoutNames(book).length > 1 ? `-${layout}` : ''}.txt`

const goldensOf = (some: readonly RuleBook[], folder: URL) =>
  some.flatMap((book) => layoutNames(book).map((layout) => ({ book, layout, file: fileOf(book, layout), folder })))
const abroad = [...foreignBooks, ...prisonBooks]
const goldens = [...goldensOf(books, folders.ours), ...goldensOf(abroad, folders.foreign)]

test.each(goldens)('$file is what the engine pays', ({ book, layout, file, folder }) => {
  const text = goldenText(book, layout)
  const url = new URL(file, folder)
  if (process.env.UPDATE_GOLDEN) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(url, text)
  }
  expect(existsSync(url), `${file} is missing: npm run golden writes it`).toBe(true)
  expect(text).toBe(readFileSync(url, 'utf8'))
})

test.each(Object.entries(folders))(
  '%s: there is one golden file for each book and layout, and no other',
  (_, folder) => {
    const files = goldens.filter((golden) => golden.folder === folder).map(({ file }) => file)
    expect(readdirSync(folder).sort()).toEqual(files.sort())
  },
)

test.each(goldens)('$file: a line pays and returns the result of a unit, and collects the rest', ({ book, layout }) => {
  for (const spot of spotsOf(book, layout).list)
    for (const { rounds } of sheetsOf(book)) {
      const due = rounds.map(({ pocket, draw }) => {
        const { paid, returned, imprisoned = nothing } = unitResult(spot, outcomeOf(pocket, draw))
        const [back, stays] = [stake * toNumber(returned), stake * toNumber(imprisoned)]
        return [stake * toNumber(paid), back, stays, stake - back - stays]
      })
      const lines = rounds.map((round) => lineOf(book, spot, round))
      expect(
        lines.map(({ paid, returned, imprisoned = 0, collected }) => [paid, returned, imprisoned, collected]),
      ).toEqual(due)
    }
})

test('every class of draw is drawn as its title says', () => {
  const levels = ['plain', 'plain', 'bonus', 'bonus', 'super-bonus']
  const scatters = [false, true, false, true, false]
  for (const book of books.filter(({ rules }) => rules.bonus))
    for (const [at, { rounds }] of sheetsOf(book).entries())
      for (const { pocket, draw } of rounds) {
        expect(isDraw(book, draw!.numbers)).toBe(true)
        expect(outcomeOf(pocket, draw)).toEqual({ pocket, level: levels[at], scatter: scatters[at] })
      }
})
