import type { Book } from '../../books/rule-book.ts'
import type { TableEvent } from '../../engine/events.ts'
import type { TableState } from '../../engine/table.ts'
import { type DisplayView, displayView } from '../../engine/views.ts'
import type { ViewChange } from '../../wire/messages.ts'

/** The durable state of a table, up to the entry `version`. */
export type PublishedTable = {
  readonly id: string
  readonly book: Book
  readonly version: number
  readonly state: TableState
  readonly stopped: Error | null
  now: () => string
  watch(watcher: { recorded: (events: readonly TableEvent[]) => void; leapt: () => void; stopped: () => void }): void
}

const CHANGES_KEPT = 512

/** The public view, and its last changes for clients that come back. */
export class PublicRecord {
  readonly #table: PublishedTable
  #view: DisplayView
  #isBehind = false
  readonly #changes: { version: number; change: ViewChange }[] = []
  /** A client with this version, or a later one, needs only the changes. */
  #knownFrom: number
  /** Kept, and not published yet. */
  #unpublished: ViewChange[] = []

  constructor(table: PublishedTable) {
    this.#table = table
    this.#view = displayView(table.book, table.state)
    this.#knownFrom = table.version
  }

  get hasNews(): boolean {
    return this.#isBehind || this.#unpublished.length > 0
  }

  /** Something public happened. */
  touch(): void {
    this.#isBehind = true
  }

  /** Keeps the fields that have changed, to be published. */
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

  /** Takes the changes that are not published yet. */
  take(): readonly ViewChange[] {
    const taken = this.#unpublished
    this.#unpublished = []
    return taken
  }

  /** Returns the changes after a version; null where they are no longer kept. */
  since(from: number): ViewChange[] | null {
    if (from < this.#knownFrom || from > this.#table.version) return null
    return this.#changes.filter(({ version }) => version > from).map(({ change }) => change)
  }

  #keep(one: { version: number; change: ViewChange }): void {
    this.#unpublished.push(one.change)
    this.#changes.push(one)
    if (this.#changes.length > CHANGES_KEPT) this.#knownFrom = this.#changes.shift()!.version
  }
}
