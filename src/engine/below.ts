/** A source of chance: one byte after another, each of 0 to 255 equally likely. */
export type NextByte = () => number

const DRAWS_MAX = 10_000

/**
 * Draws one of 0 to count - 1, each exactly as likely. It takes as many low bits as count needs and draws again while
 * they are too large, so each value stands for the same number of byte values. More than half of the draws are kept: a
 * generator whose draws are never kept is broken.
 */
export function below(count: number, next: NextByte): number {
  if (!Number.isInteger(count) || count < 1 || count > 256) throw new RangeError(`no draw of one in ${count}`)
  const mask = 2 ** (32 - Math.clz32(count - 1)) - 1
  for (let draws = 0; draws < DRAWS_MAX; draws++) {
    const value = next() & mask
    if (value < count) return value
  }
  throw new Error('the generator does not give random bytes')
}
