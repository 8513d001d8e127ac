import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../test/any-text.ts'
import { foreignBookById, foreignBooks } from '../../test/books/foreign-books.ts'
import { Conducted, hear, line } from '../../test/support/wheel.ts'
import { bookById, books } from '../books/index.ts'
import type { Book } from '../books/rule-book.ts'
import { isUnderWay } from '../engine/table.ts'
import { seededBytes } from './chance.ts'
import { disturb, type Mishap, simulate, type Tick } from './simulated.ts'
import { lastLine, split, unsplit } from './splitter.ts'
import { type Hearing, hearEnd, listen, listening } from './translate.ts'
import { readLine, readSplit, writeNumber, writeStatus } from './wheel-line.ts'

/** Any behaviour of wheel and cable: simulated wheels in chunks, lost and torn lines, random bytes. */

const mishaps: readonly (Mishap | undefined)[] = [
  undefined,
  undefined,
  'same-direction',
  'ball-out',
  'launch',
  'launch-in-rim',
  'sensor',
  ...(['power-while-betting', 'power-while-running'] as const),
] as (Mishap | undefined)[]

/** By its id: a failing case is then short enough to read. */
const anyBook = fc.constantFrom(...books.map(({ id }) => id), ...foreignBooks.map(({ id }) => id))
const bookNamed = (id: string): Book => bookById(id) ?? foreignBookById(id)!

const anyWheel = fc.record({
  book: anyBook,
  seed: fc.string(),
  firstGame: fc.constantFrom(1, 500, 997),
  mishaps: fc.array(fc.constantFrom(...mishaps), { minLength: 1, maxLength: 5 }),
})

const ticksOf = ({
  book,
  seed,
  firstGame,
  mishaps,
}: typeof anyWheel extends fc.Arbitrary<infer T> ? T : never): Tick[] => [
  ...simulate({
    book: bookNamed(book),
    chance: seededBytes(seed),
    games: mishaps.length,
    firstGame,
    bettingSeconds: 4,
    mishap: (nth) => mishaps[nth - 1],
  }),
]

/** Feeds chunks to a table and its dealer, who resumes play or announces no spin where the wheel went dark. */
function conductAll(book: Book, chunks: readonly string[]): Conducted {
  const conducted = new Conducted(book)
  let [splitting, hearing] = [unsplit, listening]
  const heed = ({ state, commands }: ReturnType<typeof listen>) => {
    hearing = state
    for (const command of commands) conducted.give(command)
    conducted.deal()
    concludeByHand(conducted, hearing)
  }
  const hearLine = (one: Parameters<typeof readSplit>[0]) =>
    heed(listen(hearing, readSplit(one, book), book, conducted.table.state))
  for (const chunk of chunks) {
    const { state, lines } = split(splitting, chunk)
    splitting = state
    lines.forEach(hearLine)
  }
  lastLine(splitting).forEach(hearLine)
  heed(hearEnd(hearing))
  return conducted
}

function concludeByHand(conducted: Conducted, { stage }: Hearing): void {
  const { round, powerOut } = conducted.table.state
  if (!isUnderWay(round)) return
  if (powerOut && round.phase === 'betting-open') conducted.give({ do: 'resume' })
  else if (stage === 'astray' || powerOut) conducted.give({ do: 'irregularity', code: 'foreign-object' })
}

test('a simulated wheel in random chunks, conducted by the engine, gives exactly its outcomes', () => {
  fc.assert(
    fc.property(anyWheel, fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }), (wheel, sizes) => {
      const ticks = ticksOf(wheel)
      const text = ticks.flatMap(({ lines }) => lines.map((one) => `${one}\r\n`)).join('')
      const { events, refused, table } = conductAll(bookNamed(wheel.book), inChunks(text, sizes))
      const outcomes = ticks.flatMap(({ outcome }) => outcome ?? [])
      const settled = events.flatMap((event) => (event.type === 'round-settled' ? [event.pocket] : []))
      expect(settled).toEqual(outcomes)
      expect(refused).toEqual([])
      const opened = events.filter(({ type }) => type === 'betting-opened').length
      const voided = events.filter(({ type }) => type === 'round-voided').length
      const unconcluded = isUnderWay(table.state.round) ? 1 : 0
      expect(opened).toBe(settled.length + voided + unconcluded)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['mbs/sands-fast-action-roulette@2', 'MBS'],
  ['mbs/sands-fast-action-roulette@2', 'S'],
  ['abroad/triple-zero-roulette@1', '000'],
  ['abroad/triple-zero-roulette@1', '00'],
  ['abroad/triple-zero-roulette@1', '0'],
])('on the wheel of %s a ball in %s is given as that', (id, pocket) => {
  const book = bookNamed(id)
  const status = (state: 2 | 3 | 4 | 5, number: string | null) =>
    writeStatus({ state, game: 1, number, flags: 0, speed: 150, rotor: 'clockwise' }, book)
  const running = [status(2, null), status(3, null), status(4, null)]
  for (const rest of [
    [writeNumber(pocket, book), status(5, pocket)],
    [status(5, pocket), status(5, pocket)],
  ]) {
    const text = [status(2, null), ...running, ...rest].map((one) => `${one}\r\n`).join('')
    const { events } = conductAll(book, [text])
    expect(events.flatMap((event) => (event.type === 'outcome-determined' ? [event.pocket] : []))).toEqual([pocket])
  }
})

test.each(['0', '1'])('the line of power *P %s without its head is no result', (digit) => {
  const book = bookNamed('mbs/roulette@3')
  const status = (state: 1 | 2 | 3 | 4, game: number) =>
    writeStatus({ state, game, number: null, flags: 0, speed: 150, rotor: 'clockwise' }, book)
  const running = [status(2, 1), status(2, 1), status(3, 1), status(4, 1)]
  const outcomes = (tail: string) => {
    const text = [...running, tail, status(1, 2), status(1, 2)].map((one) => `${one}\r\n`).join('')
    const { events } = conductAll(book, [text])
    return events.flatMap((event) => (event.type === 'outcome-determined' ? [event.pocket] : []))
  }
  expect(outcomes(` ${digit}`)).toEqual([])
  expect(outcomes('17')).toEqual(['17'])
})

function inChunks(text: string, sizes: readonly number[]): string[] {
  const chunks: string[] = []
  for (let from = 0, nth = 0; from < text.length; nth++) {
    const size = sizes[nth % sizes.length]!
    chunks.push(text.slice(from, from + size))
    from += size
  }
  return chunks
}

/** Lines as a bad cable leaves them, each with the game that it was written in. Whole stretches are lost. */
function badly(wheel: Parameters<typeof ticksOf>[0], oneIn: number, lost: readonly [number, number][]) {
  const chance = seededBytes(`${wheel.seed} cable`)
  let game = 0
  let at = 0
  return ticksOf(wheel).flatMap(({ lines, outcome }) =>
    lines.flatMap((text) => {
      if (/^\*X;2/.test(text)) game = Number(text.slice(5, 8))
      const isLost = lost.some(([from, length]) => at >= from && at < from + length)
      at += 1
      return isLost ? [] : disturb(text, oneIn, chance).map((one) => ({ text: one, game, outcome }))
    }),
  )
}

test('with any bad cable, a ball is the result of its own round or of none', () => {
  let [given, real] = [0, 0]
  const stretches = fc.array(fc.tuple(fc.nat(400), fc.nat(120)), { maxLength: 3 })
  fc.assert(
    fc.property(anyWheel, fc.integer({ min: 1, max: 60 }), stretches, fc.boolean(), (wheel, oneIn, lost, isAlone) => {
      const outcomes = new Map<number, string>()
      let game = 0
      for (const { lines, outcome } of ticksOf(wheel)) {
        for (const text of lines) if (text.startsWith('*X')) game = Number(text.slice(5, 8))
        if (outcome) outcomes.set(game, outcome)
      }
      real += outcomes.size
      const book = bookNamed(wheel.book)
      const conducted = new Conducted(book)
      let hearing = listening
      let spun: number | null = null
      for (const { text, game } of badly(wheel, oneIn, lost)) {
        const table = isAlone ? undefined : conducted.table.state
        const heard = listen(hearing, readLine(text, book), book, table)
        hearing = heard.state
        // Without a table, a ball that already ran when the wheel was first heard is followed.
        if (isAlone && heard.faults.some(({ fault }) => fault === 'joined-in-game') && hearing.wheel?.state === 4)
          spun = game
        for (const command of heard.commands) {
          conducted.give(command)
          if (command.do === 'place-your-bets') spun = null
          if (command.do === 'spin') {
            expect(spun, 'one spin per round').toBe(null)
            spun = game
          }
          if (command.do !== 'ball-at-rest') continue
          given += 1
          // A number may be borne out by the next game's first line; the ball it is of is the one that was spun.
          expect(spun).not.toBe(null)
          expect(command.pocket).toBe(outcomes.get(spun!))
          spun = null
        }
        conducted.deal()
        concludeByHand(conducted, hearing)
      }
    }),
    { numRuns: 600 },
  )
  // The cable is bad, but not so bad that nothing was tested.
  expect(given).toBeGreaterThan(real / 4)
})

test('any bytes: no throw, no endless memory, no number that no line carried', () => {
  const words = [
    '1',
    '2',
    '3',
    '4',
    '5=17',
    '5=6',
    '6',
    '=17',
    '=6',
    '=00',
    '3+2',
    '4+1',
    '2+8',
    '3+4',
    '2@2',
    '3@2',
    '5@2=9',
  ]
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...words).map((word) => `${line(word)}\r\n`) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) },
    { weight: 1, arbitrary: fc.constantFrom('\r', '\n', '*X;', '*P OK', '17', ' 6', '5;001;', 'x'.repeat(300)) },
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), anyBook, fc.boolean(), (pieces, id, isAlone) => {
      const book = bookNamed(id)
      const text = Buffer.from(pieces.join(''), 'latin1').toString('latin1')
      const carried = new Set<string>()
      for (const [, number] of text.matchAll(/(?:^|[\r\n]|\*X;5;\d{3};)([ \d]\d)(?=[\r\n;*]|$)/g))
        carried.add(number!.trim())
      const conducted = new Conducted(book)
      let [splitting, hearing] = [unsplit, listening]
      const results: string[] = []
      const heed = ({ state, commands }: ReturnType<typeof listen>) => {
        hearing = state
        for (const command of commands) {
          conducted.give(command)
          if (command.do === 'ball-at-rest') results.push(command.pocket)
        }
        conducted.deal()
        concludeByHand(conducted, hearing)
      }
      for (const chunk of inChunks(text, [7, 1, 40])) {
        const { state, lines } = split(splitting, Buffer.from(chunk, 'latin1'))
        splitting = state
        for (const one of lines)
          heed(listen(hearing, readSplit(one, book), book, isAlone ? undefined : conducted.table.state))
        expect(hearing.told.length).toBeLessThan(30)
      }
      heed(hearEnd(hearing))
      for (const result of results) expect(carried).toContain(result)
    }),
    { numRuns: 2_000 },
  )
})

test('any order of valid lines: each command once per round, and no result without its spin', () => {
  const status = fc.tuple(
    fc.integer({ min: 1, max: 6 }),
    fc.constantFrom('', '+1', '+2', '+4', '+8', '+A'),
    fc.constantFrom(1, 2, 3),
  )
  const word = fc.oneof(
    status.map(([state, flag, game]) => `${state}${flag}@${game}${state === 5 ? '=17' : ''}`),
    fc.constantFrom('1', '2', '3', '4', '5=17', '=17', '2@2', '3@2', '4@2', '5@2=18', '=18'),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 80 }), anyBook, (words, id) => {
      // The first line is a start: a wheel that is heard in the middle of a game is another matter.
      const { raw } = hear(`1 ${words.join(' ')}`, bookNamed(id))
      let since: string[] = ['over']
      for (const command of raw) {
        if (command.do === 'place-your-bets') {
          since = []
          continue
        }
        expect(since).not.toContain('over')
        expect(since).not.toContain(command.do)
        if (command.do === 'ball-at-rest') expect(since).toContain('spin')
        since.push(command.do)
        if (command.do !== 'spin' && command.do !== 'no-more-bets') since.push('over')
      }
    }),
    { numRuns: 3_000 },
  )
})
