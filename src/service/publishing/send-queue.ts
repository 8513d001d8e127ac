import type { TurnAnswers } from './held-answers.ts'
import type { Listener, Text } from './listeners.ts'

const SLICE_MS = 5

type Build = (listener: Listener) => Text | null

/**
 * How it is sent: one after the other, so that what a listener hears is in order; and a few milliseconds at a time, so
 * that nobody is held up by a large audience.
 */
export class SendQueue {
  readonly #isHere: (listener: Listener) => boolean
  #last: Promise<void> = Promise.resolve()

  constructor(isHere: (listener: Listener) => boolean) {
    this.#isHere = isHere
  }

  /** `answers`: those that leave with what is told here. */
  send(targets: readonly Listener[], build: Build, answers: TurnAnswers | null = null): Promise<void> {
    if (targets.length === 0 && !answers) return this.#last
    const told = answers ? new Set(targets) : null
    const everybody = answers ? [...targets] : targets
    for (const listener of answers?.listeners ?? []) if (!told!.has(listener)) (everybody as Listener[]).push(listener)
    const tell = (listener: Listener): void => {
      const message = !told || told.has(listener) ? build(listener) : null
      if (answers) answers.give(listener, message)
      else if (message) listener.send(message)
    }
    this.#last = this.#last.then(() => this.#inSlices(everybody, tell))
    return this.#last
  }

  async #inSlices(listeners: readonly Listener[], tell: (listener: Listener) => void): Promise<void> {
    let until = performance.now() + SLICE_MS
    for (const listener of listeners) {
      if (performance.now() > until) {
        await new Promise(setImmediate)
        until = performance.now() + SLICE_MS
      }
      if (this.#isHere(listener)) tell(listener)
    }
  }
}
