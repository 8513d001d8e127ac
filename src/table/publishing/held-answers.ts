import type { Listener, Text } from './listeners.ts'
import type { Touch } from './news.ts'

/** An answer that waits for the message that tells what it changed: the two leave as one. */
export class HeldAnswer {
  text: string | null = null
  private readonly turn: TurnAnswers
  private onLeft: () => void = () => {}

  constructor(turn: TurnAnswers) {
    this.turn = turn
  }

  /** The answer as JSON, and who is to be told when it has left. */
  give(text: string, onLeft: () => void): void {
    this.text = text
    this.onLeft = onLeft
    this.turn.gave()
  }

  leave(): void {
    this.onLeft()
  }
}

/** The answers that leave with one turn. */
export class TurnAnswers {
  readonly byListener = new Map<Listener, HeldAnswer[]>()
  private missing = 0
  private whenAll: (() => void) | null = null

  hold(listener: Listener): HeldAnswer {
    const held = new HeldAnswer(this)
    const own = this.byListener.get(listener)
    if (own) own.push(held)
    else this.byListener.set(listener, [held])
    this.missing++
    return held
  }

  gave(): void {
    if (--this.missing === 0) this.whenAll?.()
  }

  /** Resolves when all are given: as soon as the disk has what they rest on. */
  given(): Promise<void> {
    return new Promise((go) => {
      if (this.missing === 0) go()
      else this.whenAll = go
    })
  }

  leave(): void {
    for (const held of this.byListener.values()) for (const one of held) one.leave()
  }
}

/** Which answers go with the coming turn. */
export class HeldAnswers {
  private asker: Listener | null = null
  private held: HeldAnswer | null = null
  private coming: TurnAnswers | null = null

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
    this.coming ??= new TurnAnswers()
    this.held = this.coming.hold(asker)
  }

  take(): TurnAnswers | null {
    const taken = this.coming
    this.coming = null
    return taken
  }
}

/** A message of changes with the answer before them. */
export const withAnswer = (answer: string, message: Text): string =>
  `{"answer":${answer},${message.toString().slice(1)}`

export const answerAlone = (answer: string): string => `{"answer":${answer}}`
