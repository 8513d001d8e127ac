import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  digestOf,
  type Identity,
  identityNow,
  identityPath,
  manifestPath,
  type ProgramFolder,
  programFolder,
  readManifest,
  SHOWN_DIGITS,
  shippedFiles,
} from './manifest.ts'

/** One difference between the program and its manifest. `name`: a path, a package, a book. */
export type Difference = {
  what: 'file-changed' | 'file-missing' | 'file-added' | 'node' | 'package' | 'book'
  name: string
}

/** `manifest`: the digest of the manifest, by its first digits; null: there is none. */
export type SelfCheck = {
  outcome: 'passed' | 'failed' | 'no-manifest'
  version: string
  node: string
  files: number
  manifest: string | null
  differences: readonly Difference[]
}

/** Compares every shipped file, Node, packages and rule books with the manifest. */
export async function checkProgram(program: ProgramFolder = programFolder()): Promise<SelfCheck> {
  const { root } = program
  const now = identityNow(program)
  const paths = shippedFiles(program)
  const found = { version: now.version, node: now.node, files: paths.length }
  const text = await readText(join(root, manifestPath(program)))
  if (text === null) return { outcome: 'no-manifest', ...found, manifest: null, differences: [] }
  const told = readManifest(text)
  const ofFiles = await fileDifferences(root, told, paths)
  const identity = await readText(join(root, identityPath(program)))
  const differences = [...ofFiles, ...(identity === null ? [] : identityDifferences(identity, now))]
  const outcome = differences.length === 0 ? 'passed' : 'failed'
  return { outcome, ...found, manifest: digestOf(text).slice(0, SHOWN_DIGITS), differences }
}

/** A file that cannot be read is as good as none. */
const readText = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null)

async function fileDifferences(
  root: string,
  told: ReadonlyMap<string, string>,
  paths: readonly string[],
): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const path of paths) {
    const expected = told.get(path)
    // One by one: a check must not hold the event loop, nor many files open.
    if (expected === undefined) differences.push({ what: 'file-added', name: path })
    else if ((await digestOfFile(join(root, path))) !== expected) differences.push({ what: 'file-changed', name: path })
  }
  const here = new Set(paths)
  const missing = [...told.keys()].filter((path) => !here.has(path))
  return [...differences, ...missing.map((name): Difference => ({ what: 'file-missing', name }))]
}

/** A file that cannot be read is not as it was. */
const digestOfFile = (file: string): Promise<string | null> => readFile(file).then(digestOf, () => null)

/** A file that the manifest covers and that cannot be parsed has been reported as changed. */
function identityDifferences(text: string, now: Identity): Difference[] {
  let told: Identity
  try {
    told = JSON.parse(text)
  } catch {
    return []
  }
  const others = (what: 'package' | 'book', then: Identity['books'] = {}, present: Identity['books']): Difference[] =>
    Object.keys(present)
      .filter((name) => then[name] !== present[name])
      .map((name) => ({ what, name }))
  return [
    ...(told.node === now.node ? [] : [{ what: 'node', name: now.node } as const]),
    ...others('package', told.packages, now.packages),
    ...others('book', told.books, now.books),
  ]
}
