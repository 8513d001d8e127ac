import type { Audience } from '../../wire/messages.ts'

/** A message as JSON; as bytes where many get the same. */
export type MessageText = string | Buffer
export type Listener = { audience: Audience; player: string | null; send: (message: MessageText) => void }

export const isStaff = ({ audience }: Pick<Listener, 'audience'>): boolean =>
  audience === 'dealer' || audience === 'pit'

/** The listeners at a table, all of them and by player. */
export class Listeners {
  readonly #all = new Set<Listener>()
  readonly #byPlayer = new Map<string, Set<Listener>>()

  get size(): number {
    return this.#all.size
  }

  /** Players who have a screen here. */
  get players(): ReadonlySet<string> {
    return new Set(this.#byPlayer.keys())
  }

  add(listener: Listener): void {
    this.#all.add(listener)
    const { player } = listener
    if (player !== null) this.#byPlayer.set(player, (this.#byPlayer.get(player) ?? new Set()).add(listener))
  }

  remove(listener: Listener): void {
    this.#all.delete(listener)
    if (listener.player === null) return
    const own = this.#byPlayer.get(listener.player)
    own?.delete(listener)
    if (own?.size === 0) this.#byPlayer.delete(listener.player)
  }

  has = (listener: Listener): boolean => this.#all.has(listener)
  everybody = (): Listener[] => [...this.#all]
  of = (player: string): Listener[] => [...(this.#byPlayer.get(player) ?? [])]
  staff = (): Listener[] => [...this.#all].filter(isStaff)
}

const SEND_SLICE_MS = 5

/** The answer to a listener's command, which waits for the changes that it made. `sent` is called when it has left. */
export type PendingAnswer = { answer: object; sent: () => void }
type PendingAnswers = ReadonlyMap<Listener, readonly PendingAnswer[]>
/** Builds a listener's message; null: there is none. An answer becomes a part of it. */
export type Build = (listener: Listener, answer?: object) => MessageText | null

const noAnswers: PendingAnswers = new Map()

/**
 * Sends messages one after the other, so that each listener gets them in order; and a few milliseconds at a time, so
 * that a large audience does not block the event loop.
 */
export class SendQueue {
  readonly #isHere: (listener: Listener) => boolean
  #last: Promise<void> = Promise.resolve()

  constructor(isHere: (listener: Listener) => boolean) {
    this.#isHere = isHere
  }

  /** Sends each target its message. The last answer of a listener leaves with it, those before it alone. */
  send(targets: readonly Listener[], build: Build, answers: PendingAnswers = noAnswers): Promise<void> {
    if (targets.length === 0 && answers.size === 0) return this.#last
    const told = answers.size > 0 ? new Set(targets) : null
    const sendTo = (listener: Listener): void => {
      const own = answers.get(listener)
      const message = !told || told.has(listener) ? build(listener, own?.at(-1)?.answer) : answerAlone(own!.at(-1)!)
      for (let nth = 0; own && nth < own.length - 1; nth++) listener.send(answerAlone(own[nth]!))
      if (message) listener.send(message)
      for (const { sent } of own ?? []) sent()
    }
    this.#last = this.#last.then(() => this.#inSlices(told ? told.union(answers) : targets, sendTo))
    return this.#last
  }

  async #inSlices(listeners: Iterable<Listener>, sendTo: (listener: Listener) => void): Promise<void> {
    let until = performance.now() + SEND_SLICE_MS
    for (const listener of listeners) {
      if (performance.now() > until) {
        await new Promise(setImmediate)
        until = performance.now() + SEND_SLICE_MS
      }
      if (this.#isHere(listener)) sendTo(listener)
    }
  }
}

const answerAlone = ({ answer }: PendingAnswer): string => JSON.stringify({ answer })
