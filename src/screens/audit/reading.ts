import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { TableState } from '../../engine/table.ts'
import { CarriedBooks } from '../../record/carried-books.ts'
import { notAnEntry, readEntryLine } from '../../record/entry-lines.ts'
import { knownBooks } from '../../record/known-books.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { readTableEntry } from '../../record/table-entry.ts'
import { replay } from '../../record/table-memory.ts'
import { serviceFor } from '../kit/api.ts'
import { fetchHouseBooks, houseBooks } from '../kit/house-books.ts'
import { openJournal } from './audit-journal.ts'
import { addEntry, noRounds, type RoundIndex } from './round-search.ts'
import type { JournalVerdict, SignedNote, StartVerifier, Verifier } from './verify-arriving.ts'

/** How far a journal was read and verified. */
export type ReadingProgress = {
  status: 'reading' | 'read' | 'failed'
  /** The HTTP status of what failed; 0: the service does not answer. */
  failed: number | null
  entries: number
  /** The number of verified entries. */
  checked: number
  /** Null while it is being verified. */
  verdict: JournalVerdict | null
  /** The first entry that fits no table: rounds from there on are not shown. */
  unreadable: number | null
}

/** A whole journal in the browser: its entries byte for byte, its rounds, and the table's state here and there. */
export type JournalReading = {
  table: string
  entries: readonly Stored[]
  index: RoundIndex
  books: CarriedBooks
  /** State of the table before every 200th entry. */
  states: readonly { seq: number; state: TableState | null }[]
  progress: ReadonlySignal<ReadingProgress>
  /** Reads what came since, and verifies the whole again. */
  readOn: () => Promise<void>
  stop: () => void
}

const STATE_EVERY = 200
const SENT_AT_ONCE = 1_000
/** Longer than this the page is never held up. */
const PAGE_HELD_MS = 12

export function openReading(
  table: string,
  token: string,
  startVerifier: StartVerifier = verifierInWorker,
): JournalReading {
  const reading = new ArrivingJournal(table, token, startVerifier)
  void reading.readOn()
  return reading
}

class ArrivingJournal implements JournalReading {
  readonly table: string
  readonly entries: Stored[] = []
  readonly index = noRounds()
  books = new CarriedBooks()
  readonly states: { seq: number; state: TableState | null }[] = []
  readonly progress: Signal<ReadingProgress>
  readonly #token: string
  readonly #startVerifier: StartVerifier
  #verifier: Verifier | null = null
  #state: TableState | undefined
  #isStopped = false
  #isBusy = false

  constructor(table: string, token: string, startVerifier: StartVerifier) {
    this.table = table
    this.#token = token
    this.#startVerifier = startVerifier
    this.progress = signal({ status: 'reading', failed: null, entries: 0, checked: 0, verdict: null, unreadable: null })
  }

  readonly readOn = async (): Promise<void> => {
    if (this.#isBusy || this.#isStopped) return
    this.#isBusy = true
    this.#tell({ status: 'reading', failed: null, checked: 0, verdict: null })
    try {
      if (this.entries.length === 0) this.books = await booksWithTexts()
      // Before the entries: then all that was signed is among them.
      const signed = await readSignature(this.table).catch(() => null)
      const opened = await openJournal(this.table, this.entries.length + 1, this.#token)
      if (opened.ok) await this.#read(opened.lines, signed)
      else this.#tell({ status: 'failed', failed: opened.status })
    } catch {
      this.#tell({ status: 'failed', failed: 0 })
    } finally {
      this.#isBusy = false
    }
  }

  readonly stop = (): void => {
    this.#isStopped = true
    this.#endVerifier()
  }

  #endVerifier(): void {
    this.#verifier?.stop()
    this.#verifier = null
  }

  #tell(told: Partial<ReadingProgress>): void {
    if (!this.#isStopped) this.progress.value = { ...this.progress.peek(), entries: this.entries.length, ...told }
  }

  async #read(arriving: AsyncIterable<readonly string[]>, signed: SignedNote | null): Promise<void> {
    this.#endVerifier()
    const verifier = this.#startVerifier({ table: this.table, signed }, (news) => {
      if (this.#verifier === verifier) this.#tell(news)
    })
    this.#verifier = verifier
    let [sent, since] = [0, performance.now()]
    const send = (): void => {
      for (; sent < this.entries.length; sent += SENT_AT_ONCE)
        verifier.take(this.entries.slice(sent, sent + SENT_AT_ONCE))
      sent = this.entries.length
    }
    for await (const lines of arriving)
      for (const line of lines) {
        const entry = readEntryLine(this.table, line)
        if (!entry) {
          this.#endVerifier()
          return this.#tell({ status: 'read', verdict: { problem: notAnEntry(this.entries.length + 1) } })
        }
        this.#take(entry)
        if (performance.now() - since < PAGE_HELD_MS) continue
        this.#tell({})
        send()
        await new Promise((go) => setTimeout(go))
        if (this.#isStopped) return
        since = performance.now()
      }
    send()
    verifier.end()
    this.#tell({ status: 'read' })
  }

  /** After an entry that cannot be replayed, or a gap, only `verify` reads on. */
  #take(entry: Stored): void {
    this.entries.push(entry)
    const { seq, body } = entry
    if (this.progress.peek().unreadable !== null) return
    if (seq % STATE_EVERY === 1) this.states.push({ seq, state: this.#state ?? null })
    try {
      if (seq !== this.entries.length) throw new Error('An entry is missing')
      const read = readTableEntry(body)
      this.#state = replay(this.#state, read)
      this.books.take(read)
      addEntry(this.index, seq, read)
    } catch {
      this.#tell({ unreadable: this.entries.length })
    }
  }
}

/** Books of the house have texts of their own. Without them a story cites clauses by number. */
async function booksWithTexts(): Promise<CarriedBooks> {
  await fetchHouseBooks().catch(() => null)
  return new CarriedBooks(knownBooks(houseBooks()))
}

/**
 * The newest checkpoint of a table and the keys that the house has on record; null if the house signs none, or has not
 * answered.
 */
async function readSignature(table: string): Promise<SignedNote | null> {
  const proof = await serviceFor().call('GET /api/proof')
  const note = await serviceFor().call('GET /api/proof/:id/checkpoint', { params: { id: table } })
  if (!proof.ok || !note.ok) return null
  return { note: note.body, keys: proof.body.keys.map(({ key }) => key) }
}

const verifierInWorker: StartVerifier = (order, tell) => {
  const worker = new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }) => tell(data)
  worker.onerror = ({ message }) => tell({ verdict: { problem: message } })
  worker.postMessage({ order })
  return {
    take: (entries) => worker.postMessage({ entries }),
    end: () => worker.postMessage({ end: true }),
    stop: () => worker.terminate(),
  }
}
