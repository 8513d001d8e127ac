import { describe, expect, test } from 'vitest'
import { books } from '../books/index.ts'
import type { Book, Position, Rules } from '../books/rule-book.ts'
import { type CommandName, commands } from './language.ts'
import { holds } from './positions.ts'
import { playScript, readScript, type Script } from './script.ts'
import { layoutNames } from './spots.ts'

/** Each rule for which a book names a position, and a command that depends on it. */
// biome-ignore format: a table is read down its columns
const stated = [
  { rule: 'unclearWagers', name: 'rule-on-wager', ask: { player: 'ann', spot: '17', treatment: 'returned', reason: 'pushed' } },
  { rule: 'noSpin',        name: 'no-spin', ask: {} },
  { rule: 'referral',      name: 'decide', ask: { decision: 'void', reason: 'so be it' } },
  { rule: 'correction',    name: 'correct-outcome', ask: { round: 1, pocket: '18', reason: 'misread' } },
  { rule: 'voidedRounds',  name: 'void-rounds', ask: { rounds: [1], code: 'ball-broke', reason: 'a crack' } },
] as const satisfies { rule: keyof Rules; name: CommandName; ask: object }[]

const positions: readonly Position[] = ['player', 'dealer', 'pit-supervisor', 'pit-manager', 'shift-manager']

/**
 * Plays a round up to the point where the command is tried. Commands that the book does not have are refused, which
 * does not matter.
 */
function upTo(book: Book, name: CommandName): object[] {
  const spin = [{ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }, { do: 'no-more-bets' }]
  const numbers = book.wheel.pockets.slice(0, 10)
  const round = [
    { do: 'buy-in', player: 'ann', amount: 10_000 },
    { do: 'place-your-bets' },
    { do: 'wager', player: 'ann', spot: '17', stake: 1_000 },
    ...spin,
  ]
  if (name === 'no-spin') return round
  if (name === 'decide') return [...round, { do: 'refer', reason: 'a cat' }]
  const atRest = [...round, { do: 'bonus-numbers', numbers }, { do: 'ball-at-rest', pocket: '17' }]
  return name === 'rule-on-wager' ? atRest : [...atRest, { do: 'settle' }]
}

function answerTo(book: Book, name: CommandName, ask: object, by: Position | undefined) {
  const terminal = book.playedOn === 'terminals' ? { layout: layoutNames(book)[0], terminal: 'rapid' } : {}
  const asked = { do: name, ...ask, ...(by === undefined ? {} : { by }) }
  const lines = [{ table: { book: book.id, ...terminal } }, ...upTo(book, name), asked]
  const script = readScript(lines.map((line) => JSON.stringify(line)).join('\n'), () => book) as Script
  return [...playScript(script)].flatMap((step) => (step.played === 'command' ? [step.answer] : [])).at(-1)!
}

/** The same book with one other position. */
function withPosition(book: Book, rule: (typeof stated)[number]['rule'], by: Position): Book {
  return { ...book, rules: { ...book.rules, [rule]: { ...book.rules[rule], by } } }
}

const rows = books.flatMap((book) =>
  stated.filter(({ rule }) => book.rules[rule] !== null).map((row) => ({ id: book.id, book, ...row })),
)

describe.each(rows)('$id: who may $name', ({ book, rule, name, ask }) => {
  test('is at least what the table of the language says, as the books stand', () => {
    expect(holds(book.rules[rule]!.by, commands[name].by)).toBe(true)
  })

  test.each(positions)('is the position in the book, were it %s', (needs) => {
    const altered = withPosition(book, rule, needs)
    for (const by of positions) {
      const answer = answerTo(altered, name, ask, by)
      if (holds(by, needs)) expect(answer, by).toHaveProperty('events')
      else expect(answer, by).toMatchObject({ refused: 'position-too-low', needs, by })
    }
    expect(answerTo(altered, name, ask, undefined), 'where nobody is named').toHaveProperty('events')
  })
})

test('every rule of a book that names a position is asked', () => {
  const named = books.flatMap(({ rules }) =>
    Object.entries(rules).flatMap(([rule, value]) =>
      value && typeof value === 'object' && 'by' in value ? [rule] : [],
    ),
  )
  // A late report needs a higher position than the command itself, depending on where the ball is: refusals.test.ts
  // covers that.
  expect([...new Set(named)].sort()).toEqual([...stated.map(({ rule }) => rule), 'lateReports'].sort())
})
