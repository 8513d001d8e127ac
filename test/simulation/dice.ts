/** Chance from a seed, the same each time: a small generator (mulberry32), good enough to make trouble with. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Dice of somebody's own: what others throw does not change what these show. */
  static of(seed: number, whose: string): Dice {
    const mixed = [...whose].reduce(
      (hash, sign) => Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193),
      seed ^ 0x811c9dc5,
    )
    return new Dice(mixed)
  }

  /** From 0 to just below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  isOneIn(count: number): boolean {
    return this.below(count) === 0
  }

  oneOf<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
}
