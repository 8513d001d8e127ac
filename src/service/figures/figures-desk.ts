import { Worker } from 'node:worker_threads'
import type { EntryReader } from '../../record/journal-reader.ts'
import type { FiguresReply, FiguresRequest } from './figures-worker.ts'
import type { GroupedFigures, Grouping } from './table-tally.ts'

type FiguresTask = { table: string; bodies: readonly string[] } | { table: string; by: Grouping }
type PendingReply = { resolve: (result: unknown) => void; reject: (error: Error) => void }

/**
 * The house's figures, counted from the journal when somebody asks: what is on disk and was not counted yet is read a
 * page at a time and handed to a thread of its own.
 */
export class FiguresDesk {
  readonly #reader: EntryReader
  #worker: Worker | null = null
  readonly #waiting = new Map<number, PendingReply>()
  #asks = 0
  /** Up to which entry each table is counted. */
  readonly #counted = new Map<string, number>()
  /** Whoever asks waits for those who asked before: nothing is counted twice. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(reader: EntryReader) {
    this.#reader = reader
  }

  /** `durable`: up to which entry the journal is to be counted. */
  of(table: string, durable: number, by: Grouping): Promise<GroupedFigures> {
    const told = this.#queue.then(async () => {
      await this.#count(table, durable)
      return (await this.#ask({ table, by })) as GroupedFigures
    })
    // The caller has the failure; the next one goes on.
    this.#queue = told.catch(() => {})
    return told
  }

  async #count(table: string, durable: number): Promise<void> {
    for await (const page of this.#reader.pages(table, (this.#counted.get(table) ?? 0) + 1, durable)) {
      await this.#ask({ table, bodies: page.map(({ body }) => body) })
      this.#counted.set(table, page.at(-1)!.seq)
    }
  }

  #ask(asked: FiguresTask): Promise<unknown> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      this.#waiting.set(++this.#asks, { resolve, reject })
      worker.postMessage({ ask: this.#asks, ...asked } satisfies FiguresRequest)
    })
  }

  #start(): Worker {
    const worker = new Worker(new URL('./figures-worker.ts', import.meta.url))
    worker.unref()
    worker.on('message', ({ ask, result }: FiguresReply) => {
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
