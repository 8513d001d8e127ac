import { type BigIntStats, statSync } from 'node:fs'
import { basename } from 'node:path'

type Found = readonly (BigIntStats | undefined)[]

/**
 * Whether the files that are open are still the folder's. What is removed or replaced stays open to whoever has it open:
 * without a look at the folder, entries would be acknowledged into a file that nobody can find again.
 */
export class OpenFiles {
  readonly #files: readonly string[]
  #known: Found

  constructor(files: readonly string[]) {
    this.#files = files
    this.#known = this.#look()
  }

  /** What became of them while nothing was written from here; null: nothing. */
  problem(): string | null {
    return this.#compare(this.#look(), false)
  }

  /** The same after a write of our own, which is known from then on. */
  problemAfterWrite(): string | null {
    const found = this.#look()
    const problem = this.#compare(found, true)
    if (!problem) this.#known = found
    return problem
  }

  #look(): Found {
    return this.#files.map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }))
  }

  #compare(found: Found, hasWritten: boolean): string | null {
    for (const [nth, file] of this.#files.entries()) {
      const what = changeOf(this.#known[nth]!, found[nth], hasWritten)
      if (what) return `${basename(file)} was ${what} while it was in use`
    }
    return null
  }
}

/** Nothing that is done here makes one of them shorter. */
function changeOf(before: BigIntStats, now: BigIntStats | undefined, hasWritten: boolean): string | null {
  if (!now) return 'removed'
  if (now.ino !== before.ino || now.dev !== before.dev) return 'replaced'
  if (now.size < before.size) return 'cut'
  return hasWritten || now.mtimeNs === before.mtimeNs ? null : 'written by somebody else'
}
