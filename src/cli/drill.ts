import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isTableStream } from '../house/ticket-state.ts'
import { entryAt } from '../record/journal-reader.ts'
import { markBackup } from '../service/backup-mark.ts'
import { journalFile } from '../service/journal/sqlite-file.ts'
import { openSigningKey } from '../service/signing-key-file.ts'
import { restoreBackup } from './backup.ts'
import type { Arguments } from './commands.ts'
import { BadInput } from './declaration.ts'
import { housePlaceOf, inHouse, OWNER_ONLY } from './house-at-console.ts'
import { print, printJson, textTable } from './output.ts'
import { readJournal } from './read-journal.ts'

/** The contents of a restored house, in brief. */
type RestoredHouse = { people: number; terminals: number; tables: number }

type Stream = { stream: string; entries: number; rounds: number }

/** `newest`: the time of the newest entry. `problems`: why no house could be started from the backup, or that it is too old. */
type Drill = {
  backup: string
  at: string
  newest: string | null
  streams: readonly Stream[]
  house: RestoredHouse | null
  seconds: number
  remarks: readonly string[]
  problems: readonly string[]
}

export async function runDrill({ values, words }: Arguments<'drill'>): Promise<number> {
  process.umask(OWNER_ONLY)
  const { data } = housePlaceOf(values)
  const drill = await drillOf(newestBackup(words[0]!), values.hours)
  const isSound = drill.problems.length === 0
  markBackup(data, { drill: { at: drill.at, isSound } })
  if (values.json) await printJson({ sound: isSound, ...drill })
  else await tell(drill)
  return isSound ? 0 : 1
}

const writtenAt = (folder: string): number => statSync(journalFile(folder), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** A folder that is a backup, or the one in it that was written last. */
function newestBackup(folder: string): string {
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (!isThere) throw new BadInput(`${folder} is not a folder`)
  if (writtenAt(folder) > 0) return folder
  const inside = readdirSync(folder).map((name) => join(folder, name))
  const [newest] = inside.filter((one) => writtenAt(one) > 0).sort((one, other) => writtenAt(other) - writtenAt(one))
  if (newest === undefined) throw new BadInput(`${folder} has no backup: no folder in it holds croupier.db`)
  return newest
}

async function drillOf(backup: string, hours: number | undefined): Promise<Drill> {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-drill-'))
  const begun = performance.now()
  const nothing = { newest: null, streams: [], house: null, remarks: [] }
  try {
    return {
      backup,
      at: new Date().toISOString(),
      ...(await restored(backup, join(folder, 'house'), hours)),
      ...took(begun),
    }
  } catch (error) {
    if (!(error instanceof BadInput)) throw error
    return { backup, at: new Date().toISOString(), ...nothing, problems: [error.message], ...took(begun) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const took = (begun: number) => ({ seconds: Math.round((performance.now() - begun) / 10) / 100 })

type Restored = Omit<Drill, 'backup' | 'at' | 'seconds'>

async function restored(backup: string, to: string, hours: number | undefined): Promise<Restored> {
  const { wrong, remarks, reports } = await restoreBackup(backup, to)
  const streams = reports.map(({ stream, entries, rounds }) => ({ stream, entries, rounds }))
  if (wrong !== null) return { newest: null, streams, house: null, remarks, problems: [wrong] }
  const newest = await newestEntry(backup, streams)
  const problems = hours === undefined || newest === null ? [] : ageProblems(newest, hours)
  return { newest, streams, house: await openedHouse(to), remarks, problems }
}

/** The time of the newest entry in a backup, before anything was added to the restored copy. */
const newestEntry = (backup: string, streams: readonly Stream[]): Promise<string | null> =>
  readJournal(backup, async (reader) => {
    const last = await Promise.all(streams.map(({ stream, entries }) => entryAt(reader, stream, entries)))
    const times = last.flatMap((entry) => (entry ? [(JSON.parse(entry.body) as { at: string }).at] : []))
    return times.toSorted().at(-1) ?? null
  })

function ageProblems(newest: string, hours: number): string[] {
  const age = (Date.now() - Date.parse(newest)) / 3_600_000
  return age <= hours ? [] : [`its newest entry is of ${newest}, more than ${hours} hours ago`]
}

/** Opens the restored house as a service does: with its house key, and the signing key that is on record. */
const openedHouse = (folder: string): Promise<RestoredHouse> =>
  inHouse({ data: folder, store: folder, keyFile: undefined }, async ({ house, journal }) => {
    const { staff, terminals, signingKeys } = house.settled.state
    openSigningKey(folder, signingKeys.at(-1)?.key ?? null, null)
    const streams = await journal.streams()
    return { people: staff.size, terminals: terminals.size, tables: streams.filter(isTableStream).length }
  })

async function tell({ backup, newest, streams, house, seconds, remarks, problems }: Drill): Promise<void> {
  await print(`Backup: ${backup}${newest === null ? '' : `, its newest entry of ${newest}`}`)
  const rows = streams.map(({ stream, entries, rounds }) => [stream, String(entries), String(rounds)])
  if (rows.length > 0) await print(textTable(['stream', 'entries', 'rounds'], rows))
  if (house)
    await print(
      `\nPeople: ${house.people}, terminals: ${house.terminals}, tables: ${house.tables}. The house was restored and opened.`,
    )
  for (const remark of remarks) await print(remark)
  for (const problem of problems) console.error(problem)
  await print(`${problems.length === 0 ? 'Sound' : 'NOT SOUND'}, in ${seconds} seconds.`)
}
