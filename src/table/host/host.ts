import { bookById } from '../../books/index.ts'
import type { RuleBook } from '../../books/rule-book.ts'
import { decide } from '../../engine/decide.ts'
import { type Decision, isRefusal } from '../../engine/decision.ts'
import { prepareSettlement } from '../../engine/decisions/conclusion.ts'
import type { TableEvent } from '../../engine/events.ts'
import { evolve } from '../../engine/evolve.ts'
import { type Foresight, foresee } from '../../engine/foresee.ts'
import type { Command } from '../../engine/language.ts'
import { type Refusal, refusals } from '../../engine/refusals.ts'
import { freshTable, isUnderWay, type TableSetup, type TableState } from '../../engine/table.ts'
import { type Meters, meterTable, noMeters } from '../../house/meters.ts'
import type { Append, Journal } from '../journal/journal.ts'
import { Answers } from './answers.ts'
import { isLong, readEntry, type TableEntry, writeEntry, writeEntryInParts } from './entry.ts'
import { inSlices } from './in-slices.ts'
import { noteLines, readTableSnapshot, type TableMemory, writeTableSnapshot } from './table-snapshot.ts'

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

  private constructor(id: string, journal: Journal, now: () => string, from: Restored) {
    this.id = id
    this.journal = journal
    this.now = now
    this.book = bookById(from.state.setup.book)!
    this.state = from.state
    this.metersSoFar = from.meters
    this.linesAt = from.linesAt
    this.seq = from.seq
    this.durable = from.seq
    this.snapshotAt = from.snapshotAt
    for (const [actor, id, answer] of from.answers) this.answers.remember(actor, id, Promise.resolve(answer))
  }

  /** Opens a table: from its journal where it has one, else anew with this setup. */
  static async open(id: string, setup: TableSetup, journal: Journal, now: () => string): Promise<TableHost> {
    const { seq } = await journal.last(id)
    if (seq > 0) return new TableHost(id, journal, now, await restore(id, journal))
    await journal.append([{ stream: id, seq: 1, body: writeEntry({ at: now(), actor: 'service', opened: setup }) }])
    return new TableHost(id, journal, now, {
      state: freshTable(setup),
      meters: noMeters(),
      linesAt: new Map(),
      seq: 1,
      snapshotAt: 0,
      answers: [],
    })
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

  /** What it would come to now, without doing it. */
  foresee(command: Command): Foresight | Refusal {
    return foresee(this.book, this.state, { ...command, at: this.now() })
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
    this.append({ at: this.now(), actor, command, refused }, [])
    return this.after(refused)
  }

  /** Somebody may not give this command: that is recorded, once for each id. */
  bar(command: Command, actor: string, refused: Refusal): Promise<Decision> {
    return this.once(command, actor, () => this.record({ ...command, at: this.now() }, actor, refused))
  }

  private decideNow(command: Command, actor: string, beside: readonly Append[]): Promise<Decision> {
    try {
      const decision = decide(this.book, this.state, command)
      if (isRefusal(decision))
        return refusals[decision.refused].recorded ? this.record(command, actor, decision) : this.after(decision)
      const before = this.state
      this.state = decision.events.reduce(evolve, before)
      this.unmetered.push(...decision.events)
      this.append({ at: command.at!, actor, command, events: decision.events }, beside)
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
      const body = writeEntry(entry)
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
    const { seq, state, meters } = this
    this.snapshotAt = seq
    for (const round of this.linesAt.keys()) if (round < state.history.oldest) this.linesAt.delete(round)
    const body = await inSlices(writeTableSnapshot({ state, meters, linesAt: new Map(this.linesAt) }))
    await this.settled()
    await this.journal.saveSnapshot(this.id, { seq, body })
  }
}

const isLarge = ({ round }: TableState): boolean =>
  isUnderWay(round) && round.wagers.values().reduce((count, { spots }) => count + spots.size, 0) > LARGE

type Answered = readonly [actor: string, id: string, answer: Decision]
type Restored = TableMemory & { seq: number; snapshotAt: number; answers: readonly Answered[] }

/** The last snapshot and what came after it; answers to recent commands, so that a retry after a crash is no second wager. */
async function restore(id: string, journal: Journal): Promise<Restored> {
  const snapshot = await journal.loadSnapshot(id)
  const start = snapshot ? snapshot.seq : 0
  const entryAt = async (seq: number) => readEntry((await journal.read(id, seq, 1))[0]!.body)
  const told = snapshot ? await readTableSnapshot(snapshot.body, entryAt) : undefined
  let state = told?.state
  let meters = told?.meters ?? noMeters()
  const linesAt = told?.linesAt ?? new Map<number, number>()
  const { seq: last } = await journal.last(id)
  const answers: Answered[] = []
  const kept = last - ANSWERS_AFTER_START
  const first = Math.max(1, Math.min(start + 1, kept))
  let page = journal.read(id, first, READ_AT_ONCE)
  for (let from = first; from <= last; from += READ_AT_ONCE) {
    const entries = await page
    page = journal.read(id, from + READ_AT_ONCE, READ_AT_ONCE)
    for (const { seq, body } of entries) {
      const entry = readEntry(body)
      if (seq > start) {
        state = replay(state, entry)
        if ('events' in entry) {
          for (const event of entry.events) meters = meterTable(meters, id, event)
          noteLines(linesAt, seq, entry.events)
        }
      }
      const answer = seq > kept ? answerOf(entry) : undefined
      if (answer) answers.push(answer)
    }
  }
  await page
  if (!state) throw new Error(`The journal of ${id} does not begin with its setup`)
  return { state, meters, linesAt, seq: last, snapshotAt: start, answers }
}

export function replay(state: TableState | undefined, entry: TableEntry): TableState {
  if ('opened' in entry) return freshTable(entry.opened)
  if (!state) throw new Error('A journal begins with its setup')
  return 'events' in entry ? entry.events.reduce(evolve, state) : state
}

function answerOf(entry: TableEntry): Answered | undefined {
  if ('opened' in entry || entry.command.id === undefined) return undefined
  const decision = 'events' in entry ? { events: entry.events } : entry.refused
  return [entry.actor, entry.command.id, decision]
}
