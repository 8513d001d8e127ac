import { type ChartPoint, spreadRows, winChart } from '../charts/charts.ts'
import { BAND, holdChance, ROUNDS_MIN } from '../lab/hold-chance.ts'
import { holdSentence } from '../words/hold-sentence.ts'
import { percent } from '../words/percents.ts'
import { grouped, money } from '../words/plain-text.ts'
import { happeningSections } from './happening-sections.ts'
import { houseSections } from './house-sections.ts'
import type { HourSum, JournalFigures, SpanSum, TableFigures } from './journal-figures.ts'
import type { Block, Report, ReportCell, ReportColumn, ReportTable } from './report-blocks.ts'
import type { JournalWords, ReportWords } from './report-text.ts'
import { countCell, momentCell, momentText, moneyCell, moneyValue, percentCell } from './report-text.ts'

/** A day, a shift or any other span of a house's journal. Rounds count when they were first concluded, as they stand now. */
export function journalReport(figures: JournalFigures, vocabulary: ReportWords): Report {
  const bookById = (id: string) => figures.books.find((book) => book.id === id)
  const words: JournalWords = { ...vocabulary, bookById }
  const { report } = words
  const { tables } = figures
  const total = togetherOf(tables.map(({ total }) => total))
  return {
    kind: report.journalKind,
    title: report.journalTitle,
    subtitle: spanText(figures, words),
    sections: [
      { title: report.summary, blocks: summaryBlocks(total, figures, words) },
      { title: report.byTable, blocks: byTable(tables, words) },
      { title: isLong(tables) ? report.byDay : report.byHour, blocks: byHour(tables, words) },
      ...happeningSections(figures, words),
      ...houseSections(figures, words),
      { title: report.restsOn, blocks: [restsOn(figures, words)] },
    ],
    foot: report.journalFoot,
  }
}

function spanText({ from, to }: JournalFigures, { report }: ReportWords): string {
  if (from === null && to === null) return report.wholeJournal
  return report.spanText(
    from === null ? report.theBeginning : momentText(from),
    to === null ? report.theEnd : momentText(to),
  )
}

function togetherOf(sums: readonly SpanSum[]): SpanSum {
  const of = (part: keyof SpanSum) => sums.reduce((total, sum) => total + sum[part], 0)
  return {
    rounds: of('rounds'),
    voided: of('voided'),
    handle: of('handle'),
    win: of('win'),
    theoreticalWin: of('theoreticalWin'),
    variance: of('variance'),
    awarded: of('awarded'),
  }
}

const holdOf = ({ handle, win }: SpanSum): number | null => (handle === 0 ? null : win / handle)
/** What was taken away again can leave the trace of a rounding. */
const spreadOf = ({ variance, handle }: SpanSum): number => (handle === 0 ? 0 : Math.sqrt(Math.max(0, variance)))
const deviationsOf = (sum: SpanSum): number | null =>
  spreadOf(sum) === 0 ? null : (sum.win - sum.theoreticalWin) / spreadOf(sum)
const chanceOf = (sum: SpanSum) => holdChance({ rounds: sum.rounds, deviations: deviationsOf(sum) })

function summaryBlocks(total: SpanSum, { tables, from, to }: JournalFigures, { report, pit }: ReportWords): Block[] {
  const chance = chanceOf(total)
  const { verdict } = chance
  const isOdd = verdict === 'unusual' || verdict === 'very-unusual'
  const hold = holdOf(total)
  return [
    {
      kind: 'tiles',
      tiles: [
        { name: pit.handle, value: money(total.handle), fine: report.roundsOf(grouped(total.rounds)) },
        { name: pit.win, value: money(total.win), fine: `${report.theory} ${money(total.theoreticalWin)}` },
        {
          name: pit.hold,
          value: hold === null ? '–' : percent(hold),
          fine:
            total.handle === 0
              ? ''
              : `${report.theory} ${percent(total.theoreticalWin / total.handle)} ± ${percent((BAND * spreadOf(total)) / total.handle)}`,
        },
        { name: report.voided, value: grouped(total.voided), fine: `${report.awards} ${money(total.awarded)}` },
      ],
    },
    {
      kind: 'verdict',
      tone: isOdd ? 'warning' : verdict === 'within' ? 'good' : 'plain',
      text: holdSentence(chance, total.rounds, ROUNDS_MIN, pit),
    },
    {
      kind: 'facts',
      rows: [
        [report.from, from === null ? report.theBeginning : momentText(from, true)],
        [report.until, to === null ? report.theEnd : momentText(to, true)],
        [report.tables, grouped(tables.length)],
        [report.timeZone, report.singapore],
      ],
    },
    { kind: 'text', text: report.spanMeans },
  ]
}

const sumColumns = ({ report, pit }: ReportWords): ReportColumn[] => [
  { key: 'rounds', title: pit.rounds, isNumber: true },
  { key: 'void', title: report.voided, isNumber: true },
  { key: 'handle', title: pit.handle, isNumber: true },
  { key: 'win', title: pit.win, isNumber: true },
  { key: 'theoretical_win', title: pit.theory, isNumber: true },
  { key: 'spread', title: report.spread, isNumber: true },
  { key: 'hold', title: pit.hold, isNumber: true },
  { key: 'theoretical_hold', title: pit.theoreticalHold, isNumber: true },
  { key: 'awarded', title: report.awards, isNumber: true },
  { key: 'chance', title: pit.chance, isTight: true },
]

function sumCells(sum: SpanSum, { chanceWords }: ReportWords): ReportCell[] {
  const { verdict } = chanceOf(sum)
  const spread = BAND * spreadOf(sum)
  return [
    countCell(sum.rounds),
    countCell(sum.voided),
    moneyCell(sum.handle),
    moneyCell(sum.win),
    moneyCell(sum.theoreticalWin),
    { text: `± ${money(spread)}`, value: moneyValue(spread) },
    percentCell(holdOf(sum)),
    percentCell(sum.handle === 0 ? null : sum.theoreticalWin / sum.handle),
    moneyCell(sum.awarded),
    {
      text: chanceWords[verdict],
      value: verdict,
      ...(verdict === 'unusual' || verdict === 'very-unusual' ? { tone: 'warning' as const } : {}),
    },
  ]
}

const bookTitle = (id: string, { books, bookById }: Pick<JournalWords, 'books' | 'bookById'>): string => {
  const book = bookById(id)
  return book ? books.edition(book).texts.title : id
}

function byTable(tables: readonly TableFigures[], words: JournalWords): Block[] {
  const { report, pit } = words
  const games = [...Map.groupBy(tables, ({ book }) => book)]
  const played = tables.filter(({ total }) => total.handle > 0)
  const rows = played.map(({ table, total }) => {
    const [theory, spread] = [total.theoreticalWin / total.handle, (BAND * spreadOf(total)) / total.handle]
    const at = holdOf(total)!
    return {
      label: table,
      at,
      mark: theory,
      low: theory - spread,
      high: theory + spread,
      isOutside: Math.abs(at - theory) > spread,
    }
  })
  return [
    sumTable(
      'tables',
      report.byTable,
      [
        { key: 'table', title: report.table, isTight: true },
        { key: 'book', title: report.book },
      ],
      tables.map(({ table, book, total }) => [[table, book], total]),
      words,
    ),
    ...(rows.length === 0
      ? []
      : [
          {
            kind: 'picture' as const,
            title: report.holdChart,
            caption: report.holdCaption,
            svg: spreadRows(report.holdChart, rows, (value) => percent(value, 1)),
          },
        ]),
    sumTable(
      'games',
      pit.byGame,
      [{ key: 'game', title: report.game }],
      games.map(([book, own]) => [
        [{ text: `${bookTitle(book, words)} (${book})`, value: book }],
        togetherOf(own.map(({ total }) => total)),
      ]),
      words,
    ),
  ]
}

const sumTable = (
  name: string,
  title: string,
  first: readonly ReportColumn[],
  rows: readonly (readonly [named: readonly ReportCell[], sum: SpanSum])[],
  words: ReportWords,
): ReportTable => ({
  kind: 'table',
  name,
  title,
  columns: [...first, ...sumColumns(words)],
  rows: rows.map(([named, sum]) => [...named, ...sumCells(sum, words)]),
})

/** More hours than this are told by the day. */
const HOURS_MAX = 72
const isLong = (tables: readonly TableFigures[]): boolean =>
  new Set(tables.flatMap(({ hours }) => hours.map(({ from }) => from))).size > HOURS_MAX

type Bucket = { readonly from: string; readonly name: string; readonly sum: SpanSum }

function bucketsOf(hours: readonly HourSum[], byDay: boolean): Bucket[] {
  const named = ({ from }: HourSum): string => momentText(from).slice(0, byDay ? 10 : 16)
  return [...Map.groupBy(hours, named)]
    .map(([name, own]) => ({ name, from: own.map(({ from }) => from).sort()[0]!, sum: togetherOf(own) }))
    .sort((a, b) => (a.from < b.from ? -1 : 1))
}

function byHour(tables: readonly TableFigures[], words: ReportWords): Block[] {
  const { report, pit } = words
  const all = tables.flatMap(({ hours }) => hours)
  const byDay = isLong(tables)
  const title = byDay ? report.dayByDay : pit.byHourTitle
  const buckets = bucketsOf(all, byDay)
  const first: ReportColumn = byDay
    ? { key: 'day', title: report.day, isTight: true }
    : { key: 'hour', title: pit.hourColumn, isTight: true }
  const nameCell = ({ from, name }: Bucket): ReportCell => ({ text: name, value: from })
  const each = tables.flatMap(({ table, hours }) => bucketsOf(hours, byDay).map((bucket) => ({ table, bucket })))
  each.sort((a, b) => (a.bucket.from < b.bucket.from ? -1 : a.bucket.from > b.bucket.from ? 1 : 0))
  return [
    ...(buckets.length === 0 ? [] : winPictures(title, buckets, words)),
    sumTable(
      'hours',
      title,
      [first],
      buckets.map((bucket) => [[nameCell(bucket)], bucket.sum]),
      words,
    ),
    ...(tables.length < 2
      ? []
      : [
          sumTable(
            'tables-by-hour',
            byDay ? report.tableDays : report.tableHours,
            [first, { key: 'table', title: report.table, isTight: true }],
            each.map(({ table, bucket }) => [[nameCell(bucket), table], bucket.sum]),
            words,
          ),
        ]),
  ]
}

function winPictures(title: string, buckets: readonly Bucket[], { report, pit }: ReportWords): Block[] {
  const legend = { win: pit.win, theory: pit.theory, band: report.chanceBand }
  const shorter = (name: string): string => name.slice(5)
  const bounds = (theory: number, variance: number) => {
    const spread = BAND * Math.sqrt(Math.max(0, variance))
    return { theory, low: theory - spread, high: theory + spread }
  }
  const columns = buckets.map(
    ({ name, sum }): ChartPoint => ({
      label: shorter(name),
      win: sum.win,
      ...bounds(sum.theoreticalWin, sum.variance),
    }),
  )
  let so = togetherOf([])
  const grown = buckets.map(({ name, sum }): ChartPoint => {
    so = togetherOf([so, sum])
    return { label: shorter(name), win: so.win, ...bounds(so.theoreticalWin, so.variance) }
  })
  const start: ChartPoint = { label: report.start, win: 0, theory: 0, low: 0, high: 0 }
  const dollars = (cents: number): string => money(cents).replace(/\.00$/, '')
  return [
    { kind: 'picture', title, svg: winChart(title, { points: columns, as: 'columns', legend, format: dollars }) },
    {
      kind: 'picture',
      title: pit.growth,
      svg: winChart(pit.growth, { points: [start, ...grown], as: 'line', legend, format: dollars }),
    },
  ]
}

function restsOn({ streams }: JournalFigures, { report }: ReportWords): ReportTable {
  return {
    kind: 'table',
    name: 'streams',
    title: report.streams,
    columns: [
      { key: 'stream', title: report.stream },
      { key: 'entries', title: report.entries, isNumber: true },
      { key: 'first', title: report.firstEntry },
      { key: 'last', title: report.lastEntry },
      { key: 'hash', title: report.lastHash, isLong: true },
    ],
    rows: streams.map(({ stream, entries, first, last, hash }) => [
      stream,
      countCell(entries),
      first === null ? '–' : momentCell(first),
      last === null ? '–' : momentCell(last),
      hash,
    ]),
    note: report.restsOnMeans,
  }
}
