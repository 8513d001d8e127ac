import { type Stats, statSync } from 'node:fs'
import { basename } from 'node:path'

type Found = readonly (Stats | undefined)[]

const PROBLEM_HOLDS_MS = 100

/**
 * Checks that the open files are still those of the folder. A removed or replaced file stays open for its process:
 * without this check, entries would be acknowledged into a file that no longer has a name. The log is written all the
 * time, the journal itself only when the log is moved into it, so that an overwritten journal is noticed under any
 * load.
 */
export class OpenFiles {
  /** Another thread of this process may write the journal now. */
  isShared = false
  readonly #files: readonly [journal: string, log: string]
  /** The size of the log from which the next append moves it into the journal. */
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

  /** Notes an attempt to write from here. */
  noteWrite(): void {
    this.#isLogWritten = true
  }

  /** Notes that the log was moved into the journal. */
  noteCheckpoint(): void {
    this.#isJournalWritten = true
  }

  /**
   * The result of a check at most a tenth of a second ago. A check at every transaction would cost half as much as
   * writing it.
   */
  get recentProblem(): string | null {
    return performance.now() - this.#lookedAt < PROBLEM_HOLDS_MS ? this.#problem : this.findProblem()
  }

  /** Describes a foreign change of the files; null if there is none. */
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

/** The service itself never shortens one of them. */
function changeOf(before: Stats, now: Stats | undefined, isOurs: boolean): string | null {
  if (!now) return 'removed'
  if (now.ino !== before.ino || now.dev !== before.dev) return 'replaced'
  if (now.size < before.size) return 'cut'
  return isOurs || now.mtimeMs === before.mtimeMs ? null : 'written by somebody else'
}
