import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { EntryReader } from '../../record/journal-reader.ts'
import type { ReportOrder, ReportPage, ReportReply } from './report-worker.ts'

/** Up to which entry each stream is on disk. */
export type Durable = readonly { readonly stream: string; readonly last: number }[]

/** Reports of the house for those who may read them, one at a time, each written by a thread of its own. */
export class ReportDesk {
  readonly #reader: EntryReader
  #queue: Promise<unknown> = Promise.resolve()
  #worker: Worker | null = null

  constructor(reader: EntryReader) {
    this.#reader = reader
  }

  write(order: ReportOrder, streams: Durable): Promise<string> {
    const written = this.#queue.then(() => this.#writeNow(order, streams))
    // The caller has the failure; the next one goes on.
    this.#queue = written.catch(() => {})
    return written
  }

  async #writeNow(order: ReportOrder, streams: Durable): Promise<string> {
    const worker = new Worker(new URL('./report-worker.ts', import.meta.url), { workerData: order })
    worker.unref()
    this.#worker = worker
    try {
      for (const { stream, last } of streams)
        for await (const page of this.#reader.pages(stream, 1, last)) await ask(worker, page)
      return ((await ask(worker, null)) as { report: string }).report
    } finally {
      this.#worker = null
      await worker.terminate()
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }
}

/** What the thread says to a page, so that no more of them wait there than one; a fault of its own is thrown here. */
async function ask(worker: Worker, page: ReportPage): Promise<ReportReply> {
  const over = new AbortController()
  const { signal } = over
  const gone = once(worker, 'exit', { signal }).then(() => {
    throw new Error('the report is closed')
  })
  // The race below has the failure, unless the reply came first.
  gone.catch(() => {})
  worker.postMessage(page)
  try {
    // `once` throws what the thread failed with.
    const [reply] = (await Promise.race([once(worker, 'message', { signal }), gone])) as [ReportReply]
    return reply
  } finally {
    over.abort()
  }
}
