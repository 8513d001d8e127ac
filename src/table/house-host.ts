import type { HouseEvent } from './house/events.ts'
import { evolveHouse, freshHouse, HOUSE, type HouseState, houseFrom } from './house/house.ts'
import { type Meters, meterHouse, metersFrom, noMeters } from './house/meters.ts'
import type { Append, Journal } from './journal/journal.ts'

/** One entry of the house's own journal. `id`: the request's, so that asking again is no second ticket. */
export type HouseEntry = { at: string; actor: string; id?: string; events: readonly HouseEvent[] }

const READ_AT_ONCE = 5_000
const ANSWERS_KEPT = 20_000
const SNAPSHOT_EVERY = 2_000

/** The house and its one writer: people, terminals, tickets. */
export class HouseHost {
  state: HouseState
  meters: Meters
  stopped: Error | null = null
  private seq: number
  private snapshotAt: number
  private readonly journal: Journal
  private readonly now: () => string
  private readonly answers: Map<string, readonly HouseEvent[]>

  private constructor(journal: Journal, now: () => string, from: Restored) {
    this.journal = journal
    this.now = now
    this.state = from.state
    this.meters = from.meters
    this.seq = from.seq
    this.snapshotAt = from.snapshotAt
    this.answers = from.answers
  }

  static async open(journal: Journal, now: () => string): Promise<HouseHost> {
    return new HouseHost(journal, now, await restore(journal))
  }

  /** What came of this actor's request before, if it is known. */
  answered(actor: string, id: string | undefined): readonly HouseEvent[] | undefined {
    return id === undefined ? undefined : this.answers.get(`${actor} ${id}`)
  }

  /** Records events and resolves when they are on disk. */
  async commit(events: readonly HouseEvent[], actor: string, id?: string): Promise<void> {
    if (events.length === 0) return
    const { append, landed } = this.stage(events, actor, id)
    await landed(this.journal.append([append]))
  }

  /**
   * Takes events into the state and gives their entry, to be written together with another stream's. `landed` must be
   * told of that writing: if it fails, the house stops, for its memory is ahead of the disk.
   */
  stage(events: readonly HouseEvent[], actor: string, id?: string) {
    if (this.stopped) throw this.stopped
    const entry: HouseEntry = { at: this.now(), actor, ...(id === undefined ? {} : { id }), events }
    this.state = events.reduce(evolveHouse, this.state)
    this.meters = events.reduce(meterHouse, this.meters)
    if (id !== undefined) this.remember(`${actor} ${id}`, events)
    const append: Append = { stream: HOUSE, seq: ++this.seq, body: JSON.stringify(entry) }
    const landed = async <T>(writing: Promise<T>): Promise<T> => {
      try {
        const result = await writing
        this.snapshotWhenDue()
        return result
      } catch (error) {
        this.stopped ??= error as Error
        throw error
      }
    }
    return { append, landed }
  }

  /** Resolves when all that is in the state now is on disk. */
  async settled(): Promise<void> {
    await this.journal.append([])
    if (this.stopped) throw this.stopped
  }

  async snapshot(): Promise<void> {
    this.snapshotAt = this.seq
    const body = JSON.stringify({ state: this.state, meters: this.meters })
    // An empty transaction after all that is under way: what the snapshot holds is on disk before it is.
    await this.journal.append([])
    if (this.stopped) throw this.stopped
    await this.journal.saveSnapshot(HOUSE, { seq: this.snapshotAt, body })
  }

  private snapshotWhenDue(): void {
    if (this.seq - this.snapshotAt >= SNAPSHOT_EVERY) void this.snapshot().catch(() => {})
  }

  private remember(key: string, events: readonly HouseEvent[]): void {
    this.answers.set(key, events)
    if (this.answers.size > ANSWERS_KEPT) this.answers.delete(this.answers.keys().next().value!)
  }
}

type Restored = Pick<HouseHost, 'state' | 'meters'> & {
  seq: number
  snapshotAt: number
  answers: Map<string, readonly HouseEvent[]>
}

async function restore(journal: Journal): Promise<Restored> {
  const snapshot = await journal.loadSnapshot(HOUSE)
  const told = snapshot ? JSON.parse(snapshot.body) : null
  let state = told ? houseFrom(told.state) : freshHouse()
  let meters = told ? metersFrom(told.meters) : noMeters()
  const start = snapshot?.seq ?? 0
  const { seq: last } = await journal.last(HOUSE)
  const answers = new Map<string, readonly HouseEvent[]>()
  for (let from = Math.max(1, Math.min(start + 1, last - ANSWERS_KEPT)); from <= last; from += READ_AT_ONCE)
    for (const { seq, body } of await journal.read(HOUSE, from, READ_AT_ONCE)) {
      const { actor, id, events } = JSON.parse(body) as HouseEntry
      if (id !== undefined) answers.set(`${actor} ${id}`, events)
      if (seq <= start) continue
      state = events.reduce(evolveHouse, state)
      meters = events.reduce(meterHouse, meters)
    }
  return { state, meters, seq: last, snapshotAt: start, answers }
}
