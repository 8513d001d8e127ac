import type { Listener } from './listeners.ts'
import type { PublishedTable } from './published-table.ts'

const SLICE_MS = 5

type Build = (listener: Listener) => Buffer | null

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

  send(targets: readonly Listener[], build: Build, version: number): Promise<void> {
    if (targets.length === 0) return this.last
    const isOnDisk = () => new Promise<void>((done) => this.table.afterDurable(version, done, () => done()))
    this.last = this.last.then(isOnDisk).then(() => (this.table.stopped ? undefined : this.sendSlices(targets, build)))
    return this.last
  }

  /** That the table stopped is told after the last of what is on disk; what memory holds beyond that never happened. */
  sendStopped(targets: readonly Listener[], text: Buffer): void {
    this.last = this.last.then(() => this.sendSlices(targets, () => text))
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
