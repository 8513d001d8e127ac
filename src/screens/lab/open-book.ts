import { type BookProblem, bookError } from '../../engine/book-path.ts'
import type { BookSource, FileCheck } from './check-file.ts'

/** A book takes a few hundredths of a second. */
const SECONDS_MAX = 10

/** Checks a book in a thread of its own, which is ended where it takes too long. */
export function openBook(source: BookSource): Promise<FileCheck> {
  const worker = new Worker(new URL('./check-file-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<FileCheck>((resolve) => {
    const giveUp = (problem: BookProblem) => resolve({ book: null, errors: 1, warnings: 0, problems: [problem] })
    setTimeout(giveUp, SECONDS_MAX * 1000, bookError([], 'check-too-slow', { seconds: SECONDS_MAX }))
    worker.onmessage = ({ data }: MessageEvent<FileCheck>) => resolve(data)
    worker.onerror = ({ message }) => giveUp(bookError([], 'check-failed', { why: message }))
    worker.postMessage(source)
  }).finally(() => worker.terminate())
}
