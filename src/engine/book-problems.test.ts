import { expect, test } from 'vitest'
import { foreignBooks } from '../../test/books/foreign-books.ts'
import { frenchRoulette } from '../../test/books/french-roulette.ts'
import { tripleZeroRoulette } from '../../test/books/triple-zero-roulette.ts'
import { bookById, books } from '../books/index.ts'
import type { RuleBook } from '../books/rule-book.ts'
import { bookProblems } from './book-problems.ts'

const fastAction = bookById('mbs/sands-fast-action-roulette@2')!

test.each([...books, ...foreignBooks].map((book) => ({ id: book.id, book })))('$id is a book', ({ book }) => {
  expect(bookProblems(book)).toEqual([])
  expect(bookProblems(JSON.parse(JSON.stringify(book)))).toEqual([])
})

type Tree = { [name: string]: Tree }

/** A book with one thing in it changed; undefined takes it out. */
function changed(book: RuleBook, path: string, change: unknown): unknown {
  const copy = structuredClone(book) as unknown as Tree
  const names = path.split('.')
  const last = names.pop()!
  const parent = names.reduce((at, name) => at[name]!, copy)
  const value = typeof change === 'function' ? change(parent[last]) : change
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return copy
}

const twice = (items: readonly unknown[]) => [...items, items[0]]
const andMore =
  (...more: unknown[]) =>
  (items: readonly unknown[]) => [...items, ...more]
const without = (nth: number) => (items: readonly unknown[]) => items.toSpliced(nth, 1)

test.each([
  ['texts.en.title', undefined, 'texts.en.title: is missing'],
  ['texts.en.title', ' ', 'texts.en.title: must be a text'],
  ['texts.en.title', 5, 'texts.en.title: must be a text'],
  ['version', 1.5, 'version: must be a whole number'],
  ['playedOn', 'paper', 'playedOn: must be table, terminals'],
  ['colour', 'red', 'colour: is no field of a book'],
  ['rules', [], 'rules: must be an object'],
  ['rules.spin', null, 'rules.spin: must be an object'],
  ['rules.spin.revolutionsMin', -1, 'rules.spin.revolutionsMin: must be a whole number'],
  ['rules.losesOnPocket', 'all', 'rules.losesOnPocket: must be an object'],
  ['rules.limits', {}, 'rules.limits.policy: must be none, refused, settled-by-rule'],
  ['rules.limits', { policy: 'refused' }, 'rules.limits.clause: is missing'],
  [
    'rules.referral.by',
    'king',
    'rules.referral.by: must be player, dealer, pit-supervisor, pit-manager, shift-manager',
  ],
  ['rules.partage.oddCent', 'nobody', 'rules.partage.oddCent: must be house, player'],
  ['funds.colourChips.markedAboveMinimum', 'yes', 'funds.colourChips.markedAboveMinimum: must be true or false'],
  ['wheel.pockets', '0', 'wheel.pockets: must be a list'],
  ['layouts.table.areas.0.x', Number.NaN, 'layouts.table.areas.0.x: must be a number'],
  [
    'layouts.table.wagers.0.wins',
    'always',
    'layouts.table.wagers.0.wins: must be covered, bonus-number, super-bonus-number, scatter',
  ],
  ['layouts.table.wagers.0.pays', () => 35.5, 'layouts.table.wagers.0.pays: must be a whole number'],
])('its shape: %s as %j', (path, change, problem) => {
  const found = bookProblems(changed(frenchRoulette, path, change))
  expect(found.map(({ at, problem }) => `${at}: ${problem}`)).toEqual([problem])
})

test.each([[null], [undefined], [7], ['book'], [[]], [() => 0]])('%j is no book', (value) => {
  expect(bookProblems(value)).toEqual([{ at: '', problem: 'must be an object' }])
})

test('a value that may be left out may be, and no other', () => {
  const optional = ['partage']
  for (const name of optional) expect(bookProblems(changed(frenchRoulette, `rules.${name}`, undefined))).toEqual([])
  const names = Object.keys(frenchRoulette.rules).filter((name) => !optional.includes(name))
  for (const name of names)
    expect(bookProblems(changed(frenchRoulette, `rules.${name}`, undefined))).toEqual([
      { at: `rules.${name}`, problem: 'is missing' },
    ])
})

type Case = [book: RuleBook, path: string, change: unknown, problem: string]

const inFrench: Case[] = (
  [
    ['id', 'French Roulette', 'id: must say operator, game and version: house/game@1'],
    ['version', 2, 'version: must be the one of the id'],
    ['inForce.from', 'yesterday', 'inForce.from: must be a day'],
    ['rules.outcome.clause', '9.9', 'rules.outcome.clause: 9.9 is no clause of the book'],
    ['rules.losesOnPocket.0', 'nowhere', 'rules.losesOnPocket.0: nowhere is no clause of the book'],
    ['rules.limits.overMaximum', 'x', 'rules.limits.overMaximum: x is no clause of the book'],
    ['rules.outcome.clause', 'reading 0', 'rules.outcome.clause: reading 0 is no clause of the book'],
    ['texts.en.clauses', twice, 'texts.en.clauses: 1.1 stands twice'],
    ['texts.en.labels.red', undefined, 'texts.en.labels: red is missing'],
    ['texts.en.irregularities.ball-broke', undefined, 'texts.en.irregularities: ball-broke is missing'],
    ['wheel.order', twice, 'wheel.order: 0 stands twice'],
    ['wheel.order', without(0), 'wheel.order: 0 is missing'],
    ['wheel.order', andMore('37'), 'wheel.order: 37 is not on the wheel'],
    ['colours.green', [], 'colours: 0 has no colour'],
    ['colours.green', ['0', '1'], 'colours: 1 stands twice'],
    ['colours.green', ['0', '37'], 'colours: 37 is not on the wheel'],
    ['layouts', {}, 'layouts: must not be empty'],
    ['irregularities', twice, 'irregularities: same-direction stands twice'],
    ['irregularities', without(0), 'irregularities: same-direction is missing: a spin can show it'],
    ['irregularities', without(3), 'irregularities: wheel-not-rotating is missing: a spin can show it'],
    ['rules.noSpin.code', 'dark', 'rules: dark is no irregularity of the book'],
    ['rules.voidedRounds.codes', ['dark'], 'rules: dark is no irregularity of the book'],
    ['rules.losesOnPocket.00', '3.2', 'rules.losesOnPocket: 00 is not on the wheel'],
    ['rules.partage.pockets', ['00'], 'rules.partage.pockets: 00 is not on the wheel'],
    ['rules.partage.pockets', [], 'rules.partage: halves nothing'],
    ['rules.partage.kinds', ['green'], 'rules.partage.kinds: green is no kind that wins by what it covers'],
    ['layouts.table.wagers.0.paysBonus', 40, 'rules.bonus: is null, and wagers ask what the draw lit'],
    ['layouts.table.wagers', twice, 'layouts.table.wagers: straight-up stands twice'],
    ['layouts.table.wagers.2.pays', 0, 'layouts.table.wagers: street pays nothing'],
    ['layouts.table.sections', twice, 'layouts.table: column-1 stands twice'],
    ['layouts.table.sections.0.kind', 'green', 'layouts.table: column-1 is of a kind that the pay table does not have'],
    ['layouts.table.sections.0.covers', andMore('37'), 'layouts.table: 37 is covered by column-1 and not on the wheel'],
    ['layouts.table.sections.0.covers', twice, 'layouts.table: 1 is covered twice by column-1'],
    [
      'layouts.table.zeroArea.0.spot',
      '1/0',
      'layouts.table: 1/0 must be named by what it covers, in the order of wheel.pockets',
    ],
    ['layouts.table.grids.0.rows.0', without(11), 'layouts.table.grids: must have rows of one length'],
    ['layouts.table.grids.0.rows.0.0', '37', 'layouts.table.grids: 37 is not on the wheel'],
    ['layouts.table.sections', without(11), 'layouts.table.wagers: black has no spot'],
    [
      'layouts.table.sections.0.covers',
      [],
      'layouts.table: column-1 must cover pockets if it wins by them, and else none',
    ],
    ['layouts.table.sections.10.covers', without(0), 'layouts.table: red must cover its colour'],
    [
      'layouts.table.sections',
      andMore({ spot: '17', kind: 'column', covers: ['17'] }),
      'layouts.table: 17 is two spots',
    ],
    ['layouts.table.places.0.spot', '0/36', 'layouts.table: 0/36 is printed and no spot'],
    ['layouts.table.areas.0.w', 2, 'layouts.table: 3 and 0 lie on each other'],
    ['layouts.table.areas', without(4), 'layouts.table: dozen-1 has no place'],
    ['layouts.table.places', andMore({ spot: '0/1', x: 0, y: 3 }), 'layouts.table: 0/1 and 0/1/2/3 have one place'],
  ] as [string, unknown, string][]
).map((row) => [frenchRoulette, ...row])

const inOthers: Case[] = [
  [tripleZeroRoulette, 'wheel.pockets', twice, 'wheel.pockets: 0 stands twice'],
  [tripleZeroRoulette, 'layouts.main.severalPieceBets', twice, 'layouts.main.severalPieceBets: touch stands twice'],
  [
    tripleZeroRoulette,
    'layouts.main.severalPieceBets.0.bets',
    twice,
    'layouts.main.severalPieceBets: neighbours stands twice',
  ],
  [
    tripleZeroRoulette,
    'layouts.main.severalPieceBets.0.bets.1.pieces.0.spot',
    'S',
    'layouts.main.severalPieceBets: S is no spot',
  ],
  [
    tripleZeroRoulette,
    'layouts.main.severalPieceBets.0.bets.1.pieces',
    twice,
    'layouts.main.severalPieceBets: 000 stands twice in a bet',
  ],
  [fastAction, 'rules.bonus', null, 'rules.bonus: is null, and wagers ask what the draw lit'],
  [fastAction, 'rules.bonus.numbers', 41, 'rules.bonus.numbers: must be between 1 and all pockets'],
  [fastAction, 'rules.bonus.links.1.link', 'a', 'rules.bonus.links: a stands twice'],
  [fastAction, 'rules.bonus.links.0.pockets', andMore('99'), 'rules.bonus.links: 99 is not on the wheel'],
  [fastAction, 'texts.en.appendices', twice, 'texts.en.appendices: Appendix A stands twice'],
]

test.each([...inFrench, ...inOthers])('%#: what is wrong is found', (book, path, change, problem) => {
  const found = bookProblems(changed(book, path, change)).map(({ at, problem }) => `${at}: ${problem}`)
  expect(found, path).toContain(problem)
})

test('a pocket that a spot could not be named by is none', () => {
  const odd = JSON.parse(JSON.stringify(frenchRoulette).replaceAll('"0"', '"0/0"'))
  expect(bookProblems(odd)).toContainEqual({ at: 'wheel.pockets', problem: '0/0 must be digits or capitals' })
  const none = { ...frenchRoulette, wheel: { pockets: [], order: [], clause: '1.1' } }
  expect(bookProblems(none)).toContainEqual({ at: 'wheel.pockets', problem: 'must not be empty' })
})

test('two links do not share a pocket, and a cell is printed once', () => {
  const [first] = fastAction.rules.bonus!.links
  const shared = changed(fastAction, 'rules.bonus.links.1.pockets', [...first!.pockets])
  expect(bookProblems(shared)).toContainEqual({
    at: 'rules.bonus.links',
    problem: `${first!.pockets[0]} is in two links`,
  })
  const printed = changed(frenchRoulette, 'layouts.table.areas', andMore({ spot: '0', x: 20, y: 0, w: 1, h: 1 }))
  expect(bookProblems(printed)).toContainEqual({ at: 'layouts.table', problem: '0 is printed twice' })
})
