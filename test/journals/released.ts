import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The journals of released formats, by the SHA-256 of every file: they are never written again. `released.sha256` has the form
 * of `sha256sum`, and paths from this folder. README.md says how a version is added.
 */
const folder = import.meta.dirname

const released = (): string[] =>
  readFileSync(join(folder, 'released.sha256'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

export const isReleased = (version: string): boolean =>
  released().some((line) => line.slice(66).startsWith(`${version}/`))

/** Returns the files of the corpus that are not as they were released, each in a line. */
export const corpusProblems = (): string[] => released().flatMap((line) => problemOf(line.slice(66), line.slice(0, 64)))

function problemOf(path: string, digest: string): string[] {
  const file = join(folder, path)
  if (!existsSync(file)) return [`${path} is missing`]
  const found = createHash('sha256').update(readFileSync(file)).digest('hex')
  return found === digest ? [] : [`${path} was changed`]
}
