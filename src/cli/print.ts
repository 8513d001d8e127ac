/** Prints rows under headings; columns that hold only numbers or fractions stand to the right. */
export function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]!.length)))
  const isFigures = headings.map(
    (_, column) => rows.length > 0 && rows.every((row) => /^[-\d.,/%]*$/.test(row[column]!)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (isFigures[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd()
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

export const percent = (part: number, digits = 3): string => `${(part * 100).toFixed(digits)}%`
