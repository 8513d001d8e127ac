import { AsyncLocalStorage } from 'node:async_hooks'

type Timer = { at: number; order: number; run: () => void; of: string | null; everyMs: number | null }

/** Enough turns of the event loop for all that is ready to happen between two moments. */
const TURNS = 12

/**
 * Time that runs as fast as the work is done, and the same way each time. While it is installed, timers of this process
 * belong to the node that set them: those of a node that is paused wait, those of a dead one never come.
 */
export class VirtualTime {
  readonly #whose = new AsyncLocalStorage<string>()
  readonly #timers = new Map<object, Timer>()
  readonly #paused = new Set<string>()
  readonly #dead = new Set<string>()
  readonly #real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
    now: performance.now,
  }
  #order = 0
  #now = 1_000_000

  get now(): number {
    return this.#now
  }

  install(): void {
    const set = (run: () => void, ms = 0, everyMs: number | null = null) => {
      const handle = { unref: () => handle, ref: () => handle, hasRef: () => true, [Symbol.toPrimitive]: () => 0 }
      const of = this.#whose.getStore() ?? null
      this.#timers.set(handle, { at: this.#now + Math.max(ms, 1), order: this.#order++, run, of, everyMs })
      return handle
    }
    const clear = (handle: object | undefined) => void (handle && this.#timers.delete(handle))
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms?: number) => set(run, ms),
      setInterval: (run: () => void, ms = 1) => set(run, ms, ms),
      clearTimeout: clear,
      clearInterval: clear,
    })
    performance.now = () => this.#now
  }

  uninstall(): void {
    const { now, ...timers } = this.#real
    Object.assign(globalThis, timers)
    performance.now = now
    this.#timers.clear()
  }

  /** Timers started in here belong to this node. */
  as<T>(node: string, work: () => T): T {
    return this.#whose.run(node, work)
  }

  pause(node: string): void {
    this.#paused.add(node)
  }

  resume(node: string): void {
    this.#paused.delete(node)
  }

  kill(node: string): void {
    this.#dead.add(node)
    for (const [handle, { of }] of this.#timers) if (of === node) this.#timers.delete(handle)
  }

  isDead(node: string): boolean {
    return this.#dead.has(node)
  }

  /** Something that reaches a node after a while: later, if it is paused then; never, if it is dead. */
  after(node: string | null, ms: number, run: () => void): void {
    const handle = {}
    this.#timers.set(handle, { at: this.#now + ms, order: this.#order++, run, of: node, everyMs: null })
  }

  /** Lets this much time pass. */
  async run(ms: number): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      await this.#settle()
      const next = this.#next()
      if (!next || next[1].at > end) break
      this.#fire(...next)
    }
    this.#now = end
  }

  /** Until something holds, for so long at most; whether it does. */
  async until(holds: () => boolean, mostMs: number): Promise<boolean> {
    const end = this.#now + mostMs
    while (!holds() && this.#now < end) await this.run(10)
    return holds()
  }

  /** `order` decides between timers of one moment: as they were set. */
  #next(): [object, Timer] | null {
    let first: [object, Timer] | null = null
    for (const entry of this.#timers) {
      const [, timer] = entry
      if (timer.of !== null && this.#paused.has(timer.of)) continue
      if (!first || timer.at < first[1].at || (timer.at === first[1].at && timer.order < first[1].order)) first = entry
    }
    return first
  }

  #fire(handle: object, timer: Timer): void {
    this.#now = Math.max(this.#now, timer.at)
    if (timer.everyMs === null) this.#timers.delete(handle)
    else this.#timers.set(handle, { ...timer, at: this.#now + timer.everyMs, order: this.#order++ })
    if (timer.of === null) timer.run()
    else if (!this.#dead.has(timer.of)) this.as(timer.of, timer.run)
  }

  async #settle(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) await new Promise((done) => setImmediate(done))
  }
}
