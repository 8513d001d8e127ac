import { answerAlone, type HeldAnswer, withAnswer } from './held-answers.ts'
import type { Listener } from './listeners.ts'
import type { PublishedTable } from './published-table.ts'

const SLICE_MS = 5

type Build = (listener: Listener) => Buffer | null
type Answers = ReadonlyMap<Listener, readonly HeldAnswer[]>

const noAnswers: Answers = new Map()

/**
 * How it is sent: one after the other, so that what a listener hears is in order; when it is on disk; and a few
 * milliseconds at a time, so that nobody is held up by a large audience.
 */
export class SendQueue {
  private readonly table: PublishedTable
  private readonly isHere: (listener: Listener) => boolean
  private last: Promise<void> = Promise.resolve()

  constructor(table: PublishedTable, isHere: (listener: Listener) => boolean) {
    this.table = table
    this.isHere = isHere
  }

  /** `answers`: those that leave with what is told here. */
  send(targets: readonly Listener[], build: Build, version: number, answers = noAnswers): Promise<void> {
    if (targets.length === 0 && answers.size === 0) return this.last
    const isOnDisk = () => new Promise<void>((done) => this.table.afterDurable(version, done, () => done()))
    const tell =
      answers.size > 0
        ? () => this.sendWith(answers, targets, build)
        : () => (this.table.stopped ? undefined : this.sendSlices(targets, build))
    this.last = this.last.then(isOnDisk).then(tell)
    return this.last
  }

  /** That the table stopped is told after the last of what is on disk; what memory holds beyond that never happened. */
  sendStopped(targets: readonly Listener[], text: Buffer): void {
    this.last = this.last.then(() => this.sendSlices(targets, () => text))
  }

  /** The last answer of each listener leaves with what changed for it; where nothing is told any more, all by themselves. */
  private async sendWith(answers: Answers, targets: readonly Listener[], build: Build): Promise<void> {
    const texts = await textsOf(answers)
    const last = new Map<Listener, string>()
    for (const [listener, own] of texts) {
      if (!this.table.stopped) last.set(listener, own.pop()!)
      for (const text of own) listener.send(answerAlone(text))
    }
    const together: Build = (listener) => {
      const message = build(listener)
      const answer = last.get(listener)
      if (answer === undefined) return message
      return message ? withAnswer(answer, message) : answerAlone(answer)
    }
    if (!this.table.stopped) await this.sendSlices(targets, together)
    for (const held of answers.values()) for (const one of held) one.leave()
  }

  private async sendSlices(targets: readonly Listener[], build: Build): Promise<void> {
    let until = performance.now() + SLICE_MS
    for (const target of targets) {
      if (performance.now() > until) {
        await new Promise(setImmediate)
        until = performance.now() + SLICE_MS
      }
      const text = this.isHere(target) ? build(target) : null
      if (text) target.send(text)
    }
  }
}

/** They are there as soon as the disk has what they rest on. */
async function textsOf(answers: Answers): Promise<[Listener, string[]][]> {
  return Promise.all(
    [...answers].map(
      async ([listener, held]): Promise<[Listener, string[]]> => [
        listener,
        await Promise.all(held.map(({ text }) => text)),
      ],
    ),
  )
}
