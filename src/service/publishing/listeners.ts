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

/** A message for one listener. */
export type OwnMessage = { listener: Listener; build: (answer?: object) => MessageText }

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
    return this.#queue(told ? told.union(answers) : targets, (listener) => {
      if (!this.#isHere(listener)) return
      const own = answers.get(listener)
      const last = own?.at(-1)?.answer
      tell(listener, !told || told.has(listener) ? build(listener, last) : answerAlone(last!), own)
    })
  }

  /** Sends messages for single listeners. The listener of every answer has a message. */
  sendOwn(messages: readonly OwnMessage[], answers: PendingAnswers): Promise<void> {
    return this.#queue(messages, ({ listener, build }) => {
      if (!this.#isHere(listener)) return
      const own = answers.get(listener)
      tell(listener, build(own?.at(-1)?.answer), own)
    })
  }

  #queue<T>(items: Iterable<T>, sendOne: (item: T) => void): Promise<void> {
    this.#last = this.#last.then(() => this.#inSlices(items, sendOne))
    return this.#last
  }

  async #inSlices<T>(items: Iterable<T>, sendOne: (item: T) => void): Promise<void> {
    let until = performance.now() + SEND_SLICE_MS
    for (const item of items) {
      if (performance.now() > until) {
        await new Promise(setImmediate)
        until = performance.now() + SEND_SLICE_MS
      }
      sendOne(item)
    }
  }
}

/** Answers before the last leave alone, before the message. */
function tell(listener: Listener, message: MessageText | null, answers: readonly PendingAnswer[] = none): void {
  for (let nth = 0; nth < answers.length - 1; nth++) listener.send(answerAlone(answers[nth]!.answer))
  if (message) listener.send(message)
  for (const { sent } of answers) sent()
}

const none: readonly PendingAnswer[] = []

const answerAlone = (answer: object): string => JSON.stringify({ answer })
