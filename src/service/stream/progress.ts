import { DiskGate } from './gate.ts'

declare const onDisk: unique symbol
/** Durable state. Only this file creates the type, so that routes cannot publish state that may still be lost. */
export type Settled<T> = T & { readonly [onDisk]: true }

/**
 * The progress of a stream: its pending state, its durable state, and the callers who wait until the pending entries
 * are durable.
 */
export class Progress<Memory> {
  #ahead: Memory
  #last: number
  #lastHash: string | undefined
  #settled: Settled<Memory>
  #settledHash: string | undefined
  readonly #gate: DiskGate

  /**
   * Begins with state read from the journal, without pending entries. `hash`: of the last entry, where each entry names
   * the one that it was decided on.
   */
  constructor({ memory, seq, hash }: { memory: Memory; seq: number; hash?: string | undefined }) {
    this.#ahead = memory
    this.#last = seq
    this.#lastHash = hash
    this.#settled = memory as Settled<Memory>
    this.#settledHash = hash
    this.#gate = new DiskGate(seq)
  }

  /** State after all decisions, including pending ones. Decisions use it; it must not be published. */
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

  /** The number of the last durable entry. */
  get durable(): number {
    return this.#gate.durable
  }

  /** Whether any decided entry is still pending. */
  get isAhead(): boolean {
    return this.#last !== this.#gate.durable
  }

  /** Adds one decided entry. */
  advance(seq: number, after: Memory, hash?: string): void {
    this.#last = seq
    this.#ahead = after
    this.#lastHash = hash
  }

  /** Marks all entries up to that one as durable. Later ones may still be pending. */
  land(seq: number, after: Memory, hash?: string): void {
    this.#settled = after as Settled<Memory>
    this.#settledHash = hash
    this.#gate.release(seq)
  }

  /** Adds an entry that another node wrote. It is durable already, and this stream has no pending entries. */
  follow(seq: number, after: Memory, hash?: string): void {
    this.advance(seq, after, hash)
    this.land(seq, after, hash)
  }

  /** Drops all pending entries. Their callers get the reason. */
  fallBack(why: Error): void {
    this.#last = this.#gate.durable
    this.#lastHash = this.#settledHash
    this.#ahead = this.#settled
    this.#gate.fail(why)
  }

  /** Ends the stream. All present and later callers get the reason. */
  end(why: Error): void {
    this.#gate.shut(why)
  }

  /** Resolves with the value when that entry is durable. */
  after<T>(seq: number, value: T): Promise<T> {
    return this.#gate.after(seq, value)
  }

  /** Resolves with the value when every entry decided by now is durable. */
  afterAll<T>(value: T): Promise<T> {
    return this.#gate.after(this.#last, value)
  }
}
