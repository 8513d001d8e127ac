import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foreignBookById } from '../../test/books/foreign-books.ts'
import { croupier } from '../../test/support/cli.ts'
import { readBook } from '../book-files/read-book.ts'
import { books } from '../books/index.ts'
import type { Book } from '../books/rule-book.ts'
import { layoutNames } from '../engine/spots.ts'
import { fingerprintOf } from '../record/known-books.ts'
import { vocabularyIn } from '../words/index.ts'
import { bookTemplates } from './commands.ts'

const root = new URL('../../', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'croupier-book-'))
afterAll(() => rmSync(folder, { recursive: true }))

const home = process.cwd()
beforeAll(() => process.chdir(folder))
afterAll(() => process.chdir(home))

const mini = foreignBookById('harbour/mini-roulette@1')!
const miniText = JSON.stringify(mini)

function fileOf(name: string, content: string | Uint8Array | object): string {
  const isText = typeof content === 'string' || content instanceof Uint8Array
  writeFileSync(name, isText ? content : JSON.stringify(content))
  return name
}

/** The book with a part of its text replaced. */
function edited(from: string, to: string): string {
  expect(miniText).toContain(from)
  return miniText.replace(from, to)
}

const read = (text: string): Book => {
  const found = readBook(text)
  if ('book' in found) return found.book
  throw new Error(JSON.stringify(found.problems))
}

describe('book check', () => {
  test('a book: exit 0, with its id and fingerprint', async () => {
    const file = fileOf('good.json', mini)
    expect(await croupier(['book', 'check', file])).toMatchObject({
      status: 0,
      stdout: `good.json: ${mini.id}, fingerprint ${fingerprintOf(mini)}: 0 errors, 0 warnings\n`,
      stderr: '',
    })
    const answer = { file, isBook: true, id: mini.id, fingerprint: fingerprintOf(mini), errors: 0, warnings: 0 }
    expect((await croupier(['book', 'check', file, '--json'])).json()).toEqual({ ...answer, problems: [] })
  })

  test('an edge of the player and a missing text are warnings: exit 0', async () => {
    const generous = edited('"grid":"number","wins":"covered","pays":11', '"grid":"number","wins":"covered","pays":13')
    const file = fileOf('generous.json', generous.replace('"title":"', '"title":"More '))
    const { status, stdout, stderr } = await croupier(['book', 'check', file])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout.split('\n').slice(0, -2)).toEqual([
      'warning  $.layouts.table.wagers[0].pays 0 gives the player an edge of 1/13: it returns 14/13; expected: a lower pay',
    ])
    expect(stdout).toMatch(/: 0 errors, 1 warning\n$/)
    const { kinds: _, ...texts } = mini.texts.en
    const silent = fileOf('silent.json', { ...mini, texts: { en: texts } })
    const listed = (await croupier(['book', 'check', silent, '--json'])).json()
    expect([listed.errors, listed.problems.length]).toEqual([0, listed.warnings])
    expect(listed.problems[0]).toMatchObject({ level: 'warning', at: '$.texts.en.kinds.single', problem: 'is missing' })
  })

  test('errors: exit 1, every one at once, with its place and what would be right', async () => {
    const two = edited(
      '"wins":"covered","pays":11,"placed":"2.3"',
      '"wins":"covered","pays":11,"placed":"9.9"',
    ).replace('"covers":["0","2"]', '"covers":["0","37"]')
    const { status, stdout, stderr } = await croupier(['book', 'check', fileOf('wrong.json', two)])
    expect([status, stderr]).toEqual([1, ''])
    expect(stdout.split('\n')).toEqual([
      'error    $.layouts.table.zeroArea[1].covers[1] 37 is covered by 0/2 and not on the wheel; expected: a pocket of wheel.pockets',
      'error    $.layouts.table.zeroArea[1].spot 0/2 is not named by what it covers; expected: 0, as in wheel.pockets',
      'error    $.layouts.table.wagers[0].placed 9.9 is cited and not listed; expected: a clause of texts.en.clauses or appendices, or reading N',
      'wrong.json: 3 errors, 0 warnings',
      '',
    ])
    const answer = await croupier(['book', 'check', 'wrong.json', '--json'])
    expect(answer.status).toBe(1)
    expect(answer.json()).toMatchObject({ isBook: true, id: null, fingerprint: null, errors: 3, warnings: 0 })
  })

  test('a file without the shape of a book: exit 2, every problem at once', async () => {
    const file = fileOf('shapeless.json', { format: 1, id: 'harbour/x@1' })
    const { status, stdout, stderr } = await croupier(['book', 'check', file])
    expect([status, stdout]).toEqual([2, ''])
    const lines = stderr.trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(8)
    for (const line of lines) expect(line).toMatch(/^croupier: shapeless\.json: \$\.\S+ is missing; expected: \S+/)
    const answer = await croupier(['book', 'check', file, '--json'])
    expect([answer.status, answer.json().isBook, answer.json().errors]).toEqual([2, false, lines.length])
  })

  test.each([
    ['no action', []],
    ['an unknown action', ['bake']],
    ['no file', ['check']],
    ['no book', ['export']],
    ['a book that is not there', ['export', 'mbs/roulette@9']],
    ['no template', ['new']],
    ['an unknown template', ['new', '--from', 'french']],
    ['a word too many', ['new', '--from', 'mini', 'mini.json']],
    ['an id that is none', ['new', '--from', 'mini', '--id', 'Mini']],
    ['a blank title', ['new', '--from', 'mini', '--title', ' ']],
    ['an option of another action', ['check', 'good.json', '--id', 'a/b@1']],
  ])('%s: exit 2 and one clear line', async (_, words) => {
    const { status, stdout, stderr } = await croupier(['book', ...words])
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^croupier: [^\n]+\n$/)
  })
})

describe('bad files', () => {
  const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const isRoot = process.getuid?.() === 0

  // biome-ignore format: a table is read down its columns
  const files: [what: string, make: (name: string) => void, said: string][] = [
    ['not JSON',                (name) => fileOf(name, '{\n"format": 1,\n'),                                      ': $ is not JSON'],
    ['a comma too many',        (name) => fileOf(name, '{\n"format": 1,\n}'),                                     ': $ is not JSON at line 3, column 1'],
    ['empty',                   (name) => fileOf(name, ''),                                                       ': $ is empty'],
    ['a byte order mark alone', (name) => fileOf(name, '\uFEFF'),                                                 ': $ is empty'],
    ['50 MB',                   (name) => truncateSync(fileOf(name, ''), 50_000_000),                             ' is too large: a book has 5000000 bytes at most'],
    ['too deep',                (name) => fileOf(name, deep(2_000_000)),                                          ': $ is nested too deeply'],
    ['too deep in a field',     (name) => fileOf(name, edited('"supersedes":null', `"supersedes":${deep(40)}`)),  ': $ is nested too deeply'],
    ['a key twice',             (name) => fileOf(name, edited('"version":1', '"version":1,"version":1')),         ': $.version occurs twice'],
    ['another format',          (name) => fileOf(name, edited('"format":1', '"format":2')),                       ': $.format cannot be 2'],
    ['a prototype',             (name) => fileOf(name, edited('"version":1', '"version":1,"__proto__":{}')),      ': $.__proto__ is not a field here'],
    ['a constructor',           (name) => fileOf(name, edited('"layouts":{"table"', '"layouts":{"constructor"')), ': $.layouts.constructor is not a name that is allowed here'],
    ['a pay in parts',          (name) => fileOf(name, edited('"pays":11', '"pays":11.5')),                       ': $.layouts.table.wagers[0].pays 11.5 is not a whole number'],
    ['a negative pay',          (name) => fileOf(name, edited('"pays":11', '"pays":-11')),                        ': $.layouts.table.wagers[0].pays cannot be -11'],
    ['a pay beyond numbers',    (name) => fileOf(name, edited('"pays":11', '"pays":1e999')),                      ': $.layouts.table.wagers[0].pays cannot be Infinity'],
    ['a list',                  (name) => fileOf(name, '[]'),                                                     ': $ is a list, not an object'],
    ['null',                    (name) => fileOf(name, 'null'),                                                   ': $ is null, not an object'],
    ['not UTF-8',               (name) => fileOf(name, Buffer.from(edited('"title":"', '"title":"caf\u00e9 '), 'latin1')), ' is not UTF-8'],
    ['UTF-16',                  (name) => fileOf(name, Buffer.from(`\uFEFF${miniText}`, 'utf16le')),              ' is not UTF-8'],
    ['a folder',                (name) => mkdirSync(name),                                                        ' cannot be read: EISDIR'],
    ['without permission',      (name) => chmodSync(fileOf(name, mini), 0),                                       ' cannot be read: EACCES'],
  ]

  describe.each(files.map(([what, make, said], nth) => ({ what, make, said, file: `bad-${nth}.json` })))(
    '$what: exit 2, one line, nothing started',
    ({ what, make, said, file }) => {
      const isSkipped = what === 'without permission' && isRoot
      beforeAll(() => make(file))

      const config = `${file}.config`
      const commands: [string, string[], input?: string][] = [
        ['book check', ['book', 'check', file]],
        ['odds', ['odds', file]],
        ['diff', ['diff', 'mbs/roulette@3', file]],
        ['wheel', ['wheel', '--book', file, '--simulate', '1']],
        ['play', ['play'], JSON.stringify({ table: { book: file } })],
        ['explain', ['explain'], JSON.stringify({ table: { book: `./${file}` } })],
        ['serve', ['serve', '--config', config, '--data', 'never', '--port', '0']],
        ['serve --demo', ['serve', '--demo', '--book', file, '--data', 'never', '--port', '0']],
      ]
      test.skipIf(isSkipped).each(commands)('%s', async (name, args, input = '') => {
        fileOf(config, { tables: [{ id: 't', book: `./${file}` }] })
        const { status, stdout, stderr } = await croupier(args, input)
        expect([status, stdout]).toEqual([2, ''])
        expect(stderr).toMatch(/^croupier: [^\n]+\n$/)
        const where = input === '' ? '' : 'standard input, line 1, book: '
        const place = name === 'serve' ? resolve(file) : file
        expect(stderr).toContain(`croupier: ${where}${place}${said}`)
        expect(existsSync('never')).toBe(false)
      })
    },
  )

  test.each(['book check', 'odds', 'layout', 'spots', 'clauses', 'report book'])(
    '%s: a file that is not there',
    async (words) => {
      const out = words === 'report book' ? ['--out', 'x.html'] : []
      expect(await croupier([...words.split(' '), 'nowhere.json', ...out])).toMatchObject({
        status: 2,
        stdout: '',
        stderr: 'croupier: nowhere.json cannot be read: ENOENT\n',
      })
    },
  )

  test.skipIf(!existsSync('/dev/zero'))('a device without an end is not read to it', async () => {
    const { status, stderr } = await croupier(['book', 'check', '/dev/zero'])
    expect([status, stderr]).toEqual([2, 'croupier: /dev/zero is too large: a book has 5000000 bytes at most\n'])
  })

  test('a byte order mark before a book says nothing', async () => {
    expect(await croupier(['book', 'check', fileOf('mark.json', `\uFEFF${miniText}`)])).toMatchObject({ status: 0 })
  })

  test('several problems: each has its line, for every command', async () => {
    fileOf('two.json', edited('"pays":11', '"pays":0').replace('"version":1', '"version":"1"'))
    const told = ['two.json: $.version is a text', 'two.json: $.layouts.table.wagers[0].pays cannot be 0']
    for (const args of [
      ['odds', 'two.json'],
      ['book', 'check', 'two.json'],
      ['serve', '--demo', '--book', 'two.json'],
    ]) {
      const { status, stderr } = await croupier(args)
      expect(status).toBe(2)
      const lines = stderr.trimEnd().split('\n')
      expect(lines).toHaveLength(2)
      for (const [nth, line] of lines.entries()) expect(line).toContain(`croupier: ${told[nth]}`)
    }
  })
})

describe('book export', () => {
  test.each(books.map((book) => [book.id, book] as const))(
    '%s: read back it is the same book, in both languages',
    async (id, book) => {
      const { status, stdout, stderr } = await croupier(['book', 'export', id])
      expect([status, stderr]).toEqual([0, ''])
      const exported = read(stdout)
      expect(fingerprintOf(exported)).toBe(fingerprintOf(book))
      expect(exported.texts.en).toEqual(book.texts.en)
      const { edition } = (await vocabularyIn('zh')).books
      expect(edition(exported)).toEqual(edition(book))
      expect(exported.texts.zh!.title).toMatch(/[\u4e00-\u9fff]/)
      expect(resolve(exported.$schema!)).toBe(join(root, 'schemas/rule-book.json'))
      expect(await croupier(['book', 'check', fileOf('exported.json', stdout), '--json'])).toMatchObject({ status: 0 })
      expect((await croupier(['book', 'check', 'exported.json', '--json'])).json().problems).toEqual([])
    },
  )

  test('a file is written again as it is', async () => {
    const { stdout } = await croupier(['book', 'export', fileOf('again.json', mini)])
    expect({ ...read(stdout), $schema: mini.$schema }).toMatchObject(mini)
    expect((await croupier(['book', 'export', fileOf('twice.json', stdout)])).stdout).toBe(stdout)
  })
})

describe('book new', () => {
  const templates = Object.keys(bookTemplates)

  test.each(templates)('%s: a book without a problem, which is played at once', async (name) => {
    const { status, stdout, stderr } = await croupier(['book', 'new', '--from', name])
    expect([status, stderr]).toEqual([0, ''])
    const file = fileOf('new.json', stdout)
    expect((await croupier(['book', 'check', file, '--json'])).json()).toMatchObject({ isBook: true, problems: [] })
    const book = read(stdout)
    const { red, green } = book.colours
    const [layout] = layoutNames(book)
    const terminal = book.layouts[layout!]!.severalPieceBets[0]?.terminal
    const script = [
      { table: { book: file, ...(terminal ? { terminal } : {}), onlyInForce: true } },
      { do: 'buy-in', player: 'ann', amount: 10_000 },
      ...[red[0]!, green[0]!].flatMap((pocket) => [
        { do: 'place-your-bets', at: '2026-11-16T12:00:00.000Z' },
        { do: 'wager', player: 'ann', spot: 'red', stake: 1_000 },
        { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
        { do: 'no-more-bets' },
        { do: 'ball-at-rest', pocket },
        { do: 'settle' },
      ]),
    ]
    const played = await croupier(['play', '--summary'], script.map((line) => JSON.stringify(line)).join('\n'))
    expect([played.status, played.stderr]).toEqual([0, ''])
    expect(played.stdout).not.toContain('refused')
    const { summary } = JSON.parse(played.stdout.trimEnd().split('\n').at(-1)!)
    const { partage } = book.rules
    expect(summary).toMatchObject({ balanced: true, players: { ann: { balance: partage ? 10_500 : 10_000 } } })
  })

  test('with an id and a title of its own', async () => {
    const given = ['--id', 'harbour/roulette@12', '--title', 'Harbour roulette']
    const { stdout } = await croupier(['book', 'new', '--from', 'american', ...given])
    expect(read(stdout)).toMatchObject({
      id: 'harbour/roulette@12',
      version: 12,
      texts: { en: { title: 'Harbour roulette' } },
    })
  })
})
