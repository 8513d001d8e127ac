import type { Listener } from './listeners.ts'
import type { Touch } from './news.ts'

/** An answer that waits for the message that tells what it changed: the two leave as one. */
export class HeldAnswer {
  private readonly given = Promise.withResolvers<string>()
  private readonly leaving = Promise.withResolvers<void>()

  /** The answer as JSON; resolves when it has left. */
  give(text: string): Promise<void> {
    this.given.resolve(text)
    return this.leaving.promise
  }

  get text(): Promise<string> {
    return this.given.promise
  }

  leave(): void {
    this.leaving.resolve()
  }
}

/** Which answers go with the coming turn. */
export class HeldAnswers {
  private asker: Listener | null = null
  private held: HeldAnswer | null = null
  private coming = new Map<Listener, HeldAnswer[]>()

  /** Runs a command of this listener. Where it is decided at once and changes what they see, its answer is held. */
  asking<T>(listener: Listener, work: () => T): { result: T; held: HeldAnswer | null } {
    this.asker = listener
    this.held = null
    try {
      return { result: work(), held: this.held }
    } finally {
      this.asker = null
    }
  }

  note(touches: readonly Touch[]): void {
    const { asker } = this
    if (!asker || this.held || !touches.some(([player]) => player === asker.player)) return
    this.held = new HeldAnswer()
    this.coming.set(asker, [...(this.coming.get(asker) ?? []), this.held])
  }

  take(): ReadonlyMap<Listener, readonly HeldAnswer[]> {
    const taken = this.coming
    if (taken.size > 0) this.coming = new Map()
    return taken
  }
}

/** A message of changes with the answer before them. */
export const withAnswer = (answer: string, message: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`{"answer":${answer},`), message.subarray(1)])

export const answerAlone = (answer: string): Buffer => Buffer.from(`{"answer":${answer}}`)
