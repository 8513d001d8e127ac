import { Worker } from 'node:worker_threads'
import type { Journal } from '../journal/journal.ts'
import type { Reply, Request } from './figures-worker.ts'
import type { Figures, Grouping } from './table-tally.ts'

const READ_AT_ONCE = 2_000

type Asked = { table: string; bodies: readonly string[] } | { table: string; by: Grouping }
type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void }

/**
 * The house's figures, counted from the journal when somebody asks: what is on disk and was not counted yet is read a
 * page at a time and handed to a thread of its own.
 */
export class FiguresDesk {
  readonly #journal: Journal
  #worker: Worker | null = null
  readonly #waiting = new Map<number, Waiting>()
  #asks = 0
  /** Up to which entry each table is counted. */
  readonly #counted = new Map<string, number>()
  /** Whoever asks waits for those who asked before: nothing is counted twice. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(journal: Journal) {
    this.#journal = journal
  }

  /** `durable`: up to which entry the journal is to be counted. */
  of(table: string, durable: number, by: Grouping): Promise<Figures> {
    const told = this.#queue.then(async () => {
      await this.#count(table, durable)
      return (await this.#ask({ table, by })) as Figures
    })
    // The caller has the failure; the next one goes on.
    this.#queue = told.catch(() => {})
    return told
  }

  async #count(table: string, durable: number): Promise<void> {
    for (;;) {
      const from = (this.#counted.get(table) ?? 0) + 1
      if (from > durable) return
      const entries = await this.#journal.read(table, from, Math.min(READ_AT_ONCE, durable - from + 1))
      if (entries.length === 0) return
      await this.#ask({ table, bodies: entries.map(({ body }) => body) })
      this.#counted.set(table, entries.at(-1)!.seq)
    }
  }

  #ask(asked: Asked): Promise<unknown> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      this.#waiting.set(++this.#asks, { resolve, reject })
      worker.postMessage({ ask: this.#asks, ...asked } satisfies Request)
    })
  }

  #start(): Worker {
    const worker = new Worker(new URL('./figures-worker.ts', import.meta.url))
    worker.unref()
    worker.on('message', ({ ask, result }: Reply) => {
      this.#waiting.get(ask)?.resolve(result)
      this.#waiting.delete(ask)
    })
    worker.on('error', (error) => this.#lost(worker, error as Error))
    worker.on('exit', () => this.#lost(worker, new Error('the figures are closed')))
    return worker
  }

  /** What the thread had counted is gone with it: whoever asks next has it counted anew. */
  #lost(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.#counted.clear()
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }
}
