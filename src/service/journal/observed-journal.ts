import type { Journal } from './journal.ts'

/** Receives the duration of each append. */
export type CommitObserver = (outcome: 'durable' | 'failed', ms: number) => void

/** Returns the same journal, whose appends are measured from the moment that they are given until they are answered. */
export function observedJournal(journal: Journal, observe: CommitObserver): Journal {
  return {
    ...journal,
    append(entries, fences) {
      const begun = performance.now()
      const appended = journal.append(entries, fences)
      appended.then(
        () => observe('durable', performance.now() - begun),
        () => observe('failed', performance.now() - begun),
      )
      return appended
    },
  }
}
