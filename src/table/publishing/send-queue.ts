import { answerAlone, type TurnAnswers, withAnswer } from './held-answers.ts'
import type { Listener, Text } from './listeners.ts'
import type { PublishedTable } from './published-table.ts'

const SLICE_MS = 5

type Build = (listener: Listener) => Text | null

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
  send(targets: readonly Listener[], build: Build, version: number, answers: TurnAnswers | null = null): Promise<void> {
    if (targets.length === 0 && !answers) return this.last
    const isOnDisk = () => new Promise<void>((done) => this.table.afterDurable(version, done, () => done()))
    const tell = answers
      ? () => answers.given().then(() => this.sendWith(answers, targets, build))
      : () => (this.table.stopped ? undefined : this.sendSlices(targets, build))
    this.last = this.last.then(isOnDisk).then(tell)
    return this.last
  }

  /** That the table stopped is told after the last of what is on disk; what memory holds beyond that never happened. */
  sendStopped(targets: readonly Listener[], text: Text): void {
    this.last = this.last.then(() => this.sendSlices(targets, () => text))
  }

  /** The last answer of each listener leaves with what changed for it; where nothing is told any more, all by themselves. */
  private async sendWith(answers: TurnAnswers, targets: readonly Listener[], build: Build): Promise<void> {
    const { byListener } = answers
    const { stopped } = this.table
    for (const [listener, held] of byListener)
      for (const { text } of stopped ? held : held.slice(0, -1)) listener.send(answerAlone(text!))
    const together: Build = (listener) => {
      const message = build(listener)
      const answer = byListener.get(listener)?.at(-1)?.text
      return answer && message ? withAnswer(answer, message) : message
    }
    if (!stopped) await this.sendSlices(targets, together)
    answers.leave()
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
