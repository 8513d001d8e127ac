type Waiting = { seq: number; go: () => void; fail: (error: Error) => void }

/** Where those wait who may be told something only when an entry is on disk. */
export class DiskGate {
  #waiting: Waiting[] = []
  #durable: number

  constructor(durable: number) {
    this.#durable = durable
  }

  get durable(): number {
    return this.#durable
  }

  /** Resolves with the value when that entry is on disk. */
  after<T>(seq: number, value: T): Promise<T> {
    if (this.#durable >= seq) return Promise.resolve(value)
    return new Promise((resolve, fail) => this.#waiting.push({ seq, go: () => resolve(value), fail }))
  }

  release(seq: number): void {
    this.#durable = seq
    let done = 0
    while (done < this.#waiting.length && this.#waiting[done]!.seq <= seq) this.#waiting[done++]!.go()
    this.#waiting.splice(0, done)
  }

  /** Everything that was not on disk never happened. */
  fail(error: Error): void {
    for (const { fail } of this.#waiting.splice(0)) fail(error)
  }
}
