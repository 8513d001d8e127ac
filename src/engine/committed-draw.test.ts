import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../test/any-text.ts'
import { read, tableOf } from '../../test/support/engine.ts'
import type { RuleBook } from '../books/rule-book.ts'
import { sandsFastActionRoulette2 as book } from '../books/sands-fast-action-roulette-2.ts'
import { commitmentTo, NOTHING_SENT, numbersFrom, type Sent, withSent } from './committed-draw.ts'
import { decide } from './decide.ts'
import { isRefusal } from './decision.ts'
import { drawBonusNumbers } from './draw.ts'
import { evolve } from './evolve.ts'
import type { Cents } from './money.ts'
import type { TableState } from './table.ts'
import { displayView, playerView } from './views.ts'

/** The derivation as docs/proof.md describes it, step by step, with other functions than the engine's. */
type Line = [did: 'wager' | 'withdraw', player: string, spot: string, cents: number, id: string | null]

const sentSlowly = (lines: readonly Line[]): Buffer =>
  lines.reduce(
    (before, line) => createHash('sha256').update(before).update(JSON.stringify(line), 'utf8').digest(),
    createHash('sha256').update('croupier draw 1\n').digest(),
  )

function drawnSlowly(pockets: readonly string[], count: number, secret: string, lines: readonly Line[]): string[] {
  const blocks: number[] = []
  const byteAt = (at: number): number => {
    while (blocks.length <= at) {
      const counter = Buffer.alloc(4)
      counter.writeUInt32BE(blocks.length / 32)
      const key = Buffer.from(secret, 'hex')
      blocks.push(...createHmac('sha256', key).update(sentSlowly(lines)).update(counter).digest())
    }
    return blocks[at]!
  }
  const left = [...pockets]
  const drawn: string[] = []
  let at = 0
  while (drawn.length < count) {
    let power = 1
    while (power < left.length) power *= 2
    const value = byteAt(at++) % power
    if (value < left.length) drawn.push(...left.splice(value, 1))
  }
  return drawn
}

const eventOf = ([did, player, spot, cents, id]: Line): Sent => {
  const staked = {
    round: 1,
    player,
    spot,
    stake: cents as Cents,
    total: cents as Cents,
    ...(id === null ? {} : { id }),
  }
  return did === 'wager' ? { type: 'wager-placed', book: book.id, ...staked } : { type: 'wager-withdrawn', ...staked }
}

const sentOf = (lines: readonly Line[]): string =>
  lines.reduce((before, line) => withSent(before, eventOf(line)), { hash: '', sent: NOTHING_SENT }).sent

/** Computed once by a program in another language. */
test.each<[string, Line[], string, string]>([
  ['00', [], '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925', '8 7 22 00 9 S 15 27 14 17'],
  [
    'ff',
    [['wager', '李梅', 'MBS', 100, '"x\\']],
    'af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051',
    '29 2 33 6 10 21 25 35 S 15',
  ],
  [
    '0123456789abcdef0123456789abcdef',
    [
      ['wager', 'ann', '7', 500, 'a-1'],
      ['wager', 'bo', '17', 500, 'b-1'],
      ['withdraw', 'bo', '17', 500, null],
    ],
    '4884fdaafea47c29fea7159d0daddd9c085d6200e1359e85bb81736af6b7c837',
    '2 5 17 4 7 28 24 35 32 1',
  ],
])('a known answer: the secret of %s', (digits, lines, commitment, numbers) => {
  const secret = digits.repeat(64 / digits.length)
  expect(commitmentTo(secret)).toBe(commitment)
  expect(numbersFrom(book, secret, sentOf(lines)).join(' ')).toBe(numbers)
})

const line = fc.tuple(
  fc.constantFrom('wager' as const, 'withdraw' as const),
  fc.string({ minLength: 1 }),
  fc.constantFrom('7', 'MBS', 'bonus-win'),
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.option(fc.string({ unit: anyCharacter, minLength: 1 })),
)
const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'))

test('a second, slower program derives the same numbers from any input', () => {
  fc.assert(
    fc.property(secrets, fc.array(line, { maxLength: 8 }), (secret, lines) => {
      expect(sentOf(lines)).toBe(sentSlowly(lines).toString('hex'))
      const slowly = drawnSlowly(book.wheel.pockets, 10, secret, lines)
      expect(numbersFrom(book, secret, sentOf(lines))).toEqual(slowly)
    }),
  )
})

test('where the first 32 bytes do not do, the count goes on', () => {
  const all = { ...book, rules: { ...book.rules, bonus: { ...book.rules.bonus!, numbers: 38 } } } as RuleBook
  for (let nth = 0; nth < 20; nth++) {
    const secret = nth.toString(16).padStart(64, '0')
    expect(numbersFrom(all, secret, NOTHING_SENT)).toEqual(drawnSlowly(book.wheel.pockets, 38, secret, []))
  }
})

test('every wager, its order, its sender, its cents and its id move the draw', () => {
  const lines: Line[] = [
    ['wager', 'ann', '7', 500, 'a-1'],
    ['wager', 'bo', '17', 500, 'b-1'],
  ]
  const changed: Line[][] = [
    [],
    [lines[0]!],
    [lines[1]!, lines[0]!],
    [['wager', 'bo', '7', 500, 'a-1'], lines[1]!],
    [['wager', 'ann', '8', 500, 'a-1'], lines[1]!],
    [['wager', 'ann', '7', 501, 'a-1'], lines[1]!],
    [['wager', 'ann', '7', 500, 'a-2'], lines[1]!],
    [['withdraw', 'ann', '7', 500, 'a-1'], lines[1]!],
  ]
  const draws = [lines, ...changed].map((all) => numbersFrom(book, '11'.repeat(32), sentOf(all)).join(' '))
  expect(new Set(draws).size).toBe(draws.length)
})

/** A wheel with few pockets, so that every draw can be counted. */
const small = (pockets: number, numbers: number): RuleBook => ({
  ...book,
  wheel: { ...book.wheel, pockets: book.wheel.pockets.slice(0, pockets) },
  rules: { ...book.rules, bonus: { ...book.rules.bonus!, numbers } },
})

test('counted out: of all bytes there are, every order of two of five has as many', () => {
  const counts = new Map<string, number>()
  for (let first = 0; first < 256; first++)
    for (let second = 0; second < 256; second++) {
      const bytes = [first, second]
      // A byte without a value is drawn again. These draws are followed by the same code.
      const drawn: string[] = []
      try {
        drawn.push(
          ...drawBonusNumbers(small(5, 2), () => {
            const byte = bytes.shift()
            if (byte === undefined) throw new RangeError('no more bytes')
            return byte
          }),
        )
      } catch {
        continue
      }
      if (bytes.length === 0) counts.set(drawn.join(' '), (counts.get(drawn.join(' ')) ?? 0) + 1)
    }
  expect(counts.size).toBe(20)
  expect(new Set(counts.values())).toEqual(new Set([(256 / 8) * (256 / 4)]))
})

const chiSquare = (counts: ReadonlyMap<string, number>, kinds: number, all: number): number => {
  const expected = all / kinds
  const seen = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  return seen + (kinds - counts.size) * expected
}

const secretNumber = (number: number): string => createHash('sha256').update(`secret ${number}`).digest('hex')

function countDraws(of: RuleBook, all: number, keysOf: (numbers: string[]) => string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (let nth = 0; nth < all; nth++)
    for (const key of keysOf(numbersFrom(of, secretNumber(nth), NOTHING_SENT)))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

test('every set is equally likely: three of six, by chi-square with 19 degrees of freedom', () => {
  const counts = countDraws(small(6, 3), 8_000, (numbers) => [numbers.sort().join(' ')])
  // Beyond 43.8 it would be one in a thousand; the secrets are fixed, so that the answer is.
  expect(chiSquare(counts, 20, 8_000)).toBeLessThan(43.8)
})

test('every number is equally likely: ten of forty, 39 degrees of freedom', () => {
  const counts = countDraws(book, 4_000, (numbers) => numbers)
  // Ten at a time without putting back: three quarters of the spread of single numbers.
  expect(chiSquare(counts, 40, 40_000) / ((40 - 10) / 39)).toBeLessThan(72.1)
})

const SECRET = '5a'.repeat(32)
const COMMITMENT = commitmentTo(SECRET)

function play(state: TableState, ...orders: readonly object[]): TableState {
  return orders.reduce<TableState>((before, order) => {
    const decision = decide(book, before, read(order))
    if (isRefusal(decision)) throw new Error(`${JSON.stringify(order)}: ${decision.refused}`)
    return decision.events.reduce(evolve, before)
  }, state)
}

const opening = [
  { do: 'buy-in', player: 'ann', amount: 10_000 },
  { do: 'place-your-bets', commitment: COMMITMENT },
  { do: 'wager', player: 'ann', spot: '7', stake: 500, id: 'a-1' },
]
const closing = [{ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }, { do: 'no-more-bets' }]

test('everybody sees the commitment while betting is open, and the secret with the draw, not before', () => {
  const open = play(tableOf(book.id).state, ...opening)
  expect(displayView(book, open).commitment).toBe(COMMITMENT)
  expect(playerView(book, open, 'bo').commitment).toBe(COMMITMENT)
  const closed = play(open, ...closing)
  expect(JSON.stringify(closed)).not.toContain(SECRET)
  const numbers = drawnSlowly(book.wheel.pockets, 10, SECRET, [['wager', 'ann', '7', 500, 'a-1']])
  const drawn = play(closed, { do: 'bonus-numbers', numbers, secret: SECRET })
  const sent = sentSlowly([['wager', 'ann', '7', 500, 'a-1']]).toString('hex')
  expect(displayView(book, drawn).draw?.reveal).toEqual({ secret: SECRET, commitment: COMMITMENT, sent })
  const settled = play(drawn, { do: 'ball-at-rest', pocket: '7' }, { do: 'settle' })
  expect(displayView(book, settled)).toMatchObject({ commitment: COMMITMENT, draw: { reveal: { secret: SECRET } } })
  expect(displayView(book, play(settled, { do: 'place-your-bets' })).commitment).toBeNull()
})

test('a wager that goes back and a round that is referred and goes on keep the count', () => {
  const state = play(
    tableOf(book.id).state,
    ...opening,
    { do: 'withdraw', player: 'ann', spot: '7', stake: 200, id: 'a-2' },
    { do: 'refer', reason: 'somebody asks' },
    { do: 'decide', decision: 'continue', reason: 'go on' },
    { do: 'wager', player: 'ann', spot: '8', stake: 300 },
    ...closing,
  )
  const lines: Line[] = [
    ['wager', 'ann', '7', 500, 'a-1'],
    ['withdraw', 'ann', '7', 200, 'a-2'],
    ['wager', 'ann', '8', 300, null],
  ]
  const numbers = drawnSlowly(book.wheel.pockets, 10, SECRET, lines)
  const drawn = play(state, { do: 'bonus-numbers', numbers, secret: SECRET })
  expect(displayView(book, drawn).draw?.numbers).toEqual(numbers)
})

test.each<[string, object]>([
  ['numbers of its own choice', { numbers: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'], secret: SECRET }],
  ['numbers without the secret', { numbers: numbersFrom(book, SECRET, sentOf([['wager', 'ann', '7', 500, 'a-1']])) }],
  [
    'the numbers of another secret',
    {
      numbers: numbersFrom(book, '5b'.repeat(32), sentOf([['wager', 'ann', '7', 500, 'a-1']])),
      secret: '5b'.repeat(32),
    },
  ],
  ['the numbers without the wager', { numbers: numbersFrom(book, SECRET, NOTHING_SENT), secret: SECRET }],
])('a house that comes with %s is refused', (_, fields) => {
  const closed = play(tableOf(book.id).state, ...opening, ...closing)
  const decision = decide(book, closed, read({ do: 'bonus-numbers', ...fields }))
  expect(decision).toMatchObject({ refused: 'draw-not-as-committed', commitment: COMMITMENT })
})

test('without a commitment all is as before, and there is no secret to tell', () => {
  const closed = play(tableOf(book.id).state, opening[0]!, { do: 'place-your-bets' }, opening[2]!, ...closing)
  expect(JSON.stringify(closed)).not.toContain('a-1')
  const numbers = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']
  expect(decide(book, closed, read({ do: 'bonus-numbers', numbers, secret: SECRET }))).toMatchObject({
    refused: 'draw-not-as-committed',
  })
  expect(play(closed, { do: 'bonus-numbers', numbers }).round).toMatchObject({ draw: { numbers } })
})

test('a book without a draw has nothing to commit to', () => {
  const table = tableOf('mbs/roulette@3')
  const decision = decide(table.book, table.state, read({ do: 'place-your-bets', commitment: COMMITMENT }))
  expect(decision).toMatchObject({ refused: 'not-in-this-book', what: 'commitment' })
})
