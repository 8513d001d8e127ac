import type { Floor } from '../floor/floor.ts'

/** A table is followed for so long after somebody asked for it, or its last screen was closed. */
const FOLLOWED_FOR_MS = 10_000

type AttentionOptions = {
  steady: () => number
  /** Calls when other tables are followed than before. */
  changed: () => void
}

/**
 * Which tables this node follows: those that have a screen here, or were asked for a moment ago. Its replicas of the others
 * rest.
 */
export class TableAttention {
  readonly #options: AttentionOptions
  /** Tables that are followed, and when they were asked for last. */
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

  /** Somebody at this node asks for a table; a screen came, or the last one has gone. */
  asked(id: string): void {
    const isNew = !this.#askedAt.has(id)
    this.#askedAt.set(id, this.#options.steady())
    if (!isNew) return
    this.#rooms.get(id)?.table.rest(false)
    this.#options.changed()
  }

  /** Lets the tables rest that nobody has asked for any more. */
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
