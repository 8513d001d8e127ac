const UNDER_WAY_MAX = 32

/**
 * When it is told: at the end of a turn of the event loop. What is told waits for the disk and for what is told before
 * it; when too many turns do, what comes is gathered, so that they never pile up.
 */
export class Turns {
  private readonly hasNews: () => boolean
  private readonly tell: () => Promise<void>
  private isArranged = false
  private underWay = 0

  constructor(hasNews: () => boolean, tell: () => Promise<void>) {
    this.hasNews = hasNews
    this.tell = tell
  }

  get areFull(): boolean {
    return this.underWay >= UNDER_WAY_MAX
  }

  arrange(): void {
    if (this.isArranged || this.areFull || !this.hasNews()) return
    this.isArranged = true
    setImmediate(() => this.now())
  }

  /** Tells what there is without waiting for the end of the turn. */
  now(): void {
    this.isArranged = false
    this.underWay++
    void this.tell().then(() => {
      this.underWay--
      this.arrange()
    })
  }
}
