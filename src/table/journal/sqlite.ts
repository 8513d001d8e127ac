import { Worker } from 'node:worker_threads'
import type { Snapshot, Stored } from '../../record/stored-entry.ts'
import { pack } from './batch.ts'
import { groupCommit } from './group-commit.ts'
import { EntryDamaged, type Journal, JournalConflict, JournalUnusable, StoreFault } from './journal.ts'
import { KeyFilter } from './key-filter.ts'
import type { JournalFile } from './sqlite-file.ts'
import type { Failure, Notice, Reply } from './sqlite-worker.ts'

export type StoreOptions = {
  /** So long a store that fails for the moment is tried again with the same entries. */
  retryForMs?: number
  /** The files were removed or replaced while they were open: what happened; null: they are there again. */
  onLost?: (why: string | null) => void
}

const RETRY_FOR_MS = 5_000

/**
 * The journal in a folder, on SQLite. A thread of its own writes it, and all that arrives while it writes goes into the
 * next transaction: one fsync serves all that waited.
 */
export async function sqliteJournal(folder: string, options: StoreOptions = {}): Promise<Journal> {
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData: { folder } })
  const asked = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let asks = 0
  let gone: Error | null = null

  const opened = new Promise<void>((resolve, reject) => asked.set(0, { resolve, reject }))
  worker.on('message', (reply: Reply | Notice) => {
    if ('lost' in reply) return options.onLost?.(reply.lost)
    const waiting = asked.get(reply.ask)
    asked.delete(reply.ask)
    if ('kind' in reply) waiting?.reject(faultOf(reply))
    else waiting?.resolve(reply.result as never)
  })
  const lost = (error: Error): void => {
    gone ??= error
    for (const { reject } of asked.values()) reject(gone)
    asked.clear()
  }
  worker.on('error', (error) => lost(error as Error))
  worker.on('exit', () => lost(new Error('the journal is closed')))

  function ask<Call extends keyof JournalFile>(
    call: Call,
    ...args: Parameters<JournalFile[Call]>
  ): Promise<ReturnType<JournalFile[Call]>> {
    return new Promise((resolve, reject) => {
      if (gone) return reject(gone)
      asks++
      asked.set(asks, { resolve, reject })
      worker.postMessage({ ask: asks, call, args })
    })
  }

  await opened.catch(async (error) => {
    await worker.terminate()
    throw error
  })
  const known = new KeyFilter(await ask('keyFilters'))
  const group = groupCommit((entries) => ask('append', pack(entries)), options.retryForMs ?? RETRY_FOR_MS)
  return {
    append(entries) {
      for (const { keys = [] } of entries) for (const key of keys) known.add(key)
      return group(entries)
    },
    mayHold: (key) => known.mayHold(key),
    learn(keys) {
      for (const key of keys) known.add(key)
    },
    follow: () => () => {},
    leases: null,
    find: (stream, key) => ask('find', stream, key),
    read: (stream: string, from: number, limit: number): Promise<readonly Stored[]> => ask('read', stream, from, limit),
    last: (stream) => ask('last', stream),
    streams: () => ask('streams'),
    saveSnapshot: (stream: string, snapshot: Snapshot) => ask('saveSnapshot', stream, snapshot),
    loadSnapshot: (stream) => ask('loadSnapshot', stream),
    backup: (file) => ask('backup', file),
    async close() {
      await ask('close')
      await worker.terminate()
    },
  }
}

function faultOf(failure: Failure): Error {
  const { kind, message } = failure
  if (kind === 'damaged') return new EntryDamaged(failure.stream, failure.seq, message)
  if (kind === 'conflict') return new JournalConflict(message)
  return kind === 'unusable' ? new JournalUnusable(message) : new StoreFault(message, kind === 'passing')
}
