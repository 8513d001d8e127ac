import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const scratch = mkdtempSync(join(tmpdir(), 'metrics-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const program = fileURLToPath(new URL('print-metrics.ts', import.meta.url))

/** Runs `npm run metrics` in the scratch folder, with a PATH that holds only the programs in its `bin/`. */
const metrics = (...args: string[]): string =>
  execFileSync(process.execPath, [program, ...args], {
    cwd: scratch,
    encoding: 'utf8',
    env: { ...process.env, PATH: join(scratch, 'bin') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

function write(path: string, text: string): void {
  mkdirSync(dirname(join(scratch, path)), { recursive: true })
  writeFileSync(join(scratch, path), text)
}

const statements = (count: number): string => '  work()\n'.repeat(count)

write('tiny/src/a.ts', `export type Seat = 1\nexport const count = 1\nconst list = [...[{ ...{ count } }]]\n`)
write(
  'tiny/src/b.tsx',
  `export interface Seat { at: 2 }\nconst count = 2\ngo().catch(() => {})\nconst go = () => <p />\n`,
)
write('tiny/src/c.ts', `type Seat = 3\n// biome-ignore format: a table\nconst count = 3\n${'\n'.repeat(30)}`)
write('tiny/src/d.ts', `function long() {\n${statements(70)}}\nclass Shop {\n  open() {\n${statements(39)}  }\n}\n`)
write('tiny/src/e.css', 'a {\n  color: red;\n}\n')
write('tiny/src/a.test.ts', 'export type Seat = 4\nconst count = 4\n')
write('tiny/src/testing.ts', 'export type Seat = 5\n')
write('empty/src/a.ts', '')

test('prints the figures of each tree side by side', () => {
  expect(metrics('tiny', 'empty')).toMatchInlineSnapshot(`
    "                                               tiny         empty
    production lines of TypeScript                  155             0
    production lines of CSS                           3             0
    production files                                  5             1
    files under 25 lines                              3             1
    top-level names with 3 or more homes              2             0
    exported types declared twice or more             1             0
    functions over 40 lines                           2             0
    functions over 70 lines                           1             0
    formatter workarounds                             2             0
    bare .catch(() => {})                             1             0
    pairs of similar places (duplicates)   not measured  not measured
    "
  `)
})

test('prints the places behind a figure', () => {
  const places = (figure: string) => metrics('--list', figure, 'tiny').split('\n\n')[1]
  expect(places('names')).toBe('Seat: src/a.ts, src/b.tsx, src/c.ts\ncount: src/a.ts, src/b.tsx, src/c.ts\n')
  expect(places('functionsOver40')).toBe('src/d.ts:1 long: 72 lines\nsrc/d.ts:74 open: 41 lines\n')
  expect(() => places('files')).toThrow('--list takes one of smallFiles')
})

test('counts pairs of similar places where the program that finds them is installed', () => {
  write('bin/duplicates', '#!/bin/sh\necho "12 pairs of places (4 files read)"\n')
  chmodSync(join(scratch, 'bin/duplicates'), 0o755)
  expect(metrics('tiny')).toMatch(/pairs of similar places \(duplicates\) +12\n/)
})
