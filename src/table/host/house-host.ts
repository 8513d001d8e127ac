import type { HouseWish } from '../../house/commands.ts'
import { decideHouse } from '../../house/decide-house.ts'
import type { HouseDecision } from '../../house/decision.ts'
import type { HouseEvent } from '../../house/events.ts'
import type { Meters } from '../../house/meters.ts'
import { HOUSE, type HouseState } from '../../house/state.ts'
import { type Beside, type HouseEntry, houseEntry, readHouseEntry, writeHouseEntry } from '../../record/house-entry.ts'
import {
  freshHouseMemory,
  type HouseMemory,
  houseSnapshot,
  readHouseSnapshot,
  rememberHouse,
} from '../../record/house-memory.ts'
import { isEntryNumber } from '../../record/snapshot-binding.ts'
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

  /** The last entry that a table's decision may rest on: what a house that stopped had in memory alone never happened. */
  get restsOn(): number {
    return this.stopped ? this.durable : this.seq
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

  /** What would be decided now, without doing it. */
  foresee(wish: HouseWish): HouseDecision {
    return decideHouse(this.state, { ...wish, at: this.now() })
  }

  /** Decides, records what is to be on record, and resolves when all that the answer rests on is on disk. */
  async submit(wish: HouseWish): Promise<HouseDecision> {
    const { decision, append, landed } = this.stage(wish)
    if (append) await landed(this.journal.append([append]))
    else await this.settled()
    return decision
  }

  /**
   * Decides, takes what happens into the state and gives its entry, to be written together with another stream's; null
   * where nothing is to be on record. `landed` must be told of that writing: if it fails, the house stops, for its memory
   * is ahead of the disk.
   */
  stage(wish: HouseWish, beside?: Beside) {
    this.mustGoOn()
    const command = { ...wish, at: this.now() }
    const decision = decideHouse(this.state, command)
    const { events } = decision
    const seq = this.seq + 1
    const landed = <T>(writing: Promise<T>) => this.landed(writing, seq, events)
    if (events.length === 0) return { decision, append: null, landed }
    const entry = houseEntry(command, decision, beside)
    const append: Append = { stream: HOUSE, seq, body: writeHouseEntry(entry) }
    const { state, meters } = rememberHouse(this, entry)
    this.state = state
    this.meters = meters
    keepAnswer(this.answers, entry)
    this.seq = seq
    return { decision, append, landed }
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
    const memory = { state, meters }
    await this.settled()
    const [bound] = await this.journal.read(HOUSE, seq, 1)
    if (bound) await this.journal.saveSnapshot(HOUSE, { seq, body: houseSnapshot(memory, bound.hash) })
  }

  private snapshotWhenDue(): void {
    if (this.seq - this.snapshotAt >= SNAPSHOT_EVERY) void this.snapshot().catch(() => {})
  }
}

/** A refusal is of its moment: whoever asks again is decided anew. */
function keepAnswer(answers: Answers<Recorded>, { actor, command: { id }, events, beside, refused }: HouseEntry): void {
  if (id !== undefined && !refused) answers.remember(actor, id, { events, ...(beside ? { beside } : {}) })
}

type Restored = HouseMemory & { seq: number; snapshotAt: number; answers: Answers<Recorded> }

async function restore(journal: Journal): Promise<Restored> {
  const snapshot = await journal.loadSnapshot(HOUSE)
  const [bound] = snapshot && isEntryNumber(snapshot.seq) ? await journal.read(HOUSE, snapshot.seq, 1) : []
  const restored = snapshot && readHouseSnapshot(snapshot, bound)
  let memory = restored ?? freshHouseMemory()
  const start = restored ? snapshot!.seq : 0
  const { seq: last } = await journal.last(HOUSE)
  const answers = new Answers<Recorded>(ANSWERS_KEPT)
  for (let from = Math.max(1, Math.min(start + 1, last - ANSWERS_KEPT)); from <= last; from += READ_AT_ONCE)
    for (const { seq, body } of await journal.read(HOUSE, from, READ_AT_ONCE)) {
      const entry = readHouseEntry(body)
      keepAnswer(answers, entry)
      if (seq > start) memory = rememberHouse(memory, entry)
    }
  return { ...memory, seq: last, snapshotAt: start, answers }
}
