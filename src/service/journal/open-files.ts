import { type Stats, statSync } from 'node:fs'
import { basename } from 'node:path'

type Found = readonly (Stats | undefined)[]

const PROBLEM_HOLDS_MS = 100

/**
 * Checks that the open files are still those of the folder. A removed or replaced file stays open for its process:
 * without a look at the folder, entries would be acknowledged into a file that nobody can find again. The log is
 * written all the time, the journal itself only when the log is moved into it, so that an overwritten journal is
 * noticed under any load.
 */
export class OpenFiles {
  /** Another thread of ours may write the journal just now. */
  isShared = false
  readonly #files: readonly [journal: string, log: string]
  /** From this size of the log on, the next append moves it into the journal. */
  readonly #logMax: number
  #known: Found
  #isLogWritten = false
  #isJournalWritten = false
  #problem: string | null = null
  #lookedAt = 0

  constructor(files: readonly [journal: string, log: string], logMax: number) {
    this.#files = files
    this.#logMax = logMax
    this.#known = this.#look()
  }

  /** Something is recorded from here, or is tried to be. */
  noteWrite(): void {
    this.#isLogWritten = true
  }

  /** The log was brought into the journal. */
  noteCheckpoint(): void {
    this.#isJournalWritten = true
  }

  /**
   * The result of a look at most a tenth of a second ago. A look at every transaction would cost half as much as
   * writing it.
   */
  get recentProblem(): string | null {
    return performance.now() - this.#lookedAt < PROBLEM_HOLDS_MS ? this.#problem : this.findProblem()
  }

  /** The change of the files; null: none. */
  findProblem(): string | null {
    const found = this.#look()
    const isOurs = this.#isWrittenByUs(found)
    const changes = this.#files.map((file, nth) => {
      const what = changeOf(this.#known[nth]!, found[nth], isOurs[nth]!)
      return what && `${basename(file)} was ${what} while it was in use`
    })
    this.#problem = changes.find((change) => change !== null) ?? null
    if (this.#problem) return this.#problem
    this.#known = found
    this.#isLogWritten = false
    this.#isJournalWritten = false
    return null
  }

  #isWrittenByUs([, log]: Found): readonly [journal: boolean, log: boolean] {
    const isCheckpointed = this.#isLogWritten && (log?.size ?? 0) >= this.#logMax
    return [this.isShared || this.#isJournalWritten || isCheckpointed, this.isShared || this.#isLogWritten]
  }

  #look(): Found {
    this.#lookedAt = performance.now()
    return this.#files.map((file) => statSync(file, { throwIfNoEntry: false }))
  }
}

/** No operation here makes one of them shorter. */
function changeOf(before: Stats, now: Stats | undefined, isOurs: boolean): string | null {
  if (!now) return 'removed'
  if (now.ino !== before.ino || now.dev !== before.dev) return 'replaced'
  if (now.size < before.size) return 'cut'
  return isOurs || now.mtimeMs === before.mtimeMs ? null : 'written by somebody else'
}
