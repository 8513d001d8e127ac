import type { EntryLoan } from '../journal/journal.ts'
import { Thread } from '../journal/thread-calls.ts'
import { gzipEnd, gzipHead, noGzipSum } from './gzip-pieces.ts'
import type { ReportingCalls, ReportingSettings } from './reporting-worker.ts'

const reportingThread = new URL('./reporting-worker.ts', import.meta.url)

/** The thread for figures, reports and exports. The first request starts it, and the next one after it was lost. */
export class ReportingDesk {
  readonly #journal: EntryLoan
  readonly #settings: () => ReportingSettings
  #thread: Thread<ReportingCalls> | null = null
  #opened: Promise<void> = Promise.resolve()

  constructor(journal: EntryLoan, settings: () => ReportingSettings) {
    this.#journal = journal
    this.#settings = settings
  }

  async ask<Call extends keyof ReportingCalls & string>(
    call: Call,
    ...args: Parameters<ReportingCalls[Call]>
  ): Promise<Awaited<ReturnType<ReportingCalls[Call]>>> {
    if (!this.#thread || this.#thread.isGone) {
      this.#thread = new Thread(reportingThread)
      this.#opened = this.#open(this.#thread)
    }
    const thread = this.#thread
    await this.#opened
    return thread.ask(call, ...args)
  }

  /** The lines of an export, from an entry on, as text or as a gzip file. */
  async *lines(stream: string, from: number, last: number, isCompressed: boolean): AsyncGenerator<Uint8Array> {
    let sum = isCompressed ? noGzipSum : null
    if (sum) yield gzipHead
    for (let next = from; next <= last; ) {
      const piece = await this.ask('lines', stream, next, last, sum)
      yield piece.bytes
      sum = piece.sum
      next = piece.end + 1
    }
    if (sum) yield gzipEnd(sum)
  }

  async close(): Promise<void> {
    await this.#thread?.end()
  }

  async #open(thread: Thread<ReportingCalls>): Promise<void> {
    try {
      await thread.ask('open', await this.#journal.lend(), this.#settings())
    } catch (error) {
      await thread.end()
      throw error
    }
  }
}
