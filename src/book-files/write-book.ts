const WIDTH = 140

/** Writes a book as text that people read and edit: a row of a table on one line, lists of pockets filled to the width. */
export const bookText = (book: object): string => `${written(book, '', 0)}\n`

/** `before`: how much stands before it on its line, and after it. */
function written(value: unknown, indent: string, before: number): string {
  const line = onOneLine(value)
  if (typeof value !== 'object' || value === null || indent.length + before + line.length < WIDTH) return line
  const inner = `${indent}  `
  if (!Array.isArray(value)) {
    const rows = Object.entries(value).map(([name, item]) => {
      const label = `${JSON.stringify(name)}: `
      return `${inner}${label}${written(item, inner, label.length)}`
    })
    return `{\n${rows.join(',\n')}\n${indent}}`
  }
  const isFilled = value.every((item) => typeof item !== 'object')
  const rows = isFilled ? filled(value, inner) : value.map((item) => `${inner}${written(item, inner, 0)}`)
  return `[\n${rows.join(',\n')}\n${indent}]`
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${onOneLine(item)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

function filled(items: readonly unknown[], indent: string): string[] {
  const lines: string[] = []
  for (const item of items.map((one) => JSON.stringify(one))) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + item.length + 3 < WIDTH) lines[lines.length - 1] = `${last}, ${item}`
    else lines.push(`${indent}${item}`)
  }
  return lines
}
