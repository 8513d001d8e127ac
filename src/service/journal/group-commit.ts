import { setTimeout as pause } from 'node:timers/promises'
import type { Append } from '../../record/stored-entry.ts'
import { type Journal, StoreFault } from './journal.ts'
import type { Fence } from './leases.ts'

/** A retry passes the same list of entries, so that a store recognises it. */
type Write = (entries: readonly Append[], fences: readonly Fence[]) => Promise<void>
type GroupMember = {
  entries: readonly Append[]
  fences: readonly Fence[]
  resolve: () => void
  reject: (error: Error) => void
}
/** The entries of one transaction, with the callers that wait for it. */
type Group = { members: readonly GroupMember[]; entries: readonly Append[]; fences: readonly Fence[] }
type Underway = { group: Group; isBack: boolean; result: Promise<Error | null> }

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000

/**
 * While one transaction commits, the next gathers. After a temporary failure the same entries are retried for a limited
 * time; then all of them fail. When a gathered transaction fails for another reason, each of its members is written
 * alone, so that one table's fault stops that table and no other. `atOnce`: the number of transactions that may be
 * open, in their order. After a failure the rest is examined when all of them have returned.
 */
export function groupCommit(write: Write, retryForMs: number, atOnce = 1): Journal['append'] {
  let gathered: GroupMember[] = []
  let isDraining = false
  let heardOf = (): void => {}

  async function drain(): Promise<void> {
    isDraining = true
    const underway: Underway[] = []
    while (gathered.length > 0 || underway.length > 0) {
      if (gathered.length > 0 && underway.length < atOnce) {
        const group = groupOf(gathered)
        gathered = []
        underway.push(begun(group))
      } else if (underway.length < atOnce && !underway[0]!.isBack) await Promise.race([underway[0]!.result, arrival()])
      else await finish(underway.shift()!, underway)
    }
    isDraining = false
  }

  /** Waits for a new member, and for others of the same turn of the event loop. */
  const arrival = async (): Promise<void> => {
    await new Promise<void>((go) => {
      heardOf = go
    })
    await new Promise(setImmediate)
  }

  async function finish(first: Underway, rest: Underway[]): Promise<void> {
    const error = await first.result
    if (!error) return settle(first.group)
    const later = rest.splice(0)
    await Promise.all(later.map(({ result }) => result))
    await writeGroup(first.group, error)
    for (const one of later) {
      const itsError = await one.result
      if (itsError) await writeGroup(one.group, itsError)
      else settle(one.group)
    }
  }

  function begun(group: Group): Underway {
    const one: Underway = { group, isBack: false, result: attempted(group) }
    void one.result.then(() => {
      one.isBack = true
    })
    return one
  }

  const attempted = ({ entries, fences }: Group): Promise<Error | null> =>
    write(entries, fences).then(
      () => null,
      (error) => error as Error,
    )

  /** Writes a group while no other is under way. `failed`: the error of its first attempt. */
  async function writeGroup(group: Group, failed: Error | null): Promise<void> {
    try {
      await patiently(() => write(group.entries, group.fences), retryForMs, failed)
      settle(group)
    } catch (error) {
      const { members } = group
      if (members.length === 1 || isPassing(error)) for (const { reject } of members) reject(error as Error)
      else for (const one of members) await writeGroup(groupOf([one]), null)
    }
  }

  return (entries, fences = []) =>
    new Promise((resolve, reject) => {
      gathered.push({ entries, fences, resolve, reject })
      heardOf()
      if (!isDraining) void drain()
    })
}

function groupOf(members: readonly GroupMember[]): Group {
  const [one, another] = members
  if (one && !another) return { members, entries: one.entries, fences: one.fences }
  return {
    members,
    entries: members.flatMap(({ entries }) => entries),
    fences: members.flatMap(({ fences }) => fences),
  }
}

function settle({ members }: Group): void {
  for (const { resolve } of members) resolve()
}

const isPassing = (error: unknown): boolean => error instanceof StoreFault && error.isPassing

/** Repeats work after growing pauses, as long as the fault may pass. `failed`: the error of the first attempt. */
export async function patiently<T>(work: () => Promise<T>, forMs: number, failed: Error | null = null): Promise<T> {
  const end = performance.now() + forMs
  let error: unknown = failed
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    if (error) {
      const left = end - performance.now()
      if (!isPassing(error) || left <= 0) throw error
      await pause(Math.min(wait, left))
    }
    try {
      return await work()
    } catch (caught) {
      error = caught
    }
  }
}
