import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DIGITS = 12

let digest: string | null = null

/**
 * Returns the digest of the running program, computed from every file by name. Nodes of one build have the same. In a
 * checkout, a file that was changed by hand changes the digest, although the commit is the same.
 */
export function digestOfBuild(): string {
  digest ??= digestOf(fileURLToPath(new URL('..', import.meta.url)))
  return digest
}

/** The name and version of this program for reports. */
export function programText(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return `Croupier ${version} (${digestOfBuild()})`
}

export function digestOf(folder: string): string {
  const hash = createHash('sha256')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  for (const path of paths.filter((one) => !/\.test\.\w+$/.test(one)).sort())
    hash.update(`${path.slice(folder.length)}\0`).update(readFileSync(path))
  return hash.digest('hex').slice(0, DIGITS)
}
