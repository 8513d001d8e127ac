/**
 * Keys that were ever appended, in two to four bytes each. `false` is certain, `true` means perhaps (it is wrong for
 * about one in a thousand new keys). So a command with a new id is decided at once, without a search in the store. Keys
 * are random numbers of 48 bits. The filter grows by filters of twice the size, so nothing is counted again.
 */
export class KeyFilter {
  /** Until the existing keys are read, every key may be one of them. */
  isComplete = false
  readonly #filters: Filter[] = []

  addAll(keys: Iterable<number>): void {
    for (const key of keys) this.#add(key)
  }

  #add(key: number): void {
    let newest = this.#filters.at(-1)
    if (!newest || newest.count >= newest.keysMax) {
      newest = freshFilter(newest ? 2 * newest.keysMax : KEYS_LEAST)
      this.#filters.push(newest)
    }
    newest.count++
    const { words } = newest
    const at = blockOf(words, key)
    for (let nth = 0; nth < WORDS_IN_BLOCK; nth++) words[at + nth]! |= bitOf(key, nth)
  }

  mayHold(key: number): boolean {
    return !this.isComplete || this.#filters.some(({ words }) => isIn(words, key))
  }
}

type Filter = { words: Uint32Array; count: number; keysMax: number }

const KEYS_LEAST = 65_536
const BITS_A_KEY = 16
/** A key has one bit in each of eight adjacent words, so one memory access answers. */
const WORDS_IN_BLOCK = 8
const UPPER = 2 ** 16
const SALTS = [0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31]

function freshFilter(keysMax: number): Filter {
  const blocks = Math.ceil((keysMax * BITS_A_KEY) / (WORDS_IN_BLOCK * 32))
  return { words: new Uint32Array(blocks * WORDS_IN_BLOCK), count: 0, keysMax }
}

const blockOf = ({ length }: Uint32Array, key: number): number =>
  Math.floor((Math.floor(key / UPPER) / 2 ** 32) * (length / WORDS_IN_BLOCK)) * WORDS_IN_BLOCK

const bitOf = (key: number, nth: number): number => 1 << (Math.imul(key | 0, SALTS[nth]!) >>> 27)

function isIn(words: Uint32Array, key: number): boolean {
  const at = blockOf(words, key)
  for (let nth = 0; nth < WORDS_IN_BLOCK; nth++) if ((words[at + nth]! & bitOf(key, nth)) === 0) return false
  return true
}
