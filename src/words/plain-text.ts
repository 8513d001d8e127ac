/** Plain text that is the same in every language. The command line and the screens write money by this too. */

const amounts = new Intl.NumberFormat('en-SG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const money = (cents: number): string => amounts.format(cents / 100)

export const dollars = (cents: unknown): string =>
  Number(cents) < 0 ? `-$${money(-Number(cents))}` : `$${money(Number(cents ?? 0))}`

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
