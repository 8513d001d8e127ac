import { describe, expect, test } from 'vitest'
import type { RuleBook } from '../../src/books/rule-book.ts'
import { isRefusal } from '../../src/engine/decision.ts'
import { fraction, fractionText, minus, multiply, nothing, plus } from '../../src/engine/fraction.ts'
import type { Cents } from '../../src/engine/money.ts'
import { distribution, oddsOf } from '../../src/engine/odds.ts'
import { placesOf } from '../../src/engine/places.ts'
import { isScriptProblem, type Played, playScript, readScript } from '../../src/engine/script.ts'
import { settleStakes } from '../../src/engine/settle.ts'
import { inPlay, type Line } from '../../src/engine/settlement.ts'
import { layoutNames, type Spot, spotsOf } from '../../src/engine/spots.ts'
import { feltSvg } from '../../src/felt/felt-svg.ts'
import { compileTable, lineUp, rowOf, settleEach } from '../../src/lab/fast-settlement.ts'
import { tellStory } from '../../src/story/story.ts'
import * as en from '../../src/words/en/index.ts'
import { vocabularyIn } from '../../src/words/index.ts'
import { nameOf, settingsOf } from '../support/engine.ts'
import { foreignBookById, foreignBooks } from './foreign-books.ts'

const layouts = settingsOf(foreignBooks).map((setting) => ({ ...setting, name: nameOf(setting) }))
const stake = 1_001 as Cents
const zh = await vocabularyIn('zh')
const evenChances = ['low', 'high', 'odd', 'even', 'red', 'black']

/** The rules of these books once more, by hand: what they pay, and what comes back on a zero. */
const usual: Record<string, number> = {
  'straight-up': 35,
  split: 17,
  street: 11,
  corner: 8,
  'six-line': 5,
  column: 2,
  dozen: 2,
  ...Object.fromEntries(evenChances.map((kind) => [kind, 1])),
}
const kindsInFrench = { plein: 35, cheval: 17, transversale: 11, carre: 8, sixain: 5, colonne: 2, douzaine: 2 }
const pays: Record<string, Record<string, number>> = {
  'abroad/french-roulette@1': { ...usual, ...kindsInFrench },
  'riviera/french-roulette@1': { ...usual, ...kindsInFrench },
  'abroad/american-roulette@1': { ...usual, 'top-line': 6 },
  'deadwood/roulette@1': { ...usual, 'top-line': 6 },
  'abroad/triple-zero-roulette@1': { ...usual, 'top-line': 5 },
  'harbour/mini-roulette@1': { ...usual, single: 11, pair: 5, trio: 3, square: 2, 'double-row': 1, third: 2 },
}

function moneyByHand({ id }: RuleBook, { kind, covers }: Spot, pocket: string): number[] {
  if (covers.includes(pocket)) return [stake * pays[id]![kind]!, 0, stake]
  const isHalved = id.includes('/french-') && pocket === '0' && evenChances.includes(kind)
  const half = id.startsWith('riviera') ? [0, 500, 501] : [0, 501, 500]
  return isHalved ? half : [0, stake, 0]
}

function lineOf(book: RuleBook, spot: Spot, pocket: string): Line {
  const round = { book, limits: {}, warned: () => false, pocket, draw: null }
  return settleStakes(round, [{ player: 'ann', spot, cash: stake, chips: 0, colour: null, chipValue: 0 as Cents }])[0]!
}

test.each(layouts)('$name: every spot against every pocket', ({ book, layout }) => {
  for (const spot of spotsOf(book, layout).list)
    for (const pocket of book.wheel.pockets) {
      const line = lineOf(book, spot, pocket)
      const what = `${spot.spot} on ${pocket}`
      expect([line.paid, line.collected, line.returned], what).toEqual(moneyByHand(book, spot, pocket))
      expect(line.collected + line.returned).toBe(stake)
      expect(inPlay(line), what).toBe(stake)
    }
})

test.each([
  ['abroad/french-roulette@1', 37, 157, '1/37', Object.fromEntries(evenChances.map((spot) => [spot, '1/74']))],
  ['riviera/french-roulette@1', 37, 157, '1/37', Object.fromEntries(evenChances.map((spot) => [spot, '1/74']))],
  ['abroad/american-roulette@1', 38, 161, '1/19', { 'top-line': '3/38' }],
  ['deadwood/roulette@1', 38, 161, '1/19', { 'top-line': '3/38' }],
  ['abroad/triple-zero-roulette@1', 39, 165, '1/13', {}],
  ['harbour/mini-roulette@1', 13, 61, '1/13', {}],
] as [string, number, number, string, Record<string, string>][])(
  '%s: %i pockets, %i spots, an edge of %s but for %j',
  (id, pockets, spots, edge, except) => {
    const book = foreignBookById(id)!
    const odds = oddsOf(book, layoutNames(book)[0]!)
    expect([book.wheel.pockets.length, odds.length]).toEqual([pockets, spots])
    for (const { spot, houseEdge } of odds) expect(fractionText(houseEdge), spot.spot).toBe(except[spot.spot] ?? edge)
  },
)

test.each(layouts)('$name: the distribution of a stake has its edge and variance', ({ book, layout }) => {
  for (const { spot, houseEdge, variance } of oddsOf(book, layout)) {
    const results = distribution(book, [{ spot, stake: 2 as Cents }])
    const moment = (power: number) =>
      results.reduce((sum, { result, probability }) => {
        return plus(sum, multiply(fraction(result ** power, 2 ** power), probability))
      }, nothing)
    expect(moment(1), spot.spot).toEqual(minus(nothing, houseEdge))
    expect(minus(moment(2), multiply(moment(1), moment(1))), spot.spot).toEqual(variance)
  }
})

test.each(layouts)(
  '$name: the lab settles as the engine does, and takes no stake that it would have to round',
  (row) => {
    const { book, layout } = row
    const { list } = spotsOf(book, layout)
    const table = compileTable(book, layout)
    const lined = lineUp(
      table,
      list.map(({ index }) => ({ spot: index, stake: 200 as Cents })),
    )
    const nets = new Float64Array(list.length)
    for (const pocket of book.wheel.pockets) {
      settleEach(table, rowOf(table, { pocket, level: 'plain', scatter: false }), lined, nets)
      const expected = list.map((spot) => {
        const [paid, collected] = moneyByHand(book, spot, pocket)
        return spot.partage && collected! > 0 && collected! < stake
          ? -100
          : Math.round(((paid! - collected!) * 200) / stake)
      })
      expect([...nets], pocket).toEqual(expected)
    }
    const red = spotsOf(book, layout).byId.get('red')!
    const odd = () => lineUp(table, [{ spot: red.index, stake }])
    if (book.rules.partage) expect(odd).toThrow(RangeError)
    else expect(odd).not.toThrow()
  },
)

test.each(layouts)('$name: it is drawn, with every spot at a place of its own', ({ book, layout }) => {
  const svg = feltSvg(book, layout)
  const drawn = [...svg.matchAll(/data-spot="([^"]+)"/g)].map(([, spot]) => spot!)
  const { list } = spotsOf(book, layout)
  expect(drawn.sort()).toEqual(list.map(({ spot }) => spot).sort())
  const places = placesOf(book, layout).list.map(({ x, y }) => `${x} ${y}`)
  expect(new Set(places).size).toBe(list.length)
  for (const zero of book.colours.green) expect(svg).toContain(`>${zero}</text>`)
})

function play(lines: readonly object[]): Played[] {
  const script = readScript(lines.map((line) => JSON.stringify(line)).join('\n'), foreignBookById)
  if (isScriptProblem(script)) throw new Error(`${script.line} ${script.field}: ${script.problem}`)
  return [...playScript(script)]
}

const spinTo = (pocket: string): object[] => [
  { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
  { do: 'no-more-bets' },
  { do: 'ball-at-rest', pocket },
  { do: 'settle' },
]
const round = (pocket: string, ...wagers: readonly object[]): object[] => [
  { do: 'place-your-bets' },
  ...wagers.map((wager) => ({ do: 'wager', player: 'Ann', ...wager })),
  ...spinTo(pocket),
]
const buy = { do: 'buy-in', player: 'Ann', amount: 100_000 }
const limits = { default: { min: 500, max: 2_001 } }

const plays: Record<string, readonly object[]> = {
  'abroad/french-roulette@1': [
    { table: { book: 'abroad/french-roulette@1', limits } },
    buy,
    ...round('0', { spot: 'red', stake: 1_001 }, { spot: 'low', stake: 2_501 }, { spot: 'dozen-1', stake: 500 }),
    { expect: { summary: { players: { Ann: { balance: 97_998 } }, house: 2_002 } } },
    { do: 'correct-outcome', round: 1, pocket: '1', reason: 'misread', by: { role: 'pit-supervisor' } },
    { expect: { summary: { players: { Ann: { balance: 104_002 } } } } },
  ],
  'abroad/american-roulette@1': [
    { table: { book: 'abroad/american-roulette@1', limits } },
    buy,
    ...round('00', { spot: 'top-line', stake: 1_000 }, { spot: '2/00', stake: 500 }, { spot: 'red', stake: 500 }),
    { expect: { summary: { players: { Ann: { balance: 114_000 } } } } },
  ],
  'deadwood/roulette@1': [
    { table: { book: 'deadwood/roulette@1', limits } },
    buy,
    ...round('3', { spot: 'top-line', stake: 1_000 }, { spot: 'red', stake: 1_000, by: { role: 'dealer' } }),
    { expect: { summary: { players: { Ann: { balance: 106_000 } } } } },
  ],
  'abroad/triple-zero-roulette@1': [
    { table: { book: 'abroad/triple-zero-roulette@1', limits } },
    buy,
    ...round('000', { spot: '000', stake: 500 }, { spot: '0/00/000', stake: 500 }, { bet: 'zeros', unit: 500 }),
    { expect: { summary: { players: { Ann: { balance: 139_500 } } } } },
    { do: 'irregularity', code: 'ball-broke' },
    { expect: { refused: 'no-round-in-progress' } },
  ],
  'harbour/mini-roulette@1': [
    { table: { book: 'harbour/mini-roulette@1', limits: { ...limits, single: { max: 800 } } } },
    buy,
    ...round('0', { spot: '0', stake: 500 }, { spot: '0/1/2', stake: 500 }, { spot: 'third-1', stake: 600 }),
    { expect: { summary: { players: { Ann: { balance: 106_400 } } } } },
  ],
  'riviera/french-roulette@1': [
    { table: { book: 'riviera/french-roulette@1', limits } },
    buy,
    { do: 'set-limits', limits: { plein: { max: 10_001 } }, by: { role: 'pit-supervisor' } },
    { expect: { refused: 'limits-not-valid', clause: '2.2' } },
    { do: 'set-limits', limits: { red: { min: 1_000 } }, by: { role: 'pit-supervisor' } },
    ...round('0', { spot: 'red', stake: 1_001 }, { spot: 'red', stake: 199_000 }, { spot: 'dozen-1', stake: 99 }),
    { expect: { summary: { players: { Ann: { balance: 99_500 } }, house: 500 } } },
    { do: 'set-limits', limits: { 'maximum-payout': { max: 400_001 } }, by: { role: 'pit-supervisor' } },
    { expect: { refused: 'limits-not-valid', clause: '3.4' } },
    { do: 'set-limits', limits: { 'maximum-payout': { max: 40_000 } }, by: { role: 'pit-supervisor' } },
    ...round('17', { spot: '17', stake: 1_000 }, { spot: '14/17', stake: 500 }, { spot: 'black', stake: 500 }),
    { expect: { summary: { players: { Ann: { balance: 139_500 } }, house: -39_500 } } },
    { do: 'buy-in', player: 'Ben', amount: 20_000, colour: 'blue', chipValue: 200 },
    { do: 'place-your-bets' },
    { do: 'wager', player: 'Ann', bet: 'voisins', unit: 200, by: { role: 'dealer', name: 'Dana' } },
    { do: 'wager', player: 'Ann', bet: 'finales:6', unit: 99 },
    { expect: { refused: 'under-the-minimum', clause: '2.2' } },
    { do: 'wager', player: 'Ben', bet: 'neighbours:26:2', chips: 3, own: true, by: { role: 'dealer', name: 'Dana' } },
    { do: 'wager', player: 'Ben', bet: 'orphelins', chips: 20 },
    { expect: { refused: 'balance-too-low' } },
    { do: 'wager', player: 'Ann', bet: 'grand-series', unit: 200 },
    { expect: { refused: 'bet-not-offered', clause: '2.7' } },
    ...spinTo('26'),
    // Two pieces on the corner pay 8 to 1, seven pieces are lost; of five numbers with three chips one pays 35 to 1.
    { expect: { summary: { players: { Ann: { balance: 141_300 }, Ben: { balance: 38_600, cash: 21_000 } } } } },
  ],
}

const refusals: Record<string, readonly string[]> = {
  'abroad/triple-zero-roulette@1': ['no-round-in-progress'],
  'deadwood/roulette@1': ['not-in-this-book'],
  'riviera/french-roulette@1': [
    'limits-not-valid',
    'over-the-maximum',
    'under-the-minimum',
    'limits-not-valid',
    'under-the-minimum',
    'balance-too-low',
    'bet-not-offered',
  ],
}

describe.each(foreignBooks.map((book) => ({ id: book.id, book })))('$id', ({ id, book }) => {
  test('it plays from a script', () => {
    const played = play(plays[id]!)
    expect(played.flatMap((step) => (step.played === 'expect' && step.missed ? [step.missed] : []))).toEqual([])
    const refused = played.flatMap((step) => (step.played === 'command' && isRefusal(step.answer) ? [step.answer] : []))
    expect(refused.map((answer) => answer.refused)).toEqual(refusals[id] ?? [])
  })

  test.each([
    ['English', en],
    ['Chinese', zh],
  ])('its story is told in %s', (_, words) => {
    const lines = [...tellStory(play(plays[id]!), words)].join('\n')
    expect(lines).not.toMatch(/undefined|null|\[object|NaN/)
    expect(lines).toContain(words.books.edition(book).texts.title)
  })
})

test('the drawing says where half goes back', () => {
  const french = feltSvg(foreignBookById('abroad/french-roulette@1')!, 'table')
  expect(french).toContain('<title>Red, pays 1 to 1 (3.1), half back on 0 (3.3)</title>')
  expect(french.match(/half back/g)).toHaveLength(6)
})

test('kinds are told by the names that the book gives them', () => {
  const told = (id: string, words: typeof en) => [...tellStory(play(plays[id]!), words)].join(' ').replace(/\s+/g, ' ')
  expect(told('abroad/french-roulette@1', en)).toContain('1st douzaine (1 to 12)')
  expect(told('harbour/mini-roulette@1', en)).toMatch(/trio 0\/1\/2.*1st third \(1 to 4\)/)
  expect(told('harbour/mini-roulette@1', en)).toContain('single number $5.00 to $8.00')
  expect(told('harbour/mini-roulette@1', zh)).toMatch(/三号注.*第一四连注/)
})

test('limits that are wider than the book allows are told with its clause', () => {
  const told = (words: typeof en) =>
    [...tellStory(play(plays['riviera/french-roulette@1']!), words)].join(' ').replace(/\s+/g, ' ')
  expect(told(en)).toContain('what was asked puts the maximum of plein above that of the rule book. [clause 2.2]')
  expect(told(zh)).toContain('直注的最高限额高于规则所定限额')
})

test('announced bets are told by the names that the book gives them, with every piece and its clause', () => {
  const told = (words: typeof en) =>
    [...tellStory(play(plays['riviera/french-roulette@1']!), words)].join(' ').replace(/\s+/g, ' ')
  expect(told(en)).toContain(
    'Dealer Dana placed the several-piece bet voisins du zéro for Ann: $2.00 a piece, $18.00 in all, on transversale 0/2/3 ($4.00)',
  )
  expect(told(en)).toContain('[clause 2.7]')
  expect(told(en)).toMatch(/Ben placed the several-piece bet neighbours of 26.*: 3 blue chips a piece, \$30\.00 in all/)
  expect(told(en)).toMatch(/place the several-piece bet orphelins at 20 blue chips a piece/)
  expect(told(en)).toMatch(
    /the several-piece bets offered here are voisins du zéro, tiers du cylindre, orphelins, jeu zéro,/,
  )
  expect(told(zh)).toMatch(/零号邻区.*每份 3 枚蓝色筹码/)
})

test('winnings above the maximum payout are told with its clause', () => {
  const told = (words: typeof en) =>
    [...tellStory(play(plays['riviera/french-roulette@1']!), words)].join(' ').replace(/\s+/g, ' ')
  expect(told(en)).toContain('maximum payout $4,000.00')
  expect(told(en)).toMatch(/\$35\.00 above the maximum payout was not paid \[clause 3\.1\] \[clause 3\.4\]/)
  expect(told(zh)).toMatch(/单局最高派彩高于规则所定.*超出单局最高派彩的 \$35\.00 未派付/)
})

test('a half is told with its clause, also beside a maximum', () => {
  const told = (words: typeof en) =>
    [...tellStory(play(plays['abroad/french-roulette@1']!), words)].join(' ').replace(/\s+/g, ' ')
  expect(told(en)).toContain('half of it went back [clause 3.3]')
  expect(told(en)).toContain(
    'over the maximum of $20.01: $5.00 of it was not in play and went back; half of what was in play went back [clause 3.4] [clause 3.3]',
  )
  expect(told(zh)).toContain('退回一半')
})
