const EVERY_MS = 100

/** When staff are told of seats, which change with every wager: a few times a second, and at once when it is urgent. */
export class StaffTurns {
  readonly #tell: () => void
  #timer: NodeJS.Timeout | null = null

  constructor(tell: () => void) {
    this.#tell = tell
  }

  arrange(atOnce: boolean): void {
    if (this.#timer && !atOnce) return
    this.close()
    this.#timer = setTimeout(
      () => {
        this.#timer = null
        this.#tell()
      },
      atOnce ? 0 : EVERY_MS,
    )
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }
}
