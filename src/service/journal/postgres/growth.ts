import type { Client } from './driver.ts'
import type { Line } from './line.ts'

type Heard = (stream: string, seq: number) => void

/** The interval of checks is long, because notifications usually arrive at once. */
const GROWTH_CHECKED_EVERY_MS = 5_000
/** Growth within this time is one notification. */
const TELL_AFTER_MS = 10
/** The same if the other nodes learn of it over their links: these hints are then rarely needed. */
const TELL_LINKED_AFTER_MS = 250
/** A message holds 8,000 bytes at most. */
const STREAMS_IN_MESSAGE = 100

/** Selects every stream and its last number without reading every entry. */
export const selectTips = `
  WITH RECURSIVE tip AS (
    (SELECT stream, seq, hash FROM journal ORDER BY stream DESC, seq DESC LIMIT 1)
    UNION ALL
    SELECT next.* FROM tip CROSS JOIN LATERAL (
      SELECT stream, seq, hash FROM journal WHERE stream < tip.stream ORDER BY stream DESC, seq DESC LIMIT 1) AS next
  ) SELECT stream, seq, hash FROM tip ORDER BY stream`

/**
 * Notifies the followers of grown streams after the commit. In the same transaction a commit would wait for the
 * notifications of every other node. They are hints, and a periodic check finds lost ones.
 */
export class Growth {
  readonly line: Line
  readonly #channel: string
  /** Whether the other nodes learn of writes here over their links, by follower. */
  readonly #listeners = new Map<Heard, () => boolean>()
  readonly #seen = new Map<string, number>()
  readonly #untold = new Map<string, number>()
  #telling: NodeJS.Timeout | null = null
  #looking: NodeJS.Timeout | null = null

  constructor(line: Line, schema: string) {
    this.line = line
    this.#channel = `croupier_${schema}`
  }

  follow(heard: Heard, isToldOtherwise: () => boolean = () => false): () => void {
    this.#listeners.set(heard, isToldOtherwise)
    if (!this.#looking) {
      this.#looking = setInterval(() => this.#look(), GROWTH_CHECKED_EVERY_MS).unref()
      this.#look()
    }
    return () => {
      this.#listeners.delete(heard)
      if (this.#listeners.size === 0) this.close()
    }
  }

  /** Prepares a new session: it listens from here on. */
  async listen(client: Client): Promise<void> {
    client.on('notification', ({ payload = '{}' }) => {
      for (const [stream, seq] of Object.entries(JSON.parse(payload) as Record<string, number>)) this.#hear(stream, seq)
    })
    await client.query(`LISTEN ${this.#channel}`)
  }

  /** Notes own writes that other nodes should learn of. Without a followed node this process is the only one. */
  tell(stream: string, seq: number): void {
    if (this.#listeners.size === 0) return
    this.#untold.set(stream, seq)
    this.#hear(stream, seq)
    const mayWait = this.#listeners.values().every((isToldOtherwise) => isToldOtherwise())
    this.#telling ??= setTimeout(() => this.#tell(), mayWait ? TELL_LINKED_AFTER_MS : TELL_AFTER_MS).unref()
  }

  close(): void {
    if (this.#looking) clearInterval(this.#looking)
    if (this.#telling) clearTimeout(this.#telling)
    this.#looking = null
    this.#telling = null
  }

  #hear(stream: string, seq: number): void {
    if (seq <= (this.#seen.get(stream) ?? 0)) return
    this.#seen.set(stream, seq)
    for (const heard of this.#listeners.keys()) heard(stream, seq)
  }

  #tell(): void {
    this.#telling = null
    const untold = [...this.#untold]
    this.#untold.clear()
    for (let from = 0; from < untold.length; from += STREAMS_IN_MESSAGE) {
      const message = JSON.stringify(Object.fromEntries(untold.slice(from, from + STREAMS_IN_MESSAGE)))
      // Other nodes that miss a notification find the entries with their next check.
      this.line.use((client) => client.query('SELECT pg_notify($1, $2)', [this.#channel, message])).catch(() => {})
    }
  }

  #look(): void {
    this.line
      .use((client) => client.query<{ stream: string; seq: number }>(selectTips))
      .then(({ rows }) => {
        for (const { stream, seq } of rows) this.#hear(stream, seq)
      })
      // On failure the next check tries again.
      .catch(() => {})
  }
}
