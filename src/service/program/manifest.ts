import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { builtInBooks, fingerprintOf } from '../../record/known-books.ts'
import { programRoot } from '../../reference/program-root.ts'

/**
 * The identity of the program: a manifest with the SHA-256 of every shipped file, in the form that `sha256sum -c` reads, and
 * a second file beside it: the versions of Node and of the packages, and the fingerprints of the rule books. The manifest
 * lists that second file too, so its own digest identifies the whole program.
 */

/** A program on disk. `code`: the folder of its modules, `lib` in a package and `src` in a checkout. */
export type ProgramFolder = { root: string; code: 'lib' | 'src' }

/** The program that this module is a part of. A package has no sources. */
export const programFolder = (): ProgramFolder => ({
  root: programRoot,
  code: existsSync(join(programRoot, 'src')) ? 'src' : 'lib',
})

const shipped = ['dist/program/**', 'dist/screens/**', 'scenarios/**', 'schemas/**', 'examples/**', 'docs/*.md']
const shippedAlone = ['package.json', 'README.md', 'LICENSE', 'sbom.json', 'THIRD-PARTY.txt']

/** Files of a program that is built into one place: a checkout keeps them in its `dist`, which no commit holds. */
export const manifestPath = ({ code }: ProgramFolder): string => `${code === 'lib' ? '' : 'dist/'}MANIFEST.sha256`
export const identityPath = ({ code }: ProgramFolder): string => `${code === 'lib' ? '' : 'dist/'}IDENTITY.json`
export const signaturePath = (program: ProgramFolder): string => `${manifestPath(program)}.sig`

/** The paths of every shipped file but the manifest and its signature, in order, with slashes. */
export function shippedFiles(program: ProgramFolder): string[] {
  const { root, code } = program
  const isFile = (path: string): boolean => statSync(join(root, path)).isFile()
  const found = globSync([`${code}/**`, ...shipped], { cwd: root }).filter(isFile)
  const alone = [...shippedAlone, identityPath(program)].filter((path) => existsSync(join(root, path)))
  const paths = [...found.map((path) => path.replaceAll('\\', '/')), ...alone]
  return [...new Set(paths)].filter((path) => !isLeftOut(path)).sort()
}

/** Tests and what Python leaves behind do not ship. */
const isLeftOut = (path: string): boolean => /\.test\.\w+$|\/__pycache__\//.test(path)

export const digestOf = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Returns the manifest of the files as they are now. */
export const manifestText = (program: ProgramFolder): string =>
  shippedFiles(program)
    .map((path) => `${digestOf(readFileSync(join(program.root, path)))}  ${path}\n`)
    .join('')

/** The digests of a manifest by path; a line that is none is left out, and its file is then one too many. */
export const readManifest = (text: string): Map<string, string> =>
  new Map(text.split('\n').flatMap((line) => lineOf(line)))

function lineOf(line: string): [path: string, digest: string][] {
  const match = /^([0-9a-f]{64}) [ *](.+)$/.exec(line)
  return match ? [[match[2]!, match[1]!]] : []
}

export const SHOWN_DIGITS = 12

let digest: string | null = null

/** Returns the first digits of the digest of the running program, as its files were when it was first asked for. */
export function digestOfProgram(): string {
  digest ??= digestOf(manifestText(programFolder())).slice(0, SHOWN_DIGITS)
  return digest
}

type PackageFile = { name: string; version: string; dependencies?: Record<string, string> }
const readPackage = (file: string): PackageFile => JSON.parse(readFileSync(file, 'utf8'))

export const versionOfProgram = (): string => readPackage(join(programFolder().root, 'package.json')).version

/** How reports name the program that wrote them. */
export const programText = (): string => `Croupier ${versionOfProgram()} (${digestOfProgram()})`

/** The parts of the program that are not its own files. */
export type Identity = {
  name: string
  version: string
  node: string
  packages: Readonly<Record<string, string>>
  books: Readonly<Record<string, string>>
}

/** Returns the identity as it is now. A package that is not installed is left out. */
export function identityNow({ root }: ProgramFolder): Identity {
  const { name, version, dependencies = {} } = readPackage(join(root, 'package.json'))
  const packages = Object.keys(dependencies)
    .sort()
    .flatMap((one) => {
      const file = installed(root, one)
      return file ? [[one, readPackage(file).version] as const] : []
    })
  const books = builtInBooks.list.map((book) => [book.id, fingerprintOf(book)] as const)
  return {
    name,
    version,
    node: process.versions.node,
    packages: Object.fromEntries(packages),
    books: Object.fromEntries(books),
  }
}

/** Where Node would find a package: in the nearest `node_modules` that has it. */
function installed(folder: string, name: string): string | null {
  const file = join(folder, 'node_modules', name, 'package.json')
  if (existsSync(file)) return file
  const above = dirname(folder)
  return above === folder ? null : installed(above, name)
}
