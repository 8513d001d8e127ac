type GateWaiter = { seq: number; value: unknown; resolve: (value: never) => void; reject: (error: Error) => void }

/** A queue of callers who may see a value only when an entry is durable. */
export class DiskGate {
  #waiting: GateWaiter[] = []
  #durable: number
  #shut: Error | null = null

  constructor(durable: number) {
    this.#durable = durable
  }

  get durable(): number {
    return this.#durable
  }

  /** Resolves with the value when that entry is durable. */
  after<T>(seq: number, value: T): Promise<T> {
    if (this.#durable >= seq) return Promise.resolve(value)
    if (this.#shut) return Promise.reject(this.#shut)
    return new Promise((resolve, reject) => this.#wait({ seq, value, resolve, reject }))
  }

  /**
   * Keeps waiters in order of their entries, not of their arrival: a waiter for a later entry must not hold up the
   * others.
   */
  #wait(one: GateWaiter): void {
    const all = this.#waiting
    const isLast = (all.at(-1)?.seq ?? 0) <= one.seq
    if (isLast) all.push(one)
    else all.splice(all.findLastIndex(({ seq }) => seq <= one.seq) + 1, 0, one)
  }

  release(seq: number): void {
    this.#durable = seq
    let done = 0
    for (; done < this.#waiting.length && this.#waiting[done]!.seq <= seq; done++) {
      const { value, resolve } = this.#waiting[done]!
      resolve(value as never)
    }
    this.#waiting.splice(0, done)
  }

  /** Rejects all waiters: their entries never became durable. */
  fail(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }

  /** Rejects all waiters, including later ones: the stream has stopped, and restarts with another gate. */
  shut(error: Error): void {
    this.#shut = error
    this.fail(error)
  }
}
