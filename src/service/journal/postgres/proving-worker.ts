import { type MessagePort, parentPort } from 'node:worker_threads'
import type { ProvenEntries } from '../../../record/stored-entry.ts'
import { patiently } from '../group-commit.ts'
import { entryHash, provenBy } from '../journal.ts'
import type { LentCalls } from '../lent-reader.ts'
import { entryPages } from '../pages.ts'
import { answerCalls } from '../thread-calls.ts'
import { readPostgresAddress } from './address.ts'
import { loadDriver } from './driver.ts'
import { readPage } from './entry-pages.ts'
import { Line } from './line.ts'
import { treeCalls } from './postgres-trees.ts'
import { Primary } from './primary.ts'

/** The thread that computes proofs, hashes long entries and reads for other threads, with a session of its own. */
export type ProvingCalls = ReturnType<typeof provingCalls> & { open(store: string, retryForMs: number): Promise<void> }

function provingCalls(line: Line, retryForMs: number) {
  const trees = treeCalls(line, (work) => work())
  const page = (stream: string, from: number, limit: number) =>
    line.use((client) => readPage(client, stream, from, limit))
  const reader = {
    inclusion: trees.inclusion,
    pages: (stream: string, from?: number, to?: number) =>
      entryPages((next, limit) => page(stream, next, limit), from, to),
  }
  return {
    proven: (stream: string, seqs: readonly number[], size: number): Promise<ProvenEntries> =>
      provenBy(reader, stream, seqs, size),
    hash: entryHash,
    lend(other: MessagePort): void {
      const read: LentCalls['read'] = (...asked) => patiently(() => page(...asked), retryForMs)
      answerCalls(other, { read })
    },
    close: () => line.close(),
  }
}

const port = parentPort!

answerCalls(port, {
  async open(store: string, retryForMs: number): Promise<void> {
    const primary = new Primary(await loadDriver(), readPostgresAddress(store))
    answerCalls(port, provingCalls(new Line(primary), retryForMs))
  },
})
