import { DiskGate } from './gate.ts'

declare const onDisk: unique symbol
/** What has passed the disk. Nothing else makes it, so that no door can tell what may still be lost. */
export type Settled<T> = T & { readonly [onDisk]: true }

/**
 * How far a stream has come: what all that was decided comes to, what of it is on disk, and those who wait until the rest
 * is there too.
 */
export class Progress<Memory> {
  #ahead: Memory
  #last: number
  #lastHash: string | undefined
  #settled: Settled<Memory>
  #settledHash: string | undefined
  readonly #gate: DiskGate

  /** From the journal: nothing is ahead of it. `hash`: of the last entry, where decisions name the one they rest on. */
  constructor({ memory, seq, hash }: { memory: Memory; seq: number; hash?: string | undefined }) {
    this.#ahead = memory
    this.#last = seq
    this.#lastHash = hash
    this.#settled = memory as Settled<Memory>
    this.#settledHash = hash
    this.#gate = new DiskGate(seq)
  }

  /** What all that was decided comes to: for those who decide, and for nobody who tells. */
  get ahead(): Memory {
    return this.#ahead
  }

  /** The number of the entry that was decided last. */
  get last(): number {
    return this.#last
  }

  /** The hash of the entry that was decided last; undefined where decisions do not name it. */
  get lastHash(): string | undefined {
    return this.#lastHash
  }

  /** State as of the last durable entry. */
  get settled(): Settled<Memory> {
    return this.#settled
  }

  /** The number of the last entry that is on disk. */
  get durable(): number {
    return this.#gate.durable
  }

  /** Something was decided that is not on disk yet. */
  get isAhead(): boolean {
    return this.#last !== this.#gate.durable
  }

  /** One entry more is decided. */
  advance(seq: number, after: Memory, hash?: string): void {
    this.#last = seq
    this.#ahead = after
    this.#lastHash = hash
  }

  /** All up to that entry is on disk, and what was decided after it may not be. */
  land(seq: number, after: Memory, hash?: string): void {
    this.#settled = after as Settled<Memory>
    this.#settledHash = hash
    this.#gate.release(seq)
  }

  /** The next entry is somebody else's. It is on disk already, and nothing was decided here after what was there before it. */
  follow(seq: number, after: Memory, hash?: string): void {
    this.advance(seq, after, hash)
    this.land(seq, after, hash)
  }

  /** What is not on disk never happened; whoever waits for it is told why. */
  fallBack(why: Error): void {
    this.#last = this.#gate.durable
    this.#lastHash = this.#settledHash
    this.#ahead = this.#settled
    this.#gate.fail(why)
  }

  /** It goes no further: whoever waits, or comes to wait, is told why. */
  end(why: Error): void {
    this.#gate.shut(why)
  }

  /** Resolves with the value when that entry is on disk. */
  after<T>(seq: number, value: T): Promise<T> {
    return this.#gate.after(seq, value)
  }

  /** The same when all is on disk that is decided by now. */
  afterAll<T>(value: T): Promise<T> {
    return this.#gate.after(this.#last, value)
  }
}
