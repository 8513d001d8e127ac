/** An exact fraction of bigints, always in lowest terms with a positive denominator. */
export type Fraction = { readonly n: bigint; readonly d: bigint }

export const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
const magnitude = (a: bigint): bigint => (a < 0n ? -a : a)

/**
 * Makes a reduced fraction with a positive denominator.
 *
 * @example
 * const edge = fraction(2, 74)
 * console.log(fractionText(edge)) // 1/37
 */
export function fraction(n: bigint | number, d: bigint | number = 1n): Fraction {
  const [top, bottom] = [BigInt(n), BigInt(d)]
  if (bottom === 0n) throw new RangeError('A fraction over zero')
  const common = gcd(magnitude(top), magnitude(bottom)) * (bottom < 0n ? -1n : 1n)
  return { n: top / common, d: bottom / common }
}

export const nothing = fraction(0)
export const one = fraction(1)
export const plus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d + b.n * a.d, a.d * b.d)
export const minus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d - b.n * a.d, a.d * b.d)
export const multiply = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d)
export const total = (parts: Iterable<Fraction>): Fraction => [...parts].reduce(plus, nothing)

/**
 * Writes a fraction, such as 1/37; a whole number without a denominator.
 *
 * @example
 * const text: string = fractionText(fraction(1, 37))
 */
export const fractionText = ({ n, d }: Fraction): string => (d === 1n ? `${n}` : `${n}/${d}`)

/**
 * The nearest double, also where numerator and denominator are too large for one.
 *
 * @example
 * const percent = toNumber(fraction(1, 37)) * 100
 */
export function toNumber({ n, d }: Fraction): number {
  const excess = magnitude(n).toString(2).length - d.toString(2).length
  const shift = 60 - excess
  const [top, bottom] = shift >= 0 ? [magnitude(n) << BigInt(shift), d] : [magnitude(n), d << BigInt(-shift)]
  // A remainder sets the last bit: a value just above halfway must not be rounded as halfway.
  const scaled = Number((top / bottom) | (top % bottom === 0n ? 0n : 1n)) * (n < 0n ? -1 : 1)
  // In two steps, because 2 ** shift alone can be too large for a double.
  const half = Math.trunc(shift / 2)
  return scaled / 2 ** half / 2 ** (shift - half)
}
