import { expect, test } from 'vitest'
import { croupier } from '../../test/support/cli.ts'
import { books } from '../books/index.ts'

const ETG = 'rws/roulette-double-zero-etg@4'
const table = JSON.stringify({ table: { book: 'mbs/roulette@3', limits: { default: { min: 500, max: 100000 } } } })

test('books, and which were in force on a day', async () => {
  const ids = async (...args: string[]): Promise<string[]> =>
    (await croupier(['books', '--json', ...args])).json().map((book: { id: string }) => book.id)
  expect(await ids()).toEqual(books.map(({ id }) => id))
  expect(await ids('--on', '2019-08-13')).toEqual(['mbs/sands-roulette@1', 'mbs/roulette@3'])
  expect(await ids('--on', '2019-08-14')).toEqual(['mbs/sands-roulette@2', 'mbs/roulette@3'])
  expect(await ids('--on', '2020-08-05')).toContain(ETG)
  expect(await ids('--on', '2020-08-05T07:59')).not.toContain(ETG)
  expect(await ids('--on', '2020-08-05T08:00')).toContain(ETG)
})

test.each(books.map((book) => [book.id, book.texts.en.clauses.length]))('clauses %s: all %i', async (id, count) => {
  const rows = (await croupier(['clauses', id, '--json'])).json()
  expect(rows).toHaveLength(count)
  for (const row of rows)
    expect(row).toEqual(expect.objectContaining({ clause: expect.any(String), scenarios: expect.any(Array) }))
  expect((await croupier(['clauses', id])).stdout).toContain(rows[0].means)
})

test('spots and odds in the forms of the contract', async () => {
  const spots = (await croupier(['spots', 'mbs/sands-fast-action-roulette@2', '--json'])).json()
  expect(spots).toHaveLength(43)
  expect(spots[0]).toEqual({
    spot: 'S',
    kind: 'straight-up',
    covers: ['S'],
    pays: 35,
    paysBonus: 40,
    paysSuperBonus: 80,
    clause: '4.1',
    placed: '3.4.1',
  })
  const odds = (await croupier(['odds', 'mbs/roulette@3', '--json'])).json()
  expect(odds).toHaveLength(157)
  expect(odds[0]).toMatchObject({ spot: '0', winProbability: '1/37', returnToPlayer: '36/37', houseEdge: 1 / 37 })
})

test('odds of wagers together', async () => {
  const results = (
    await croupier(['odds', 'mbs/roulette@3', '--wager', '17=100', '--wager', 'red=500', '--json'])
  ).json()
  expect(results).toEqual([
    { result: -600, probability: '18/37' },
    { result: 400, probability: '18/37' },
    { result: 3000, probability: '1/37' },
  ])
})

test('expand in the form of the contract', async () => {
  const expand = async (...args: string[]) => (await croupier(['expand', ETG, ...args, '--json'])).json()
  expect(await expand('--layout', 'A', '--terminal', 'rapid', 'zero-spiel', '--unit', '100')).toEqual({
    pieces: ['26', '0/3', '12/15', '32/35'].map((spot) => ({ spot, pieces: 1, stake: 100 })),
    total: { pieces: 4, stake: 400 },
  })
  const { stdout } = await croupier(['expand', ETG, '--layout', 'A', 'zero-spiel'])
  expect(stdout).toContain('zero-spiel, Appendix C of rws/roulette-double-zero-etg@4: wins 7/38, house edge 1/19')
})

test('diff tells an inspector what changed', async () => {
  const { stdout: games } = await croupier(['diff', 'mbs/roulette@3', 'rws/roulette-double-zero-etg@4'])
  for (const text of [
    '+ Roulette Double Zero (Electronic Table Game)',
    '- Marina Bay Sands',
    '- says Place your bets, please (3.1)',
  ])
    expect(games).toContain(text)
  const { stdout } = await croupier(['diff', 'mbs/sands-roulette@1', 'mbs/sands-roulette@2'])
  expect(stdout).toMatch(/No more bets before the spin\n {2}- not in this book\n {2}\+ by pit-manager \(6\.1\)/)
  expect(stdout).toMatch(/^\+ 6\.2 /m)
  expect(stdout).toMatch(/^ {2}3\.6 > 3\.7 /m)
  const same = (await croupier(['diff', 'mbs/roulette@3', 'mbs/roulette@3', '--json'])).json()
  expect(same).toMatchObject({ values: [], clauses: [], unchanged: 56 })
})

test('layout is an SVG', async () => {
  expect((await croupier(['layout', ETG, '--layout', 'B'])).stdout).toMatch(
    /^<svg[\s\S]*data-spot="top-line"[\s\S]*<\/svg>\s*$/,
  )
})

test('play answers every command, and sums up', async () => {
  const script = [
    table,
    '{"do":"buy-in","player":"ann","amount":5000}',
    '# a word to the reader',
    '',
    '{"do":"settle"}',
  ]
  const { status, stdout } = await croupier(['play', '--summary'], script.join('\n'))
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(status).toBe(0)
  expect(lines).toHaveLength(3)
  expect(lines[1]).toEqual({ refused: 'no-round-in-progress' })
  expect(lines[2].summary).toMatchObject({ players: { ann: { balance: 5000 } }, house: 0, balanced: true })
})

test('play exits with 1 when an answer is not what the script expects', async () => {
  const { status, stderr } = await croupier(
    ['play'],
    `${table}\n{"do":"settle"}\n{"expect":{"refused":"nothing-owed"}}`,
  )
  expect([status, stderr]).toEqual([1, 'line 3: expect.refused is "no-round-in-progress", not "nothing-owed"\n'])
})

test.each([
  ['an unknown command line word', ['frobnicate'], ''],
  ['an unknown book', ['spots', 'mbs/roulette@9'], ''],
  ['a book that is a property of every object', ['spots', 'constructor'], ''],
  ['a missing book', ['spots'], ''],
  ['too many words', ['spots', 'mbs/roulette@3', 'more'], ''],
  ['an unknown option', ['odds', 'mbs/roulette@3', '--frob'], ''],
  ['a layout that must be named', ['odds', ETG], ''],
  ['an unknown layout', ['odds', ETG, '--layout', 'C'], ''],
  ['an unknown terminal', ['expand', ETG, 'tiers', '--layout', 'A', '--terminal', 'alfastreet'], ''],
  ['a bet that is not offered', ['expand', ETG, 'tiers', '--layout', 'B', '--terminal', 'rapid'], ''],
  ['a fractional unit', ['expand', ETG, 'tiers', '--layout', 'A', '--unit', '1.5'], ''],
  ['a negative unit', ['expand', ETG, 'tiers', '--layout', 'A', '--unit=-5'], ''],
  ['an unsafe unit', ['expand', ETG, 'tiers', '--layout', 'A', '--unit', '9007199254740993'], ''],
  ['a spot that is none', ['odds', 'mbs/roulette@3', '--wager', '3/4=100'], ''],
  ['a wager without stake', ['odds', 'mbs/roulette@3', '--wager', '17'], ''],
  ['a day that is none', ['books', '--on', '2019-02-30'], ''],
  ['a file that is not there', ['play', 'no/such/file.jsonl'], ''],
  ['a file that cannot be written', ['layout', 'mbs/roulette@3', '--out', 'no/such/folder/x.svg'], ''],
  ['broken JSON', ['play'], `${table}\n{"do":`],
  ['a script without a table', ['play'], '{"do":"settle"}'],
  ['an unknown command', ['play'], `${table}\n{"do":"shuffle"}`],
  ['a missing field', ['play'], `${table}\n{"do":"wager","player":"ann","spot":"17"}`],
  ['a fractional stake', ['play'], `${table}\n{"do":"wager","player":"ann","spot":"17","stake":0.5}`],
  ['a misspelt field', ['play'], `${table}\n{"do":"ball-at-rest","pocket":"17","revolution":3}`],
])('%s: exit 2 and one clear line', async (_, args, input) => {
  const { status, stdout, stderr } = await croupier(args, input)
  expect(status).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^croupier: [^\n]+\n$/)
})

test.each([
  [
    'bytes that are not UTF-8',
    Buffer.from(`${table}\n{"do":"buy-in","player":"Ren\u00e9e","amount":5}`, 'latin1'),
    'text: this is not UTF-8',
  ],
  [
    'a key that occurs twice',
    `${table}\n{"do":"buy-in","player":"ann","amount":5,"amount":50}`,
    'amount: amount occurs twice',
  ],
  [
    'fields that contradict each other',
    `${table}\n{"buy-in":{"player":"ann","amount":5},"amount":50}`,
    'amount: amount occurs twice',
  ],
  [
    'commands that contradict each other',
    `${table}\n{"do":"settle","type":"no-spin"}`,
    'type: settle has no field type',
  ],
  [
    'a name of which nothing can be seen',
    `${table}\n{"do":"buy-in","player":" ","amount":5}`,
    'player: player must be a name of 1 to 64 characters, not blank',
  ],
])('%s: told with line and field', async (_, input, told) => {
  const { status, stdout, stderr } = await croupier(['play', '-'], input)
  expect([status, stdout, stderr]).toEqual([2, '', `croupier: standard input, line 2, ${told}\n`])
})

test('a script with a byte order mark is read', async () => {
  expect(await croupier(['play'], `\ufeff${table}\n{"do":"settle"}`)).toMatchObject({ status: 0, stderr: '' })
})

test('a bad script names its line and field, and nothing of it is played', async () => {
  const { stderr, stdout } = await croupier(
    ['play'],
    `${table}\n\n{"do":"place-your-bets"}\n{"do":"spin","ball":"up","wheel":"still"}`,
  )
  expect(stderr).toBe('croupier: standard input, line 4, ball: ball must be one of clockwise, anticlockwise\n')
  expect(stdout).toBe('')
})
