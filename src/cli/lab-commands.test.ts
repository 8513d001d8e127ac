import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { croupier } from '../../test/support/cli.ts'
import { bookById } from '../books/index.ts'
import { rulesOf } from '../books/rule-book.ts'
import { chanceFrom, seededFill } from '../lab/generator.ts'
import { BLOCK_ROUNDS } from '../lab/simulation.ts'
import { BitPacker } from './chance-sources.ts'
import { progressBar, progressText } from './progress-bar.ts'

const folder = mkdtempSync(join(tmpdir(), 'croupier-lab-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const roulette = 'mbs/roulette@3'

// Simulate ------------------------------------------------------------------------------------------------------------

const simulated = async (...args: string[]) => (await croupier(['simulate', roulette, ...args, '--json'])).json()

test('simulate says what the contract says, and more', async () => {
  const answer = await simulated('--wager', '17=500', '--rounds', '20000', '--seed', 'x')
  expect(answer).toMatchObject({ rounds: 20_000, staked: 10_000_000, exact: '36/37', agrees: true, disagreements: [] })
  expect(answer).toMatchObject({ seed: 'x', generator: 'xoshiro128** 1.1', plan: 'flat', sessions: null })
  expect(answer.returnToPlayer).toBe(answer.returned / answer.staked)
  const [low, high] = answer.interval
  expect(low < 36 / 37 && 36 / 37 < high).toBe(true)
})

test.each([
  ['flat', []],
  ['martingale', ['--plan', 'martingale', '--bankroll', '20000', '--session', '300']],
])('%s: the same answer for the same seed, whatever the number of workers', async (_, more) => {
  const args = [
    '--wager',
    'red=500',
    '--wager',
    '17=100',
    '--rounds',
    String(4 * BLOCK_ROUNDS),
    '--seed',
    'same',
    ...more,
  ]
  const alone = await simulated(...args, '--workers', '1')
  for (const workers of ['2', '3']) expect(await simulated(...args, '--workers', workers)).toEqual(alone)
  expect((await simulated(...args, '--seed', 'other')).returned).not.toBe(alone.returned)
})

test('without a seed one is drawn and told, and gives the same again', async () => {
  const args = ['--wager', 'red=500', '--rounds', '5000']
  const first = await simulated(...args)
  expect(first.seed).toMatch(/^[0-9a-f]{16}$/)
  expect(await simulated(...args, '--seed', first.seed)).toEqual(first)
  expect((await simulated(...args)).seed).not.toBe(first.seed)
})

test('--crypto has no seed and plays by the real generator, on threads too', async () => {
  const args = ['--wager', 'red=500', '--rounds', String(BLOCK_ROUNDS + 1), '--crypto', '--workers', '2']
  const answers = [await simulated(...args), await simulated(...args)]
  expect(answers[0]).toMatchObject({ seed: null, generator: 'node:crypto', rounds: BLOCK_ROUNDS + 1 })
  expect(answers[0].returned).not.toBe(answers[1].returned)
})

test('a plan of a file, limits that hold it, and how many rounds they did', async () => {
  const plan = fileOf('own.json', '{"ladder":[1,5],"won":"first","lost":{"forward":1}}')
  const args = ['--wager', 'red=500', '--rounds', '10000', '--session', '100', '--seed', '1', '--plan', plan]
  const free = await simulated(...args)
  expect(free).toMatchObject({ plan: 'own', heldRounds: 0, sessions: { count: 100, rounds: 100 } })
  const limited = await simulated(...args, '--limit', 'default=100-', '--limit', 'red=-1000')
  expect(limited.limits).toEqual({ default: { min: 100 }, red: { max: 1000 } })
  expect(limited.heldRounds).toBeGreaterThan(1_000)
  expect(limited.staked).toBeLessThan(free.staked)
})

test('a person reads the figures, side by side', async () => {
  const { status, stdout, stderr } = await croupier([
    'simulate',
    roulette,
    '--wager',
    'red=500',
    '--bankroll',
    '5000',
    '--rounds',
    '50000',
    '--session',
    '100',
    '--seed',
    '1',
  ])
  expect([status, stderr]).toEqual([0, ''])
  for (const words of [
    'return to player',
    '= 36/37',
    'rounds with a win',
    '= 18/37',
    'longest losing run',
    'ruined sessions',
  ])
    expect(stdout).toContain(words)
  expect(stdout).toMatch(/The simulation agrees with the exact figures/)
})

// biome-ignore format: a table is read down its columns
test.each([
  ['no wager',                      []],
  ['a wager without stake',         ['--wager', 'red']],
  ['a wager of nothing',            ['--wager', 'red=0']],
  ['a spot that is none',           ['--wager', '3/4=500']],
  ['two wagers on one spot',        ['--wager', 'red=500', '--wager', 'red=500']],
  ['no rounds',                     ['--wager', 'red=500', '--rounds', '0']],
  ['rounds that are no number',     ['--wager', 'red=500', '--rounds', 'many']],
  ['more rounds than can be',       ['--wager', 'red=500', '--rounds', '9999999999999']],
  ['no workers',                    ['--wager', 'red=500', '--workers', '0']],
  ['a negative bankroll',           ['--wager', 'red=500', '--bankroll=-5']],
  ['a plan that is none',           ['--wager', 'red=500', '--plan', 'constructor']],
  ['a plan that is not there',      ['--wager', 'red=500', '--plan', 'no/such/plan.json']],
  ['a limit that is none',          ['--wager', 'red=500', '--limit', 'red']],
  ['a limit of no kind',            ['--wager', 'red=500', '--limit', 'pink=1-2']],
  ['a minimum above the maximum',   ['--wager', 'red=500', '--limit', 'red=600-500']],
  ['a stake under the minimum',     ['--wager', 'red=500', '--limit', 'default=600-']],
  ['a seed for the real generator', ['--wager', 'red=500', '--crypto', '--seed', '1']],
  ['a session without a plan',      ['--wager', 'red=500', '--session', '10']],
])('simulate with %s: exit 2 and one clear line', async (_, args) => {
  const { status, stdout, stderr } = await croupier(['simulate', roulette, ...args])
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^croupier: [^\n]+\n$/)
})

// biome-ignore format: a table is read down its columns
test.each([
  ['broken JSON',       '{"ladder":',                                          'this is not a JSON object'],
  ['a key twice',       '{"line":[1],"line":[2]}',                             'line occurs twice'],
  ['a rung of nothing', '{"ladder":[0],"won":"stay","lost":"stay"}',           'ladder: ladder must be a list'],
  ['no move',           '{"ladder":[1],"won":"stay","lost":"home"}',           'lost: lost must be first, stay'],
  ['a strange field',   '{"ladder":[1],"won":"stay","lost":"stay","until":7}', 'until: until is not a field of a plan'],
])('a file that is no plan, for %s, is told with its field', async (_, text, told) => {
  const plan = fileOf('bad.json', text)
  const { status, stderr } = await croupier(['simulate', roulette, '--wager', 'red=500', '--plan', plan])
  expect(status).toBe(2)
  expect(stderr).toContain(`${plan}`)
  expect(stderr).toContain(told)
})

test('stakes that grow beyond exact sums end in one line, on threads too', async () => {
  const huge = ['--wager', '17=100000000', '--plan', 'martingale', '--session', '1000000', '--rounds', '2000000']
  for (const workers of ['1', '2']) {
    const { status, stderr } = await croupier(['simulate', roulette, ...huge, '--workers', workers])
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^croupier: the stakes grew too large[^\n]+\n$/)])
  }
})

// Odds of many rounds -------------------------------------------------------------------------------------------------

test('odds of many rounds, and the risk of ruin', async () => {
  const args = ['odds', roulette, '--wager', 'red=500', '--rounds', '2', '--bankroll', '500']
  const answer = (await croupier([...args, '--json'])).json()
  expect(answer).toMatchObject({ rounds: 2, isExact: true, errorBound: 0, bankroll: 500 })
  expect(answer.results.map(({ result }: { result: number }) => result)).toEqual([-1000, 0, 1000])
  // Lost at once, and won then lost twice is a third round.
  expect(answer.ruin.probability).toBeCloseTo(19 / 37, 12)
  expect((await croupier(args)).stdout).toMatch(/ruined with a bankroll of 5\.00: 51\.3514%/)
})

test.each([
  [['--rounds', '10']],
  [['--wager', 'red=500', '--bankroll', '1000']],
  [['--wager', 'red=500', '--rounds', '0']],
  [['--wager', 'red=500', '--rounds', '10', '--bankroll', '1.5']],
  [['--wager', '17=501', '--wager', 'dozen-1=200', '--wager', 'red=333', '--rounds', '1000000']],
])('odds %j: exit 2 and one clear line', async (args) => {
  const { status, stdout, stderr } = await croupier(['odds', roulette, ...args])
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^croupier: [^\n]+\n$/)])
})

// Progress ------------------------------------------------------------------------------------------------------------

test('progress tells how much is done, and how long the rest takes', () => {
  expect(progressText(0, 100, 0)).toBe(`[${'.'.repeat(30)}] 0 %`)
  expect(progressText(50, 100, 10_000)).toBe(`[${'#'.repeat(15)}${'.'.repeat(15)}] 50 %, 10 s left`)
  expect(progressText(1, 100, 10_000)).toContain('16 min 30 s left')
  expect(progressText(1, 1_000, 20_000)).toContain('5 h 33 min left')
})

test('progress is for terminals alone', () => {
  const texts: string[] = []
  const terminal = (isTTY: boolean) => ({ isTTY, write: (text: string) => texts.push(text) }) as never
  const bar = progressBar(10, terminal(false))
  bar.tell(5)
  bar.end()
  expect(texts).toEqual([])
})

// Randomness ----------------------------------------------------------------------------------------------------------

test.each(['draw', 'wheel'])('randomness %s says what the contract says', async (source) => {
  const { status, json } = await croupier(['randomness', source, '--count', '3000', '--seed', 'x', '--json'])
  const { tests, passed, count } = json()
  expect([status, passed, count]).toEqual([0, true, 3_000])
  for (const one of tests) {
    expect(Object.keys(one)).toEqual(expect.arrayContaining(['name', 'how', 'statistic', 'p', 'passed']))
    expect(one.passed).toBe(one.p === null ? null : true)
  }
})

test('a stream of bytes: as many as asked, the same for a seed, and as even as chance', async () => {
  const bytesOf = async (...args: string[]) =>
    Buffer.from((await croupier(['randomness', ...args, '--stream', '--count', '20001'])).stdout, 'latin1')
  for (const source of ['draw', 'wheel']) {
    const bytes = await bytesOf(source, '--seed', '1')
    expect(bytes).toHaveLength(20_001)
    expect(bytes.equals(await bytesOf(source, '--seed', '1'))).toBe(true)
    expect(bytes.equals(await bytesOf(source, '--seed', '2'))).toBe(false)
    const ones = bytes.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
    expect(Math.abs(ones - 80_004)).toBeLessThan(4 * Math.sqrt(40_002))
  }
})

test('results become bits without a gap, and what has no place among them is left out', () => {
  const packer = new BitPacker(37)
  const bytes: number[] = []
  for (const result of [0b10101, 36, 32, 0b01111, 0b00001, 0b00001]) packer.add(result, bytes)
  expect(bytes).toEqual([0b10101011, 0b11000010])
  const long = new BitPacker(2 ** 29 + 5)
  for (const result of [2 ** 29, 2 ** 29 - 1, 0, 2 ** 29 - 1]) long.add(result, bytes)
  expect(bytes.slice(2)).toEqual([255, 255, 255, 0b11111000, 0, 0, 0, 0b00111111, 255, 255])
})

// biome-ignore format: a table is read down its columns
test.each([
  ['no journal',                 ['no/such/folder']],
  ['a book without bonus',       ['draw', '--book', roulette]],
  ['a book that is none',        ['wheel', '--book', 'x']],
  ['nothing to count',           ['wheel', '--count', '0']],
  ['a stream as JSON',           ['wheel', '--stream', '--json']],
  ['a count of a journal',       ['test/journals/version-1', '--count', '5']],
  ['too many words',             ['wheel', 'draw']],
])('randomness with %s: exit 2 and one clear line', async (_, args) => {
  const { status, stdout, stderr } = await croupier(['randomness', ...args])
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^croupier: [^\n]+\n$/)])
})

test('an error names the file or the option', async () => {
  const file = await croupier(['randomness', 'package.json'])
  expect([file.status, file.stderr]).toEqual([2, 'croupier: package.json: line 1 is not an entry of a journal\n'])
  const { status, stderr } = await croupier(['simulate', roulette, '--wager', 'red=500', '--bankroll', '-1'])
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^croupier: --bankroll cannot be -1: [^\n]+\n$/)])
})

describe('the wheels of a journal', () => {
  const { order } = bookById(roulette)!.wheel

  /** A stream in the form of the auditors' route: the dealer, the direction and the pocket of each round. */
  function exportOf(name: string, places: readonly number[], more: (round: number) => object[] = () => []): string {
    const head = { v: 1, at: '2026-11-16T10:00:00.000Z', book: null, house: 0 }
    const opened = { book: roulette, layout: 'table', limits: {}, wheelOrder: order }
    const entries: object[] = [{ ...head, actor: 'service', opened, ruleBook: rulesOf(bookById(roulette)!) }]
    for (const [at, place] of places.entries()) {
      const round = at + 1
      const events = [
        { type: 'betting-opened', round },
        { type: 'ball-spun', round, ball: at % 2 === 0 ? 'clockwise' : 'anticlockwise', wheel: 'anticlockwise' },
        { type: 'outcome-determined', round, pocket: order[place] },
        ...more(round),
      ]
      entries.push({ ...head, actor: `staff:${1000 + (at % 3)}`, command: { do: 'settle' }, events })
    }
    const line = (entry: object, at: number) =>
      `{"seq":${at + 1},"hash":"${'0'.repeat(64)}","entry":${JSON.stringify(entry)}}`
    return fileOf(`${name}.jsonl`, entries.map(line).join('\n'))
  }

  const chance = chanceFrom(seededFill('journal', 0))
  const even = (count: number): number[] => Array.from({ length: count }, () => chance.below(37))

  test('a good wheel passes, and it is told what so many spins can find', async () => {
    const { status, json } = await croupier(['randomness', exportOf('good', even(10_000)), '--json'])
    const { passed, tests, wheels } = json()
    expect([status, passed]).toEqual([0, true])
    expect(wheels[0]).toMatchObject({ wheel: 'good', book: roulette, spins: 10_000, power: { spins: 10_000 } })
    expect(wheels[0]).toMatchObject({ acceptanceSpins: 10_000, accepted: true })
    expect(tests.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining([
        'good: numbers',
        'good: sectors',
        'good: neighbours',
        'good: drift',
        "good: dealer's signature",
      ]),
    )
  })

  test('a wheel with a worn part fails, with exit 1', async () => {
    const worn = even(10_000).map((place) => (chance.below(12) === 0 ? chance.below(6) : place))
    const { status, stdout } = await croupier(['randomness', exportOf('worn', worn)])
    expect(status).toBe(1)
    expect(stdout).toMatch(/FAILED: .*worn: sectors/)
    expect(stdout).toContain('NOT accepted over 10,000 spins')
  })

  test('corrections count, void rounds do not', async () => {
    const file = exportOf('mended', new Array(300).fill(0), (round) =>
      round % 3 === 0
        ? [{ type: 'round-voided', round, code: 'no-spin', clause: '1', lines: [] }]
        : [{ type: 'outcome-corrected', round, from: order[0], to: order[round % 37], lines: [], adjustments: [] }],
    )
    const { wheels } = (await croupier(['randomness', file, '--json'])).json()
    expect(wheels[0].spins).toBe(200)
    const sectors = wheels[0].tests.find(({ name }: { name: string }) => name === 'sectors')
    expect(sectors.statistic).toBeLessThan(10)
  })

  test('few spins are said to be too few, of every table of a data folder', async () => {
    const { status, json } = await croupier(['randomness', 'test/journals/version-1', '--json'])
    const { passed, wheels } = json()
    expect([status, passed]).toEqual([0, null])
    expect(wheels.length).toBeGreaterThan(3)
    const { stdout } = await croupier(['randomness', 'test/journals/version-1'])
    expect(stdout).toMatch(/too few spins to say anything/)
    expect(stdout).toMatch(/10%: [\d,]+ spins for a pocket/)
  })

  test('the log of a wheel is read with its book', async () => {
    const games = await croupier(['wheel', '--book', roulette, '--simulate', '30', '--seed', '1'])
    const log = fileOf('wheel.log', games.stdout)
    expect(await croupier(['randomness', log])).toMatchObject({ status: 2, stderr: expect.stringContaining('--book') })
    const { wheels, tests, level } = (await croupier(['randomness', log, '--book', roulette, '--json'])).json()
    expect(wheels[0].spins).toBe(30)
    // However few could be made of thirty spins: with those that find a bias all of them are made.
    expect(wheels[0].power.level).toBe(level / tests.length)
  })
})
