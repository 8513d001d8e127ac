import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { corpus } from '../../test/corpus.ts'
import { croupier } from '../../test/support/cli.ts'
import { runCroupier } from '../../test/support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'croupier-report-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)
const textOf = (name: string): string => readFileSync(at(name), 'utf8')

function fileOf(name: string, text: string): string {
  writeFileSync(at(name), text)
  return at(name)
}

const simulation = await croupier(
  'simulate mbs/roulette@3 --wager red=500 --plan martingale --limit default=500-4000 --bankroll 20000 --session 50 --rounds 20000 --seed r --json'.split(
    ' ',
  ),
)
const draws = await croupier('randomness draw --count 3000 --seed r --json'.split(' '))
const wheels = await croupier(['randomness', corpus('version-1'), '--json'])
const [played, drawn, spun] = [
  fileOf('played.json', simulation.stdout),
  fileOf('drawn.json', draws.stdout),
  fileOf('spun.json', wheels.stdout),
]

test.each([
  ['a book', ['book', 'rws/roulette-double-zero-etg@4'], ['-accounting-A', '-wagers-B'], 'Roulette Double Zero'],
  ['a journal', ['journal', corpus('version-1')], ['-hours', '-voids', '-tickets', '-streams'], 'Report of the house'],
  [
    'a journal of the first version',
    ['journal', corpus('version-1'), '--from', '2020-01-01'],
    ['-hours'],
    '2020-01-01 06:00 to the end',
  ],
  ['a simulation', ['simulation', played], ['-distribution', '-stakes'], 'plan martingale'],
  ['tests of the draw', ['randomness', drawn], [], 'The bonus draw'],
  ['tests of wheels', ['randomness', spun], ['-power-single'], 'Wheel single'],
])('of %s: one page, its figures beside it, in either language', async (_, words, more, said) => {
  for (const language of ['en', 'zh']) {
    const { status, stdout, stderr } = await croupier([
      'report',
      ...words,
      '--out',
      at('x.html'),
      '--language',
      language,
    ])
    expect([status, stderr]).toEqual([0, ''])
    const files = stdout.trim().split('\n')
    expect(files.slice(0, 2)).toEqual([at('x.html'), at('x.csv')])
    for (const one of more) expect(files).toContain(at(`x${one}.csv`))
    for (const file of files) expect(readFileSync(file, 'utf8').length).toBeGreaterThan(10)
    if (language === 'en') expect(textOf('x.html')).toContain(said)
    // Every file of figures names the program that made it, and every page has its number.
    const figures = files.filter((file) => file.endsWith('.csv'))
    for (const file of figures)
      expect(readFileSync(file, 'utf8')).toMatch(/^#made,.*^#program,Croupier \d.*^#file,\d/ms)
    expect(textOf('x.html')).toContain('counter(page)')
    expect(textOf('x.html')).not.toMatch(/undefined|NaN|\[object|<script/)
  }
})

test('a simulation with limits says what they do, exactly', async () => {
  const { sessions } = simulation.json()
  expect(sessions.withoutLimits.ruin).not.toBe(sessions.ruin.exact)
  const without = await croupier(
    'simulate mbs/roulette@3 --wager red=500 --plan martingale --bankroll 20000 --session 50 --rounds 20000 --seed r --json'.split(
      ' ',
    ),
  )
  expect(without.json().sessions.ruin.exact).toBe(sessions.withoutLimits.ruin)
  await croupier(['report', 'simulation', played, '--out', at('limits.html')])
  expect(textOf('limits.html')).toContain('Without limits: ruin, result')
  expect(textOf('limits.html')).toContain('All wagers 5.00–40.00')
  expect(textOf('limits-stakes.csv')).toContain('\r\nred,Red,5.00\r\n')
})

test('the counts of a randomness test are those of the results that were tested', () => {
  const { counts, count } = draws.json() as { counts: { pocket: string; count: number }[]; count: number }
  expect(counts).toHaveLength(40)
  expect(counts.reduce((sum, one) => sum + one.count, 0)).toBe(10 * count)
  for (const wheel of wheels.json().wheels as { spins: number; counts: { count: number }[] }[])
    expect(wheel.counts.reduce((sum, one) => sum + one.count, 0)).toBe(wheel.spins)
})

const broken = { ...simulation.json(), hitRate: { played: 'often' } }

test.each([
  [['book', 'mbs/none@1', '--out', 'x.html'], /there is no rule book mbs\/none@1/],
  [['weather', 'x', '--out', 'x.html'], /report cannot weather: book, journal, simulation, randomness/],
  [['book'], /SUBJECT is missing/],
  [['book', 'mbs/roulette@3'], /--out is missing/],
  [['book', 'mbs/roulette@3', '--out', 'x.txt'], /--out must be a file that ends with .html/],
  [['book', 'mbs/roulette@3', '--out', at('none/x.html')], /cannot be written: ENOENT/],
  [['book', 'mbs/roulette@3', '--out', at('y.html'), '--language', 'la'], /--language must be one of en, zh, not la/],
  [['book', 'mbs/roulette@3', '--out', at('y.html'), '--from', '2026-01-01'], /--from is only for a journal/],
  [['journal', at('nowhere'), '--out', at('y.html')], /nowhere is not there/],
  [['journal', folder, '--out', at('y.html')], /holds no journal/],
  [['journal', corpus('before-release'), '--out', at('y.html')], /before-release/],
  [['journal', corpus('version-1'), '--out', at('y.html'), '--from', 'noon'], /--from must be a day or a time/],
  [
    ['journal', corpus('version-1'), '--out', at('y.html'), '--from', '2026-02-02', '--to', '2026-02-01'],
    /--to must be after from/,
  ],
  [['simulation', at('none.json'), '--out', at('y.html')], /none.json cannot be read: ENOENT/],
  [['simulation', fileOf('text.json', 'no'), '--out', at('y.html')], /text.json: /],
  [
    ['simulation', fileOf('empty.json', '{}'), '--out', at('y.html')],
    /empty.json, book: is missing; it must be what croupier simulate --json wrote/,
  ],
  [['simulation', fileOf('broken.json', JSON.stringify(broken)), '--out', at('y.html')], /broken.json, hitRate.*/],
  [
    [
      'simulation',
      fileOf('spot.json', JSON.stringify({ ...simulation.json(), wagers: [{ spot: '99', stake: 5 }] })),
      '--out',
      at('y.html'),
    ],
    /has no spot 99/,
  ],
  [
    ['simulation', fileOf('book.json', JSON.stringify({ ...simulation.json(), book: 'x/y@1' })), '--out', at('y.html')],
    /book: there is no rule book x\/y@1/,
  ],
  [
    ['simulation', fileOf('layout.json', JSON.stringify({ ...simulation.json(), layout: 'Z' })), '--out', at('y.html')],
    /has no layout Z/,
  ],
  [['randomness', played, '--out', at('y.html')], /source: is missing/],
])('croupier report %j: exit 2, one line, nothing written', async (args, line) => {
  const before = readdirSync(folder)
  const { status, stdout, stderr } = await croupier(['report', ...args])
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(line)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(readdirSync(folder)).toEqual(before)
})

/** The time of making, as it stands in a page, an address and a style sheet. */
const between = String.raw`(?:[-: ]|%20|%3A|\\2d |\\3a )`
const madeAt = new RegExp(String.raw`20\d\d${between}\d\d${between}\d\d${between}\d\d${between}\d\d${between}\d\d`, 'g')

test('of any locale of the machine, POSIX too: the same page, charts and figures', async () => {
  const reportIn = async (locale: string): Promise<string[]> => {
    const environment = { LC_ALL: locale, LANG: locale, LANGUAGE: locale }
    const args = ['report', 'journal', corpus('version-1'), '--to', '2100', '--out', at(`in-${locale}.html`)]
    const { child, exit } = runCroupier(args, environment)
    child.stdout.resume()
    expect(await exit).toEqual({ code: 0, said: '' })
    return readdirSync(folder)
      .filter((name) => name.startsWith(`in-${locale}`))
      .map((name) => textOf(name).replaceAll(`in-${locale}`, 'in').replaceAll(madeAt, 'TIME'))
  }
  const usual = await reportIn('en_US.UTF-8')
  expect(usual.length).toBeGreaterThan(4)
  expect(usual.join('')).toContain('<svg')
  for (const locale of ['POSIX', 'de_DE.UTF-8']) expect(await reportIn(locale)).toEqual(usual)
})
