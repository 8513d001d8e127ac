import { type ChartPoint, spreadRows, winChart } from '../charts/charts.ts'
import { BAND, holdChance, ROUNDS_MIN } from '../lab/hold-chance.ts'
import { gamingDate } from '../print/zone-time.ts'
import { holdSentence } from '../words/hold-sentence.ts'
import { grouped, money, percent } from '../words/plain-text.ts'
import { happeningSections } from './happening-sections.ts'
import { houseSections } from './house-sections.ts'
import type { HourSum, JournalFigures, SpanSum, TableFigures } from './journal-figures.ts'
import {
  type Block,
  type ColumnOf,
  noFigure,
  pictureOf,
  type Report,
  type ReportCell,
  type ReportTable,
  tableBlock,
} from './report-blocks.ts'
import { headingOf, spanText } from './report-heading.ts'
import type { JournalWords, ReportMaker, ReportWords } from './report-text.ts'
import { countCell, momentCell, momentText, momentValue, moneyCell, moneyValue, percentCell } from './report-text.ts'
import { significantSection } from './significant-section.ts'
import { accessSections, dealerSection } from './staff-sections.ts'

/** A day, a shift or any other span of a house's journal. Rounds count when they were first concluded, as they stand now. */
export function journalReport(figures: JournalFigures, vocabulary: ReportWords, maker: ReportMaker): Report {
  const bookById = (id: string) => figures.books.find((book) => book.id === id)
  const words: JournalWords = { ...vocabulary, bookById, calendar: maker.calendar }
  const { report } = words
  const { tables } = figures
  const total = togetherOf(tables.map(({ total }) => total))
  return {
    kind: report.journalKind,
    title: report.journalTitle,
    subtitle: spanText(figures, words),
    heading: headingOf(figures, words, maker),
    sections: [
      { title: report.summary, blocks: summaryBlocks(total, figures, words) },
      { title: report.byTable, blocks: byTable(tables, words) },
      { title: report.toDate, blocks: toDate(figures, words) },
      { title: report.drop, blocks: [dropTable(tables, words)] },
      { title: isLong(tables) ? report.byDay : report.byHour, blocks: byHour(tables, words) },
      ...happeningSections(figures, words),
      dealerSection(figures, words),
      ...houseSections(figures, words),
      ...significantSection(figures, words),
      ...accessSections(figures, words),
      { title: report.restsOn, blocks: [restsOn(figures, words)] },
    ],
    foot: report.journalFoot,
  }
}

function togetherOf(sums: readonly SpanSum[]): SpanSum {
  const of = (part: keyof SpanSum) => sums.reduce((total, sum) => total + sum[part], 0)
  return {
    rounds: of('rounds'),
    staked: of('staked'),
    voided: of('voided'),
    handle: of('handle'),
    win: of('win'),
    theoreticalWin: of('theoreticalWin'),
    variance: of('variance'),
    awarded: of('awarded'),
  }
}

const holdOf = ({ handle, win }: SpanSum): number | null => (handle === 0 ? null : win / handle)
/** Amounts that were subtracted again can leave a rounding error. */
const spreadOf = ({ variance, handle }: SpanSum): number => (handle === 0 ? 0 : Math.sqrt(Math.max(0, variance)))
const deviationsOf = (sum: SpanSum): number | null =>
  spreadOf(sum) === 0 ? null : (sum.win - sum.theoreticalWin) / spreadOf(sum)
const chanceOf = (sum: SpanSum) => holdChance({ staked: sum.staked, deviations: deviationsOf(sum) })

function summaryBlocks(total: SpanSum, figures: JournalFigures, words: JournalWords): Block[] {
  const { tables, from, to } = figures
  const { report, pit } = words
  const chance = chanceOf(total)
  const { verdict } = chance
  const isOdd = verdict === 'unusual' || verdict === 'very-unusual'
  const hold = holdOf(total)
  return [
    ...(isQuiet(figures) ? [{ kind: 'verdict', tone: 'plain', text: report.noActivity } as const] : []),
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
        [report.from, from === null ? report.theBeginning : momentText(from, words, true)],
        [report.until, to === null ? report.theEnd : momentText(to, words, true)],
        [report.tables, grouped(tables.length)],
        [report.timeZone, words.calendar.timeZone],
      ],
    },
    { kind: 'text', text: report.spanMeans },
  ]
}

/** Whether nothing at all happened in the span. */
const isQuiet = ({ streams }: JournalFigures): boolean => streams.every(({ within }) => within === 0)

function toDate({ periods }: JournalFigures, words: JournalWords): Block[] {
  const { report } = words
  const rows = periods.map(({ total: sum, ...one }) => ({ ...one, sum }))
  type Row = (typeof rows)[number]
  const when = (time: string | null): ReportCell =>
    time === null ? { text: report.theBeginning, value: null } : momentCell(time, words)
  return [
    sumTable<Row>({ name: 'to-date', title: report.toDate, note: report.toDateMeans }, rows, words, [
      {
        key: 'period',
        title: report.period,
        isTight: true,
        cell: ({ name }) => ({ text: report.periods[name], value: name }),
      },
      { key: 'from', title: report.from, isTight: true, cell: ({ from }) => when(from) },
      { key: 'until', title: report.until, isTight: true, cell: ({ to }) => when(to) },
      { key: 'drop', title: report.drop, isNumber: true, cell: ({ exchanged }) => moneyCell(exchanged) },
    ]),
  ]
}

/** The drop as casinos define it, beside the tickets that are part of it and those that are not. */
function dropTable(tables: readonly TableFigures[], { report }: ReportWords): ReportTable {
  const money = (
    key: string,
    title: string,
    of: (table: TableFigures) => number | undefined,
  ): ColumnOf<TableFigures> => ({
    key,
    title,
    isNumber: true,
    cell: (table) => {
      const amount = of(table)
      return amount === undefined ? noFigure : moneyCell(amount)
    },
  })
  return tableBlock({ name: 'drop', title: report.drop, note: report.dropMeans }, tables, [
    { key: 'table', title: report.table, isTight: true, cell: ({ table }) => table },
    money('drop', report.drop, ({ exchanged }) => exchanged),
    money('in_cash', report.dropInCash, ({ exchanged, tickets }) =>
      tickets ? exchanged - tickets.redeemed : undefined,
    ),
    money('by_ticket', report.dropByTicket, ({ tickets }) => tickets?.redeemed),
    money('tickets_sold', report.ticketsSold, ({ tickets }) => tickets?.sold),
    money('tickets_paid', report.ticketsPaid, ({ tickets }) => tickets?.paid),
  ])
}

const sumColumns = ({ report, pit, holdVerdicts }: ReportWords): ColumnOf<SpanSum>[] => {
  const figure = (key: string, title: string, cell: (sum: SpanSum) => ReportCell) => ({
    key,
    title,
    isNumber: true,
    cell,
  })
  return [
    figure('rounds', pit.rounds, ({ rounds }) => countCell(rounds)),
    figure('void', report.voided, ({ voided }) => countCell(voided)),
    figure('handle', pit.handle, ({ handle }) => moneyCell(handle)),
    figure('win', pit.win, ({ win }) => moneyCell(win)),
    figure('theoretical_win', pit.theory, ({ theoreticalWin }) => moneyCell(theoreticalWin)),
    figure('spread', report.spread, (sum) => spreadCell(BAND * spreadOf(sum))),
    figure('hold', pit.hold, (sum) => percentCell(holdOf(sum))),
    figure('theoretical_hold', pit.theoreticalHold, ({ handle, theoreticalWin }) =>
      percentCell(handle === 0 ? null : theoreticalWin / handle),
    ),
    figure('awarded', report.awards, ({ awarded }) => moneyCell(awarded)),
    { key: 'chance', title: pit.chance, isTight: true, cell: (sum) => chanceCell(sum, holdVerdicts) },
  ]
}

const spreadCell = (spread: number): ReportCell => ({ text: `± ${money(spread)}`, value: moneyValue(spread) })

function chanceCell(sum: SpanSum, holdVerdicts: ReportWords['holdVerdicts']): ReportCell {
  const { verdict } = chanceOf(sum)
  const cell = { text: holdVerdicts[verdict], value: verdict }
  return verdict === 'unusual' || verdict === 'very-unusual' ? { ...cell, tone: 'warning' } : cell
}

const bookTitle = (id: string, { books, bookById }: Pick<JournalWords, 'books' | 'bookById'>): string => {
  const book = bookById(id)
  return book ? books.edition(book).texts.title : id
}

function byTable(tables: readonly TableFigures[], words: JournalWords): Block[] {
  const { report, pit } = words
  const games = [...Map.groupBy(tables, ({ book }) => book)].map(([book, own]) => ({
    book,
    sum: togetherOf(own.map(({ total }) => total)),
  }))
  const spreads = tables.filter(({ total }) => total.handle > 0).map(holdSpread)
  const holds = () => spreadRows(report.holdChart, spreads, (value) => percent(value, 1))
  const rows = tables.map(({ total: sum, ...one }) => ({ ...one, sum }))
  return [
    sumTable({ name: 'tables', title: report.byTable }, rows, words, [
      { key: 'table', title: report.table, isTight: true, cell: ({ table }) => table },
      { key: 'book', title: report.book, cell: ({ book }) => book },
    ]),
    ...(spreads.length === 0 ? [] : [pictureOf(report.holdChart, holds(), report.holdCaption)]),
    sumTable({ name: 'games', title: pit.byGame }, games, words, [
      {
        key: 'game',
        title: report.game,
        cell: ({ book }) => ({ text: `${bookTitle(book, words)} (${book})`, value: book }),
      },
    ]),
  ]
}

/** The hold of a table beside its theory, and the band that chance keeps it in. */
function holdSpread({ table, total }: TableFigures) {
  const [theory, spread] = [total.theoreticalWin / total.handle, (BAND * spreadOf(total)) / total.handle]
  const at = holdOf(total)!
  const isOutside = Math.abs(at - theory) > spread
  return { label: table, at, mark: theory, low: theory - spread, high: theory + spread, isOutside }
}

const sumTable = <Row extends { sum: SpanSum }>(
  about: { name: string; title: string; note?: string },
  rows: readonly Row[],
  words: ReportWords,
  first: readonly ColumnOf<Row>[],
): ReportTable =>
  tableBlock(about, rows, [
    ...first,
    ...sumColumns(words).map(({ cell, ...column }) => ({ ...column, cell: ({ sum }: Row) => cell(sum) })),
  ])

/** A span of more hours than this is shown by day. */
const HOURS_MAX = 72
const isLong = (tables: readonly TableFigures[]): boolean =>
  new Set(tables.flatMap(({ hours }) => hours.map(({ from }) => from))).size > HOURS_MAX

type Bucket = { readonly from: string; readonly name: string; readonly sum: SpanSum }

/** Hours by the clocks of the house, or gaming days. */
function bucketsOf(hours: readonly HourSum[], byDay: boolean, words: JournalWords): Bucket[] {
  const named = ({ from }: HourSum): string =>
    byDay ? gamingDate(words.calendar, Date.parse(from)) : momentText(from, words)
  return [...Map.groupBy(hours, named)]
    .map(([name, own]) => ({ name, from: own.map(({ from }) => from).sort()[0]!, sum: togetherOf(own) }))
    .sort((a, b) => (a.from < b.from ? -1 : 1))
}

function byHour(tables: readonly TableFigures[], words: JournalWords): Block[] {
  const { report, pit } = words
  const all = tables.flatMap(({ hours }) => hours)
  const byDay = isLong(tables)
  const title = byDay ? report.dayByDay : pit.byHourTitle
  const buckets = bucketsOf(all, byDay, words)
  const first: ColumnOf<Bucket> = {
    ...(byDay ? { key: 'day', title: report.day } : { key: 'hour', title: pit.hourColumn }),
    isTight: true,
    cell: ({ from, name }) => ({ text: name, value: byDay ? name : momentValue(from, words) }),
  }
  const each = tables.flatMap(({ table, hours }) =>
    bucketsOf(hours, byDay, words).map((bucket) => ({ table, ...bucket })),
  )
  each.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
  const ofEach = { name: 'tables-by-hour', title: byDay ? report.tableDays : report.tableHours }
  return [
    ...(buckets.length === 0 ? [] : winPictures(title, buckets, words)),
    sumTable({ name: 'hours', title }, buckets, words, [first]),
    ...(tables.length < 2
      ? []
      : [
          sumTable(ofEach, each, words, [
            first,
            { key: 'table', title: report.table, isTight: true, cell: ({ table }) => table },
          ]),
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
    pictureOf(title, winChart(title, { points: columns, as: 'columns', legend, format: dollars })),
    pictureOf(pit.growth, winChart(pit.growth, { points: [start, ...grown], as: 'line', legend, format: dollars })),
  ]
}

function restsOn({ streams }: JournalFigures, words: JournalWords): ReportTable {
  const { report } = words
  const timeCell = (time: string | null): ReportCell => (time === null ? '–' : momentCell(time, words))
  return tableBlock({ name: 'streams', title: report.streams, note: report.restsOnMeans }, streams, [
    { key: 'stream', title: report.stream, cell: ({ stream }) => stream },
    { key: 'entries', title: report.entries, isNumber: true, cell: ({ entries }) => countCell(entries) },
    { key: 'first', title: report.firstEntry, cell: ({ first }) => timeCell(first) },
    { key: 'last', title: report.lastEntry, cell: ({ last }) => timeCell(last) },
    { key: 'hash', title: report.lastHash, isLong: true, cell: ({ hash }) => hash },
  ])
}
