import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { books } from '../src/books/index.ts'
import { bookTemplates } from '../src/cli/commands.ts'
import { type Installation, installPackage, lendPackages, olderNode } from './package/installation.ts'
import { croupier, whileServing } from './package/installed-command.ts'

/** The package as users use it: in plain JavaScript, under a strict compiler, bundled for a page, as a command. */
let installation: Installation
let project: string

/** The longest of all: it builds, packs and installs. A limit is there to name what hangs. */
const PATIENCE_MS = 900_000

beforeAll(() => {
  installation = installPackage()
  project = installation.project
}, PATIENCE_MS)

afterAll(() => installation?.remove())

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const doors = Object.keys(manifest.exports).filter((door) => door !== './package.json')

/** The examples of docs/library.md, each with what it prints. */
const page = readFileSync('docs/library.md', 'utf8')
const [round, onePage] = [...page.matchAll(/```ts\n([\s\S]*?)```\n\nIt prints:\n\n```\n([\s\S]*?)```/g)].map(
  ([, code, printed]) => ({ code: code!, printed: printed! }),
)

const older = olderNode()
const withoutOlder = 'this machine has no Node from 20 to 23'

/** A file in a folder of its own below the project: tests do not meet. */
function fileOf(folder: string, name: string, text: string): string {
  mkdirSync(join(project, folder), { recursive: true })
  writeFileSync(join(project, folder, name), text)
  return join(project, folder, name)
}

// ---- What is in it --------------------------------------------------------------------------------------------------

test('it holds what is needed, and no tests and no pictures', () => {
  const { files, size, unpackedSize } = installation.tarball
  const paths = files.map(({ path }) => path)
  for (const needed of ['LICENSE', 'README.md', 'lib/cli/bin.js', 'lib/engine/index.d.ts', 'dist/screens/index.html'])
    expect(paths).toContain(needed)
  expect(
    paths.filter((path) => /\.test\.|^lib\/.*testing\.|\.webp$|golden|\.tsx?$/.test(path.replace(/\.d\.ts$/, ''))),
  ).toEqual([])
  expect(
    paths.filter(
      (path) => !/^(lib|dist\/screens|scenarios|schemas|examples|docs)\/|^[A-Za-z]+(\.md|\.json|\.sha256)?$/.test(path),
    ),
  ).toEqual([])
  expect(size).toBeLessThan(7_000_000)
  expect(unpackedSize).toBeLessThan(15_000_000)
})

test('its manifest names every file of it, and sha256sum and the program itself find them as they were packed', async () => {
  const root = join(project, 'node_modules', '@croupier/engine')
  const named = readFileSync(join(root, 'MANIFEST.sha256'), 'utf8').trimEnd().split('\n')
  const paths = installation.tarball.files.map(({ path }) => path).filter((path) => path !== 'MANIFEST.sha256')
  expect(named.map((line) => line.slice(66))).toEqual(paths.sort())
  const sums = () => spawnSync('sha256sum', ['-c', '--strict', '--quiet', 'MANIFEST.sha256'], { cwd: root }).status
  expect(sums()).toBe(0)
  const check = () => croupier(process.execPath, project, 'self-check')
  expect(await check()).toMatchObject({ code: 0, out: expect.stringContaining('as in its manifest') })
  const file = join(root, 'lib', 'engine', 'money.js')
  const before = readFileSync(file)
  writeFileSync(file, `${before} `)
  expect(sums()).toBe(1)
  expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining('file changed: lib/engine/money.js') })
  writeFileSync(file, before)
})

test('whoever installs it gets no runtime, and no packages of the service', () => {
  const packages = globSync(['*/package.json', '@*/*/package.json'], { cwd: join(project, 'node_modules') })
  const names = packages.map((path) => path.replaceAll('\\', '/').replace('/package.json', ''))
  expect(names.sort()).toEqual([...Object.keys(manifest.dependencies), '@croupier/engine'].sort())
})

test('no import in it leads to a source that is not there', () => {
  const files = globSync('**/*.{js,d.ts}', { cwd: join(project, 'node_modules/@croupier/engine/lib') })
  expect(files.length).toBeGreaterThan(200)
  const wrong = files.filter((file) =>
    /(from |import\(|new URL\()['"]\.[^'"]*\.ts['"]/.test(
      readFileSync(join(project, 'node_modules/@croupier/engine/lib', file), 'utf8'),
    ),
  )
  expect(wrong).toEqual([])
})

// ---- In plain JavaScript --------------------------------------------------------------------------------------------

const run = (node: string, file: string): string => execFileSync(node, [file], { cwd: project, encoding: 'utf8' })

test('in plain JavaScript every scenario is played and told, on Node 24 as on the Node of the machine', (context) => {
  copyFileSync('test/package/plain-user.js', join(project, 'plain-user.js'))
  const ours = run(process.execPath, 'plain-user.js')
  const { scenarios, missed, book } = JSON.parse(ours)
  expect({ missed, book }).toEqual({ missed: [], book: 'mbs/roulette@3' })
  expect(scenarios).toBe(globSync('scenarios/**/*.jsonl').length)
  if (!older) return context.skip(withoutOlder)
  expect(run(older, 'plain-user.js')).toBe(ours)
})

const everyDoor = () =>
  `console.log(JSON.stringify([${doors.map((door) => `Object.keys(await import('@croupier/engine${door.slice(1)}')).length`)}]))`

test.for(['older', 'ours'])('every door opens: %s', (which, context) => {
  const node = which === 'ours' ? process.execPath : older
  if (!node) return context.skip(withoutOlder)
  const counts: number[] = JSON.parse(run(node, fileOf(`doors-${which}`, 'doors.js', everyDoor())))
  expect(counts).toHaveLength(doors.length)
  expect(counts.filter((count) => count === 0)).toEqual([])
})

test('what is behind no door stays inside', () => {
  const file = fileOf('inside', 'inside.js', "await import('@croupier/engine/lib/engine/decide.js')")
  expect(() => execFileSync(process.execPath, [file], { stdio: 'pipe' })).toThrow(/ERR_PACKAGE_PATH_NOT_EXPORTED/)
})

test.each([
  ['a whole round', round!],
  ['a page with one book', onePage!],
])('the example in the documents runs as it is written, and prints what it says: %s', (name, { code, printed }) => {
  expect(run(process.execPath, fileOf(name.replaceAll(' ', '-'), 'example.ts', code))).toBe(printed)
})

/** Each program ends with a comment that holds its output. */
test.each(globSync('examples/programs/*.js'))(
  '%s runs where the package is installed, and prints what it says',
  (path) => {
    const [, printed] = readFileSync(path, 'utf8').split('// It prints:\n')
    const expected = printed!.replace(/^\/\/ ?/gm, '')
    expect(run(older ?? process.execPath, join(project, 'node_modules/@croupier/engine', path))).toBe(expected)
  },
)

// ---- Under a strict compiler ----------------------------------------------------------------------------------------

const typed = `${round!.code}
import type { Cents, Decision, Line } from '@croupier/engine'
import { sandsFastActionRoulette2 } from '@croupier/engine/books/sands-fast-action-roulette-2'
import type { RuleBook } from '@croupier/engine/books'

const own: RuleBook = sandsFastActionRoulette2
export const title: 'Sands Fast Action Roulette' = sandsFastActionRoulette2.texts.en.title
export const answerOf = (decision: Decision): string => ('refused' in decision ? decision.refused : own.id)
// @ts-expect-error A number is not money before it was checked.
export const money: Cents = 500
// @ts-expect-error There is no such result.
export const isPushed = (line: Line): boolean => line.result === 'pushed'
`
const imports = () =>
  doors.map((door) => `export * as door${doors.indexOf(door)} from '@croupier/engine${door.slice(1)}'\n`)

test.each([
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
])('a strict compiler takes its types, resolved as %s', async (moduleResolution, module) => {
  const folder = `strict-${moduleResolution}`
  // The types themselves are the same, however they are found: they are checked once.
  const skipLibCheck = moduleResolution === 'bundler'
  const checks = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck }
  const compilerOptions = {
    ...checks,
    module,
    moduleResolution,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023', 'dom'],
  }
  fileOf(folder, 'tsconfig.json', JSON.stringify({ compilerOptions: { ...compilerOptions, types: [] } }))
  fileOf(folder, 'user.ts', typed)
  fileOf(folder, 'doors.ts', imports().join(''))
  expect(await compile(folder)).toBe('')
})

/** What the compiler has to say. */
const compile = (folder: string): Promise<string> =>
  promisify(execFile)(resolve('node_modules/.bin/tsc'), ['-p', '.', '--checkers', '1'], {
    cwd: join(project, folder),
  }).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  )

test('the library asks for nothing of the language that Node 20 lacks', async () => {
  const rooms = new Set(doors.map((door) => resolve('src', door.split('/')[1]!)))
  const checks = { strict: true, skipLibCheck: true, allowImportingTsExtensions: true, types: [] }
  // Node 20 has es2023, and of es2024 what it says of texts.
  const language = { module: 'nodenext', target: 'es2022', lib: ['es2023', 'es2024.string', 'dom'] }
  const exclude = [resolve('src/**/*.test.ts')]
  const compilerOptions = { ...checks, ...language, noEmit: true }
  fileOf('node-20', 'tsconfig.json', JSON.stringify({ compilerOptions, include: [...rooms], exclude }))
  expect(await compile('node-20')).toBe('')
})

// ---- Bundled for a page ---------------------------------------------------------------------------------------------

async function bundle(entry: string) {
  const bundles = await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'page' } },
  })
  return (bundles as Rolldown.RolldownOutput[])[0]!.output[0]
}

const printedBy = (code: string): string => {
  const lines: string[] = []
  runInNewContext(code, { console: { log: (...words: unknown[]) => lines.push(`${words.join(' ')}\n`) } })
  return lines.join('')
}

test('a page with one book carries one, and little of the engine', async () => {
  const { code, imports } = await bundle(fileOf('page', 'page.ts', onePage!.code))
  expect(imports).toEqual([])
  expect(printedBy(code)).toBe(onePage!.printed)
  expect(books.map(({ id }) => id).filter((id) => code.includes(id))).toEqual(['mbs/roulette@3'])
  expect(code.length).toBeLessThan(40_000)
})

test('a whole round is bundled, and runs where there is nothing but the language', async () => {
  const { code, imports } = await bundle(fileOf('round', 'round.ts', round!.code))
  expect(imports).toEqual([])
  expect(printedBy(code)).toBe(round!.printed)
})

test('what is imported and not used leaves nothing behind', async () => {
  const { code } = await bundle(
    fileOf('unused', 'unused.ts', doors.map((door) => `import '@croupier/engine${door.slice(1)}'`).join('\n')),
  )
  expect(code.length).toBeLessThan(200)
})

// ---- As a command ---------------------------------------------------------------------------------------------------

test('the command knows the books and the scenarios that show their clauses', async () => {
  expect((await croupier(process.execPath, project, 'books')).out).toContain('rws/roulette-double-zero-etg@4')
  const clauses = await croupier(process.execPath, project, 'clauses', 'mbs/roulette@3')
  expect(clauses.out).toContain('3.9-the-last-ruling-counts')
})

test('the command starts a rule book from each template, and an editor finds the schema', async () => {
  for (const template of Object.keys(bookTemplates)) {
    const made = await croupier(process.execPath, project, 'book', 'new', '--from', template)
    expect([made.code, made.error]).toEqual([0, ''])
    fileOf('books', 'mine.json', made.out)
    expect(JSON.parse(made.out).$schema).toBe('./node_modules/@croupier/engine/schemas/rule-book.json')
    const checked = await croupier(process.execPath, project, 'book', 'check', 'books/mine.json')
    expect([checked.code, checked.out]).toEqual([0, expect.stringMatching(/: 0 errors, 0 warnings\n$/)])
  }
  expect(readFileSync(join(project, 'node_modules/@croupier/engine/schemas/rule-book.json'), 'utf8')).toContain('"$id"')
})

test('the command plays on threads, which find their file as it is installed', async () => {
  const simulate = (workers: string) =>
    croupier(
      ...([process.execPath, project, 'simulate', 'mbs/roulette@3', '--wager', 'red=500'] as const),
      '--rounds',
      '600000',
      '--seed',
      '1',
      '--json',
      '--workers',
      workers,
    )
  const alone = await simulate('1')
  expect(JSON.parse(alone.out)).toMatchObject({ rounds: 600_000, exact: '36/37' })
  expect(await simulate('2')).toEqual(alone)
})

test('on a Node that is too old the command says so in a line', async (context) => {
  if (!older) return context.skip(withoutOlder)
  const { code, error } = await croupier(older, project, 'books')
  expect(code).toBe(2)
  expect(error).toMatch(/^croupier: the command needs Node 24 or newer, and this is Node \S+\n$/)
})

test('serve says which packages it needs; with them it serves tables and screens, and its journal is sound', async () => {
  const { code, error } = await croupier(process.execPath, project, 'serve', '--demo')
  expect(code).toBe(2)
  const packages = Object.keys(manifest.peerDependencies)
  for (const name of packages) expect(error).toContain(` ${name}@${manifest.devDependencies[name]}`)
  lendPackages(project, packages)
  const exit = await whileServing(project, ['--demo', '--data', 'data'], async (address) => {
    const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(address)).text())!
    expect((await fetch(`${address}${script}`)).status).toBe(200)
  })
  expect(exit).toBe(0)
  expect(await croupier(process.execPath, project, 'verify', 'data')).toMatchObject({ code: 0 })
})
