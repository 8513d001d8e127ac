import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { croupier } from '../../test/support/cli.ts'
import { declarationOf, commandNames as names } from './commands.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const root = new URL('../../', import.meta.url)

const folder = mkdtempSync(join(tmpdir(), 'croupier-help-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The usage of each command in the list of all commands. */
const usages = new Map(
  [...(await croupier(['--help'])).stdout.matchAll(/^ {2}croupier ((\S+).*)$/gm)].map(([, usage, name]) => [
    name!,
    usage!,
  ]),
)

test('every command has its help, and nothing else has', () => {
  expect([...usages.keys()]).toEqual(names)
})

test.each(names)('%s --help: what it does, every option, an example', async (name) => {
  const { status, stdout, stderr } = await croupier([name, '--help'])
  expect([status, stderr]).toEqual([0, ''])
  const usage = usages.get(name)!
  expect(stdout).toMatch(new RegExp(`^croupier ${RegExp.escape(usage)}\\n\\n[A-Z]`))
  const inUsage = new Set([...usage.matchAll(/--([a-z-]+)/g)].map(([, option]) => option!))
  const described = new Set([...stdout.matchAll(/^ *--([a-z-]+)/gm)].map(([, option]) => option!))
  expect([...inUsage].filter((option) => !described.has(option))).toEqual([])
  expect(Object.keys(declarationOf(name).options).filter((option) => !described.has(option))).toEqual([])
  expect(stdout).toMatch(/\nFor example\n {2}croupier /)
})

test('-h and help say the same', async () => {
  const said = async (...args: string[]) => (await croupier(args)).stdout
  expect(await said('-h')).toBe(await said('--help'))
  const play = await said('play', '--help')
  expect([await said('play', 'x.jsonl', '-h'), await said('help', 'play')]).toEqual([play, play])
  expect(await croupier(['help', 'constructor'])).toMatchObject({ status: 2, stdout: '' })
})

test('--version is that of the package, with the first digits of the digest of the program', async () => {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  const { status, stdout } = await croupier(['--version'])
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^croupier [0-9.]+ \([0-9a-f]{12}\)\n$/)])
  expect(stdout).toContain(`croupier ${version} (`)
})

describe('every example can be typed as it is', () => {
  const shell = (line: string) =>
    spawnSync('sh', ['-c', `croupier() { "$node" "$main" "$@"; }\n${line}`], {
      cwd: folder,
      env: { ...process.env, node: process.execPath, main },
      encoding: 'utf8',
    })

  /** A line with anything in it that a shell must read is given to one; the rest are words, and run here. */
  const typed = (line: string) => (/["<>]/.test(line) ? shell(line) : croupier(line.split(' ').slice(1)))

  const home = process.cwd()
  beforeAll(async () => {
    const readme = readFileSync(new URL('README.md', root), 'utf8')
    writeFileSync(join(folder, 'round.jsonl'), readme.match(/^ {4}\{".*$/gm)!.join('\n'))
    process.chdir(folder)
    // The house that verify, backup and the rest are shown on.
    const added = await typed('croupier staff add 1001 --name Ada --role administrator')
    expect(added).toMatchObject({ status: 0, stderr: '' })
  })
  afterAll(() => process.chdir(home))

  // Examples about a signed journal are typed in proof-commands.test.ts, those about a database in nodes.test.ts.
  const elsewhere = ['serve', 'demo', 'prove', 'check', 'export', 'nodes']
  const examples = names.filter((name) => !elsewhere.includes(name)).flatMap((name) => declarationOf(name).examples)
  test.each(examples)('%s', async (line) => {
    const { status, stdout, stderr } = await typed(line)
    // A checkout that was changed after `npm start` is not as in the manifest of that moment.
    const ends = line.startsWith('croupier self-check') ? [0, 1] : [0]
    expect([ends.includes(status!), stderr]).toEqual([true, ''])
    if (!/ (>|--out) /.test(line)) expect(stdout).not.toBe('')
  })

  test.each([...declarationOf('serve').examples, ...declarationOf('demo').examples])('%s', async (line) => {
    const args = [...line.split(' ').slice(1), '--port', '0', '--log-level', 'silent']
    const service = spawn(process.execPath, [main, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void service.kill('SIGKILL'))
    const ended = once(service, 'exit')
    const [first] = await once(createInterface(service.stdout), 'line')
    service.kill('SIGTERM')
    expect([first, ...(await ended)]).toEqual([expect.stringMatching(/^Croupier is ready at http:/), 0, null])
  })
})
