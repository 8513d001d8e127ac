import type { Floor } from '../floor/floor.ts'

/** How long a table is followed after its last request, or after its last screen was closed. */
const FOLLOWED_FOR_MS = 10_000

type AttentionOptions = {
  steady: () => number
  /** Called when the set of followed tables changes. */
  changed: () => void
}

/**
 * The tables that this node follows: those that have a screen here or had a request a moment ago. Replicas of other
 * tables rest.
 */
export class TableAttention {
  readonly #options: AttentionOptions
  /** Followed tables, with the time of their last request. */
  readonly #askedAt = new Map<string, number>()
  #rooms: Floor['rooms'] = new Map()

  constructor(options: AttentionOptions) {
    this.#options = options
  }

  begin({ rooms }: Floor): void {
    this.#rooms = rooms
    for (const [id, { publisher, table }] of rooms) {
      table.rest(true)
      publisher.watchAudience(() => this.asked(id))
      if (publisher.size > 0) this.asked(id)
    }
  }

  get followed(): readonly string[] {
    return [...this.#askedAt.keys()]
  }

  /** Notes a request for a table at this node, a new screen, or the end of the last one. */
  asked(id: string): void {
    const isNew = !this.#askedAt.has(id)
    this.#askedAt.set(id, this.#options.steady())
    if (!isNew) return
    this.#rooms.get(id)?.table.rest(false)
    this.#options.changed()
  }

  /** Lets tables rest that have had no request for some time. */
  sweep(): void {
    const since = this.#options.steady() - FOLLOWED_FOR_MS
    const left = [...this.#askedAt].filter(([id, at]) => at <= since && !this.#rooms.get(id)?.publisher.size)
    for (const [id] of left) {
      this.#askedAt.delete(id)
      this.#rooms.get(id)?.table.rest(true)
    }
    if (left.length > 0) this.#options.changed()
  }
}
