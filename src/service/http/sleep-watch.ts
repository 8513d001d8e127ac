const LOOKS_IN_A_SLEEP = 14

/**
 * Whether this process slept: was paused, or had no core. What was sent to it meanwhile waits in the system's buffers and is
 * read when it goes on, before or after its timers. Whoever sent it has gone to another node by then, or was told that
 * the round is over, and it must not fall into a later one.
 */
export class SleepWatch {
  readonly #sleepMs: number
  readonly #timer: NodeJS.Timeout
  #seenAt = performance.now()
  #isWaking = false

  /** `sleepMs`: shorter than a client waits for an answer before it goes elsewhere. */
  constructor(sleepMs: number) {
    this.#sleepMs = sleepMs
    this.#timer = setInterval(() => this.#look(), sleepMs / LOOKS_IN_A_SLEEP)
    this.#timer.unref()
  }

  /** What is read now may be as old as the sleep. */
  get hasSlept(): boolean {
    return this.#isWaking || performance.now() - this.#seenAt > this.#sleepMs
  }

  /** Until all that waited has been read: what is arranged here runs after that. */
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
