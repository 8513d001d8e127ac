import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import type { OpenedJournal } from '../../record/journal-reader.ts'
import { mustBeReadable } from '../../record/readable.ts'
import type { StreamReport } from '../../record/stream-report.ts'
import { verify } from '../../record/verify.ts'
import { sync } from '../files.ts'
import { sealCheckBy } from '../secrets/snapshot-seal.ts'
import { markFile } from './high-water.ts'
import { nodeSha256 } from './journal.ts'
import { openReader } from './reader.ts'
import { journalFile } from './sqlite-file.ts'

/**
 * `wrong`: the reason why the copy is not sound; `kept`: its file, null if it was deleted. `remarks`: remarks on a
 * sound copy; `reports`: the report of `verify` on each stream.
 */
type Copied = {
  wrong: string | null
  kept: string | null
  remarks: readonly string[]
  reports: readonly StreamReport[]
}

/** The name keeps people from continuing with this journal, since its damage may have to be examined. */
const unsoundFile = (folder: string): string => journalFile(folder).replace(/\.db$/, '.unsound.db')

/** Whether a folder holds a journal, sound or not. */
export const holdsCopy = (folder: string): boolean => existsSync(journalFile(folder)) || existsSync(unsoundFile(folder))

/**
 * Copies the journal at an address to a folder and verifies it. The copy has a temporary name until it is verified and
 * on disk, so it is there as a whole or not at all. `beforeItCounts` adds the files that belong to it. `keyFile`: the
 * house key of the source, with which its snapshots are sealed.
 */
export async function copyJournal(
  from: string,
  to: string,
  { keepsUnsound, beforeItCounts, keyFile }: { keepsUnsound: boolean; beforeItCounts: () => void; keyFile: string },
): Promise<Copied> {
  // The check uses a reader of its own: a reader that has read is in a transaction, in which SQLite does not copy.
  await reading(from, mustBeReadable)
  const beside = `${journalFile(to)}.new`
  const made = mkdirSync(to, { recursive: true, mode: 0o700 })
  let kept: string | null = null
  try {
    rmSync(beside, { force: true })
    await reading(from, (reader) => reader.copyTo(beside))
    const verdict = await reading(beside, (reader) => copyVerdict(reader, keyFile))
    kept = verdict.wrong === null ? journalFile(to) : keepsUnsound ? unsoundFile(to) : null
    if (kept) {
      beforeItCounts()
      sync(beside)
      // Files of the former journal.
      rmSync(markFile(to), { force: true })
      renameSync(beside, kept)
      sync(to)
    }
    return { ...verdict, kept }
  } finally {
    rmSync(beside, { force: true })
    if (made !== undefined && kept === null) rmSync(made, { recursive: true })
  }
}

async function reading<T>(path: string, read: (reader: OpenedJournal) => Promise<T>): Promise<T> {
  const reader = await openReader(path)
  try {
    return await read(reader)
  } finally {
    await reader.close()
  }
}

async function copyVerdict(reader: OpenedJournal, keyFile: string): Promise<Omit<Copied, 'kept'>> {
  const isSealed = sealCheckBy(keyFile)
  const reports = await verify(reader, nodeSha256, isSealed ? { isSealed } : {})
  const [finding] = reports.flatMap((report) => (report.finding ? [report.finding] : []))
  if (!finding)
    return {
      wrong: null,
      reports,
      remarks: reports.flatMap(({ stream, remarks }) => remarks.map((one) => `${stream}: ${one}`)),
    }
  const { stream, seq, problem } = finding
  return { wrong: `${stream || 'the file'}${seq === null ? '' : `, entry ${seq}`}: ${problem}`, remarks: [], reports }
}
