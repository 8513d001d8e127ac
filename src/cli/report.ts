import type { Static, TSchema } from 'typebox'
import type { Book } from '../books/rule-book.ts'
import { readJson } from '../engine/json-lines.ts'
import { layoutNames } from '../engine/spots.ts'
import { feltSvg } from '../felt/felt-svg.ts'
import type { JournalReader } from '../record/journal-reader.ts'
import { fingerprintOf } from '../record/known-books.ts'
import { randomnessAnswer, readAnswer, type SimulationAnswer, simulationAnswer } from '../report/answer-file.ts'
import { bookReport } from '../report/book-report.ts'
import { journalReport } from '../report/journal-report.ts'
import { randomnessReport } from '../report/randomness-report.ts'
import { csvFile, type Report, reportJson, tablesOf } from '../report/report-blocks.ts'
import { reportHtml } from '../report/report-page.ts'
import type { ReportMaker, ReportWords } from '../report/report-text.ts'
import { simulatedWagers, simulationReport } from '../report/simulation-report.ts'
import { machineTime } from '../service/clock.ts'
import { isSpanProblem, readSpan } from '../service/figures/read-span.ts'
import { houseFirst, SpanCount } from '../service/figures/span-count.ts'
import { programText } from '../service/program/manifest.ts'
import { vocabularyIn } from '../words/index.ts'
import { languages } from '../words/languages.ts'
import type { Arguments, Options } from './commands.ts'
import { configFrom } from './config-from.ts'
import { BadInput } from './declaration.ts'
import { readBook, readBooks, readText } from './input.ts'
import { print, writeFile } from './output.ts'
import { progressBar } from './progress-bar.ts'
import { readJournal } from './read-journal.ts'

type Kind = Arguments<'report'>['words'][0]

/** One page with all that it needs, and a file of figures for each of its tables. */
export async function runReport({ values, words }: Arguments<'report'>): Promise<void> {
  const [kind, subject] = words
  const out = readOut(values.out)
  if (kind !== 'simulation' && values.books !== undefined) throw new BadInput('--books is only for a simulation')
  for (const option of ['from', 'to', 'config'] as const)
    if (kind !== 'journal' && values[option] !== undefined) throw new BadInput(`--${option} is only for a journal`)
  const wording = { ...(await vocabularyIn(values.language)), tag: languages[values.language].tag }
  const made = await reports[kind](subject, values, wording)
  const report = { ...made, heading: made.heading ?? ofNoHouse(wording) }
  const files = filesOf(report, out, wording)
  for (const { file, text } of files) await writeFile(file, text)
  await print(files.map(({ file }) => file).join('\n'))
}

const reports: Readonly<
  Record<Kind, (subject: string, values: Options<'report'>, words: ReportWords) => Report | Promise<Report>>
> = {
  async book(name, _, words) {
    const book = await readBook(name)
    const drawings = layoutNames(book).map((layout) => [layout, feltSvg(book, layout)])
    return bookReport(book, fingerprintOf(book), Object.fromEntries(drawings), words)
  },
  journal: reportJournal,
  async simulation(file, { books }, words) {
    const answer = await readFrom(file, simulationAnswer, 'simulate')
    const book = await bookOfAnswer(file, answer, books)
    const wagers = simulatedWagers(book, answer)
    if (typeof wagers === 'string') throw new BadInput(`${file}: ${wagers}`)
    return simulationReport(book, wagers, answer, words)
  },
  randomness: async (file, _, words) => randomnessReport(await readFrom(file, randomnessAnswer, 'randomness'), words),
}

/** The heading of a report on a book or on chance, which belongs to no house. */
const ofNoHouse = ({ report }: ReportWords): NonNullable<Report['heading']> => [
  { key: 'made', name: report.made, value: machineTime().replace(/T(.{8}).*/, ' $1 UTC'), place: 'foot' },
  { key: 'program', name: report.program, value: programText(), place: 'foot' },
]

/** Finds the book that was simulated. Other rules under its id would give other figures. */
async function bookOfAnswer(
  file: string,
  { book: id, fingerprint }: SimulationAnswer,
  folder: string | undefined,
): Promise<Book> {
  const book = (await readBooks(folder)).byId(id)
  if (!book) throw new BadInput(`${file}, book: there is no rule book ${id}; --books names the folder of its file`)
  if (fingerprintOf(book) === fingerprint) return book
  throw new BadInput(`${file}, fingerprint: ${id} is ${fingerprintOf(book)} here, and ${fingerprint} was simulated`)
}

async function readFrom<Shape extends TSchema>(file: string, shape: Shape, command: string): Promise<Static<Shape>> {
  const json = readJson(await readText(file))
  if ('problem' in json) throw new BadInput(`${file}: ${json.problem}`)
  const read = readAnswer(shape, json.value)
  if ('answer' in read) return read.answer
  const where = read.field === '' ? '' : `, ${read.field}`
  throw new BadInput(`${file}${where}: ${read.problem}; it must be what croupier ${command} --json wrote`)
}

function reportJournal(path: string, values: Options<'report'>, words: ReportWords): Promise<Report> {
  const maker = makerOf(values.config)
  const { calendar, made } = maker
  const span = readSpan(values.from, values.to, calendar)
  if (isSpanProblem(span)) throw new BadInput(`--${span.problem}`)
  const count = new SpanCount(span, { calendar, made })
  return readJournal(path, async (reader) => journalReport((await readInto(count, reader)).figures(), words, maker))
}

/** The house that the report names, from its configuration; without one it is what a house is by default. */
function makerOf(file: string | undefined): ReportMaker {
  const config = configFrom(file)
  return {
    operator: config.operatorName,
    house: config.houseName,
    address: config.houseAddress,
    calendar: { timeZone: config.timeZone, dayStart: config.gamingDayStart },
    made: machineTime(),
    program: programText(),
  }
}

async function readInto(count: SpanCount, reader: JournalReader): Promise<SpanCount> {
  const streams = houseFirst(await reader.streams(), (stream) => stream)
  const bar = progressBar(streams.length)
  for (const [nth, stream] of streams.entries()) {
    for await (const page of reader.pages(stream)) for (const entry of page) count.add(entry)
    bar.tell(nth + 1)
  }
  bar.end()
  return count
}

function readOut(out: string): string {
  if (!/[^/]\.html?$/.test(out)) throw new BadInput(`--out must be a file that ends with .html, not ${out}`)
  return out
}

/** The first table is the one that the report is about, and is called as the page is. */
function filesOf(report: Report, out: string, words: ReportWords): { file: string; text: string }[] {
  const base = out.replace(/\.html?$/, '')
  return [
    { file: out, text: reportHtml(report, words) },
    ...tablesOf(report).map((table, nth) => ({
      file: nth === 0 ? `${base}.csv` : `${base}-${table.name}.csv`,
      text: csvFile(report, table),
    })),
    { file: `${base}-figures.json`, text: reportJson(report) },
  ]
}
