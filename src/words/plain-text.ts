import type { Cents } from '../engine/money.ts'

/** Text that is the same in every language. Story, screens, reports, tickets and the command line write money by this. */

/** A number rounded to a whole one, thousands apart. */
export const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')

/** Two decimals, thousands apart, computed in whole cents; a mean is rounded to the nearest. */
export function money(cents: number, minus = '−'): string {
  const amount = Math.round(Math.abs(cents))
  const sign = cents < 0 && amount > 0 ? minus : ''
  return `${sign}${grouped(Math.floor(amount / 100))}.${String(amount % 100).padStart(2, '0')}`
}

/** Where a machine may read it: with a hyphen for a minus. */
export const plainMoney = (cents: number): string => money(cents, '-')

let currencySign = '$'
/** Sets the sign of the house before amounts, for this page. */
export function setCurrency(sign: string): void {
  currencySign = sign
}

/** An amount with the sign of the house before it. */
export const dollars = (cents: unknown, sign = currencySign): string =>
  Number(cents) < 0 ? `-${sign}${money(-Number(cents))}` : `${sign}${money(Number(cents ?? 0))}`

/** A gain or a loss: the sign is said, and nothing has none. */
export const signedMoney = (cents: number): string => (Math.round(cents) > 0 ? `+${money(cents)}` : money(cents))

/** For labels where room is short: no cents where there are none. */
export const shortMoney = (cents: number): string => money(cents).replace(/\.00$/, '')

/** The print of a chip. */
export function chipText(value: number): string {
  if (value >= 100_000_00 || value % 100_000 === 0) return `${value / 100_000}K`
  return tightMoney(value)
}

/** The total of a stack, as it fits on its highest chip: never rounded. */
export function totalText(cents: number): string {
  return cents >= 1_000_000 && cents % 10_000 === 0 ? `${cents / 100_000}K` : tightMoney(cents)
}

const tightMoney = (cents: number): string =>
  shortMoney(cents)
    .replaceAll(',', '')
    .replace(/^0(?=\.)/, '')

/** Reads an amount that a person typed as dollars; null when it is none. */
export function readMoney(text: string): Cents | null {
  const bare = text.trim()
  const plain = bare.startsWith(currencySign) ? bare.slice(currencySign.length) : bare
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(plain.trimStart())
  if (!match) return null
  const cents = Number(match[1]!.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? (cents as Cents) : null
}

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Parts of a whole, the same in every language and on every paper: no room before the sign, a true minus. */
export const percent = (part: number, digits = 2): string => `${(part * 100).toFixed(digits)}%`.replace('-', '−')

/** A probability for people: never a bare zero, never more digits than it is worth. */
export const chanceText = (p: number): string => (p < 0.0001 ? '< 0.01%' : percent(p, p < 0.01 ? 2 : p < 0.1 ? 1 : 0))

/** Minutes and seconds, as a clock that counts shows them. */
export const elapsedText = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML and SVG. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!)

/** Amounts for paper are whole cents, not negative. */
export function dollarsAndCents(cents: number): { dollars: number; rest: number } {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`Not an amount of cents: ${cents}`)
  return { dollars: Math.floor(cents / 100), rest: cents % 100 }
}

/** Groups of digits, the smallest first. */
export function digitGroups(value: number, size: number): number[] {
  const groups: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / size)) groups.push(rest % size)
  return groups
}
