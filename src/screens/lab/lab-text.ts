import { type Fraction, toNumber } from '../../engine/fraction.ts'
import { money, percent, signedMoney } from '../../words/plain-text.ts'

/** How the lab writes figures: chances as percents, money with its sign, what is no whole cent rounded to one. */
export const percentOf = (chance: Fraction, digits = 2): string => percent(toNumber(chance), digits)
export const roundedMoney = (cents: number): string => money(Math.round(cents))
export const resultText = (cents: number): string => signedMoney(Math.round(cents))
export const countText = (count: number): string => String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',')
