import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type JournalFile, lockFolder, openJournalFile } from './sqlite-file.ts'
import { answerCalls, notify } from './thread-calls.ts'

/** The thread that owns the journal's file: does what it is asked, one request after the other, and answers. */
export type JournalCalls = JournalFile & { open(): void }
/** Unasked: what became of the files while they were open; null: they are there again. */
export type FilesNotice = { lost: string | null }

const LOOK_EVERY_MS = 1_000

const port = parentPort!
const { folder, aide } = workerData as { folder: string; aide: MessagePort }

function open(): void {
  const lock = lockFolder(folder)
  const file = openJournalFile(folder)
  const close = (): void => {
    lock.close()
    file.close()
  }
  port.removeAllListeners('message')
  answerCalls(port, { ...file, close }, (call) => {
    if (call === 'append' && file.takeCheckpointDue()) aide.postMessage(null)
  })
  aide.on('message', () => file.noteCheckpoint())
  watchFiles(file)
}

answerCalls(port, { open })

function watchFiles(file: JournalFile): void {
  let lost: string | null = null
  setInterval(() => {
    const problem = file.problem()
    if (problem !== lost) notify(port, { lost: problem } satisfies FilesNotice)
    lost = problem
  }, LOOK_EVERY_MS).unref()
}
