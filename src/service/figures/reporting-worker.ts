import { type MessagePort, parentPort } from 'node:worker_threads'
import type { Book } from '../../books/rule-book.ts'
import { knownBooks } from '../../record/known-books.ts'
import { readTableEntry } from '../../record/table-entry.ts'
import { journalReport } from '../../report/journal-report.ts'
import { reportJson } from '../../report/report-blocks.ts'
import { type ReportBrand, reportHtml } from '../../report/report-page.ts'
import type { ReportMaker } from '../../report/report-text.ts'
import { vocabularyIn } from '../../words/index.ts'
import { type Language, languages } from '../../words/languages.ts'
import { lentReader, type ReadEntries } from '../journal/lent-reader.ts'
import { entryPages } from '../journal/pages.ts'
import { answerCalls } from '../journal/thread-calls.ts'
import { ticketMark } from '../secrets/secrets.ts'
import { exportLine } from './export-line.ts'
import { addToSum, type GzipSum, gzipPiece } from './gzip-pieces.ts'
import { houseFirst, type Span, SpanCount } from './span-count.ts'
import { addToTally, figuresBy, type GroupedFigures, type Grouping, type TableTally } from './table-tally.ts'
import { type Durable, type ReadPages, WheelCount } from './wheel-count.ts'

/**
 * The thread that reads the journal for figures, reports and exports, from its first entry to its last. It reads by a
 * port to the thread that has the journal open, so the event loop takes almost no part.
 */
export type ReportingCalls = ReturnType<typeof reportingCalls> & {
  open(journal: MessagePort, settings: ReportingSettings): void
}

/** `books`: books whose texts the house knows. `key`: the house key, with which tickets are marked in exports. */
export type ReportingSettings = { books: readonly Book[]; key: Uint8Array; brand: ReportBrand }
export type ReportOrder = { span: Span; language: Language; format: ReportFormat; maker: ReportMaker }
export type ReportFormat = 'html' | 'json'

type ExportPiece = { bytes: Uint8Array; sum: GzipSum | null; end: number }

/** The number of entries that are read at once. */
const PAGE = 1_000

function reportingCalls(read: ReadEntries, { books, key, brand }: ReportingSettings) {
  const pages = (stream: string, from: number, last: number) =>
    entryPages((next, limit) => read(stream, next, limit), from, last)
  const figures = new FiguresCount(pages)
  const wheels = new WheelCount(pages)
  const known = knownBooks(books)
  const mark = (number: string) => ticketMark(number, { key })
  return {
    figures: inTurn((table: string, durable: number, by: Grouping) => figures.of(table, durable, by)),
    /** The spins of every wheel, over all tables at which it stood. */
    wheels: inTurn((streams: Durable) => wheels.of(streams)),
    /** Reports run one at a time, because each holds its counts in memory. */
    report: inTurn(async ({ span, language, format, maker }: ReportOrder, streams: Durable): Promise<string> => {
      const count = new SpanCount(span, { calendar: maker.calendar, made: maker.made, known })
      for (const { stream, last } of houseFirst(streams, (one) => one.stream))
        for await (const page of pages(stream, 1, last)) for (const entry of page) count.add(entry)
      const words = { ...(await vocabularyIn(language)), tag: languages[language].tag }
      const report = journalReport(count.figures(), words, maker)
      return format === 'json' ? reportJson(report) : reportHtml(report, words, brand)
    }),
    /**
     * The next lines of an export from an entry on, with the number of the last one. With a sum they are compressed.
     */
    async lines(stream: string, from: number, last: number, sum: GzipSum | null): Promise<ExportPiece> {
      const entries = await read(stream, from, Math.min(PAGE, last - from + 1))
      const text = Buffer.from(entries.map(exportLine(stream, mark)).join(''))
      const end = entries.at(-1)?.seq ?? last
      return sum === null ? { bytes: text, sum, end } : { bytes: gzipPiece(text), sum: addToSum(sum, text), end }
    },
  }
}

/** Runs calls one after the other. */
function inTurn<Args extends unknown[], T>(call: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (...args) => {
    const done = last.then(() => call(...args))
    // The caller has the failure, and the next call still runs.
    last = done.catch(() => {})
    return done
  }
}

/** Figures of the tables so far. A request adds only what was not counted yet. */
class FiguresCount {
  readonly #pages: ReadPages
  readonly #counted = new Map<string, { seq: number; tally: TableTally | undefined }>()

  constructor(pages: ReadPages) {
    this.#pages = pages
  }

  async of(table: string, durable: number, by: Grouping): Promise<GroupedFigures> {
    let { seq, tally } = this.#counted.get(table) ?? { seq: 0, tally: undefined }
    // An entry that cannot be counted leaves half a page in the tally.
    this.#counted.delete(table)
    for await (const page of this.#pages(table, seq + 1, durable)) {
      for (const { body } of page) tally = addToTally(tally, readTableEntry(body))
      seq = page.at(-1)!.seq
    }
    this.#counted.set(table, { seq, tally })
    return figuresBy(tally!, by)
  }
}

answerCalls(parentPort!, {
  open(journal: MessagePort, settings: ReportingSettings): void {
    answerCalls(parentPort!, reportingCalls(lentReader(journal), settings))
  },
})
