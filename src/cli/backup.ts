import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { JournalUnusable } from '../table/journal/journal.ts'
import { houseKeyFile, openReader } from '../table/journal/reader.ts'
import { journalFile } from '../table/journal/sqlite-file.ts'
import { verify } from '../table/verify.ts'
import { BadInput, readArguments } from './input.ts'

export const usage = 'backup FOLDER [--data DIR] [--restore]'

/** Copies the journal of a running service, or puts a copy back where there is none. A copy is verified before it counts. */
export function run(args: readonly string[]): number {
  const { values, words } = readArguments(args, usage, { data: { type: 'string' }, restore: { type: 'boolean' } })
  const data = values.data ?? 'croupier-data'
  const [from, to] = values.restore ? [words[0]!, data] : [data, words[0]!]
  if (existsSync(journalFile(to))) throw new BadInput(`${to} holds a journal already; nothing is written over it`)
  try {
    copy(from, to)
  } catch (error) {
    if (error instanceof JournalUnusable || (error as NodeJS.ErrnoException).code)
      throw new BadInput((error as Error).message)
    throw error
  }
  const wrong = soundness(to)
  if (wrong) {
    console.error(`${to}: ${wrong}`)
    return 1
  }
  console.log(`${values.restore ? 'Restored to' : 'Backed up to'} ${to}; every hash, decision and balance in it holds.`)
  return 0
}

function copy(from: string, to: string): void {
  const reader = openReader(from)
  mkdirSync(to, { recursive: true, mode: 0o700 })
  reader.copyTo(journalFile(to))
  reader.close()
  if (existsSync(houseKeyFile(from))) copyFileSync(houseKeyFile(from), houseKeyFile(to))
}

function soundness(folder: string): string | null {
  const reader = openReader(folder)
  const finding = verify(reader).flatMap((report) => (report.finding ? [report.finding] : []))[0]
  reader.close()
  return finding ? `${finding.stream}, entry ${finding.seq}: ${finding.problem}` : null
}
