import type { Listener, Text } from './listeners.ts'

/** An answer as JSON, and who is to be told when it has left. */
type Held = { answer: string; left: () => void }

/** Answers that wait for the message that tells what they changed: the two leave as one. */
export class HeldAnswers {
  #byListener = new Map<Listener, Held[]>()

  hold(listener: Listener, answer: string, left: () => void): void {
    const own = this.#byListener.get(listener)
    if (own) own.push({ answer, left })
    else this.#byListener.set(listener, [{ answer, left }])
  }

  /** All of them, to leave with the coming turn; null: there are none. */
  take(): TurnAnswers | null {
    if (this.#byListener.size === 0) return null
    const taken = new TurnAnswers(this.#byListener)
    this.#byListener = new Map()
    return taken
  }
}

/** The answers that leave with one turn. */
export class TurnAnswers {
  readonly #byListener: ReadonlyMap<Listener, readonly Held[]>

  constructor(byListener: ReadonlyMap<Listener, readonly Held[]>) {
    this.#byListener = byListener
  }

  get listeners(): Iterable<Listener> {
    return this.#byListener.keys()
  }

  /** The last answer leaves with what changed, those before it alone. */
  give(listener: Listener, message: Text | null): void {
    const held = this.#byListener.get(listener)
    if (!held) return message ? listener.send(message) : undefined
    const last = held.length - 1
    for (let nth = 0; nth <= last; nth++) {
      const { answer } = held[nth]!
      listener.send(message && nth === last ? withAnswer(answer, message) : answerAlone(answer))
    }
    for (const { left } of held) left()
  }
}

/** A message of changes with the answer before them. */
const withAnswer = (answer: string, message: Text): string => `{"answer":${answer},${message.toString().slice(1)}`

export const answerAlone = (answer: string): string => `{"answer":${answer}}`
