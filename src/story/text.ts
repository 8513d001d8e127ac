/** Plain text: no rule and no table in it. The command line and the screens write money and lists by these too. */

export const money = (cents: number): string =>
  (cents / 100).toLocaleString('en-SG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const dollars = (cents: unknown): string =>
  Number(cents) < 0 ? `-$${money(-Number(cents))}` : `$${money(Number(cents))}`

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** A sentence of its own, after another; nothing where no reason was given. */
export const quoted = (reason: string | undefined): string =>
  reason === undefined ? '' : ` The reason given: "${reason.replace(/\.$/, '')}".`

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
