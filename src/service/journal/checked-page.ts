import type { StatementSync } from 'node:sqlite'
import type { Stored } from '../../record/stored-entry.ts'
import { hashProblem } from '../../record/stream-walk.ts'
import { damagedEntry, nodeSha256 } from './journal.ts'

/** The most characters that are read at once, except for a single longer entry. */
export const PAGE_CHARACTERS = 4 << 20

/** Takes the first of these entries, as many as fit on a page. */
export function pageOf(entries: Iterable<unknown>): Stored[] {
  const page: Stored[] = []
  let length = 0
  for (const entry of entries as Iterable<Stored>) {
    page.push(entry)
    length += entry.body.length
    if (length >= PAGE_CHARACTERS) break
  }
  return page
}

/**
 * Reads entries from the file and checks their numbers and hashes. `select`: the query for a stream's entries from a
 * number on, in order, with a limit.
 */
export function readChecked(select: StatementSync, stream: string, from: number, limit: number): Stored[] {
  return checkedPage(readableRows(select, stream, Math.max(1, from), limit), stream, from)
}

/** `entries`: those of a stream from this number on. */
export function checkedPage(entries: readonly Stored[], stream: string, from: number): Stored[] {
  let before = Math.max(1, from) - 1
  for (const entry of entries) {
    const problem = hashProblem(entry, before, nodeSha256)
    if (problem) throw damagedEntry(stream, before + 1, entry.seq === before + 1 ? problem : 'it is missing')
    before = entry.seq
  }
  return [...entries]
}

const CORRUPT = 11

/** An error of the store itself names the entry that comes next. */
function readableRows(select: StatementSync, stream: string, from: number, limit: number): Stored[] {
  try {
    return pageOf(select.iterate(stream, from, limit))
  } catch (error) {
    const { errcode, message } = error as { errcode?: number; message: string }
    if (((errcode ?? 0) & 0xff) !== CORRUPT) throw error
    throw damagedEntry(stream, firstUnread(select, stream, from, limit), message)
  }
}

function firstUnread(select: StatementSync, stream: string, from: number, limit: number): number {
  let next = from
  try {
    for (const row of select.iterate(stream, from, limit)) next = (row as Stored).seq + 1
  } catch {
    // The fault is in the next entry.
  }
  return next
}
