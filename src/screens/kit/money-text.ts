import type { Cents } from '../../engine/money.ts'

/** Money on screen: two decimals, thousands apart, whatever the language. */
export function money(amount: number): string {
  const [whole, cents] = [Math.floor(Math.abs(amount) / 100), Math.abs(amount) % 100]
  return `${amount < 0 ? '−' : ''}${grouped(whole)}.${String(cents).padStart(2, '0')}`
}

/** A gain or a loss: the sign is said, and nothing has none. */
export const signedMoney = (amount: number): string => (amount > 0 ? `+${money(amount)}` : money(amount))

/** For labels where room is short: no cents where there are none. */
export const shortMoney = (amount: number): string => money(amount).replace(/\.00$/, '')

/** What is printed on a chip. */
export function chipText(value: number): string {
  if (value >= 100_000_00) return `${value / 100_000}K`
  if (value % 100_000 === 0) return `${value / 100_000}K`
  return value % 100 === 0 ? String(value / 100) : (value / 100).toFixed(2).replace(/^0/, '')
}

/** What a stack comes to, as it fits on its highest chip: never rounded. */
export function totalText(amount: number): string {
  if (amount >= 1_000_000 && amount % 10_000 === 0) return `${amount / 100_000}K`
  return amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2).replace(/^0/, '')
}

/** Thousands apart. */
export const grouped = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')

/** What a person typed as dollars; null when it is no amount of money. */
export function readMoney(text: string): Cents | null {
  const match = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*$/.exec(text)
  if (!match) return null
  const cents = Number(match[1]!.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? (cents as Cents) : null
}
