import { type DisplayView, displayView } from '../../engine/views.ts'
import type { Change } from './changes.ts'
import type { PublishedTable } from './published-table.ts'

const CHANGES_KEPT = 512

/** What everybody may see: as it was last noted, and how it came to be so, for whoever comes back. */
export class PublicRecord {
  readonly #table: PublishedTable
  #view: DisplayView
  #isBehind = false
  readonly #changes: { version: number; change: Change }[] = []
  /** Whoever knows this version, or a later one, can be told just the changes. */
  #knownFrom: number
  /** On record, and not told yet. */
  #untold: Change[] = []

  constructor(table: PublishedTable) {
    this.#table = table
    this.#view = displayView(table.book, table.state)
    this.#knownFrom = table.version
  }

  get hasNews(): boolean {
    return this.#isBehind || this.#untold.length > 0
  }

  /** Something public happened. */
  touch(): void {
    this.#isBehind = true
  }

  /** Puts the fields that are not what they were on record, to be told. */
  catchUp(): void {
    if (!this.#isBehind) return
    this.#isBehind = false
    const { book, state, version } = this.#table
    const before = this.#view
    this.#view = displayView(book, state)
    const changed = Object.entries(this.#view).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof DisplayView]),
    )
    if (changed.length > 0) this.#keep({ version, change: Object.fromEntries(changed) })
  }

  /** What is on record and not told yet; from then on it is told. */
  take(): readonly Change[] {
    const taken = this.#untold
    this.#untold = []
    return taken
  }

  /** What changed after a version; null where that is no longer known. */
  since(from: number): Change[] | null {
    if (from < this.#knownFrom || from > this.#table.version) return null
    return this.#changes.filter(({ version }) => version > from).map(({ change }) => change)
  }

  #keep(one: { version: number; change: Change }): void {
    this.#untold.push(one.change)
    this.#changes.push(one)
    if (this.#changes.length > CHANGES_KEPT) this.#knownFrom = this.#changes.shift()!.version
  }
}
