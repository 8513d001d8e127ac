/** RFC 4180, with a line for the names of the columns. */
export const csvOf = ({ columns, rows }: ReportTable): string =>
  [columns.map(({ key }) => key), ...rows.map((row) => row.map(figureOf))]
    .map((row) => row.map(csvField).join(','))
    .join('\r\n')
    .concat('\r\n')

/**
 * A file of figures by itself: first lines of two fields, the first of which begins with #, say whose report it is, of which
 * period, and which of its tables this is.
 */
export function csvFile(report: Report, table: ReportTable): string {
  if (!report.heading) return csvOf(table)
  const tables = tablesOf(report)
  const head: [string, string][] = [
    ['report', report.title],
    ...report.heading.map(({ key, value }): [string, string] => [key, value]),
    ['table', table.title],
    ['file', `${tables.indexOf(table) + 1} of ${tables.length}`],
    ...(table.rows.length === 0 && table.empty ? [['rows', table.empty] as [string, string]] : []),
  ]
  const lines = head.map(([key, value]) => `#${key},${csvField(value)}\r\n`)
  return `${lines.join('')}${csvOf(table)}`
}

/** A report with all its tables as JSON: what is in the files of figures, in one. */
export function reportJson(report: Report): string {
  const { kind, title, subtitle, heading = [] } = report
  const tables = tablesOf(report).map((table) => ({
    name: table.name,
    title: table.title,
    columns: table.columns.map(({ key, title }) => ({ key, title })),
    rows: table.rows.map((row) =>
      Object.fromEntries(row.map((cell, nth) => [table.columns[nth]!.key, figureOf(cell)])),
    ),
    ...(table.rows.length === 0 && table.empty ? { empty: table.empty } : {}),
  }))
  const about = Object.fromEntries(heading.map(({ key, value }) => [key, value]))
  return `${JSON.stringify({ kind, title, subtitle, heading: about, tables })}\n`
}

/** Returns a file as a data URL, so that a page contains its own figures. */
export const fileAddress = (type: 'text/csv' | 'application/json', text: string): string =>
  `data:${type};charset=utf-8,${encodeURIComponent(text).replaceAll("'", '%27')}`

const figureOf = (cell: ReportCell): string | number | null => (typeof cell === 'object' ? cell.value : cell)

function csvField(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet would take a reason such as =1+1 for a formula.
  const plain = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** The content of a report, before it becomes a page or a file of figures. */
export type Report = {
  /** The kind of report in a few words. */
  readonly kind: string
  readonly title: string
  readonly subtitle: string
  readonly sections: readonly ReportSection[]
  readonly foot: string
  /** Facts that an authority wants on every page and in every file. */
  readonly heading?: readonly HeadingFact[]
}

/** `key` is the same in every language. `place`: where it stands in the margin of a printed page. */
type HeadingFact = {
  readonly key: string
  readonly name: string
  readonly value: string
  readonly place: 'left' | 'right' | 'foot' | 'none'
}

export type ReportSection = { readonly title: string; readonly blocks: readonly Block[]; readonly onNewPage?: boolean }

type Tone = 'good' | 'warning'

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'verdict'; readonly tone: Tone | 'plain'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'tiles'; readonly tiles: readonly Tile[] }
  | Picture
  | ReportTable

type Tile = { readonly name: string; readonly value: string; readonly fine?: string }

type Picture = {
  readonly kind: 'picture'
  readonly svg: string
  readonly title?: string
  readonly caption?: string
  readonly isWide?: boolean
}

/** `text` is for people; `value` is for programs, null where there is none. */
export type ReportCell =
  | string
  | number
  | { readonly text: string; readonly value: string | number | null; readonly tone?: Tone }

/** `key` is the column's name in a file of figures, the same in every language. */
type ReportColumn = {
  readonly key: string
  readonly title: string
  readonly isNumber?: boolean
  /** May be broken anywhere: fractions of very many digits, reasons. */
  readonly isLong?: boolean
  /** Stays in one line. */
  readonly isTight?: boolean
}

export type ReportTable = {
  readonly kind: 'table'
  /** The name of its file of figures. */
  readonly name: string
  readonly title: string
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly (readonly ReportCell[])[]
  readonly note?: string
  /** The text shown without any row. */
  readonly empty?: string
}

/** A column with the cell that it has in each row. */
export type ColumnOf<Row> = ReportColumn & { readonly cell: (row: Row) => ReportCell }

/** Builds a table from its columns, so that a heading and its cells stand side by side. */
export const tableBlock = <Row>(
  about: Pick<ReportTable, 'name' | 'title' | 'note' | 'empty'>,
  rows: readonly Row[],
  columns: readonly ColumnOf<Row>[],
): ReportTable => ({
  kind: 'table',
  ...about,
  columns: columns.map(({ cell: _, ...column }) => column),
  rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
})

export const pictureOf = (title: string, svg: string, caption?: string): Block =>
  caption === undefined ? { kind: 'picture', title, svg } : { kind: 'picture', title, caption, svg }

/** The cell of a figure that there is none of. */
export const noFigure: ReportCell = { text: '–', value: null }

/** The tables of a report, in their order: the first is the one that it is about. */
export const tablesOf = ({ sections }: Report): ReportTable[] =>
  sections.flatMap(({ blocks }) => blocks.filter((block): block is ReportTable => block.kind === 'table'))
