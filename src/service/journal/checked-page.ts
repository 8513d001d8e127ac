import type { StatementSync } from 'node:sqlite'
import type { Stored } from '../../record/stored-entry.ts'
import { chainProblem } from '../../record/stream-walk.ts'
import { damagedEntry, nodeChain } from './journal.ts'

/** So long are the entries that are read at once, but for one that is longer. */
export const PAGE_CHARACTERS = 4 << 20

/** The first of these entries, as many as go together. `besides`: so many of the first are not counted. */
export function pageOf(entries: Iterable<unknown>, besides = 0): Stored[] {
  const page: Stored[] = []
  let length = 0
  for (const entry of entries as Iterable<Stored>) {
    page.push(entry)
    if (page.length <= besides) continue
    length += entry.body.length
    if (length >= PAGE_CHARACTERS) break
  }
  return page
}

/**
 * Entries as they are in the file, once each of them follows from the one before it. `select`: those of a stream from a
 * number on, in order, so many at most.
 */
export function readChecked(select: StatementSync, stream: string, from: number, limit: number): Stored[] {
  const first = Math.max(1, from)
  // The one before the first comes along: its hash is what the first is chained to.
  return checkedPage(rowsOf(select, stream, first - 1, limit + 1, first > 1 ? 1 : 0), stream, from, limit)
}

/** `found`: the entries from the one before the first on, where there is one before it; one more than the limit. */
export function checkedPage(found: readonly Stored[], stream: string, from: number, limit: number): Stored[] {
  const first = Math.max(1, from)
  if (first > 1 && found.length === 0) return []
  const before = first > 1 ? found[0]! : { seq: 0, hash: nodeChain.seedHash(stream) }
  if (before.seq !== first - 1) throw damagedEntry(stream, first - 1, 'it is missing')
  const entries = found.slice(first > 1 ? 1 : 0, first > 1 ? undefined : limit)
  mustFollow(stream, before, entries)
  return entries
}

function mustFollow(stream: string, before: { seq: number; hash: string }, entries: readonly Stored[]): void {
  let [seq, hash] = [before.seq, before.hash]
  for (const entry of entries) {
    const problem = chainProblem(nodeChain, entry, seq, hash)
    if (problem) throw damagedEntry(stream, seq + 1, entry.seq === seq + 1 ? problem : 'it is missing')
    seq = entry.seq
    hash = entry.hash
  }
}

const CORRUPT = 11

/** What the store itself cannot make out is named by the entry that comes next. */
function rowsOf(select: StatementSync, stream: string, from: number, limit: number, besides: number): Stored[] {
  try {
    return pageOf(select.iterate(stream, from, limit), besides)
  } catch (error) {
    const { errcode, message } = error as { errcode?: number; message: string }
    if (((errcode ?? 0) & 0xff) !== CORRUPT) throw error
    throw damagedEntry(stream, firstUnread(select, stream, from, limit), message)
  }
}

function firstUnread(select: StatementSync, stream: string, from: number, limit: number): number {
  let next = Math.max(1, from)
  try {
    for (const row of select.iterate(stream, from, limit)) next = (row as Stored).seq + 1
  } catch {
    // It is the next one.
  }
  return next
}
