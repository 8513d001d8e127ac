const LOOKS_IN_A_SLEEP = 14

/**
 * Detects whether this process slept: was paused, or had no processor time. Commands that arrived meanwhile wait in the
 * system's buffers and are read when the process continues, before or after its timers. Their senders have reconnected
 * to another node by then or have seen the round end, so a command must not be placed in a later round.
 */
export class SleepWatch {
  readonly #sleepMs: number
  readonly #timer: NodeJS.Timeout
  #seenAt = performance.now()
  #isWaking = false

  /** `sleepMs`: shorter than the time that a client waits for an answer before it reconnects elsewhere. */
  constructor(sleepMs: number) {
    this.#sleepMs = sleepMs
    this.#timer = setInterval(() => this.#look(), sleepMs / LOOKS_IN_A_SLEEP)
    this.#timer.unref()
  }

  /** Whether data that is read now may be as old as the sleep. */
  get hasSlept(): boolean {
    return this.#isWaking || performance.now() - this.#seenAt > this.#sleepMs
  }

  /** The flag stays set until all waiting data has been read: timers set here run after that. */
  #look(): void {
    this.#isWaking ||= performance.now() - this.#seenAt > this.#sleepMs
    this.#seenAt = performance.now()
    if (this.#isWaking)
      setImmediate(() => {
        this.#isWaking = false
      })
  }

  end(): void {
    clearInterval(this.#timer)
  }
}
