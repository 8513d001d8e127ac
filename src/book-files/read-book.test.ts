import { expect, test } from 'vitest'
import { announcedRoulette, foreignBooks, frenchRoulette, tripleZeroRoulette } from '../../test/books/foreign-books.ts'
import { bookById, books } from '../books/index.ts'
import { type RuleBook, rulesOf } from '../books/rule-book.ts'
import { BOOK_BYTES_MAX, checkBook, readBook, readRules, type ToldProblem } from './read-book.ts'

const fastAction = bookById('mbs/sands-fast-action-roulette@2')!
const american = foreignBooks.find(({ id }) => id.includes('american'))!

test.each([...books, ...foreignBooks].map((book) => ({ id: book.id, book })))('$id is a book', ({ book }) => {
  expect(readBook(book)).toEqual({ book, problems: [] })
  expect(readBook(JSON.stringify(book))).toEqual({ book, problems: [] })
  expect(readRules(rulesOf(book))).toEqual({ rules: rulesOf(book) })
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
const told = ({ at, problem }: ToldProblem): string => `${at.slice(2)}: ${problem}`
const errorsIn = (value: unknown) => checkBook(value).problems.filter(({ level }) => level === 'error')

test.each([
  ['texts.en.title', undefined, 'texts.en.title: is missing', 'the name of the game'],
  ['texts.en.title', ' ', 'texts.en.title: cannot be " "', 'the name of the game'],
  ['texts.en.title', 5, 'texts.en.title: is a number, not a text', 'the name of the game'],
  ['format', 2, 'format: cannot be 2', '1: the version of this form'],
  ['version', 1.5, 'version: 1.5 is not a whole number', 'a whole number from 0 to 999999'],
  ['id', 'French Roulette', 'id: cannot be "French Roulette"', 'harbour/roulette@1'],
  ['inForce.from', 'yesterday', 'inForce.from: cannot be "yesterday"', '2026-01-31T08:00'],
  ['playedOn', 'paper', 'playedOn: cannot be "paper"', 'one of table, terminals'],
  ['colour', 'red', 'colour: is not a field here', 'one of $schema, format, id'],
  ['rules', [], 'rules: is a list, not an object', 'the rules of a round'],
  ['rules.spin', null, 'rules.spin: is null, not an object', 'what a valid spin is'],
  ['rules.spin.revolutionsMin', -1, 'rules.spin.revolutionsMin: cannot be -1', 'a whole number from 0'],
  ['rules.losesOnPocket', 'all', 'rules.losesOnPocket: is a text, not an object', 'its clause'],
  ['rules.limits', {}, 'rules.limits.policy: has no policy that is known', 'none, refused, settled-by-rule'],
  ['rules.limits', { policy: 'refused' }, 'rules.limits.clause: is missing', 'what limits wagers'],
  ['rules.referral.by', 'king', 'rules.referral.by: cannot be "king"', 'player, dealer, pit-supervisor'],
  ['rules.partage.oddCent', 'nobody', 'rules.partage.oddCent: cannot be "nobody"', 'one of house, player'],
  ['rules.partage.pockets', [], 'rules.partage.pockets: has 0 items', '1 to 100 of them'],
  [
    'funds.colourChips.markedAboveMinimum',
    'yes',
    'funds.colourChips.markedAboveMinimum: is a text, not true or false',
    'true',
  ],
  ['wheel.pockets', '0', 'wheel.pockets: is a text, not a list', 'every pocket'],
  ['layouts', {}, 'layouts: has 0 names', '1 to 500 of them'],
  ['layouts.table.areas.0.x', Number.NaN, 'layouts.table.areas[0].x: cannot be NaN', 'the left edge'],
  ['layouts.table.areas.0.w', 0, 'layouts.table.areas[0].w: cannot be 0', 'above 0'],
  [
    'layouts.table.wagers.0.wins',
    'always',
    'layouts.table.wagers[0].wins: cannot be "always"',
    'one of covered, bonus-number',
  ],
  ['layouts.table.wagers.0.pays', 35.5, 'layouts.table.wagers[0].pays: 35.5 is not a whole number', 'from 1 to 10000'],
  ['layouts.table.wagers.0.pays', -35, 'layouts.table.wagers[0].pays: cannot be -35', 'from 1 to 10000'],
  ['layouts.table.wagers.0.pays', 0, 'layouts.table.wagers[0].pays: cannot be 0', 'from 1 to 10000'],
  [
    'layouts.table.wagers.0.kind',
    'constructor',
    'layouts.table.wagers[0].kind: cannot be "constructor"',
    'small letters',
  ],
  ['layouts.table.wagers.0.kind', 'default', 'layouts.table.wagers[0].kind: cannot be "default"', 'small letters'],
  [
    'layouts.table.wagers.0.kind',
    'maximum-payout',
    'layouts.table.wagers[0].kind: cannot be "maximum-payout"',
    'small letters',
  ],
  ['rules.maximumPayout', { amount: 0 }, 'rules.maximumPayout.amount: cannot be 0', 'a whole number from 1'],
  ['rules.maximumPayout', { amount: 1 }, 'rules.maximumPayout.clause: is missing', 'what cuts the winnings'],
  [
    'rules.losesOnPocket.valueOf',
    '3.2',
    'rules.losesOnPocket.valueOf: is not a name that is allowed here',
    'its clause',
  ],
])('its shape: %s as %j', (path, change, problem, expected) => {
  const { isBook, problems, book } = checkBook(changed(frenchRoulette, path, change))
  expect(problems.map(told)).toContain(problem)
  expect(problems.find((one) => told(one) === problem)!.expected).toContain(expected)
  expect([isBook, book]).toEqual([false, null])
})

test.each([[null], [undefined], [7], [[]], [() => 0]])('%j is no book', (value) => {
  expect(checkBook(value)).toMatchObject({ isBook: false, problems: [{ at: '$' }], book: null })
})

test('a value that may be left out may be, and no other', () => {
  const optional = ['partage']
  for (const name of optional) expect(errorsIn(changed(frenchRoulette, `rules.${name}`, undefined))).toEqual([])
  const names = Object.keys(frenchRoulette.rules).filter((name) => !optional.includes(name))
  for (const name of names)
    expect(errorsIn(changed(frenchRoulette, `rules.${name}`, undefined)).map(told)).toEqual([
      `rules.${name}: is missing`,
    ])
})

type ValueCase = [book: RuleBook, path: string, change: unknown, problem: string]

const inFrench: ValueCase[] = (
  [
    ['version', 2, 'version: differs from the version in the id'],
    ['rules.outcome.clause', '9.9', 'rules.outcome.clause: 9.9 is cited and not listed'],
    ['rules.losesOnPocket.0', 'nowhere', "rules.losesOnPocket['0']: nowhere is cited and not listed"],
    ['rules.limits.overMaximum', 'x', 'rules.limits.overMaximum: x is cited and not listed'],
    ['rules.outcome.clause', 'reading 0', 'rules.outcome.clause: reading 0 is cited and not listed'],
    ['texts.en.clauses', twice, 'texts.en.clauses[19].clause: 1.1 stands twice'],
    ['wheel.order', twice, 'wheel.order[37]: 0 stands twice'],
    ['wheel.order', without(0), 'wheel.order: 0 is missing'],
    ['wheel.order', andMore('37'), 'wheel.order[37]: 37 is not in wheel.pockets'],
    ['colours.green', [], 'colours: 0 has no colour'],
    ['colours.green', ['0', '1'], 'colours.green[1]: 1 has two colours'],
    ['colours.green', ['0', '37'], 'colours.green[1]: 37 is not on the wheel'],
    ['irregularities', twice, 'irregularities[11].code: same-direction stands twice'],
    ['irregularities', without(0), 'irregularities: same-direction is missing, and a spin can show it'],
    ['irregularities', without(3), 'irregularities: wheel-not-rotating is missing, and a spin can show it'],
    ['irregularities.4.code', 'decision', 'irregularities[4].code: decision means a decision of the shift manager'],
    ['rules.noSpin.code', 'dark', 'rules.noSpin.code: dark is not an irregularity of the book'],
    ['rules.voidedRounds.codes', ['dark'], 'rules.voidedRounds.codes[0]: dark is not an irregularity of the book'],
    ['rules.losesOnPocket.00', '3.2', "rules.losesOnPocket['00']: 00 is not on the wheel"],
    ['rules.partage.pockets', ['00'], 'rules.partage.pockets[0]: 00 is not on the wheel'],
    ['rules.partage.kinds', ['green'], 'rules.partage.kinds[0]: green is not a kind that wins by what it covers'],
    ['layouts.table.wagers.0.paysBonus', 40, 'rules.bonus: is null, and wagers ask what the draw lit'],
    ['layouts.table.wagers', twice, 'layouts.table.wagers[13].kind: plein stands twice'],
    ['layouts.table.sections', twice, 'layouts.table.sections[12].spot: column-1 stands twice'],
    [
      'layouts.table.sections.0.kind',
      'green',
      'layouts.table.sections[0].kind: green is a kind that the pay table does not have',
    ],
    [
      'layouts.table.sections.0.covers',
      andMore('37'),
      'layouts.table.sections[0].covers[12]: 37 is covered by column-1 and not on the wheel',
    ],
    [
      'layouts.table.sections.0.kind',
      'plein',
      'layouts.table.sections[0].kind: plein has a spot for each number, and no others',
    ],
    [
      'layouts.table.wagers.2.grid',
      'number',
      'layouts.table.zeroArea[3].kind: transversale has a spot for each number, and no others',
    ],
    ['layouts.table.sections.0.covers', twice, 'layouts.table.sections[0].covers[12]: 1 is covered twice by column-1'],
    ['layouts.table.zeroArea.0.spot', '1/0', 'layouts.table.zeroArea[0].spot: 1/0 is not named by what it covers'],
    ['layouts.table.grids.0.rows.0', without(11), 'layouts.table.grids[0].rows: has rows of different lengths'],
    ['layouts.table.grids.0.rows.0.0', '37', 'layouts.table.grids[0].rows[0][0]: 37 is not on the wheel'],
    ['layouts.table.sections', without(11), 'layouts.table.wagers[12].kind: black has no spot'],
    ['layouts.table.sections.0.covers', [], 'layouts.table.sections[0].covers: column-1 wins on covered'],
    [
      'layouts.table.sections',
      andMore({ spot: '17', kind: 'colonne', covers: ['17'] }),
      'layouts.table: 17 is two spots',
    ],
    ['layouts.table.places.0.spot', '0/36', 'layouts.table.places[0].spot: 0/36 is printed and no spot'],
    ['layouts.table.areas.0.w', 2, 'layouts.table.areas: 3 and 0 lie on each other'],
    ['layouts.table.areas', without(4), 'layouts.table.places: dozen-1 has no place'],
    [
      'layouts.table.areas',
      andMore({ spot: '0', x: 20, y: 0, w: 1, h: 1 }),
      'layouts.table.areas[13].spot: 0 is printed twice',
    ],
    [
      'layouts.table.places',
      andMore({ spot: '0/1', x: 0, y: 3 }),
      'layouts.table.places: 0/1 and 0/1/2/3 have one place',
    ],
    [
      'layouts.table.zeroArea',
      andMore({ spot: '0/36', kind: 'cheval', covers: ['0', '36'], clause: '2.3' }),
      'layouts.table.zeroArea[6].covers: the numbers of 0/36 do not touch',
    ],
    [
      'layouts.table.zeroArea',
      andMore({ spot: '1/5', kind: 'cheval', covers: ['1', '5'], clause: '2.3' }),
      'layouts.table.zeroArea[6].covers: the numbers of 1/5 do not touch',
    ],
  ] as [string, unknown, string][]
).map((row) => [frenchRoulette, ...row])

const announcedBets = 'layouts.table.severalPieceBets'

const inAnnounced: ValueCase[] = (
  [
    [announcedBets, twice, `${announcedBets}: has an offer without a terminal beside another`],
    [`${announcedBets}.0.bets`, twice, `${announcedBets}[0].bets[6].bet: voisins stands twice`],
    [`${announcedBets}.0.bets.0.pieces.1.spot`, '4/8', `${announcedBets}[0].bets[0].pieces[1].spot: 4/8 is not a spot`],
    [
      `${announcedBets}.0.bets.5.groups`,
      { 7: ['7', '77'] },
      `${announcedBets}[0].bets[5].groups['7'][1]: 77 is not a spot`,
    ],
    ['rules.limits.amounts.plain', { max: 5 }, 'rules.limits.amounts.plain: plain is not a kind of the book'],
    ['rules.limits.amounts.plein.min', 10_001, 'rules.limits.amounts.plein: has its minimum above its maximum'],
    ['rules.limits.amounts.default.min', 10_001, 'rules.limits.amounts.plein: has its minimum above its maximum'],
    ['rules.limits.amounts.default.max', 99, 'rules.limits.amounts.default: has its minimum above its maximum'],
  ] as [string, unknown, string][]
).map((row) => [announcedRoulette, ...row])

const bets = 'layouts.main.severalPieceBets'
const inOthers: ValueCase[] = [
  [tripleZeroRoulette, 'wheel.pockets', twice, 'wheel.pockets[39]: 0 stands twice'],
  [tripleZeroRoulette, bets, twice, `${bets}[1].terminal: touch stands twice`],
  [tripleZeroRoulette, `${bets}.0.bets`, twice, `${bets}[0].bets[2].bet: neighbours stands twice`],
  [tripleZeroRoulette, `${bets}.0.bets.1.pieces.0.spot`, 'S', `${bets}[0].bets[1].pieces[0].spot: S is not a spot`],
  [
    tripleZeroRoulette,
    `${bets}.0.bets.1.pieces`,
    twice,
    `${bets}[0].bets[1].pieces[2].spot: 000 stands twice in a bet`,
  ],
  [tripleZeroRoulette, `${bets}.0.bets.0.sidesMin`, 4, `${bets}[0].bets[0].sidesMin: is more than sidesMax`],
  [fastAction, 'rules.bonus', null, 'rules.bonus: is null, and wagers ask what the draw lit'],
  [fastAction, 'rules.bonus.numbers', 41, 'rules.bonus.numbers: is more than the wheel has'],
  [fastAction, 'rules.bonus.links.1.link', 'a', 'rules.bonus.links[1].link: a stands twice'],
  [fastAction, 'rules.bonus.links.0.pockets', andMore('99'), 'rules.bonus.links[0].pockets[4]: 99 is not on the wheel'],
  [fastAction, 'rules.bonus.links.1.pockets', andMore('1'), 'rules.bonus.links[1].pockets[4]: 1 is in two links'],
  [fastAction, 'texts.en.appendices', twice, 'texts.en.appendices[3].appendix: Appendix A stands twice'],
]

test.each([...inFrench, ...inAnnounced, ...inOthers])(
  '%#: an error in the values is found',
  (book, path, change, problem) => {
    const { isBook, problems, book: read } = checkBook(changed(book, path, change))
    const errors = problems.filter(({ level }) => level === 'error')
    expect(errors.map(told), path).toContain(problem)
    for (const { expected } of errors) expect(expected.length, path).toBeGreaterThan(3)
    expect([isBook, read]).toEqual([true, null])
  },
)

const warnings: ValueCase[] = [
  [frenchRoulette, 'texts.en.labels.red', undefined, 'texts.en.labels.red: is missing'],
  [frenchRoulette, 'texts.en.kinds.cheval', undefined, 'texts.en.kinds.cheval: is missing'],
  [frenchRoulette, 'texts.en.kinds.plain', { label: 'plain' }, 'texts.en.kinds.plain: names nothing of the book'],
  [
    frenchRoulette,
    'texts.en.irregularities.ball-broke',
    undefined,
    "texts.en.irregularities['ball-broke']: is missing",
  ],
  [
    frenchRoulette,
    'texts.zh',
    { clauses: { '1.1': { means: '一' }, '9.9': {} } },
    "texts.zh.clauses['9.9']: translates nothing",
  ],
  [frenchRoulette, 'texts.zh', { title: '法式轮盘' }, 'texts.zh.clauses: lacks 19: 1.1, 1.2, 2.1, 2.2, 2.3 ...'],
  [tripleZeroRoulette, 'texts.en.bets', undefined, 'texts.en.bets.zeros: is missing'],
  [
    announcedRoulette,
    'rules.maximumPayout.amount',
    349_999,
    'rules.maximumPayout.amount: plein at its maximum wins 350000',
  ],
  [
    frenchRoulette,
    'layouts.table.sections.10.covers',
    without(0),
    'layouts.table.sections[10].covers: red covers other pockets',
  ],
  [
    frenchRoulette,
    'layouts.table.wagers.0.pays',
    37,
    'layouts.table.wagers[0].pays: 0 gives the player an edge of 1/37: it returns 38/37',
  ],
  [
    american,
    'layouts.table.wagers.5.pays',
    7,
    'layouts.table.wagers[5].pays: top-line gives the player an edge of 1/19: it returns 20/19',
  ],
]

test.each(warnings)('%#: a warning leaves it a book', (book, path, change, problem) => {
  const value = changed(book, path, change)
  const { problems, ...read } = checkBook(value)
  expect(problems.map(told)).toContain(problem)
  expect(problems.map(({ level }) => level)).toEqual(problems.map(() => 'warning'))
  expect(read).toEqual({ isBook: true, book: value })
})

test('all is told at once: a wrong shape hides no value that can still be read', () => {
  const broken = ['rules.spin', 'texts.en.title', 'layouts.table.wagers.3.pays'].reduce(
    (book, path) => changed(book as RuleBook, path, 'wrong'),
    changed(changed(frenchRoulette, 'wheel.order', twice) as RuleBook, 'rules.outcome.clause', '9.9'),
  )
  expect(errorsIn(changed(broken as RuleBook, 'layouts.table.sections', twice)).map(told)).toEqual([
    'layouts.table.wagers[3].pays: is a text, not a number',
    'rules.spin: is a text, not an object',
    'wheel.order[37]: 0 stands twice',
    'layouts.table.sections[12].spot: column-1 stands twice',
    'rules.outcome.clause: 9.9 is cited and not listed',
  ])
})

test('an error in a row or in the print hides no problem of other spots', () => {
  const rows = [
    { spot: '0/99', kind: 'cheval', covers: ['0', '99'], clause: '2.3' },
    { spot: '1/36', kind: 'cheval', covers: ['1', '36'], clause: '9.9' },
  ]
  const broken = (
    [
      ['layouts.table.zeroArea', andMore(...rows)],
      ['layouts.table.wagers.0.pays', 37],
      ['layouts.table.sections.0.kind', 'snake'],
      ['layouts.table.sections.1', { spot: 'dozen-0' }],
      ['texts.en.labels.red', undefined],
      ['wheel.order', without(0)],
    ] as const
  ).reduce((book, [path, change]) => changed(book, path, change) as RuleBook, frenchRoulette as RuleBook)
  expect(checkBook(broken).problems.map(told)).toEqual([
    'layouts.table.sections[1].kind: is missing',
    'layouts.table.sections[1].covers: is missing',
    'wheel.order: 0 is missing',
    'layouts.table.sections[0].kind: snake is a kind that the pay table does not have',
    'layouts.table.zeroArea[6].covers[1]: 99 is covered by 0/99 and not on the wheel',
    'layouts.table.zeroArea[6].spot: 0/99 is not named by what it covers',
    'layouts.table.zeroArea[7].covers: the numbers of 1/36 do not touch',
    'layouts.table.places: 1/36 has no place',
    'layouts.table.wagers[0].pays: 0 gives the player an edge of 1/37: it returns 38/37',
    'layouts.table.zeroArea[7].clause: 9.9 is cited and not listed',
    'texts.en.labels.red: is missing',
  ])
})

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const french = JSON.stringify(frenchRoulette)

test.each([
  ['no JSON', 'a book', 'is not JSON'],
  ['a comma too many', '{\n  "format": 1,\n}', 'is not JSON at line 3, column 1'],
  ['half a book', french.slice(0, 1_000), 'is not JSON'],
  ['an empty text', '', 'is empty'],
  ['a blank text', '\uFEFF \n', 'is empty'],
  ['too long a text', `"${'x'.repeat(BOOK_BYTES_MAX)}"`, 'is too long'],
  ['a deep text', deep(1_000_000), 'is nested too deeply'],
  [
    'a name of every object',
    french.replace('"version":1', '"version":1,"constructor":{}'),
    'is not a field here',
    '$.constructor',
  ],
  ['a deep field', french.replace('"supersedes":null', `"supersedes":${deep(30)}`), 'is nested too deeply'],
  ['a doubled name', french.replace('"version":1', '"version":1,"version":1'), 'occurs twice', '$.version'],
  [
    'a doubled name inside',
    french.replace('"pays":35', '"pays":35,"pays":36'),
    'occurs twice',
    '$.layouts.table.wagers[0].pays',
  ],
  [
    'a name that is doubled later',
    french.replace('"spot":"0/2"', '"spot":"0/2","spot":""'),
    'occurs twice',
    '$.layouts.table.zeroArea[1].spot',
  ],
  [
    'a prototype',
    french.replace('"version":1', '"version":1,"__proto__":{"format":1}'),
    'is not a field here',
    '$.__proto__',
  ],
])('%s is no book, in one line', (_, text, problem, at = '$') => {
  expect(checkBook(text)).toMatchObject({ isBook: false, problems: [{ problem, at }], book: null })
})

test('a byte order mark says nothing', () => {
  expect(readBook(`\uFEFF${french}`)).toMatchObject({ problems: [] })
})

test('another form of file is told in one line, whatever else it holds', () => {
  const { isBook, problems } = checkBook({ name: 'croupier', version: '1.0.0', scripts: {} })
  expect([isBook, problems.map(({ at, problem }) => `${at} ${problem}`)]).toEqual([false, ['$.format is missing']])
})
