import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PackageName } from '../build/pack.ts'
import { books } from '../src/books/index.ts'
import { type Installation, installPackages, olderNode } from './package/installation.ts'
import { croupier, whileServing } from './package/installed-command.ts'

/** The packages as users use them: in plain JavaScript, under a strict compiler, bundled for a page, as a command. */
let installation: Installation
/** The project that has installed the library. */
let project: string

/** The longest of all: it builds, packs and installs. A limit is there to name what hangs. */
const PATIENCE_MS = 900_000

beforeAll(async () => {
  installation = await installPackages()
  project = installation.engine
}, PATIENCE_MS)

afterAll(() => installation?.remove())

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const entries = Object.keys(manifest.exports).filter((entry) => entry !== './package.json')

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

const rootOf = (name: PackageName): string => join(installation[name], 'node_modules/@croupier', name)
const described = (name: PackageName) => JSON.parse(readFileSync(join(rootOf(name), 'package.json'), 'utf8'))

// ---- What is in them ------------------------------------------------------------------------------------------------

const inBoth = ['LICENSE', 'README.md', 'package.json', 'sbom.json', 'MANIFEST.sha256', 'schemas/rule-book.json']

test.each([
  ['engine', ['lib/engine/index.js', 'lib/engine/index.d.ts', 'lib/engine/index.js.map'], 2_000_000],
  ['server', ['lib/bin.js', 'lib/croupier.d.ts', 'lib/croupier.js.map', 'dist/screens/index.html'], 9_000_000],
] as const)('@croupier/%s holds what is needed, and no tests, pictures or sources', (name, needed, largest) => {
  const { files, size } = installation.tarballs[name]
  const paths = files.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining([...inBoth, ...needed]))
  const surplus = /\.test\.|^lib\/.*testing\.|\.webp$|golden|__pycache__|\.tsx?$/
  expect(paths.filter((path) => surplus.test(path.replace(/\.d\.ts$/, '')))).toEqual([])
  expect(size).toBeLessThan(largest)
  expect(described(name)).toMatchObject({ name: `@croupier/${name}`, version: manifest.version, license: 'MIT' })
})

test.each(['engine', 'server'] as const)('the manifest of @croupier/%s names every file of it', (name) => {
  const named = readFileSync(join(rootOf(name), 'MANIFEST.sha256'), 'utf8')
    .trimEnd()
    .split('\n')
  const paths = installation.tarballs[name].files.map(({ path }) => path).filter((path) => path !== 'MANIFEST.sha256')
  expect(named.map((line) => line.slice(66))).toEqual(paths.sort())
  expect(spawnSync('sha256sum', ['-c', '--strict', '--quiet', 'MANIFEST.sha256'], { cwd: rootOf(name) }).status).toBe(0)
})

test('the program finds itself as it was packed, and reports a changed file', async () => {
  const check = () => croupier(process.execPath, installation.server, 'self-check')
  expect(await check()).toMatchObject({ code: 0, out: expect.stringContaining('as in its manifest') })
  const file = join(rootOf('server'), 'lib/sqlite-worker.js')
  const before = readFileSync(file)
  writeFileSync(file, `${before} `)
  expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining('file changed: lib/sqlite-worker.js') })
  writeFileSync(file, before)
})

test('the library installs its three packages alone, the service those that it loads', () => {
  const packages = globSync(['*/package.json', '@*/*/package.json'], { cwd: join(project, 'node_modules') })
  const names = packages.map((path) => path.replaceAll('\\', '/').replace('/package.json', ''))
  const ofLibrary = ['@noble/ed25519', '@noble/hashes', 'typebox']
  expect(names.sort()).toEqual(['@croupier/engine', ...ofLibrary])
  expect(Object.keys(described('engine').dependencies)).toEqual(ofLibrary)
  const ofServer = Object.keys(manifest.dependencies).filter((name) => ![...ofLibrary, 'fflate'].includes(name))
  expect(Object.keys(described('server').dependencies)).toEqual(ofServer)
})

test('no import of the library leads to a source that is not there', () => {
  const files = globSync('lib/**/*.{js,d.ts}', { cwd: rootOf('engine') })
  expect(files.length).toBeGreaterThan(200)
  const wrong = files.filter((file) =>
    /(from |import\()['"]\.[^'"]*\.ts['"]/.test(readFileSync(join(rootOf('engine'), file), 'utf8')),
  )
  expect(wrong).toEqual([])
})

test('every thread of the command starts from a file beside it', () => {
  const lib = join(rootOf('server'), 'lib')
  const bundle = readFileSync(join(lib, 'croupier.js'), 'utf8')
  const threads = [...bundle.matchAll(/new URL\(["']([^"']*-worker\.\w+)["'], import\.meta\.url\)/g)].map(
    ([, path]) => path!,
  )
  expect(threads.length).toBeGreaterThan(4)
  expect(threads.filter((path) => !existsSync(join(lib, path)))).toEqual([])
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

const nameOf = (entry: string): string => `@croupier/engine${entry.slice(1)}`
const everyEntry = () =>
  `console.log(JSON.stringify([${entries.map((entry) => `Object.keys(await import('${nameOf(entry)}')).length`)}]))`

test.for(['older', 'ours'])('every entry point opens: %s', (which, context) => {
  const node = which === 'ours' ? process.execPath : older
  if (!node) return context.skip(withoutOlder)
  const counts: number[] = JSON.parse(run(node, fileOf(`entries-${which}`, 'entries.js', everyEntry())))
  expect(counts).toHaveLength(entries.length)
  expect(counts.filter((count) => count === 0)).toEqual([])
})

test('modules without an entry point stay internal', () => {
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
    expect(run(older ?? process.execPath, join(rootOf('engine'), path))).toBe(expected)
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
const typedService = `import { startService, type StartedService } from '@croupier/server'
export const started: Promise<StartedService> = startService({ demo: true, port: 0 })
// @ts-expect-error Settings are words, numbers and switches.
export const wrong = startService({ demo: ['yes'] })
`
const imports = () => entries.map((entry) => `export * as entry${entries.indexOf(entry)} from '${nameOf(entry)}'\n`)

test.each([
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
])('a strict compiler takes the types, resolved as %s', async (moduleResolution, module) => {
  const folder = `strict-${moduleResolution}`
  // The types themselves are the same, however they are found: they are checked once.
  const skipLibCheck = moduleResolution === 'bundler'
  const checks = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck }
  const language = { module, moduleResolution, target: 'es2023', lib: ['es2023', 'dom'], types: [] }
  fileOf(folder, 'tsconfig.json', JSON.stringify({ compilerOptions: { ...checks, ...language, noEmit: true } }))
  fileOf(folder, 'user.ts', typed)
  fileOf(folder, 'entries.ts', imports().join(''))
  fileOf(folder, 'service.ts', typedService)
  mkdirSync(join(project, folder, 'node_modules/@croupier'), { recursive: true })
  symlinkSync(rootOf('server'), join(project, folder, 'node_modules/@croupier/server'))
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
  const rooms = new Set(Object.values<string>(manifest.exports).filter((path) => path.endsWith('.ts')))
  const checks = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  }
  // Node 20 has es2023, and of es2024 what it says of texts.
  const language = { module: 'nodenext', target: 'es2022', lib: ['es2023', 'es2024.string', 'dom'], types: [] }
  const files = [...rooms].map((path) => resolve(path))
  fileOf(
    'node-20',
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { ...checks, ...language, noEmit: true }, files }),
  )
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

test('unused imports leave nothing in the bundle', async () => {
  const { code } = await bundle(
    fileOf('unused', 'unused.ts', entries.map((entry) => `import '${nameOf(entry)}'`).join('\n')),
  )
  expect(code.length).toBeLessThan(200)
})

// ---- As a command ---------------------------------------------------------------------------------------------------

test('the command knows the scenarios that show the clauses of a book', async () => {
  const clauses = await croupier(process.execPath, installation.server, 'clauses', 'mbs/roulette@3')
  expect(clauses.out).toContain('3.9-the-last-ruling-counts')
})

test('the command starts a rule book from a template, and an editor finds the schema', async () => {
  const made = await croupier(process.execPath, installation.server, 'book', 'new', '--from', 'mini')
  expect([made.code, made.error]).toEqual([0, ''])
  const { $schema } = JSON.parse(made.out)
  expect($schema).toBe('./node_modules/@croupier/server/schemas/rule-book.json')
  expect(readFileSync(join(installation.server, $schema), 'utf8')).toContain('"$id"')
})

test('the command plays on threads, which find their file as it is installed', async () => {
  const stakes = ['simulate', 'mbs/roulette@3', '--wager', 'red=500', '--rounds', '200000', '--seed', '1']
  const played = await croupier(process.execPath, installation.server, ...stakes, '--json', '--workers', '2')
  expect(JSON.parse(played.out)).toMatchObject({ rounds: 200_000, exact: '36/37' })
})

test('on a Node that is too old the command says so in a line', async (context) => {
  if (!older) return context.skip(withoutOlder)
  const { code, error } = await croupier(older, installation.server, 'books')
  expect(code).toBe(2)
  expect(error).toMatch(/^croupier: the command needs Node 24 or newer, and this is Node \S+\n$/)
})

/** The example of docs/client.md: it sits down at a table and places a wager. */
const client = /```ts\n([\s\S]*?)```/.exec(readFileSync('docs/client.md', 'utf8'))![1]!

/** Bets are open for some seconds. Where the machine is busy a wager may be late; then the next round is used. */
const firstChip = (address: string): Promise<string> =>
  promisify(execFile)(process.execPath, [fileOf('client', 'client.ts', client), address], { cwd: project }).then(
    ({ stdout }) => stdout,
    (error) => (/"betting-is-closed"/.test(error.stderr) ? firstChip(address) : Promise.reject(error)),
  )

test('in an empty folder npx plays the demonstration: a chip is placed and paid, and the journal is sound', async (context) => {
  if (!installation.registry) return context.skip('verdaccio could not be installed: there is no network')
  const folder = join(installation.server, 'empty')
  mkdirSync(folder)
  const begun = performance.now()
  const npx = ['npx', '--yes', '--prefer-offline', ...installation.registry.flags, '@croupier/server'] as const
  await whileServing([...npx, 'demo', '--port', '0'], folder, async (address) => {
    expect(await firstChip(address)).toMatch(/^.+: (\d+|S), -?\d+ cents\n$/)
    console.log(`from npx to the first settled chip: ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
    const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(address)).text())!
    expect((await fetch(`${address}${script}`)).status).toBe(200)
  })
  const data = join(folder, 'croupier-data')
  expect(await croupier(process.execPath, installation.server, 'verify', data)).toMatchObject({ code: 0 })
})

test('a program starts the service; a client on Node 20 says which socket it needs, and works with it', async (context) => {
  if (!older) return context.skip(withoutOlder)
  const started = `import { startService } from '@croupier/server'
    const { address, stop } = await startService({ demo: true, port: 0, data: 'own-data', 'log-level': 'silent' })
    console.log('Croupier is ready at ' + address)
    process.on('SIGINT', stop)`
  writeFileSync(join(installation.server, 'own.mjs'), started)
  const exit = await whileServing([process.execPath, 'own.mjs'], installation.server, async (address) => {
    const view = (before: string): string => `import { Croupier } from '@croupier/engine/client'
      ${before}
      const house = new Croupier('${address}')
      const { body } = await house.call('GET /api/tables')
      const table = house.table(body[0].id)
      const { view } = await table.until(({ view }) => view !== null)
      table.close()
      console.log(view.phase.length > 0)`
    expect(() => run(older, fileOf('older', 'bare.js', view('')))).toThrow(/needs a WebSocket, which Node has from/)
    const ws = join(installation.server, 'node_modules/ws/wrapper.mjs')
    const lent = `import { WebSocket } from '${ws}'\nglobalThis.WebSocket = WebSocket`
    expect(run(older, fileOf('older', 'lent.js', view(lent)))).toBe('true\n')
  })
  expect(exit).toBe(0)
})
