import { books } from '../books/index.ts'
import type { Book, Pocket } from '../books/rule-book.ts'
import { type JudgedTest, judge, LEVEL, type RandomnessTest, verdictOn } from '../lab/randomness/battery.ts'
import { drawTests } from '../lab/randomness/draw-battery.ts'
import { type Power, powerOf } from '../lab/randomness/power.ts'
import { symbolTests } from '../lab/randomness/symbol-battery.ts'
import { ACCEPTANCE_SPINS, wheelTests } from '../lab/randomness/wheel-battery.ts'
import { cryptoBytes, type NextByte, seededBytes } from '../wheel/chance.ts'
import { grouped } from '../words/plain-text.ts'
import { drawNumbers, resultBytes, spinWheel } from './chance-sources.ts'
import type { Arguments, Options } from './commands.ts'
import { BadInput, readCount } from './declaration.ts'
import { readBook } from './input.ts'
import { percentText, printAnswer, textTable, write } from './output.ts'
import { progressBar } from './progress-bar.ts'
import { type NamedRecord, readWheelRecords } from './wheel-records.ts'

const COUNT = '1000000'
const COUNT_MAX = { draw: 10_000_000, wheel: 100_000_000 }
const STREAM_BYTES_MAX = 10 ** 15

/** SOURCE: draw, wheel, or a journal. Exit 1: something failed. */
export async function runRandomness({ values, words }: Arguments<'randomness'>): Promise<number> {
  const source = words[0] ?? 'draw'
  if (source !== 'draw' && source !== 'wheel') return testRecords(source, values)
  if (values.wheel !== undefined) throw new BadInput('--wheel is only for a journal, not for draw and wheel')
  const book = await bookFor(source, values.book)
  return values.stream ? streamBytes(source, book, values) : testSource(source, book, values)
}

async function bookFor(source: 'draw' | 'wheel', id: string | undefined): Promise<Book> {
  const book =
    id === undefined
      ? books.findLast(({ rules }) => (rules.bonus !== null) === (source === 'draw'))!
      : await readBook(id)
  if (source === 'draw' && !book.rules.bonus) throw new BadInput(`${book.id} draws no bonus numbers`)
  return book
}

const chanceOf = ({ seed }: Options<'randomness'>): NextByte => (seed === undefined ? cryptoBytes() : seededBytes(seed))

/** Without --count it runs until the reader closes the pipe. */
async function streamBytes(source: 'draw' | 'wheel', book: Book, values: Options<'randomness'>): Promise<number> {
  if (values.json) throw new BadInput('--stream writes bytes, not JSON')
  let left = values.count === undefined ? STREAM_BYTES_MAX : readCount(values.count, '--count', 1, STREAM_BYTES_MAX)
  for (const bytes of resultBytes(book, source, chanceOf(values))) {
    await write(bytes.subarray(0, Math.min(left, bytes.length)))
    left -= bytes.length
    if (left <= 0) break
  }
  return 0
}

async function testSource(source: 'draw' | 'wheel', book: Book, values: Options<'randomness'>): Promise<number> {
  const count = readCount(values.count ?? COUNT, '--count', 1, COUNT_MAX[source])
  const bar = progressBar(count)
  const chance = chanceOf(values)
  const draws = source === 'draw' ? drawNumbers(book, chance, count, bar.tell) : null
  const spins = draws ? null : spinWheel(book, chance, count, bar.tell)
  const made = draws ? drawTests(draws) : symbolTests(spins!)
  bar.end()
  const { pockets, order } = book.wheel
  const counts = countsOf(draws?.numbers ?? spins!.values, pockets, order)
  const tests = judge(made)
  const passed = verdictOn(tests)
  const generator = values.seed === undefined ? 'node:crypto' : 'SHA-512 of counter and seed'
  const seed = values.seed ?? null
  const answer = { source, book: book.id, count, generator, seed, level: LEVEL, tests, passed, counts }
  const heading = `${source} of ${book.id}, ${grouped(count)} times, chance from ${generator}`
  await printAnswer(values.json, answer, () => [heading, testTable(tests), verdictText(passed, tests)].join('\n\n'))
  return passed === false ? 1 : 0
}

type PocketCounts = readonly { pocket: Pocket; count: number }[]

/** In the order of the wheel. `values`: each the place of a pocket in the book's list. */
function countsOf(values: Iterable<number>, pockets: readonly Pocket[], order: readonly Pocket[]): PocketCounts {
  const counted = new Float64Array(pockets.length)
  for (const value of values) counted[value]!++
  return order.map((pocket) => ({ pocket, count: counted[pockets.indexOf(pocket)]! }))
}

/** `accepted` null: too few spins to accept a wheel. */
type WheelAnswer = Pick<NamedRecord, 'wheel' | 'tables' | 'log'> & {
  book: string
  spins: number
  acceptanceSpins: number
  accepted: boolean | null
  tests: readonly JudgedTest[]
  passed: boolean | null
  power: Power
  counts: PocketCounts
}

async function testRecords(path: string, values: Options<'randomness'>): Promise<number> {
  for (const option of ['count', 'seed', 'stream'] as const)
    if (values[option] !== undefined) throw new BadInput(`--${option} is only for draw and wheel, not for a journal`)
  const all = await readWheelRecords(path, values.book === undefined ? undefined : await readBook(values.book))
  if (all.length === 0) throw new BadInput(`${path} holds no table`)
  const records = all.filter(({ wheel }) => values.wheel === undefined || wheel === values.wheel)
  if (records.length === 0)
    throw new BadInput(`${path} has no spin of the wheel ${values.wheel}: ${all.map(({ wheel }) => wheel).join(', ')}`)
  const wheels = judgedTogether(records)
  const tests = wheels.flatMap(({ wheel, tests }) => tests.map((test) => ({ ...test, name: `${wheel}: ${test.name}` })))
  const passed = verdictOn(tests)
  await printAnswer(values.json, { source: path, level: LEVEL, tests, passed, wheels }, () =>
    [...wheels.map(wheelText), verdictText(passed, tests)].join('\n\n'),
  )
  return passed === false ? 1 : 0
}

/** All wheels count as one family of tests: with ten wheels, a chance deviation is ten times as likely. */
function judgedTogether(records: readonly NamedRecord[]): WheelAnswer[] {
  const made = records.map((record) => ({ record, tests: wheelTests(record) }))
  const all: RandomnessTest[] = made.flatMap(({ tests }) => tests)
  const judged = new Map(judge(all).map((test, at) => [all[at]!, test]))
  return made.map(({ record: { wheel, book, spins, places, order, tables, log }, tests }) => {
    const own = tests.map((test) => judged.get(test)!)
    // Tests that had too few results count as well: with the spins that it takes they would have been made.
    const power = powerOf(spins.length, places, all.length)
    const counts = countsOf(
      spins.map(({ place }) => place),
      order,
      order,
    )
    const passed = verdictOn(own)
    const accepted = spins.length < ACCEPTANCE_SPINS ? null : passed
    const acceptance = { acceptanceSpins: ACCEPTANCE_SPINS, accepted }
    return { wheel, book: book.id, spins: spins.length, tables, log, tests: own, passed, ...acceptance, power, counts }
  })
}

function testTable(tests: readonly JudgedTest[]): string {
  const figure = (value: number | null, digits: number): string => (value === null ? '' : value.toFixed(digits))
  const word = (passed: boolean | null): string => (passed === null ? 'too few to say' : passed ? 'passed' : 'FAILED')
  return textTable(
    ['test', 'statistic', 'degrees', 'p', 'by Holm', '', 'what was counted'],
    tests.map(({ name, how, statistic, degrees, p, adjusted, passed }) => [
      name,
      figure(statistic, 3),
      degrees === null ? '' : String(degrees),
      figure(p, 6),
      figure(adjusted, 6),
      word(passed),
      how,
    ]),
  )
}

function wheelText(answer: WheelAnswer): string {
  const { wheel, book, spins, tests, tables, log, power } = answer
  const where = tables.length < 2 && log === null ? '' : ` (${tables.map(atTable).join(', ')})`
  const header = `${wheel}, ${book}: ${grouped(spins)} spins${where}`
  const end = [powerText(power), acceptanceText(answer), ...(log ?? []).map(logText)].join('\n')
  if (tests.every(({ p }) => p === null)) return `${header}: too few spins to say anything.\n${end}`
  return `${header}\n\n${testTable(tests)}\n\n${end}`
}

const atTable = ({ table, spins }: NamedRecord['tables'][number]): string => `${table} ${grouped(spins)}`

const logText = ({ at, work, table, technician, reason }: NonNullable<WheelAnswer['log']>[number]): string =>
  `  ${at} ${work}${table === null ? '' : ` at ${table}`} by ${technician}: ${reason}`

function acceptanceText({ accepted, acceptanceSpins, spins }: WheelAnswer): string {
  if (accepted === null)
    return `Not enough to accept the wheel: ${grouped(acceptanceSpins)} spins are needed, ${grouped(spins)} are on record.`
  return `${accepted ? 'Accepted' : 'NOT accepted'} over ${grouped(spins)} spins, of which at least ${grouped(acceptanceSpins)} are needed.`
}

function powerText({ power, pocketBias, tilt, spinsFor }: Power): string {
  const found = (bias: number | null, what: string): string =>
    bias === null ? `no ${what}` : `${what} of ${percentText(bias, 0)} or more`
  const needed = spinsFor.map(
    ({ bias, pocket, tilt }) =>
      `  ${percentText(bias, 0)}: ${grouped(pocket)} spins for a pocket, ${grouped(tilt)} for a tilt`,
  )
  return [
    `So many spins find, ${power * 10} times of 10, ${found(pocketBias, 'bias of one pocket')} and ${found(tilt, 'tilt of the wheel')}. It takes, for a bias of`,
    ...needed,
  ].join('\n')
}

function verdictText(passed: boolean | null, tests: readonly JudgedTest[]): string {
  if (passed === null) return 'Too few results to say anything.'
  const failed = tests.filter((test) => test.passed === false).map(({ name }) => name)
  const untold = tests.filter((test) => test.passed === null).length
  const sure = `A good source passes in at least ${100 - LEVEL * 100} of 100 cases.`
  const silent = untold === 0 ? '' : ` ${untold} of ${tests.length} tests had too few results.`
  return passed
    ? `PASSED at ${100 - LEVEL * 100} %.${silent} ${sure}`
    : `FAILED: ${failed.join(', ')}.${silent} ${sure}`
}
