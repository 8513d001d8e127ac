/**
 * Which keys were ever noted, in two to four bytes each: `false` is sure, `true` is perhaps (about one in a thousand that were
 * not). Keys are numbers of 48 bits that lie as by chance. It grows by filters of twice the size, so nothing is ever
 * counted anew.
 */
export class KeyFilter {
  readonly #filters: Filter[]

  constructor(filters: readonly Filter[] = []) {
    this.#filters = [...filters]
  }

  /** For so many keys as are there, and as many again. */
  static for(keys: number): KeyFilter {
    return new KeyFilter([freshFilter(2 * keys)])
  }

  /** To be sent to another thread. */
  get filters(): readonly Filter[] {
    return this.#filters
  }

  add(key: number): void {
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
    return this.#filters.some(({ words }) => isIn(words, key))
  }
}

export type Filter = { words: Uint32Array; count: number; keysMax: number }

const KEYS_LEAST = 65_536
const BITS_A_KEY = 16
/** A key has one bit in each of eight words that lie together: one look at memory answers. */
const WORDS_IN_BLOCK = 8
const UPPER = 2 ** 16
const SALTS = [0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31]

function freshFilter(keys: number): Filter {
  const keysMax = Math.max(KEYS_LEAST, keys)
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
