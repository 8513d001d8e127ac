import { parentPort } from 'node:worker_threads'
import { readTableEntry } from '../../record/table-entry.ts'
import { addToTally, figuresBy, type Grouping, type TableTally } from './table-tally.ts'

/** The thread that counts figures: an entry of very many lines would hold everybody else up. A fault ends it. */
export type FiguresRequest = { ask: number; table: string } & ({ bodies: readonly string[] } | { by: Grouping })
export type FiguresReply = { ask: number; result: unknown }

const toDesk = parentPort!
const tallies = new Map<string, TableTally>()

toDesk.on('message', (request: FiguresRequest) => {
  const { ask, table } = request
  if ('bodies' in request)
    for (const body of request.bodies) tallies.set(table, addToTally(tallies.get(table), readTableEntry(body)))
  toDesk.postMessage({ ask, result: 'by' in request ? figuresBy(tallies.get(table)!, request.by) : null })
})
