import { bookById } from '../../books/index.ts'
import type { RuleBook } from '../../books/rule-book.ts'
import { bookByFingerprint, type Fingerprint, fingerprintOf } from '../../books/shelf.ts'
import { decide } from '../../engine/decide.ts'
import { type Decision, isRefusal } from '../../engine/decision.ts'
import { prepareSettlement } from '../../engine/decisions/conclusion.ts'
import type { TableEvent } from '../../engine/events.ts'
import { evolve } from '../../engine/evolve.ts'
import type { Command } from '../../engine/language.ts'
import { type Refusal, refusals } from '../../engine/refusals.ts'
import { freshTable, isUnderWay, type TableSetup, type TableState } from '../../engine/table.ts'
import { type Meters, meterTable } from '../../house/meters.ts'
import { bookFor, noteBook, type OpenedBy } from '../../record/book-of-then.ts'
import { isEntryNumber } from '../../record/snapshot-binding.ts'
import type { Append } from '../../record/stored.ts'
import {
  decidedEntry,
  isLong,
  openingEntry,
  readTableEntry,
  type TableEntry,
  writeEntryInParts,
  writeTableEntry,
} from '../../record/table-entry.ts'
import { freshMemory, noteLines, remember, type TableMemory } from '../../record/table-memory.ts'
import { readTableSnapshot, tableSnapshot, writeTableMemory } from '../../record/table-snapshot.ts'
import type { Journal } from '../journal/journal.ts'
import { Answers } from './answers.ts'
import { inSlices } from './in-slices.ts'

/** The table is stopped: an append failed, or a bug was found. It comes back from the journal, not from memory. */
export class TableStopped extends Error {}

/** Told when something was decided; it is on disk only when `durable` has passed its sequence number. */
export type Decided = { seq: number; events: readonly TableEvent[]; before: TableState; after: TableState }

const READ_AT_ONCE = 5_000
const ANSWERS_KEPT = 25_000
const SNAPSHOT_EVERY = 5_000
const SNAPSHOT_AFTER_MS = 100
const LARGE = 5_000
/** How far back a restart looks for commands that may be sent again: far beyond what can have been on its way. */
const ANSWERS_AFTER_START = 20_000

/**
 * One table and its one writer. A command is decided on the state as it will be when all that was decided before it is
 * on disk; its answer waits until it is there itself. So nobody hears of what is not on disk, refusals included.
 */
export class TableHost {
  readonly id: string
  readonly book: RuleBook
  state: TableState
  seq: number
  durable: number
  stopped: Error | null = null
  private readonly journal: Journal
  readonly now: () => string
  private readonly answers = new Answers<Promise<Decision>>(ANSWERS_KEPT)
  private readonly linesAt: Map<number, number>
  /** The number of the house's last entry: what was decided about who may ask rests on it. */
  private readonly houseSeq: () => number
  private openedBy: OpenedBy
  private metersSoFar: Meters
  /** Counted when somebody asks, or when there is time. */
  private readonly unmetered: TableEvent[] = []
  /** Entries of this turn of the event loop: they go to the journal together. */
  private gathered: Append[] = []
  /** Settled when every entry before is handed to the journal; null: nothing is being written in parts. */
  private writing: Promise<void> | null = null
  private readonly listeners: ((decided: Decided) => void)[] = []
  private readonly stopListeners: ((error: Error) => void)[] = []
  private readonly waiting: { seq: number; go: () => void; fail: (error: Error) => void }[] = []
  private snapshotAt: number

  private constructor(id: string, journal: Journal, now: () => string, houseSeq: () => number, from: Restored) {
    this.id = id
    this.journal = journal
    this.now = now
    this.houseSeq = houseSeq
    this.book = bookById(from.state.setup.book)!
    this.state = from.state
    this.metersSoFar = from.meters
    this.linesAt = from.linesAt
    this.openedBy = from.openedBy
    this.seq = from.seq
    this.durable = from.seq
    this.snapshotAt = from.snapshotAt
    for (const [actor, id, answer] of from.answers) this.answers.remember(actor, id, Promise.resolve(answer))
  }

  /** Opens a table: from its journal where it has one, else anew with this setup. */
  static async open(
    id: string,
    setup: TableSetup,
    journal: Journal,
    now: () => string,
    houseSeq: () => number = () => 0,
  ): Promise<TableHost> {
    const { seq } = await journal.last(id)
    if (seq > 0) return new TableHost(id, journal, now, houseSeq, await restore(id, journal))
    const book = fingerprintOf(bookById(setup.book)!)
    const opening = openingEntry({ at: now(), actor: 'service', book, house: houseSeq() }, setup)
    await journal.append([{ stream: id, seq: 1, body: writeTableEntry(opening) }])
    const fresh = { ...freshMemory(freshTable(setup)), seq: 1, snapshotAt: 0, answers: [] }
    return new TableHost(id, journal, now, houseSeq, fresh)
  }

  get meters(): Meters {
    for (const event of this.unmetered.splice(0)) this.metersSoFar = meterTable(this.metersSoFar, this.id, event)
    return this.metersSoFar
  }

  private countMeters(): void {
    try {
      void this.meters
    } catch (error) {
      this.stop(error as Error)
    }
  }

  onStopped(listener: (error: Error) => void): void {
    this.stopListeners.push(listener)
  }

  onDecided(listener: (decided: Decided) => void): void {
    this.listeners.push(listener)
  }

  /** Decides a command, records it, and answers when it is on disk. `beside`: entries of other streams, all or none. */
  submit(command: Command, actor: string, beside: readonly Append[] = []): Promise<Decision> {
    return this.once(command, actor, () => this.decideNow({ ...command, at: this.now() }, actor, beside))
  }

  private once({ id }: Command, actor: string, answer: () => Promise<Decision>): Promise<Decision> {
    if (this.stopped) return Promise.reject(new TableStopped(this.stopped.message))
    if (id === undefined) return answer()
    return this.answers.once(actor, id, answer)
  }

  /** What would be answered now, without doing it. */
  foresee(command: Command): Decision {
    return decide(bookByFingerprint(this.bookFor(command))!, this.state, { ...command, at: this.now() })
  }

  private bookFor(command: Command): Fingerprint {
    return bookFor(this.openedBy, this.state, command, fingerprintOf(this.book))
  }

  private entryOf(command: Command, actor: string, book: Fingerprint, decision: Decision): TableEntry {
    return decidedEntry({ at: command.at!, actor, book, house: this.houseSeq() }, command, decision)
  }

  /** Resolves when all that is decided now is on disk. */
  settled(): Promise<void> {
    return new Promise((go, fail) => this.afterDurable(this.seq, go, fail))
  }

  afterDurable(seq: number, go: () => void, fail: (error: Error) => void = () => {}): void {
    if (this.stopped) fail(new TableStopped(this.stopped.message))
    else if (this.durable >= seq) go()
    else this.waiting.push({ seq, go, fail })
  }

  /** Writes a refusal that must be on record although nothing changed. */
  private record(command: Command, actor: string, refused: Refusal): Promise<Decision> {
    this.append(this.entryOf(command, actor, this.bookFor(command), refused), [])
    return this.after(refused)
  }

  /** Somebody may not give this command: that is recorded, once for each id. */
  bar(command: Command, actor: string, refused: Refusal): Promise<Decision> {
    return this.once(command, actor, () => this.record({ ...command, at: this.now() }, actor, refused))
  }

  private decideNow(command: Command, actor: string, beside: readonly Append[]): Promise<Decision> {
    try {
      const book = this.bookFor(command)
      const decision = decide(bookByFingerprint(book)!, this.state, command)
      if (isRefusal(decision))
        return refusals[decision.refused].recorded ? this.record(command, actor, decision) : this.after(decision)
      const before = this.state
      this.state = decision.events.reduce(evolve, before)
      this.unmetered.push(...decision.events)
      const entry = this.entryOf(command, actor, book, decision)
      this.append(entry, beside)
      this.openedBy = noteBook(this.openedBy, entry)
      noteLines(this.linesAt, this.seq, decision.events)
      for (const listener of this.listeners)
        listener({ seq: this.seq, events: decision.events, before, after: this.state })
      this.inQuietMoments(decision.events)
      this.snapshotWhenDue()
      return this.after(decision)
    } catch (error) {
      this.stop(error as Error)
      return Promise.reject(new TableStopped((error as Error).message))
    }
  }

  private after(decision: Decision): Promise<Decision> {
    return new Promise((resolve, reject) => this.afterDurable(this.seq, () => resolve(decision), reject))
  }

  private append(entry: TableEntry, beside: readonly Append[]): void {
    if (!this.writing && !isLong(entry)) {
      // Written out first: what cannot be written leaves no gap.
      const body = writeTableEntry(entry)
      return this.hand(++this.seq, body, beside)
    }
    const seq = ++this.seq
    const before = this.writing ?? Promise.resolve()
    const writing = before.then(async () => this.hand(seq, await inSlices(writeEntryInParts(entry)), beside))
    this.writing = writing
    writing.then(
      () => {
        if (this.writing === writing) this.writing = null
      },
      (error) => this.stop(error as Error),
    )
  }

  /** Resolves when what is decided is handed to the journal at once: only then may other streams' entries go with it. */
  async ready(): Promise<void> {
    while (this.writing) await this.writing
  }

  /** What another stream's entry goes with leaves at once, for that stream's next entry may follow it at once. */
  private hand(seq: number, body: string, beside: readonly Append[]): void {
    if (this.gathered.length === 0) setImmediate(() => this.handOver())
    this.gathered.push({ stream: this.id, seq, body }, ...beside)
    if (beside.length > 0) this.handOver()
  }

  private handOver(): void {
    const entries = this.gathered
    if (entries.length === 0) return
    this.gathered = []
    const { seq } = entries.findLast(({ stream }) => stream === this.id)!
    this.journal.append(entries).then(
      () => this.release(seq),
      (error) => this.stop(error as Error),
    )
  }

  /** What a large layout comes to is reckoned ahead, when bets close and when the ball rests; meters are counted meanwhile. */
  private inQuietMoments(events: readonly TableEvent[]): void {
    const { book, state } = this
    if (events.some(({ type }) => type === 'betting-closed' || type === 'outcome-determined') && isLarge(state))
      inSlices(prepareSettlement(book, state)).catch((error) => this.stop(error as Error))
    if (this.unmetered.length === events.length) setTimeout(() => this.countMeters(), 5).unref()
  }

  private release(seq: number): void {
    if (this.stopped) return
    this.durable = seq
    let done = 0
    while (done < this.waiting.length && this.waiting[done]!.seq <= seq) this.waiting[done++]!.go()
    this.waiting.splice(0, done)
  }

  /** Everything that was not on disk never happened; those who wait are told that the table stopped. */
  private stop(error: Error): void {
    if (this.stopped) return
    this.stopped = error
    for (const listener of this.stopListeners) listener(error)
    for (const { fail } of this.waiting.splice(0)) fail(new TableStopped(error.message))
  }

  /**
   * Just after a round a state is small; when all have been told there is time for it. The journal alone is the truth,
   * so a snapshot that fails is no matter.
   */
  private snapshotWhenDue(): void {
    if (this.seq - this.snapshotAt < SNAPSHOT_EVERY || isUnderWay(this.state.round)) return
    this.snapshotAt = this.seq
    setTimeout(() => void this.snapshot().catch(() => {}), SNAPSHOT_AFTER_MS).unref()
  }

  async snapshot(): Promise<void> {
    const { seq, state, meters, openedBy } = this
    this.snapshotAt = seq
    for (const round of this.linesAt.keys()) if (round < state.history.oldest) this.linesAt.delete(round)
    const memory = await inSlices(writeTableMemory({ state, meters, openedBy, linesAt: new Map(this.linesAt) }))
    await this.settled()
    const [bound] = await this.journal.read(this.id, seq, 1)
    await this.journal.saveSnapshot(this.id, { seq, body: tableSnapshot(memory, bound!.hash) })
  }
}

const isLarge = ({ round }: TableState): boolean =>
  isUnderWay(round) && round.wagers.values().reduce((count, { spots }) => count + spots.size, 0) > LARGE

type Answered = readonly [actor: string, id: string, answer: Decision]
type Restored = TableMemory & { seq: number; snapshotAt: number; answers: readonly Answered[] }

/** The last snapshot and what came after it; answers to recent commands, so that a retry after a crash is no second wager. */
async function restore(id: string, journal: Journal): Promise<Restored> {
  const entryAt = async (seq: number) =>
    isEntryNumber(seq) ? (await journal.read(id, seq, 1)).find((one) => one.seq === seq) : undefined
  const snapshot = await journal.loadSnapshot(id)
  let memory = snapshot && (await readTableSnapshot(snapshot, entryAt))
  const start = memory ? snapshot!.seq : 0
  const { seq: last } = await journal.last(id)
  const answers: Answered[] = []
  const kept = last - ANSWERS_AFTER_START
  const first = Math.max(1, Math.min(start + 1, kept))
  let page = journal.read(id, first, READ_AT_ONCE)
  for (let from = first; from <= last; from += READ_AT_ONCE) {
    const entries = await page
    page = journal.read(id, from + READ_AT_ONCE, READ_AT_ONCE)
    for (const { seq, body } of entries) {
      const entry = readTableEntry(body, memory?.state.setup.book)
      if (seq > start) memory = remember(memory, id, seq, entry)
      const answer = seq > kept ? answerOf(entry) : undefined
      if (answer) answers.push(answer)
    }
  }
  await page
  if (!memory) throw new Error(`The journal of ${id} does not begin with its setup`)
  return { ...memory, seq: last, snapshotAt: start, answers }
}

function answerOf(entry: TableEntry): Answered | undefined {
  if ('opened' in entry || entry.command.id === undefined) return undefined
  const decision = 'events' in entry ? { events: entry.events } : entry.refused
  return [entry.actor, entry.command.id, decision]
}
