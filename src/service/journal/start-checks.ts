import { existsSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { houseKeyFile } from '../files.ts'
import { readChecked } from './checked-page.ts'
import type { Tip, Tips } from './high-water.ts'
import { EntryDamaged, JournalUnusable } from './journal.ts'

/** The checks of the store before any of its content is used and before any write. */

const restore = 'restore a backup (croupier backup FOLDER --data DIR --restore)'

/** The house key is made together with the journal. A journal without one has lost it. */
export function checkPresence(folder: string, isThere: boolean): void {
  if (!isThere && existsSync(houseKeyFile(folder)))
    throw new JournalUnusable(
      `${folder} holds a house key, and its journal croupier.db is gone; put it back, or ${restore}; a new house needs a folder of its own`,
    )
}

/** A file without its tables counts as missing. */
export function checkNotEmptied(folder: string, isEmpty: boolean): void {
  if (isEmpty && existsSync(houseKeyFile(folder)))
    throw new JournalUnusable(
      `${folder} holds a house key, and its journal croupier.db is empty; put the right one back, or move it away and ${restore}`,
    )
}

/** The file as SQLite sees it. One that is damaged there is not written: other streams' pages lie beside. */
export function checkStructure(db: DatabaseSync, select: () => StatementSync, folder: string): void {
  const found = problemOf(db)
  if (found === null) return
  throw damagedJournal(folder, firstDamaged(db, select) ?? found)
}

export const damagedJournal = (folder: string, what: string): JournalUnusable =>
  new JournalUnusable(
    `the journal of ${folder} is damaged and nothing is written to it: ${what}; move it away and ${restore}`,
  )

function problemOf(db: DatabaseSync): string | null {
  try {
    const { quick_check: found } = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string }
    return found === 'ok' ? null : found.split('\n')[0]!
  } catch (error) {
    return (error as Error).message
  }
}

const ENTRIES_CHECKED_AT_ONCE = 1_000

function firstDamaged(db: DatabaseSync, select: () => StatementSync): string | null {
  try {
    for (const { stream } of db.prepare('SELECT DISTINCT stream FROM journal').all() as { stream: string }[])
      for (let from = 1; ; from += ENTRIES_CHECKED_AT_ONCE)
        if (readChecked(select(), stream, from, ENTRIES_CHECKED_AT_ONCE).length < ENTRIES_CHECKED_AT_ONCE) break
  } catch (error) {
    return error instanceof EntryDamaged ? error.message : null
  }
  return null
}

/** Checks that no acknowledged entry is missing and that the history is the same. */
export function checkMark(folder: string, mark: Tips, last: (stream: string) => Tip, select: StatementSync): void {
  for (const [stream, { seq, hash }] of mark) {
    const { seq: end } = last(stream)
    if (end < seq) throw notWhole(folder, `${stream} ends at entry ${end} and has been at ${seq}`)
    if (hashAt(select, stream, seq, hash) !== hash)
      throw notWhole(folder, `entry ${seq} of ${stream} is not the one that has been there`)
  }
}

/** A damaged entry closes its own stream when it is read, and no other. */
function hashAt(select: StatementSync, stream: string, seq: number, expected: string): string | undefined {
  try {
    return readChecked(select, stream, seq, 1)[0]?.hash
  } catch (error) {
    if (error instanceof EntryDamaged) return expected
    throw error
  }
}

const notWhole = (folder: string, what: string): JournalUnusable =>
  new JournalUnusable(
    `the journal of ${folder} is not whole: ${what}; put the right croupier.db and croupier.db-wal back, or move them away and ${restore}; to continue with the present files, remove journal.mark`,
  )
