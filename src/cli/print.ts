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

/** Breaks a text into lines of a width, each after the first indented. */
export function wrapped(text: string, width: number, indent = ''): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join(`\n${indent}`)
}

export const printJson = (value: unknown): void => console.log(JSON.stringify(value))

export const money = (cents: number): string =>
  (cents / 100).toLocaleString('en-SG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const percent = (part: number, digits = 3): string => `${(part * 100).toFixed(digits)}%`
