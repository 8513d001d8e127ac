import { parentPort, workerData } from 'node:worker_threads'
import { EntryDamaged, JournalConflict, JournalUnusable, StoreFault } from './journal.ts'
import { type JournalFile, lockFolder, openJournalFile } from './sqlite-file.ts'

/** The thread that owns the journal's file: does what it is asked, one request after the other, and answers. */
export type Request = {
  [Call in keyof JournalFile]: { ask: number; call: Call; args: Parameters<JournalFile[Call]> }
}[keyof JournalFile]
export type Failure =
  | { kind: 'conflict' | 'unusable' | 'passing' | 'fault'; message: string }
  | { kind: 'damaged'; stream: string; seq: number; message: string }
export type Reply = { ask: number; result: unknown } | ({ ask: number } & Failure)
/** Unasked: what became of the files while they were open; null: they are there again. */
export type Notice = { lost: string | null }

const LOOK_EVERY_MS = 1_000

const port = parentPort!
const { folder } = workerData as { folder: string }

try {
  const lock = lockFolder(folder)
  const file = openJournalFile(folder)
  port.on('message', (request: Request) => {
    if (request.call === 'close') lock.close()
    port.postMessage(answer(file, request))
    if (request.call === 'append') file.tidy()
  })
  watchFiles(file)
  port.postMessage({ ask: 0, result: null })
} catch (error) {
  port.postMessage(failed(0, error))
}

function watchFiles(file: JournalFile): void {
  let lost: string | null = null
  setInterval(() => {
    const problem = file.problem()
    if (problem !== lost) port.postMessage({ lost: problem } satisfies Notice)
    lost = problem
  }, LOOK_EVERY_MS).unref()
}

function answer(file: JournalFile, { ask, call, args }: Request): Reply {
  try {
    return { ask, result: (file[call] as (...args: unknown[]) => unknown)(...args) }
  } catch (error) {
    return failed(ask, error)
  }
}

function failed(ask: number, error: unknown): Reply {
  const { message } = error as Error
  if (error instanceof EntryDamaged) return { ask, kind: 'damaged', stream: error.stream, seq: error.seq, message }
  if (error instanceof JournalConflict) return { ask, kind: 'conflict', message }
  if (error instanceof JournalUnusable) return { ask, kind: 'unusable', message }
  return { ask, kind: isPassing(error) ? 'passing' : 'fault', message }
}

/** What SQLite says of a store that may do the same another time: busy, locked, no memory, read-only, I/O, full, cannot open. */
const passingCodes = [5, 6, 7, 8, 10, 13, 14]

const isPassing = (error: unknown): boolean =>
  error instanceof StoreFault
    ? error.isPassing
    : passingCodes.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)
