import { parentPort, workerData } from 'node:worker_threads'
import { JournalConflict, JournalUnusable } from './journal.ts'
import { type JournalFile, lockFolder, openJournalFile } from './sqlite-file.ts'

/** The thread that owns the journal's file: does what it is asked, one request after the other, and answers. */
export type Request = {
  [Call in keyof JournalFile]: { ask: number; call: Call; args: Parameters<JournalFile[Call]> }
}[keyof JournalFile]
export type Reply =
  | { ask: number; result: unknown }
  | { ask: number; kind: 'conflict' | 'unusable' | 'fault'; message: string }

const port = parentPort!
const { folder } = workerData as { folder: string }

try {
  const lock = lockFolder(folder)
  const file = openJournalFile(folder)
  port.on('message', (request: Request) => {
    if (request.call === 'close') lock.close()
    port.postMessage(answer(file, request))
  })
  port.postMessage({ ask: 0, result: null })
} catch (error) {
  port.postMessage(failed(0, error))
}

function answer(file: JournalFile, { ask, call, args }: Request): Reply {
  try {
    return { ask, result: (file[call] as (...args: unknown[]) => unknown)(...args) }
  } catch (error) {
    return failed(ask, error)
  }
}

function failed(ask: number, error: unknown): Reply {
  const kind = error instanceof JournalConflict ? 'conflict' : error instanceof JournalUnusable ? 'unusable' : 'fault'
  return { ask, kind, message: (error as Error).message }
}
