import { createHash, randomFillSync } from 'node:crypto'

/** Where chance comes from: one byte after another, each of 0 to 255 equally likely. */
export type NextByte = () => number

/** The operating system's cryptographic generator. */
export function cryptoBytes(): NextByte {
  return drawnFrom((block) => randomFillSync(block))
}

/** The same bytes for the same seed, for demonstrations and tests. Never for a real table. */
export function seededBytes(seed: string): NextByte {
  let count = 0
  return drawnFrom((block) => block.set(createHash('sha512').update(`${count++}:${seed}`).digest()))
}

function drawnFrom(fill: (block: Uint8Array) => void): NextByte {
  const block = new Uint8Array(64)
  let used = block.length
  return () => {
    if (used === block.length) {
      fill(block)
      used = 0
    }
    const byte = block[used]!
    // A byte that was given is nowhere to be found again.
    block[used++] = 0
    return byte
  }
}

const DRAWS_MAX = 10_000

/**
 * One of 0 to count - 1, each exactly as likely: as many low bits as count needs, drawn again while they show more.
 * Each value that is kept stands for the same number of byte values. A draw is kept more often than not, so that a
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

export const between = (least: number, most: number, next: NextByte): number => least + below(most - least + 1, next)

export const oneOf = <T>(items: readonly T[], next: NextByte): T => items[below(items.length, next)]!
