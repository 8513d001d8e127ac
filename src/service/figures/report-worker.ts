import { parentPort, workerData } from 'node:worker_threads'
import type { Book } from '../../books/rule-book.ts'
import { knownBooks } from '../../record/known-books.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { journalReport } from '../../report/journal-report.ts'
import { type ReportBrand, reportHtml } from '../../report/report-page.ts'
import { vocabularyIn } from '../../words/index.ts'
import { type Language, languages } from '../../words/languages.ts'
import { type Span, SpanCount } from './span-count.ts'

/** The thread that writes one report: it is given the journal page by page, and ends with what it wrote. */
/** `books`: those whose texts the house knows. */
export type ReportOrder = { span: Span; language: Language; books: readonly Book[]; brand: ReportBrand }
/** Null: that was all. */
export type ReportPage = readonly Stored[] | null
export type ReportReply = { html: string } | { taken: number }

const { span, language, books, brand }: ReportOrder = workerData
const desk = parentPort!
const spanCount = new SpanCount(span, knownBooks(books))
const words = { ...(await vocabularyIn(language)), tag: languages[language].tag }

desk.on('message', (page: ReportPage) => {
  for (const entry of page ?? []) spanCount.add(entry)
  const reply = page
    ? { taken: page.length }
    : { html: reportHtml(journalReport(spanCount.figures(), words), words, brand) }
  desk.postMessage(reply satisfies ReportReply)
})
