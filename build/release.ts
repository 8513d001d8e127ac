import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { VERSION } from '../src/record/versions.ts'
import { corpusProblems, isReleased } from '../test/journals/released.ts'
import { type PackageName, packAll, type Tarball } from './pack.ts'

/**
 * Releases the version in package.json: `npm run release -- --dry-run` checks everything and changes nothing, without the
 * flag it tags the commit and publishes both packages. `--no-check` leaves out `npm run check`, where it has just run.
 */

type Release = { version: string; dryRun: boolean; key: string }
type Step = readonly [name: string, work: (release: Release) => string | Promise<string>]

/** The release stops at this problem, before anything is tagged or published. */
class NotReady extends Error {}

const output = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
const show = (command: string, ...args: readonly string[]): void =>
  void execFileSync(command, args, { stdio: 'inherit' })

const places = { first: 'dist/packages', second: 'dist/packages-again' }
const names: readonly PackageName[] = ['engine', 'server']

// ---- What a release needs -------------------------------------------------------------------------------------------

function cleanTree(): string {
  const changed = output('git', 'status', '--porcelain')
  if (changed !== '') throw new NotReady(`there are changes that are not committed:\n${changed}`)
  return output('git', 'rev-parse', '--short', 'HEAD')
}

function oneVersion({ version }: Release): string {
  const { version: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  if (locked !== version) throw new NotReady(`package.json has ${version}, and the lock file ${locked}: npm install`)
  if (output('git', 'tag', '--list', tagOf(version)) !== '') throw new NotReady(`the tag ${tagOf(version)} exists`)
  return version
}

const tagOf = (version: string): string => `v${version}`
const kinds = ['Added', 'Changed', 'Fixed', 'Removed', 'Security']

/** Returns the lines of a version in the changelog, without its heading. */
export function changesOf(version: string, changelog: string): string {
  const [, section = ''] = changelog.split(new RegExp(`^## ${RegExp.escape(version)}(?: .*)?$`, 'm'))
  return section.split(/^## /m)[0]!.trim()
}

function changelog({ version }: Release): string {
  const text = readFileSync('CHANGELOG.md', 'utf8')
  const found = kinds.filter((kind) => changesOf(version, text).includes(`### ${kind}\n`))
  if (found.length === 0) throw new NotReady(`CHANGELOG.md has no section ${version} with one of: ${kinds.join(', ')}`)
  if (changesOf('Unreleased', text) !== '') throw new NotReady('CHANGELOG.md still has lines under Unreleased')
  return found.join(', ')
}

function frozenCorpus(): string {
  const newest = `version-${VERSION}`
  if (!isReleased(newest)) throw new NotReady(`test/journals/released.sha256 does not list ${newest}`)
  const problems = corpusProblems()
  if (problems.length > 0) throw new NotReady(`the corpus is not the released one:\n${problems.join('\n')}`)
  return 'every journal of a released format is as it was'
}

function check(): string {
  show('npm', 'run', 'check')
  return 'passed'
}

// ---- What is made ---------------------------------------------------------------------------------------------------

const digestOf = ({ file }: Tarball): string => createHash('sha256').update(readFileSync(file)).digest('hex')

async function packTwice({ key }: Release): Promise<string> {
  process.env.CROUPIER_RELEASE_KEY = key
  const [first, second] = [await packAll(places.first), await packAll(places.second)]
  for (const name of names)
    if (digestOf(first[name]) !== digestOf(second[name]))
      throw new NotReady(`two builds of @croupier/${name} differ: ${first[name].file}, ${second[name].file}`)
  rmSync(places.second, { recursive: true })
  return names.map((name) => `\n    ${digestOf(first[name])}  ${first[name].file}`).join('')
}

function signatures({ key }: Release): string {
  const publicKey = createPublicKey(readFileSync(key))
  for (const name of names) {
    const manifest = join(places.first, name, 'MANIFEST.sha256')
    execFileSync('sha256sum', ['-c', '--strict', '--quiet', 'MANIFEST.sha256'], { cwd: join(places.first, name) })
    if (!verify(null, readFileSync(manifest), publicKey, readFileSync(`${manifest}.sig`)))
      throw new NotReady(`the signature of ${manifest} is wrong`)
  }
  return `by ${publicKey.export({ type: 'spki', format: 'pem' }).toString().split('\n')[1]}`
}

function bills(): string {
  const counts = names.map((name) => {
    const { components } = JSON.parse(readFileSync(join(places.first, name, 'sbom.json'), 'utf8'))
    return `@croupier/${name} ${components.length} packages`
  })
  return counts.join(', ')
}

function publish({ version, dryRun }: Release): string {
  const tag = ['tag', '--annotate', tagOf(version), '--message', `Croupier ${version}`]
  const publications = names.map((name) => {
    const tarball = join(places.first, `croupier-${name}-${version}.tgz`)
    return ['publish', '--access', 'public', ...(dryRun ? ['--dry-run'] : []), tarball]
  })
  if (dryRun) return ['', `git ${tag.join(' ')}`, ...publications.map((args) => `npm ${args.join(' ')}`)].join('\n    ')
  show('git', ...tag)
  for (const args of publications) show('npm', ...args)
  return 'done; push the tag'
}

const steps: readonly Step[] = [
  ['the tree is clean', cleanTree],
  ['the version', oneVersion],
  ['the changelog', changelog],
  ['the corpus', frozenCorpus],
  ['npm run check', check],
  ['two builds, equal bytes', packTwice],
  ['manifests and signatures', signatures],
  ['bills of materials', bills],
  ['tag and publish', publish],
]

// ---- The command ----------------------------------------------------------------------------------------------------

/** A key of this run alone shows in a dry run that signing works. A release is signed with the key of the releaser. */
function keyFile(folder: string, dryRun: boolean): string {
  const given = process.env.CROUPIER_RELEASE_KEY
  if (given) return given
  if (!dryRun) throw new NotReady('CROUPIER_RELEASE_KEY must name the PEM file of the key that signs the release')
  const { privateKey } = generateKeyPairSync('ed25519')
  const file = join(folder, 'release.pem')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  return file
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, 'no-check': { type: 'boolean' } } })
  const dryRun = values['dry-run'] ?? false
  const folder = mkdtempSync(join(tmpdir(), 'croupier-release-'))
  try {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    const release = { version, dryRun, key: keyFile(folder, dryRun) }
    for (const [name, work] of steps)
      if (!(work === check && values['no-check'])) console.log(`${name}: ${await work(release)}`)
    console.log(dryRun ? `${version} is ready; nothing was tagged or published` : `${version} is released`)
  } catch (error) {
    if (!(error instanceof NotReady)) throw error
    console.error(`not ready: ${error.message}`)
    process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) await main()
