import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeManifest } from '../../../build/manifest.ts'
import { cleanUp, freshFolder } from '../../../test/support/service.ts'
import { digestOfProgram, manifestText, type ProgramFolder, shippedFiles } from './manifest.ts'
import { checkProgram } from './self-check.ts'

afterAll(cleanUp)

const files = {
  'package.json': '{"name":"croupier","version":"9.9.9","dependencies":{"one":"1","other":"2"}}',
  'README.md': '# Croupier',
  LICENSE: 'MIT',
  'lib/main.js': 'begin()',
  'lib/house/state.js': 'state()',
  'lib/house/state.test.js': 'a test that does not ship',
  'dist/screens/index.html': '<!doctype html>',
  'scenarios/mbs/1.jsonl': '{}',
  'schemas/book.json': '{}',
  'examples/check/check.py': 'print()',
  'docs/security.md': 'docs',
  'docs/notes.txt': 'does not ship',
  'node_modules/one/package.json': '{"version":"1.0.0"}',
}
const shippedNames = Object.keys(files).filter((name) => !/test|notes|node_modules/.test(name))

function packaged(keyFile?: string): ProgramFolder {
  const root = freshFolder()
  for (const [name, text] of Object.entries(files)) write(root, name, text)
  const program = { root, code: 'lib' } as const
  writeManifest(program, keyFile)
  return program
}

function write(root: string, name: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}

const sums = ({ root }: ProgramFolder): number | null =>
  spawnSync('sha256sum', ['-c', '--strict', '--quiet', 'MANIFEST.sha256'], { cwd: root }).status

test('a program as it was packed passes, for us and for sha256sum', async () => {
  const program = packaged()
  expect(shippedFiles(program)).toEqual([...shippedNames, 'IDENTITY.json'].sort())
  const check = await checkProgram(program)
  expect(check).toMatchObject({ outcome: 'passed', version: '9.9.9', files: shippedNames.length + 1, differences: [] })
  expect(sums(program)).toBe(0)
  const [digest] = execFileSync('sha256sum', ['MANIFEST.sha256'], { cwd: program.root, encoding: 'utf8' }).split(' ')
  expect(digest!.slice(0, 12)).toBe(check.manifest)
})

test('one byte changed in any shipped file is found, by us and by sha256sum', async () => {
  const program = packaged()
  for (const name of [...shippedNames, 'IDENTITY.json']) {
    const before = readFileSync(join(program.root, name))
    const changed = Uint8Array.from(before)
    changed[changed.length - 1]! ^= 1
    // A byte that keeps `package.json` readable.
    write(program.root, name, name === 'package.json' ? `${before} ` : changed)
    const { outcome, differences } = await checkProgram(program)
    expect([outcome, differences[0]], name).toEqual(['failed', { what: 'file-changed', name }])
    expect(sums(program), name).toBe(1)
    write(program.root, name, before)
  }
  expect((await checkProgram(program)).outcome).toBe('passed')
})

test('a file too many and one that is gone are found, and so is another version of a package or of Node', async () => {
  const program = packaged()
  write(program.root, 'lib/more.js', '')
  expect((await checkProgram(program)).differences).toEqual([{ what: 'file-added', name: 'lib/more.js' }])
  rmSync(join(program.root, 'lib/more.js'))
  rmSync(join(program.root, 'lib/main.js'))
  expect((await checkProgram(program)).differences).toEqual([{ what: 'file-missing', name: 'lib/main.js' }])
  write(program.root, 'lib/main.js', files['lib/main.js'])
  write(program.root, 'node_modules/one/package.json', '{"version":"1.0.1"}')
  expect((await checkProgram(program)).differences).toEqual([{ what: 'package', name: 'one' }])
  write(program.root, 'node_modules/one/package.json', '{"version":"1.0.0"}')
  const identity = join(program.root, 'IDENTITY.json')
  write(program.root, 'IDENTITY.json', readFileSync(identity, 'utf8').replace(process.versions.node, '1.2.3'))
  writeFileSync(join(program.root, 'MANIFEST.sha256'), manifestText(program))
  expect((await checkProgram(program)).differences).toEqual([{ what: 'node', name: process.versions.node }])
})

test('without a manifest nothing can be said', async () => {
  const program = packaged()
  rmSync(join(program.root, 'MANIFEST.sha256'))
  expect(await checkProgram(program)).toMatchObject({ outcome: 'no-manifest', manifest: null, differences: [] })
})

test('openssl checks the signature of the manifest, and refuses it for a manifest that was changed', () => {
  const keys = freshFolder()
  const openssl = (...args: string[]) => spawnSync('openssl', args, { cwd: keys })
  expect(openssl('genpkey', '-algorithm', 'ed25519', '-out', 'release.pem').status).toBe(0)
  expect(openssl('pkey', '-in', 'release.pem', '-pubout', '-out', 'release.pub.pem').status).toBe(0)
  const { root } = packaged(join(keys, 'release.pem'))
  const manifest = join(root, 'MANIFEST.sha256')
  const verify = () =>
    openssl(
      'pkeyutl',
      '-verify',
      '-pubin',
      '-inkey',
      'release.pub.pem',
      '-rawin',
      '-in',
      manifest,
      '-sigfile',
      `${manifest}.sig`,
    ).status
  expect(verify()).toBe(0)
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('lib/main.js', 'lib/Main.js'))
  expect(verify()).toBe(1)
})

test('the digest of this program is the same each time', () => {
  expect(digestOfProgram()).toMatch(/^[0-9a-f]{12}$/)
  expect(digestOfProgram()).toBe(digestOfProgram())
})
