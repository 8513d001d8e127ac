import type { EntryLoan } from '../journal/journal.ts'
import { ThreadOnDemand } from '../journal/thread-calls.ts'
import { gzipEnd, gzipHead, noGzipSum } from './gzip-pieces.ts'
import type { ReportingCalls, ReportingSettings } from './reporting-worker.ts'

const reportingThread = new URL('./reporting-worker.ts', import.meta.url)

/** The thread for figures, reports and exports. */
export class ReportingDesk extends ThreadOnDemand<ReportingCalls> {
  constructor(journal: EntryLoan, settings: () => ReportingSettings) {
    super(reportingThread, async (thread) => thread.ask('open', await journal.lend(), settings()))
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
}
