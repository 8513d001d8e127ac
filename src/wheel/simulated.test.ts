import { expect, test } from 'vitest'
import { bookById, books } from '../books/index.ts'
import { below, seededBytes } from './chance.ts'
import { closesAfter, disturb, inTime, type Mishap, type Simulation, simulate, TICK_SECONDS } from './simulated.ts'
import { readLine, type StatusLine } from './wheel-line.ts'

const book = bookById('mbs/roulette@3')!
const ticksOf = (more: Partial<Simulation>) => [
  ...simulate({ book, chance: seededBytes('a wheel'), games: 3, ...more }),
]
const statusesOf = (more: Partial<Simulation>): StatusLine[] =>
  ticksOf(more)
    .flatMap(({ lines }) => lines.map((line) => readLine(line, more.book ?? book)))
    .filter((message) => message.kind === 'status')

/** States one after another, each once, with its flag. */
const course = (more: Partial<Simulation>): string[] =>
  statusesOf(more)
    .map(({ state, flags }) => `${state}${flags ? `+${flags}` : ''}`)
    .filter((state, index, all) => state !== all[index - 1])

test.each(books.map((one) => [one.id, one] as const))('every line of a wheel for %s can be read', (_, one) => {
  const kinds = ticksOf({ book: one, games: 60 }).flatMap(({ lines }) => lines.map((line) => readLine(line, one).kind))
  expect(new Set(kinds)).toEqual(new Set(['power', 'status', 'number']))
})

test('a game goes through its states', () => {
  expect(course({})).toEqual([...'12345234523456'])
})

test('the number comes once, before its first state 5, and the count goes up after it', () => {
  const lines = ticksOf({ games: 2 }).flatMap(({ lines }) => lines)
  const at = lines.findIndex((line) => line.length === 2)
  expect(lines[at - 1]).toMatch(/^\*X;4;001/)
  expect(lines[at + 1]).toMatch(new RegExp(`^\\*X;5;001;${lines[at]};0;`))
  expect(lines.find((line) => line.startsWith('*X;2;002'))).toContain(`;${lines[at]};`)
  expect(lines.filter((line) => line.length === 2)).toHaveLength(2)
})

test('the count wraps', () => {
  expect([...new Set(statusesOf({ firstGame: 998 }).map(({ game }) => game))]).toEqual([998, 999, 0, 1])
})

test('the rotor turns the other way each game, and never stands while the ball runs', () => {
  const running = statusesOf({ games: 20 }).filter(({ state }) => state === 3 || state === 4)
  expect(running.every(({ speed }) => speed > 100 && speed < 200)).toBe(true)
  const directions = [...new Map(running.map(({ game, rotor }) => [game, rotor])).values()]
  expect(directions.every((direction, index) => direction !== directions[index - 1])).toBe(true)
})

test('bets are open as long as was said', () => {
  const betting = (seconds: number) =>
    statusesOf({ games: 1, bettingSeconds: seconds }).filter(({ state }) => state === 2).length
  expect([betting(4), betting(20), betting(60)]).toEqual([8, 40, 120])
  expect(() => ticksOf({ bettingSeconds: 3 })).toThrow(RangeError)
})

test('no more bets comes when it was said, or up to a second later', () => {
  const chance = seededBytes('a wheel')
  for (const bettingSeconds of [4, 20.3, 60]) {
    const open = statusesOf({ games: 30, bettingSeconds }).filter(({ state }) => state === 2 || state === 3)
    const games = Map.groupBy(open, ({ game }) => game)
      .values()
      .toArray()
    const late = games.map((ticks) => ticks.length * TICK_SECONDS - closesAfter({ book, chance, bettingSeconds }))
    expect(new Set(late)).toEqual(new Set([0, 0.5, 1]))
  }
})

test.each<[Mishap, string[]]>([
  ['same-direction', ['1', '2', '3+2', '2', '3', '4', '5', '6']],
  ['ball-out', ['1', '2', '3', '4', '4+1', '2', '3', '4', '5', '6']],
  ['launch', ['1', '2', '2+8', '2', '3', '4', '5', '2', '3', '4', '5', '6']],
  ['launch-in-rim', ['1', '2', '3', '3+8', '2', '3', '4', '5', '2', '3', '4', '5', '6']],
  ['sensor', ['1', '2', '3+4', '3', '4', '5', '2', '3', '4', '5', '6']],
  ['power-while-betting', ['1', '2', '6', '1', '2', '3', '4', '5', '6']],
  ['power-while-running', ['1', '2', '3', '6', '1', '2', '3', '4', '5', '6']],
])('when %s happens', (mishap, expected) => {
  expect(course({ games: 2, mishap: (nth) => (nth === 1 ? mishap : undefined) })).toEqual(expected)
})

test('the pocket is drawn only when the ball rests: until then the same bytes give the same lines, whatever follows', () => {
  const linesWith = (last: number) => {
    const drawn: string[] = []
    const bytes = seededBytes('same')
    let forced = false
    // The bytes are the same until the first number is due; then they are chosen.
    for (const { lines, outcome } of simulate({ book, chance: () => (forced ? last : bytes()), games: 1 })) {
      drawn.push(...lines)
      forced = lines.some((line) => line.startsWith('*X;4'))
      if (outcome) return { drawn, outcome }
    }
    throw new Error('no outcome')
  }
  const [one, other] = [linesWith(5), linesWith(7)]
  expect(one.outcome).not.toBe(other.outcome)
  const early = (lines: readonly string[]) => lines.filter((line) => /^\*X;[123]/.test(line))
  expect(early(one.drawn)).toEqual(early(other.drawn))
})

test('every pocket can come, as the bytes say', () => {
  const outcomes = ticksOf({ games: 600 }).flatMap(({ outcome }) => outcome ?? [])
  expect(outcomes).toHaveLength(600)
  expect(new Set(outcomes)).toEqual(new Set(book.wheel.pockets))
})

test('a bad cable disturbs one line in so many', () => {
  const chance = seededBytes('cable')
  const line = '*X;2;001;  ;0;174;0'
  const results = Array.from({ length: 2_000 }, () => disturb(line, 10, chance))
  const odd = results.filter((lines) => lines.length !== 1 || lines[0] !== line)
  expect(odd.length).toBeGreaterThan(100)
  expect(odd.length).toBeLessThan(300)
  expect(new Set(odd.map((lines) => lines.length))).toEqual(new Set([0, 1, 2]))
})

test('ticks come in their time, faster by the speed, and stop when told', async () => {
  const waits: number[] = []
  let now = 1_000
  const stop = new AbortController()
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds)
    now += milliseconds
    if (waits.length === 5) stop.abort()
  }
  const chunks: string[] = []
  const endless = simulate({ book, chance: seededBytes('x') })
  for await (const chunk of inTime(endless, 10, { now: () => now, wait }, stop.signal)) chunks.push(chunk)
  expect(waits.map(Math.round)).toEqual([50, 50, 50, 50, 50])
  expect(chunks).toHaveLength(5)
  expect(chunks[0]).toBe('*P 1\r\n*P OK\r\n')
})

test('below is what draws the pocket', () => {
  // The wheel's own draw and the sampler that is proved exact are the same function.
  const bytes = Array.from({ length: 4_000 }, seededBytes('proof'))
  let at = 0
  const before: number[] = []
  const chance = () => bytes[at++]!
  for (const { outcome } of simulate({ book, chance: () => chance(), games: 1 })) {
    if (outcome === undefined) {
      before.push(at)
      continue
    }
    let again = before.at(-1)!
    expect(outcome).toBe(book.wheel.pockets[below(37, () => bytes[again++]!)])
    return
  }
  throw new Error('no outcome')
})
