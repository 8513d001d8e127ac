import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { entryAt, type JournalReader } from '../record/journal-reader.ts'
import { verify } from '../record/verify.ts'
import { RecordUnreadable } from '../record/versions.ts'
import { agreeOnDrawKey, copyDrawKeys, drawKeysFolder, noteRestored, restoredTo } from '../service/draw-keys.ts'
import { copyKeys, drawKeyFile, houseKeyFile } from '../service/files.ts'
import { houseKey, mustBeSharedKey } from '../service/house-key.ts'
import { type Journal, nodeSha256 } from '../service/journal/journal.ts'
import { holdsJournal, isDatabase, withoutPassword } from '../service/journal/open-store.ts'
import type { Arguments } from './commands.ts'
import { BadInput } from './declaration.ts'
import { housePlaceOf, inStore, OWNER_ONLY } from './house-at-console.ts'
import { print } from './output.ts'
import { readJournal } from './read-journal.ts'

export async function runMove({ values }: Arguments<'move'>): Promise<number> {
  const { from, to } = values
  if (from === to) throw new BadInput('--from and --to are the same')
  if (!holdsJournal(from)) throw new BadInput(`${from} holds no journal`)
  process.umask(OWNER_ONLY)
  const { data, keyFile } = housePlaceOf(values)
  const key = keyFile ?? houseKeyFile(isDatabase(from) ? data : from)
  await inStore(from, { makes: false }, (source) =>
    inStore(to, { makes: true }, async (target) => {
      await mustBeFree(source, from)
      await copyAll(source, target, to)
      await moveKeys(key, target, to)
      await moveDrawKeys([from, source], [to, target], key)
    }),
  )
  return tell(from, to, key)
}

/** A running node would continue to write to the old store. */
async function mustBeFree({ leases }: Journal, from: string): Promise<void> {
  const living = (await leases?.roster())?.nodes.find(({ ageMs }) => ageMs < LIVING_MS)
  if (living) throw new BadInput(`${withoutPassword(from)} is in use by the node ${living.id}; stop every node first`)
}

const LIVING_MS = 10_000

/**
 * Copies until nothing is left. Entries that exist already must be equal, so that a second try continues where the
 * first ended.
 */
async function copyAll(source: Journal, target: Journal, to: string): Promise<void> {
  const streams = await source.streams()
  const stranger = (await target.streams()).find((stream) => !streams.includes(stream))
  if (stranger !== undefined) throw somethingElse(to, `a stream ${stranger}`)
  for (const stream of streams) await mustBeginAlike(source, target, stream, to)
  for (const stream of streams) await copyStream(source, target, stream)
}

async function mustBeginAlike(source: Journal, target: Journal, stream: string, to: string): Promise<void> {
  const there = await target.last(stream)
  if (there.seq === 0) return
  const same = await entryAt(source, stream, there.seq)
  if (same?.hash !== there.hash) throw somethingElse(to, `entry ${there.seq} of ${stream}`)
}

const somethingElse = (to: string, what: string): BadInput =>
  new BadInput(`${withoutPassword(to)} holds something else: ${what} is not of this house; nothing was changed`)

async function copyStream(source: Journal, target: Journal, stream: string): Promise<void> {
  for (;;) {
    const [here, there] = [await source.last(stream), await target.last(stream)]
    if (here.seq === there.seq) break
    for await (const page of source.pages(stream, there.seq + 1, here.seq)) await target.append(page)
  }
  const [here, there] = [await source.last(stream), await target.last(stream)]
  if (here.hash !== there.hash)
    throw new BadInput(`${stream} does not come out the same: ${here.hash} and ${there.hash}`)
  for await (const page of source.checkpoints(stream))
    for (const checkpoint of page) await target.saveCheckpoint(stream, checkpoint)
  const snapshot = await source.snapshot(stream)
  if (snapshot) await target.saveSnapshot(stream, snapshot)
}

/** A data folder has the keys beside its journal; in a database it is only noted which the house's is. */
async function moveKeys(file: string, target: Journal, to: string): Promise<void> {
  if (!isDatabase(to)) copyKeys(file, to, false)
  else if (existsSync(file)) await mustBeSharedKey(target, houseKey('', false, file))
}

type Place = readonly [store: string, journal: Journal]

/** Rounds that are open are drawn where the house is now, but for those of a house that came from a backup. */
async function moveDrawKeys([from, source]: Place, [to, target]: Place, key: string): Promise<void> {
  const [there, here] = [from, to].map((store) => drawKeysFolder(dirname(key), store, key)) as [string, string]
  const isBackup = isDatabase(from) ? (await restoredTo(source)).size > 0 : !existsSync(drawKeyFile(there))
  if (isBackup) {
    const ends = (await source.streams()).map(async (stream) => [stream, (await source.last(stream)).seq] as const)
    await noteRestored(target, new Map(await Promise.all(ends)))
    return
  }
  copyDrawKeys(there, here)
  await agreeOnDrawKey(here, target)
}

/** A newer version may have written it: it was moved as it is, and is for that version to verify. */
async function verifiedIn(reader: JournalReader, to: string): ReturnType<typeof verify> {
  try {
    return await verify(reader, nodeSha256)
  } catch (error) {
    if (error instanceof RecordUnreadable)
      throw new BadInput(`${withoutPassword(to)} cannot be verified: ${error.message}`)
    throw error
  }
}

async function tell(from: string, to: string, key: string): Promise<number> {
  const reports = await readJournal(to, (reader) => verifiedIn(reader, to))
  const [wrong] = reports.flatMap(({ finding }) => (finding ? [finding] : []))
  if (wrong) {
    const where = `${wrong.stream || 'the store'}${wrong.seq === null ? '' : `, entry ${wrong.seq}`}`
    console.error(
      `${withoutPassword(to)}: ${where}: ${wrong.problem}; the house in ${withoutPassword(from)} is as it was`,
    )
    return 1
  }
  const entries = reports.reduce((sum, report) => sum + report.entries, 0)
  await print(
    `Moved to ${withoutPassword(to)}: ${entries} entries of ${reports.length} streams; every hash, decision and balance in it holds.`,
  )
  if (!existsSync(key)) console.error(`${key} is missing: every PIN must be set again`)
  else if (isDatabase(to))
    await print(`The house key is ${key}: every node of this house needs it, and signing.key and draw.key beside it.`)
  return 0
}
