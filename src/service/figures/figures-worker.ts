import { parentPort } from 'node:worker_threads'
import { readTableEntry } from '../../record/table-entry.ts'
import { addToTally, figuresBy, type Grouping, type Tally } from './table-tally.ts'

/** The thread that counts figures: an entry of very many lines would hold everybody else up. A fault ends it. */
export type Request = { ask: number; table: string } & ({ bodies: readonly string[] } | { by: Grouping })
export type Reply = { ask: number; result: unknown }

const port = parentPort!
const tallies = new Map<string, Tally>()

port.on('message', (request: Request) => {
  const { ask, table } = request
  if ('bodies' in request)
    for (const body of request.bodies) tallies.set(table, addToTally(tallies.get(table), readTableEntry(body)))
  port.postMessage({ ask, result: 'by' in request ? figuresBy(tallies.get(table)!, request.by) : null })
})
