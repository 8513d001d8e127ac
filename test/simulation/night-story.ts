import type { VirtualTime } from './virtual-time.ts'

/** The log of a night, line by line, for debugging. */
export class NightStory {
  readonly #lines: { at: number; text: string }[] = []
  readonly #time: VirtualTime
  #began = 0

  constructor(time: VirtualTime) {
    this.#time = time
  }

  /** Logging and the clock start here. */
  begin(): void {
    this.#began = this.#time.now
    this.#lines.length = 0
  }

  tell(text: string): void {
    this.#lines.push({ at: this.#time.now, text })
  }

  get lines(): string[] {
    return this.#lines.map(({ at, text }) => `${((at - this.#began) / 1000).toFixed(3).padStart(8)} s  ${text}`)
  }
}
