import type { Book } from '../books/rule-book.ts'
import { NOTHING_SENT, numbersFrom } from '../engine/committed-draw.ts'
import { choose } from '../engine/odds.ts'
import { type Draws, drawCode } from '../lab/randomness/draw-battery.ts'
import type { Symbols } from '../lab/randomness/symbol-battery.ts'
import { type NextByte, pickOne } from '../wheel/chance.ts'

/** Repeats the functions that draw bonus numbers and let the simulated ball fall. */

const TOLD_EVERY = 4_096

export function spinWheel(book: Book, chance: NextByte, count: number, tell: (done: number) => void): Symbols {
  const { pockets } = book.wheel
  const indexOf = new Map(pockets.map((pocket, at) => [pocket, at]))
  const values = new Uint8Array(count)
  for (let at = 0; at < count; at++) {
    values[at] = indexOf.get(pickOne(pockets, chance))!
    if (at % TOLD_EVERY === 0) tell(at)
  }
  return { values, kinds: pockets.length }
}

/** A draw and a ball in turn, as in rounds. */
export function drawNumbers(book: Book, chance: NextByte, count: number, tell: (done: number) => void): Draws {
  const { pockets } = book.wheel
  const size = book.rules.bonus!.numbers
  const indexOf = new Map(pockets.map((pocket, at) => [pocket, at]))
  const [numbers, balls] = [new Uint8Array(count * size), new Uint8Array(count)]
  for (let draw = 0; draw < count; draw++) {
    for (const [nth, pocket] of numbersFrom(book, secretFrom(chance), NOTHING_SENT).entries())
      numbers[draw * size + nth] = indexOf.get(pocket)!
    balls[draw] = indexOf.get(pickOne(pockets, chance))!
    if (draw % TOLD_EVERY === 0) tell(draw)
  }
  return { book, numbers, size, kinds: pockets.length, balls }
}

const SECRET_BYTES = 32
const secretFrom = (chance: NextByte): string =>
  Array.from({ length: SECRET_BYTES }, () => chance().toString(16).padStart(2, '0')).join('')

/**
 * Results as bits, for batteries that read bits. A result below `kinds` gives the bits of the largest power of two in
 * `kinds`. Results beyond that power are left out, so that the bits are uniform if the results are.
 */
export class BitPacker {
  readonly #bits: number
  /** Fewer than eight bits are ever left, so that with a result of up to 45 they are a safe integer. */
  #held = 0
  #size = 0

  constructor(all: number) {
    this.#bits = Math.floor(Math.log2(all))
  }

  /** Puts the bytes that are full now to the others. */
  add(result: number, bytes: number[]): void {
    if (result >= 2 ** this.#bits) return
    this.#held = this.#held * 2 ** this.#bits + result
    this.#size += this.#bits
    while (this.#size >= 8) {
      this.#size -= 8
      const byte = Math.floor(this.#held / 2 ** this.#size)
      this.#held -= byte * 2 ** this.#size
      bytes.push(byte)
    }
  }
}

const RESULTS_AT_ONCE = 8_192

/** An endless sequence: the caller stops when it has enough, or when the reader has closed the pipe. */
export function* resultBytes(book: Book, source: 'draw' | 'wheel', chance: NextByte): Generator<Uint8Array> {
  const kinds = book.wheel.pockets.length
  const packer = new BitPacker(source === 'wheel' ? kinds : Number(choose(kinds, book.rules.bonus!.numbers)))
  for (;;) {
    const bytes: number[] = []
    for (const result of resultValues(book, source, chance)) packer.add(result, bytes)
    yield Uint8Array.from(bytes)
  }
}

/** The pocket of each spin, or the number of a whole draw among all possible ones. */
function resultValues(book: Book, source: 'draw' | 'wheel', chance: NextByte): Iterable<number> {
  if (source === 'wheel') return spinWheel(book, chance, RESULTS_AT_ONCE, () => {}).values
  const { numbers, size, kinds, balls } = drawNumbers(book, chance, RESULTS_AT_ONCE, () => {})
  return Float64Array.from(balls, (_, draw) => drawCode(numbers.subarray(draw * size, (draw + 1) * size), kinds))
}
