import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { writeManifest } from './manifest.ts'
import { bundleProgram } from './program.ts'
import { bundledPackages, readSbom } from './sbom.ts'

/**
 * Makes the two packages from this source tree, as tarballs in dist/packages/: `npm run pack`. Two runs give the same bytes.
 *
 * @croupier/engine is the library: modules with types. @croupier/server is the command with the service and the screens: a
 * bundle.
 */

export type PackageName = 'engine' | 'server'
/** A tarball as `npm pack` describes it. */
export type Tarball = { file: string; size: number; unpackedSize: number; files: readonly { path: string }[] }
type Root = { version: string; license: string; exports: Record<string, string>; dependencies: Record<string, string> }

type Fields = { exports: Record<string, string>; [field: string]: unknown }

const readRoot = (): Root => JSON.parse(readFileSync('package.json', 'utf8'))

/** `folder`: where the tarballs go. The contents of each lie beside it in a folder of their own. */
export async function packAll(folder: string): Promise<Record<PackageName, Tarball>> {
  rmSync(folder, { recursive: true, force: true })
  const [engine, server] = [join(folder, 'engine'), join(folder, 'server')]
  buildEngine(engine)
  await buildServer(server)
  return { engine: pack(folder, 'engine'), server: pack(folder, 'server') }
}

// ---- The library ----------------------------------------------------------------------------------------------------

function buildEngine(folder: string): void {
  const { exports } = readRoot()
  const sources = Object.values(exports).filter((path) => path.endsWith('.ts'))
  const built = (path: string): string => path.replace(/^\.\/src\/(.*)\.ts$/, './lib/$1.js')
  compile(join(folder, 'lib'), sources)
  copyInto(folder, ['LICENSE', 'examples/programs', 'examples/books', 'scenarios', 'schemas'])
  writePackage(folder, 'engine', {
    description: 'Roulette as the rule books state it: settlement, exact odds, whole rounds, journals and proofs',
    sideEffects: false,
    engines: { node: '>=20.19' },
    exports: Object.fromEntries(Object.entries(exports).map(([name, path]) => [name, built(path)])),
  })
}

/** The compiler writes .js for .ts in the imports of a module, but not in its types. */
const inTypes = /((?:\bfrom|\bimport)\s*\(?\s*['"]\.{1,2}\/[^'"]+)\.ts(?=['"])/g

function compile(folder: string, sources: readonly string[], ...flags: readonly string[]): void {
  const project = join(folder, 'tsconfig.json')
  mkdirSync(folder, { recursive: true })
  const compilerOptions = {
    rootDir: resolve('src'),
    outDir: resolve(folder),
    typeRoots: [resolve('node_modules/@types')],
  }
  const files = sources.map((path) => resolve(path))
  writeFileSync(project, JSON.stringify({ extends: resolve('tsconfig.package.json'), compilerOptions, files }))
  run('node_modules/.bin/tsc', ['-p', project, '--checkers', '1', ...flags])
  rmSync(project)
  for (const file of globSync(join(folder, '**/*.d.ts')))
    writeFileSync(file, readFileSync(file, 'utf8').replace(inTypes, '$1.js'))
}

// ---- The service ----------------------------------------------------------------------------------------------------

async function buildServer(folder: string): Promise<void> {
  await build({ logLevel: 'warn', build: { outDir: resolve(folder, 'dist/screens'), emptyOutDir: true } })
  await bundleProgram(join(folder, 'lib'))
  // What the package exports is typed by itself: the types of everything behind it stay out.
  compile(join(folder, 'types'), ['src/cli/program.ts'], '--emitDeclarationOnly')
  cpSync(join(folder, 'types/cli/program.d.ts'), join(folder, 'lib/croupier.d.ts'))
  rmSync(join(folder, 'types'), { recursive: true })
  copyInto(folder, ['LICENSE', 'examples', 'scenarios', 'schemas'])
  for (const page of globSync('docs/*.md')) copyInto(folder, [page])
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), thirdPartyText())
  writePackage(folder, 'server', {
    description: 'A roulette table service with its screens and the croupier command',
    engines: { node: '>=24' },
    bin: { croupier: 'lib/bin.js' },
    exports: { '.': './lib/croupier.js', './schemas/*': './schemas/*' },
  })
}

/** The licences of the packages that are bundled: they ask for their text to go along. */
const thirdPartyText = (): string =>
  bundledPackages()
    .sort()
    .map((name) => {
      const [file] = globSync(`node_modules/${name}/{LICENSE,license}*`)
      if (!file) throw new Error(`${name} has no licence file`)
      return `${name}\n\n${readFileSync(file, 'utf8').trim()}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)

// ---- Both -----------------------------------------------------------------------------------------------------------

const run = (command: string, args: readonly string[], cwd = '.'): string =>
  execFileSync(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
    encoding: 'utf8',
  })

function copyInto(folder: string, paths: readonly string[]): void {
  const filter = (path: string): boolean => !path.includes('__pycache__')
  for (const path of paths) cpSync(path, join(folder, path), { recursive: true, filter })
}

function writePackage(folder: string, name: PackageName, fields: Fields): void {
  const { version, license, dependencies } = readRoot()
  const imported = Object.entries(dependencies).filter(([one]) => isImported(folder, one))
  const { exports, ...others } = fields
  const described = { name: `@croupier/${name}`, version, license, type: 'module', ...others }
  const all = { ...described, exports: { ...exports, './package.json': './package.json' } }
  const text = JSON.stringify({ ...all, dependencies: Object.fromEntries(imported) }, null, 2)
  writeFileSync(join(folder, 'package.json'), `${text}\n`)
  copyFileAs(`packages/${name}/README.md`, join(folder, 'README.md'))
  writeFileSync(join(folder, 'sbom.json'), `${JSON.stringify(readSbom(name), null, 2)}\n`)
  writeManifest({ root: resolve(folder), code: 'lib' }, process.env.CROUPIER_RELEASE_KEY)
}

const copyFileAs = (from: string, to: string): void => writeFileSync(to, readFileSync(from))

function isImported(folder: string, name: string): boolean {
  const loads = new RegExp(`(?:\\bfrom |\\bimport |\\bimport\\(|\\)\\()["']${name}(?:/[^"']*)?["']`)
  const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '')
  return globSync(join(folder, 'lib/**/*.js')).some((file) => loads.test(withoutComments(readFileSync(file, 'utf8'))))
}

function pack(folder: string, name: PackageName): Tarball {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', '..']
  const [tarball] = JSON.parse(run('npm', args, join(folder, name)))
  return { ...tarball, file: join(folder, tarball.filename) }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { into: { type: 'string', default: 'dist/packages' } } })
  for (const { file, size, files } of Object.values(await packAll(values.into)))
    console.log(`${file}  ${(size / 1_000_000).toFixed(1)} MB, ${files.length} files`)
}
