import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { mustBeReadable } from '../record/readable.ts'
import { verify } from '../record/verify.ts'
import { copyKeys, houseKeyFile, sync } from '../service/files.ts'
import { markFile } from '../service/journal/high-water.ts'
import { nodeSha256 } from '../service/journal/journal.ts'
import { latestTime } from '../service/journal/latest-time.ts'
import { withoutPassword } from '../service/journal/open-store.ts'
import { sqliteJournal } from '../service/journal/sqlite.ts'
import { journalFile } from '../service/journal/sqlite-file.ts'
import { askHouse, openHouse } from '../service/stream/house-stream.ts'
import type { Arguments } from './commands.ts'
import { BadInput } from './declaration.ts'
import { atConsole, OWNER_ONLY, placeOf, unusable } from './house-at-console.ts'
import { print } from './output.ts'
import { readJournal } from './read-journal.ts'

export async function run({ values, words }: Arguments<'backup'>): Promise<number> {
  const { data, store, keyFile } = placeOf(values)
  process.umask(OWNER_ONLY)
  if (values.restore && values.store !== undefined)
    throw new BadInput('a backup is restored to a data folder; croupier move takes that to a database')
  const [from, to] = values.restore ? [words[0]!, data] : [store, words[0]!]
  const key = values.restore ? houseKeyFile(from) : (keyFile ?? houseKeyFile(data))
  if (existsSync(journalFile(to)) || existsSync(unsoundFile(to)))
    throw new BadInput(`${to} holds a journal already; nothing is written over it`)
  const { wrong, kept } = attempt(() => copy(from, to, key, !values.restore))
  if (wrong !== null) {
    console.error(
      `${withoutPassword(from)}: ${wrong}; ${kept ? `what is there is kept as ${kept}` : 'nothing was copied'}`,
    )
    return 1
  }
  if (values.restore) await endSessions(to).catch(unusable)
  await print(`${values.restore ? 'Restored to' : 'Backed up to'} ${to}; every hash, decision and balance in it holds.`)
  if (!existsSync(key)) console.error(`${key} is missing: with this copy every PIN must be set anew`)
  return 0
}

/** Whoever had signed in when the copy was made may be anybody by now. Time goes on from the last that is on record. */
async function endSessions(data: string): Promise<void> {
  const journal = await sqliteJournal(data)
  try {
    const latest = (await latestTime(journal)) ?? ''
    const now = () => [new Date().toISOString(), latest].sort().at(-1)!
    await askHouse(await openHouse({ journal, now }), { do: 'end-all-sessions', by: atConsole })
  } finally {
    await journal.close()
  }
}

/** A disk that is full, a folder that may not be written: in words. */
function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code) throw new BadInput((error as Error).message)
    throw error
  }
}

/** `wrong`: why it is not sound; `kept`: the file that it is in. */
type Copied = { wrong: string | null; kept: string | null }

/** Named so that nobody takes it for a journal to go on with: what is wrong may have to be looked at. */
const unsoundFile = (folder: string): string => journalFile(folder).replace(/\.db$/, '.unsound.db')

/** Beside its place until it is proved and on disk: a copy is there as a whole or not at all. */
function copy(from: string, to: string, key: string, keepsUnsound: boolean): Copied {
  // By a reader of its own: one that has read holds a moment of the file, and copies no more.
  readJournal(from, mustBeReadable)
  const beside = `${journalFile(to)}.new`
  const made = mkdirSync(to, { recursive: true, mode: 0o700 })
  let kept: string | null = null
  try {
    rmSync(beside, { force: true })
    readJournal(from, (reader) => reader.copyTo(beside))
    const wrong = problemIn(beside)
    kept = wrong === null ? journalFile(to) : keepsUnsound ? unsoundFile(to) : null
    if (kept) keep(beside, kept, key, to)
    return { wrong, kept }
  } finally {
    rmSync(beside, { force: true })
    if (made !== undefined && kept === null) rmSync(made, { recursive: true })
  }
}

function keep(copied: string, kept: string, key: string, to: string): void {
  copyKeys(key, to, true)
  sync(copied)
  // Of the journal that was there before.
  rmSync(markFile(to), { force: true })
  renameSync(copied, kept)
  sync(to)
}

function problemIn(file: string): string | null {
  const reports = readJournal(file, (reader) => verify(reader, nodeSha256))
  const finding = reports.flatMap((report) => (report.finding ? [report.finding] : []))[0]
  if (!finding) return null
  const { stream, seq, problem } = finding
  return `${stream || 'the file'}${seq === null ? '' : `, entry ${seq}`}: ${problem}`
}
