import { parentPort, workerData } from 'node:worker_threads'
import type { Book } from '../../books/rule-book.ts'
import { knownBooks } from '../../record/known-books.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { journalReport } from '../../report/journal-report.ts'
import { reportJson } from '../../report/report-blocks.ts'
import { type ReportBrand, reportHtml } from '../../report/report-page.ts'
import type { ReportMaker } from '../../report/report-text.ts'
import { vocabularyIn } from '../../words/index.ts'
import { type Language, languages } from '../../words/languages.ts'
import { type Span, SpanCount } from './span-count.ts'

/**
 * The order for one report. Its thread is given the journal page by page, and ends with the report. `books`: those whose
 * texts the house knows.
 */
export type ReportOrder = {
  span: Span
  language: Language
  format: ReportFormat
  books: readonly Book[]
  brand: ReportBrand
  maker: ReportMaker
}
export type ReportFormat = 'html' | 'json'
/** Null: that was all. */
export type ReportPage = readonly Stored[] | null
export type ReportReply = { report: string } | { taken: number }

const { span, language, format, books, brand, maker }: ReportOrder = workerData
const desk = parentPort!
const spanCount = new SpanCount(span, { calendar: maker.calendar, made: maker.made, known: knownBooks(books) })
const words = { ...(await vocabularyIn(language)), tag: languages[language].tag }

desk.on('message', (page: ReportPage) => {
  for (const entry of page ?? []) spanCount.add(entry)
  const reply = page ? { taken: page.length } : { report: written() }
  desk.postMessage(reply satisfies ReportReply)
})

function written(): string {
  const report = journalReport(spanCount.figures(), words, maker)
  return format === 'json' ? reportJson(report) : reportHtml(report, words, brand)
}
