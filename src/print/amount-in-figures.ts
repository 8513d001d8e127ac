import { dollarsAndCents } from '../words/amounts.ts'

/** An amount for paper, the same in every language. Whole cents, not negative. */
export function amountInFigures(cents: number): string {
  const { dollars, rest } = dollarsAndCents(cents)
  return `$${String(dollars).replace(/\B(?=(\d{3})+$)/g, ',')}.${String(rest).padStart(2, '0')}`
}
