const STAFF_EVERY_MS = 100

/** Publishes at the end of a turn of the event loop, as soon as the turn before is sent. */
export class Turns {
  readonly #hasNews: () => boolean
  readonly #publish: () => Promise<void>
  #isArranged = false
  #isSending = false

  constructor(hasNews: () => boolean, publish: () => Promise<void>) {
    this.#hasNews = hasNews
    this.#publish = publish
  }

  /** While a turn is being sent, news is gathered, so that turns never pile up. */
  get isSending(): boolean {
    return this.#isSending
  }

  arrange(): void {
    if (this.#isArranged || this.#isSending || !this.#hasNews()) return
    this.#isArranged = true
    setImmediate(() => this.now())
  }

  /** Publishes without waiting for the end of the turn. */
  now(): void {
    this.#isArranged = false
    this.#isSending = true
    void this.#publish().then(() => {
      this.#isSending = false
      this.arrange()
    })
  }
}

/** Publishes seats to staff, which change with every wager: a few times a second, and at once when it is urgent. */
export class StaffTurns {
  readonly #publish: () => void
  #timer: NodeJS.Timeout | null = null

  constructor(publish: () => void) {
    this.#publish = publish
  }

  arrange(atOnce: boolean): void {
    if (this.#timer && !atOnce) return
    this.close()
    this.#timer = setTimeout(
      () => {
        this.#timer = null
        this.#publish()
      },
      atOnce ? 0 : STAFF_EVERY_MS,
    )
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }
}
