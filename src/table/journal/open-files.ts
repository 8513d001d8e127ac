import { type Stats, statSync } from 'node:fs'
import { basename } from 'node:path'

type Found = readonly (Stats | undefined)[]

const LOOK_EVERY_MS = 100

/**
 * Whether the files that are open are still the folder's. What is removed or replaced stays open to whoever has it open:
 * without a look at the folder, entries would be acknowledged into a file that nobody can find again.
 */
export class OpenFiles {
  /** Another thread of ours may write them just now. */
  isShared = false
  readonly #files: readonly string[]
  #known: Found
  #hasWritten = false
  #problem: string | null = null
  #lookedAt = 0

  constructor(files: readonly string[]) {
    this.#files = files
    this.#known = this.#look()
  }

  /** Something is written from here, or is tried to be. */
  noteWrite(): void {
    this.#hasWritten = true
  }

  /** As it was found a tenth of a second ago at most: a look at every transaction would cost half as much as writing it. */
  get recentProblem(): string | null {
    return performance.now() - this.#lookedAt < LOOK_EVERY_MS ? this.#problem : this.findProblem()
  }

  /** What became of them; null: nothing. */
  findProblem(): string | null {
    const found = this.#look()
    const changes = this.#files.map((file, nth) => {
      const what = changeOf(this.#known[nth]!, found[nth], this.#hasWritten || this.isShared)
      return what && `${basename(file)} was ${what} while it was in use`
    })
    this.#problem = changes.find((change) => change !== null) ?? null
    if (this.#problem) return this.#problem
    this.#known = found
    this.#hasWritten = false
    return null
  }

  #look(): Found {
    this.#lookedAt = performance.now()
    return this.#files.map((file) => statSync(file, { throwIfNoEntry: false }))
  }
}

/** Nothing that is done here makes one of them shorter. */
function changeOf(before: Stats, now: Stats | undefined, hasWritten: boolean): string | null {
  if (!now) return 'removed'
  if (now.ino !== before.ino || now.dev !== before.dev) return 'replaced'
  if (now.size < before.size) return 'cut'
  return hasWritten || now.mtimeMs === before.mtimeMs ? null : 'written by somebody else'
}
