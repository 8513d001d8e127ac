import { grouped, money, signedMoney } from '../../words/plain-text.ts'

/** Theory is no whole number of cents; on screen it is rounded to one. */
export const theoryText = (cents: number): string => money(Math.round(cents))
export const signedTheory = (cents: number): string => signedMoney(Math.round(cents))

export function percent(part: number | null): string {
  if (part === null) return '–'
  const [whole, decimals] = Math.abs(part * 100)
    .toFixed(2)
    .split('.')
  return `${part < 0 ? '−' : ''}${grouped(Number(whole))}.${decimals}%`
}
export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** The same as a number, for those who calculate with it. */
export const pText = (p: number): string => (p < 0.0001 ? 'p < 0.0001' : `p = ${p.toFixed(4)}`)
