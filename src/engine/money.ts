import type { OddCent } from '../books/rule-book.ts'

/** Money is a whole number of cents, and the compiler knows it. All arithmetic on money is in this file. */

/** An amount of money: a safe whole number of cents. `cents(500)` makes one of a number. */
export type Cents = number & { readonly brand: 'Cents' }

/**
 * The largest amount, a thousand million dollars: above every stake of a table, and low enough that 700 to 1 on it is a
 * safe integer.
 */
export const CENTS_MAX = 100_000_000_000

/** The most money that may ever be brought to one table. */
export const TABLE_MONEY_MAX = 100 * CENTS_MAX

/** The most that a house may lose at one table: the total of all players there then stays a safe integer. */
export const HOUSE_LOSS_MAX = Number.MAX_SAFE_INTEGER - 3 * TABLE_MONEY_MAX

export const zero = 0 as Cents

/**
 * Tells whether a value is a safe whole number.
 *
 * @example
 * const amount: unknown = 500
 * if (isCents(amount)) console.log(cents(amount))
 */
export const isCents = (value: unknown): value is Cents =>
  Number.isSafeInteger(value) && Math.abs(value as number) <= CENTS_MAX

/**
 * Makes money of a whole number of cents. Any other number throws a RangeError. `name`: the argument named in its message.
 *
 * @example
 * ```ts
 * import { cents } from '@croupier/engine'
 *
 * const fiveDollars = cents(500)
 * ```
 */
export function cents(value: number, name = 'value'): Cents {
  if (!isCents(value)) throw new RangeError(`${name}: ${value} is not a whole number of cents up to ${CENTS_MAX}`)
  return value
}

function safe(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Money left the safe integers: ${value}`)
  return value as Cents
}

export const add = (a: Cents, b: Cents): Cents => safe(a + b)
export const subtract = (a: Cents, b: Cents): Cents => safe(a - b)
export const times = (amount: Cents, factor: number): Cents => safe(amount * factor)
export const negative = (amount: Cents): Cents => (amount === 0 ? zero : (-amount as Cents))
export const smaller = (a: Cents, b: Cents): Cents => (a < b ? a : b)
export const larger = (a: Cents, b: Cents): Cents => (a > b ? a : b)
/**
 * The house's share of a stake that is divided: `shares` of `parts`. Where that is not a whole number of cents, the odd
 * cent goes to the side named.
 */
export function shareOf(stake: Cents, shares: number, parts: number, oddCent: OddCent): Cents {
  if (parts === 1) return shares === 0 ? zero : times(stake, shares)
  const all = times(stake, shares)
  const rest = all % parts
  return ((all - rest) / parts + (rest > 0 && oddCent === 'house' ? 1 : 0)) as Cents
}

/** How many whole chips of a value are in an amount. */
export const wholeChips = (amount: Cents, value: Cents): number => Math.floor(amount / value)
/** How many chips of a value it takes to cover an amount. */
export const chipsToCover = (amount: Cents, value: Cents): number => Math.ceil(amount / value)

export function sum(amounts: Iterable<Cents>): Cents {
  let total = zero
  for (const amount of amounts) total = add(total, amount)
  return total
}
