import type { Cell, ReportTable } from './report-blocks.ts'

/** RFC 4180, with a line for the names of the columns. */
export const csvOf = ({ columns, rows }: ReportTable): string =>
  [columns.map(({ key }) => key), ...rows.map((row) => row.map(figureOf))]
    .map((row) => row.map(fieldOf).join(','))
    .join('\r\n')
    .concat('\r\n')

/** The same as an address, so that a page holds its own figures. */
export const csvAddress = (table: ReportTable): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(table)).replaceAll("'", '%27')}`

const figureOf = (cell: Cell): string | number | null => (typeof cell === 'object' ? cell.value : cell)

function fieldOf(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet would take a reason such as =1+1 for a formula.
  const plain = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
