import { setTimeout as pause } from 'node:timers/promises'
import type { Append } from '../../record/stored-entry.ts'
import { type Journal, StoreFault } from './journal.ts'

type Write = (entries: readonly Append[]) => Promise<void>
type Waiting = { entries: readonly Append[]; resolve: () => void; reject: (error: Error) => void }

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000

/**
 * While one transaction is on its way to the disk, the next gathers. A store that fails for the moment is tried again with
 * the same entries for so long; then all of them fail. When a gathered transaction fails for another reason, each of its
 * members is written alone, so that one table's fault stops that table and no other.
 */
export function groupCommit(write: Write, retryForMs: number): Journal['append'] {
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
      await patiently(write, retryForMs)(group.flatMap(({ entries }) => entries))
      for (const { resolve } of group) resolve()
    } catch (error) {
      if (group.length === 1 || isPassing(error)) for (const { reject } of group) reject(error as Error)
      else for (const one of group) await writeGroup([one])
    }
  }

  return (entries) =>
    new Promise((resolve, reject) => {
      gathered.push({ entries, resolve, reject })
      if (!isWriting) void drain()
    })
}

const isPassing = (error: unknown): boolean => error instanceof StoreFault && error.isPassing

/** The same again, each time a little later, for as long as the fault may pass. */
const patiently =
  (write: Write, forMs: number): Write =>
  async (entries) => {
    const end = performance.now() + forMs
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS))
      try {
        return await write(entries)
      } catch (error) {
        const left = end - performance.now()
        if (!isPassing(error) || left <= 0) throw error
        await pause(Math.min(wait, left))
      }
  }
