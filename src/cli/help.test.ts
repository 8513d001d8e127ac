import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { helps } from './help.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const root = new URL('../../', import.meta.url)
const names = Object.keys(helps)

const folder = mkdtempSync(join(tmpdir(), 'croupier-help-'))
afterAll(() => rmSync(folder, { recursive: true }))

function croupier(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

/** What the list of all commands says of each: how it is typed. */
const usages = new Map(
  [...croupier('--help').stdout.matchAll(/^ {2}croupier ((\S+).*)$/gm)].map(([, usage, name]) => [name!, usage!]),
)

test('every command has its help, and nothing else has', () => {
  expect([...usages.keys()]).toEqual(names)
})

test.each(names)('%s --help: what it does, every option, an example', (name) => {
  const { status, stdout, stderr } = croupier(name, '--help')
  expect([status, stderr]).toEqual([0, ''])
  const usage = usages.get(name)!
  expect(stdout).toMatch(new RegExp(`^croupier ${RegExp.escape(usage)}\\n\\n[A-Z]`))
  const inUsage = new Set([...usage.matchAll(/--([a-z]+)/g)].map(([, option]) => option!))
  const described = new Set([...stdout.matchAll(/^ *--([a-z]+)/gm)].map(([, option]) => option!))
  expect([...inUsage].filter((option) => !described.has(option))).toEqual([])
  expect(Object.keys(helps[name]!.options).filter((option) => !inUsage.has(option))).toEqual([])
  expect(stdout).toMatch(/\nFor example\n {2}croupier /)
})

test('-h and help say the same', () => {
  expect(croupier('-h').stdout).toBe(croupier('--help').stdout)
  const play = croupier('play', '--help').stdout
  expect([croupier('play', 'x.jsonl', '-h').stdout, croupier('help', 'play').stdout]).toEqual([play, play])
  expect(croupier('help', 'constructor')).toMatchObject({ status: 2, stdout: '' })
})

test('--version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  expect(croupier('--version')).toEqual({ status: 0, stdout: `croupier ${version}\n`, stderr: '' })
})

describe('every example can be typed as it is', () => {
  const shell = (line: string) =>
    spawnSync('sh', ['-c', `croupier() { "$node" "$main" "$@"; }\n${line}`], {
      cwd: folder,
      env: { ...process.env, node: process.execPath, main },
      encoding: 'utf8',
    })

  beforeAll(() => {
    const readme = readFileSync(new URL('README.md', root), 'utf8')
    writeFileSync(join(folder, 'round.jsonl'), readme.match(/^ {4}\{".*$/gm)!.join('\n'))
    // The house that verify, backup and the rest are shown on.
    expect(shell('croupier staff add 1001 --name Ada --role administrator')).toMatchObject({ status: 0, stderr: '' })
  })

  const examples = names.filter((name) => name !== 'serve').flatMap((name) => helps[name]!.examples)
  test.each(examples)('%s', (line) => {
    const { status, stdout, stderr } = shell(line)
    expect([status, stderr]).toEqual([0, ''])
    if (!/ (>|--out) /.test(line)) expect(stdout).not.toBe('')
  })

  test.each(helps.serve!.examples)('%s', async (line) => {
    const args = [...line.split(' ').slice(1), '--port', '0', '--log-level', 'silent']
    const service = spawn(process.execPath, [main, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void service.kill('SIGKILL'))
    const ended = once(service, 'exit')
    const [first] = await once(createInterface(service.stdout), 'line')
    service.kill('SIGTERM')
    expect([first, ...(await ended)]).toEqual([expect.stringMatching(/^Croupier is ready at http:/), 0, null])
  })
})
