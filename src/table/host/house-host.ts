import type { Beside, HouseEntry } from '../../house/entry.ts'
import type { HouseEvent } from '../../house/events.ts'
import { type Meters, meterHouse, metersFrom, noMeters } from '../../house/meters.ts'
import { evolveHouse, freshHouse, HOUSE, type HouseState, houseFrom } from '../../house/state.ts'
import type { Append } from '../../record/stored.ts'
import type { Journal } from '../journal/journal.ts'
import { Answers } from './answers.ts'

/** An append failed: the house comes back from the journal, not from memory. */
export class HouseStopped extends Error {}

/** What came of a request: all that its answer is made of. */
export type Recorded = Pick<HouseEntry, 'events' | 'beside'>

const READ_AT_ONCE = 5_000
const ANSWERS_KEPT = 20_000
const SNAPSHOT_EVERY = 2_000

/** The house and its one writer: people, terminals, tickets. */
export class HouseHost {
  state: HouseState
  meters: Meters
  durable: number
  stopped: Error | null = null
  seq: number
  private snapshotAt: number
  private readonly journal: Journal
  private readonly now: () => string
  private readonly answers: Answers<Recorded>
  private readonly listeners: ((events: readonly HouseEvent[]) => void)[] = []
  private readonly stopListeners: ((error: Error) => void)[] = []

  private constructor(journal: Journal, now: () => string, from: Restored) {
    this.journal = journal
    this.now = now
    this.state = from.state
    this.meters = from.meters
    this.seq = from.seq
    this.durable = from.seq
    this.snapshotAt = from.snapshotAt
    this.answers = from.answers
  }

  static async open(journal: Journal, now: () => string): Promise<HouseHost> {
    return new HouseHost(journal, now, await restore(journal))
  }

  onStopped(listener: (error: Error) => void): void {
    this.stopListeners.push(listener)
  }

  /** Told of events when they are on disk. */
  onRecorded(listener: (events: readonly HouseEvent[]) => void): void {
    this.listeners.push(listener)
  }

  /** What came of this actor's request before, if it is known. */
  answered(actor: string, id: string | undefined): Recorded | undefined {
    return id === undefined ? undefined : this.answers.get(actor, id)
  }

  /** Records events and resolves when they are on disk; without any, when all is that a refusal may rest on. */
  async commit(events: readonly HouseEvent[], actor: string, id?: string): Promise<void> {
    if (events.length === 0) return this.settled()
    const { append, landed } = this.stage(events, actor, id)
    await landed(this.journal.append([append]))
  }

  /**
   * Takes events into the state and gives their entry, to be written together with another stream's. `landed` must be
   * told of that writing: if it fails, the house stops, for its memory is ahead of the disk.
   */
  stage(events: readonly HouseEvent[], actor: string, id?: string, beside?: Beside) {
    this.mustGoOn()
    const entry: HouseEntry = {
      at: this.now(),
      actor,
      ...(id === undefined ? {} : { id }),
      ...withBeside(beside),
      events,
    }
    this.state = events.reduce(evolveHouse, this.state)
    this.meters = events.reduce(meterHouse, this.meters)
    if (id !== undefined) this.answers.remember(actor, id, { events, ...withBeside(beside) })
    const seq = ++this.seq
    const append: Append = { stream: HOUSE, seq, body: JSON.stringify(entry) }
    return { append, landed: <T>(writing: Promise<T>) => this.landed(writing, seq, events) }
  }

  private async landed<T>(writing: Promise<T>, seq: number, events: readonly HouseEvent[]): Promise<T> {
    try {
      const result = await writing
      this.durable = Math.max(this.durable, seq)
      for (const listener of this.listeners) listener(events)
      this.snapshotWhenDue()
      return result
    } catch (error) {
      this.stop(error as Error)
      throw error
    }
  }

  private stop(error: Error): void {
    if (this.stopped) return
    this.stopped = error
    for (const listener of this.stopListeners) listener(error)
  }

  /** Resolves when all that is in the state now is on disk. */
  async settled(): Promise<void> {
    this.mustGoOn()
    // An empty transaction comes after all that is under way.
    if (this.durable < this.seq) await this.journal.append([])
    this.mustGoOn()
  }

  private mustGoOn(): void {
    if (this.stopped) throw new HouseStopped(this.stopped.message)
  }

  async snapshot(): Promise<void> {
    const { seq, state, meters } = this
    this.snapshotAt = seq
    const body = JSON.stringify({ state, meters })
    await this.settled()
    await this.journal.saveSnapshot(HOUSE, { seq, body })
  }

  private snapshotWhenDue(): void {
    if (this.seq - this.snapshotAt >= SNAPSHOT_EVERY) void this.snapshot().catch(() => {})
  }
}

const withBeside = (beside: Beside | undefined) => (beside ? { beside } : {})

type Restored = Pick<HouseHost, 'state' | 'meters'> & {
  seq: number
  snapshotAt: number
  answers: Answers<Recorded>
}

async function restore(journal: Journal): Promise<Restored> {
  const snapshot = await journal.loadSnapshot(HOUSE)
  const told = snapshot ? JSON.parse(snapshot.body) : null
  let state = told ? houseFrom(told.state) : freshHouse()
  let meters = told ? metersFrom(told.meters) : noMeters()
  const start = snapshot?.seq ?? 0
  const { seq: last } = await journal.last(HOUSE)
  const answers = new Answers<Recorded>(ANSWERS_KEPT)
  for (let from = Math.max(1, Math.min(start + 1, last - ANSWERS_KEPT)); from <= last; from += READ_AT_ONCE)
    for (const { seq, body } of await journal.read(HOUSE, from, READ_AT_ONCE)) {
      const { actor, id, beside, events } = JSON.parse(body) as HouseEntry
      if (id !== undefined) answers.remember(actor, id, { events, ...withBeside(beside) })
      if (seq <= start) continue
      state = events.reduce(evolveHouse, state)
      meters = events.reduce(meterHouse, meters)
    }
  return { state, meters, seq: last, snapshotAt: start, answers }
}
