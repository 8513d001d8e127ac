import { MessageChannel } from 'node:worker_threads'
import type { Append } from '../../record/stored-entry.ts'
import type { AideCalls } from './aide-worker.ts'
import { pack } from './batch.ts'
import { groupCommit } from './group-commit.ts'
import type { Journal } from './journal.ts'
import { keyPairs } from './key-file.ts'
import { KeyFilter } from './key-filter.ts'
import type { FilesNotice, JournalCalls } from './sqlite-worker.ts'
import { Thread } from './thread-calls.ts'

export type StoreOptions = {
  /** So long a store that fails for the moment is tried again with the same entries. */
  retryForMs?: number
  /** The files were removed or replaced while they were open: what happened; null: they are there again. */
  onLost?: (why: string | null) => void
}

const RETRY_FOR_MS = 5_000

/**
 * The journal in a folder, on SQLite. A thread of its own writes it, and all that arrives while it writes goes into the
 * next transaction: one fsync serves all that waited. A second thread does what need not be waited for.
 */
export async function sqliteJournal(folder: string, options: StoreOptions = {}): Promise<Journal> {
  const file = new Thread<JournalCalls>(journalThread, ({ lost }: FilesNotice) => options.onLost?.(lost))
  const aide = new Thread<AideCalls>(aideThread)
  const known = new KeyFilter(await openThreads(folder, file, aide))
  const append = async (entries: readonly Append[]): Promise<void> => {
    try {
      const tips = await file.ask('append', pack(entries))
      // Before anybody hears that it is on disk: whoever asks for one of these keys asks after this.
      aide.tell('note', keyPairs(entries), tips)
    } catch (error) {
      aide.tell('doubt')
      throw error
    }
  }
  const group = groupCommit(append, options.retryForMs ?? RETRY_FOR_MS)
  return {
    append(entries) {
      for (const { keys } of entries) if (keys) for (const key of keys) known.add(key)
      return group(entries)
    },
    mayHold: (key) => known.mayHold(key),
    learn(keys) {
      for (const key of keys) known.add(key)
    },
    follow: () => () => {},
    leases: null,
    agree: async () => null,
    async find(stream, key) {
      const found = await Promise.all((await aide.ask('find', key)).map((seq) => file.ask('read', stream, seq, 1)))
      return found.flat()
    },
    read: (stream, from, limit) => file.ask('read', stream, from, limit),
    last: (stream) => file.ask('last', stream),
    head: (stream, size) => file.ask('head', stream, size),
    inclusion: (stream, seq, size) => file.ask('inclusion', stream, seq, size),
    proven: (stream, seqs) => file.ask('proven', stream, seqs),
    consistency: (stream, older, size) => file.ask('consistency', stream, older, size),
    saveCheckpoint: (stream, checkpoint, over) => file.ask('saveCheckpoint', stream, checkpoint, over),
    checkpoints: (stream, from, limit) => file.ask('checkpoints', stream, from, limit),
    latestCheckpoint: (stream) => file.ask('latestCheckpoint', stream),
    streams: () => file.ask('streams'),
    saveSnapshot: (stream, snapshot) => file.ask('saveSnapshot', stream, snapshot),
    loadSnapshot: (stream) => file.ask('loadSnapshot', stream),
    backup: (to) => file.ask('backup', to),
    async close() {
      // The last to close the file brings the log into it and removes it: the one who owns it.
      await aide.ask('close')
      await file.ask('close')
      await Promise.all([aide.leave(), file.leave()])
    },
  }
}

const journalThread = new URL('./sqlite-worker.ts', import.meta.url)
const aideThread = new URL('./aide-worker.ts', import.meta.url)

/** The journal itself first: what it refuses to open nobody else touches. */
async function openThreads(folder: string, file: Thread<JournalCalls>, aide: Thread<AideCalls>) {
  const { port1, port2 } = new MessageChannel()
  try {
    await file.askWith(port1, 'open', folder, port1)
  } catch (error) {
    await Promise.all([file.end(), aide.leave()])
    throw error
  }
  try {
    return await aide.askWith(port2, 'open', folder, port2)
  } catch (error) {
    await Promise.all([file.end(), aide.end()])
    throw error
  }
}
