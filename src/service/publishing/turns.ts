/** When it is told: at the end of a turn of the event loop, when what was told before it is sent. */
export class Turns {
  readonly #hasNews: () => boolean
  readonly #tell: () => Promise<void>
  #isArranged = false
  #isTelling = false

  constructor(hasNews: () => boolean, tell: () => Promise<void>) {
    this.#hasNews = hasNews
    this.#tell = tell
  }

  /** While somebody is still being told, what comes is gathered, so that turns never pile up. */
  get isTelling(): boolean {
    return this.#isTelling
  }

  arrange(): void {
    if (this.#isArranged || this.#isTelling || !this.#hasNews()) return
    this.#isArranged = true
    setImmediate(() => this.now())
  }

  /** Tells what there is without waiting for the end of the turn. */
  now(): void {
    this.#isArranged = false
    this.#isTelling = true
    void this.#tell().then(() => {
      this.#isTelling = false
      this.arrange()
    })
  }
}
