/** Repeats an attempt after growing pauses until it succeeds. */
export class Retry {
  readonly #firstMs: number
  readonly #attempt: () => Promise<boolean>
  #timer: NodeJS.Timeout | null = null
  /** Another attempt was requested during the current one. */
  #isDueAgain = false
  #isEnded = false

  constructor(firstMs: number, attempt: () => Promise<boolean>) {
    this.#firstMs = firstMs
    this.#attempt = attempt
  }

  start(after = this.#firstMs): void {
    if (this.#timer) this.#isDueAgain = true
    if (this.#isEnded || this.#timer) return
    this.#timer = setTimeout(() => void this.#try(after), after).unref()
  }

  end(): void {
    this.#isEnded = true
    if (this.#timer) clearTimeout(this.#timer)
  }

  async #try(after: number): Promise<void> {
    this.#isDueAgain = false
    // The attempt reports its own failure. Here it only means that another one is due.
    const isDone = await this.#attempt().catch(() => false)
    this.#timer = null
    if (!isDone) this.start(Math.min(after * 2, LONGEST_MS))
    else if (this.#isDueAgain) this.start()
  }
}

const LONGEST_MS = 30_000
