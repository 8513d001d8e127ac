/** How English is put together: what the sentences of the story share. */

export const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

export function listInWords(items: readonly string[]): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

export const forPlayer = (whom: string | null): string => (whom === null ? '' : ` for ${whom}`)
export const afterRevolutions = (revolutions: number | undefined): string =>
  revolutions === undefined ? '' : ` after ${countOf(revolutions, 'revolution')}`
export const makingTotal = (total: string | null): string => (total === null ? '' : `, making ${total} there`)
