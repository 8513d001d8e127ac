import { type MessagePort, parentPort, Worker } from 'node:worker_threads'
import type { Batch } from './batch.ts'
import type { LentCalls } from './lent-reader.ts'
import {
  type JournalFile,
  journalFile,
  lockFolder,
  openJournalFile,
  openToRead,
  type ReadingFile,
} from './sqlite-file.ts'
import { answerCalls, notify } from './thread-calls.ts'

/** A thread that has the journal's file open, to write it or to read it. It answers one request after the other. */
export type JournalCalls = Omit<JournalFile, 'append' | 'close'> & {
  append(batch: Batch): void
  open(folder: string): void
  close(): Promise<void>
}
/** Calls of the thread that reads. No entry waits for it. */
export type ReadingCalls = ReadingFile & { openToRead(folder: string): void; lend(port: MessagePort): void }
/** Unasked: what became of the files while they were open; null: they are there again. */
export type FilesNotice = { lost: string | null }

const FILES_CHECKED_EVERY_MS = 1_000

const port = parentPort!

function open(folder: string): void {
  const lock = lockFolder(folder)
  const file = openJournalFile(folder)
  const stopWatching = watchFiles(file)
  const log = new LogThread(file, folder)
  const close = async (): Promise<void> => {
    stopWatching()
    await log.end()
    lock.close()
    file.close()
  }
  // The new lengths of the streams are of no use there.
  const append = (batch: Batch): void => void file.append(batch)
  answerCalls(port, { ...file, append, close }, (call) => {
    if (call === 'append') log.tend()
  })
}

function openToReadFor(folder: string): void {
  const file = openToRead(folder)
  const lend = (other: MessagePort): void => answerCalls(other, { read: file.read } satisfies LentCalls)
  answerCalls(port, { ...file, lend })
}

answerCalls(port, { open, openToRead: openToReadFor })

/** The thread that brings the log into the file. It is started when there is something to do. */
class LogThread {
  readonly #file: JournalFile
  readonly #path: string
  #worker: Worker | null = null
  #working = Promise.resolve()
  #done = (): void => {}

  constructor(file: JournalFile, folder: string) {
    this.#file = file
    this.#path = journalFile(folder)
  }

  tend(): void {
    if (!this.#file.takeCheckpointDue()) return
    this.#worker ??= this.#started()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#working = promise
    this.#done = resolve
    this.#worker.postMessage(null)
  }

  #started(): Worker {
    const worker = new Worker(new URL('./log-worker.ts', import.meta.url), { workerData: this.#path })
    worker.on('message', () => this.#finish())
    worker.on('exit', () => {
      this.#worker = null
      this.#finish()
    })
    return worker
  }

  #finish(): void {
    this.#file.noteCheckpoint()
    this.#done()
  }

  async end(): Promise<void> {
    await this.#working
    await this.#worker?.terminate()
  }
}

function watchFiles(file: JournalFile): () => void {
  let lost: string | null = null
  const timer = setInterval(() => {
    const problem = file.problem()
    if (problem !== lost) notify(port, { lost: problem } satisfies FilesNotice)
    lost = problem
  }, FILES_CHECKED_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
