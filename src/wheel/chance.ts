import { createHash, randomFillSync } from 'node:crypto'
import { below, type NextByte } from '../engine/below.ts'

export { below, type NextByte } from '../engine/below.ts'

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

export const between = (least: number, most: number, next: NextByte): number => least + below(most - least + 1, next)

export const pickOne = <T>(items: readonly T[], next: NextByte): T => items[below(items.length, next)]!
