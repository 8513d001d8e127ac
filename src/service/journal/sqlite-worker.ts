import { type MessagePort, parentPort } from 'node:worker_threads'
import { type JournalFile, lockFolder, openJournalFile } from './sqlite-file.ts'
import { answerCalls, notify } from './thread-calls.ts'

/** The thread that owns the journal's file: does what it is asked, one request after the other, and answers. */
export type JournalCalls = JournalFile & { open(folder: string, aide: MessagePort): void }
/** Unasked: what became of the files while they were open; null: they are there again. */
export type FilesNotice = { lost: string | null }

const LOOK_EVERY_MS = 1_000

const port = parentPort!

function open(folder: string, aide: MessagePort): void {
  const lock = lockFolder(folder)
  const file = openJournalFile(folder)
  const stopWatching = watchFiles(file)
  const close = (): void => {
    stopWatching()
    aide.close()
    lock.close()
    file.close()
    awaitOpening()
  }
  answerCalls(port, { ...file, close }, (call) => {
    if (call === 'append' && file.takeCheckpointDue()) aide.postMessage(null)
  })
  aide.on('message', () => file.noteCheckpoint())
}

/** Nothing is open: the next thing that it is asked is to open a journal. */
const awaitOpening = (): void => answerCalls(port, { open })
awaitOpening()

function watchFiles(file: JournalFile): () => void {
  let lost: string | null = null
  const timer = setInterval(() => {
    const problem = file.problem()
    if (problem !== lost) notify(port, { lost: problem } satisfies FilesNotice)
    lost = problem
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
