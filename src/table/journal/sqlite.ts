import { Worker } from 'node:worker_threads'
import type { Append, Snapshot, Stored } from '../../record/stored-entry.ts'
import { pack } from './batch.ts'
import { type Journal, JournalConflict, JournalUnusable } from './journal.ts'
import type { JournalFile } from './sqlite-file.ts'
import type { Reply } from './sqlite-worker.ts'

/**
 * The journal in a folder, on SQLite. A thread of its own writes it, and all that arrives while it writes goes into the
 * next transaction: one fsync serves all that waited.
 */
export async function sqliteJournal(folder: string): Promise<Journal> {
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData: { folder } })
  const asked = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let asks = 0
  let gone: Error | null = null

  const opened = new Promise<void>((resolve, reject) => asked.set(0, { resolve, reject }))
  worker.on('message', (reply: Reply) => {
    const waiting = asked.get(reply.ask)
    asked.delete(reply.ask)
    if ('kind' in reply) waiting?.reject(faultOf(reply.kind, reply.message))
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
  const group = groupCommit((entries) => ask('append', pack(entries)))
  return {
    append: group,
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

function faultOf(kind: 'conflict' | 'unusable' | 'fault', message: string): Error {
  if (kind === 'conflict') return new JournalConflict(message)
  return kind === 'unusable' ? new JournalUnusable(message) : new Error(message)
}

type Waiting = { entries: readonly Append[]; resolve: () => void; reject: (error: Error) => void }

/**
 * While one transaction is on its way to the disk, the next gathers. When a gathered transaction fails, each of its
 * members is written alone, so that one table's fault stops that table and no other.
 */
export function groupCommit(write: (entries: readonly Append[]) => Promise<void>): Journal['append'] {
  let gathered: Waiting[] = []
  let isWriting = false

  async function drain(): Promise<void> {
    isWriting = true
    while (gathered.length > 0) {
      const group = gathered
      gathered = []
      await writeGroup(group)
    }
    isWriting = false
  }

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await write(group.flatMap(({ entries }) => entries))
      for (const { resolve } of group) resolve()
    } catch (error) {
      if (group.length === 1) group[0]!.reject(error as Error)
      else for (const one of group) await writeGroup([one])
    }
  }

  return (entries) =>
    new Promise((resolve, reject) => {
      gathered.push({ entries, resolve, reject })
      if (!isWriting) void drain()
    })
}
