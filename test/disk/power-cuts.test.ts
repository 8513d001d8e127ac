import { randomInt } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { actorIn } from '../../src/record/entry-keys.ts'
import type { Stored } from '../../src/record/stored-entry.ts'
import { openJournalFile } from '../../src/service/journal/sqlite-file.ts'
import { campaign } from '../campaign.ts'
import { findingsIn } from '../support/journal.ts'
import { cleanUp, freshFolder, runNode, within } from '../support/service.ts'
import { diskShim } from './build-shim.ts'
import { type DiskStep, readDiskLog } from './disk-log.ts'
import { SimulatedDisk } from './simulated-disk.ts'

/**
 * Power cuts at any moment of a busy evening. Every write and every sync is on a log. At chosen moments the folder is
 * rebuilt as a disk would leave it that lost unsynced data. Every acknowledged command must be in the journal once; the
 * journal must be sound, and the service must start from it.
 */
const CUTS = Math.max(2, Math.ceil(5 * campaign))
const ANSWERS = 400
const shim = diskShim()
const play = fileURLToPath(new URL('./play-for-cuts.ts', import.meta.url))

afterAll(cleanUp)

type Answered = { stream: string; actor: string; id: string }

async function logOfPlay(library: string): Promise<{ folder: string; steps: DiskStep[] }> {
  const folder = freshFolder()
  const log = join(freshFolder(), 'disk.log')
  const environment = { LD_PRELOAD: library, DISK_FOLDER: folder, DISK_LOG: log }
  const { exit } = runNode([play, folder, String(ANSWERS)], environment)
  const { code, said } = await within(60, 'playing', exit)
  expect(code, said).toBeNull()
  return { folder, steps: readDiskLog(log) }
}

/** Which answers had been given before each step. */
function answersIn(steps: readonly DiskStep[]): { before: number; answered: Answered }[] {
  const openings = new Set<number>()
  return steps.flatMap((step, before) => {
    if (step.did === 'open' && basename(step.path) === 'answers') openings.add(step.opening)
    if (step.did !== 'write' || !openings.has(step.opening)) return []
    return [{ before, answered: JSON.parse(String(step.bytes)) as Answered }]
  })
}

/** While it is played the database itself is written by checkpoints alone, from a thread of their own. */
function broughtIn(steps: readonly DiskStep[], all: readonly DiskStep[]): number {
  const openings = new Set(
    all.flatMap((step) => (step.did === 'open' && basename(step.path) === 'croupier.db' ? [step.opening] : [])),
  )
  return steps.filter((step) => step.did === 'write' && openings.has(step.opening)).length
}

function writeOut(files: ReadonlyMap<string, Buffer>, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, bytes] of files) writeFileSync(join(folder, basename(name)), bytes)
}

/** Every entry, read as the service reads it. */
function entriesIn(folder: string): Map<string, Stored[]> {
  const file = openJournalFile(folder)
  try {
    return new Map(file.streams().map((stream) => [stream, file.read(stream, 1, 1_000_000)]))
  } finally {
    file.close()
  }
}

function idsIn(entries: ReadonlyMap<string, readonly Stored[]>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [stream, own] of entries)
    for (const { body } of own) {
      const entry = JSON.parse(body) as { command?: { id?: string } }
      const { command } = entry
      const key = `${stream} ${actorIn(entry)} ${command?.id}`
      if (command?.id !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  return counts
}

const problemsIn = async (folder: string): Promise<string[]> =>
  (await findingsIn(folder)).map(({ stream, seq, problem }) => `${stream} ${seq}: ${problem}`)

test.skipIf(shim.missing !== undefined)(
  `${CUTS} power cuts${shim.missing === undefined ? '' : ` (left out: ${shim.missing})`}`,
  { timeout: 300_000 + CUTS * 20_000 },
  async () => {
    const { folder, steps } = await logOfPlay((shim as { library: string }).library)
    const answers = answersIn(steps)
    expect(answers.length).toBeGreaterThanOrEqual(ANSWERS)
    const first = steps.findIndex(({ did }) => did === 'sync')
    const moments = Array.from({ length: CUTS }, () => randomInt(first, steps.length + 1)).sort((a, b) => a - b)
    const disk = new SimulatedDisk(folder)
    const after = join(freshFolder(), 'after')
    let [done, checked] = [0, 0]
    for (const moment of moments) {
      while (done < moment) disk.take(steps[done++]!)
      const files = disk.cut((below) => randomInt(below))
      writeOut(files, after)
      const where = `cut at step ${moment} of ${steps.length}`
      const ids = idsIn(entriesIn(after))
      const given = answers.filter(({ before }) => before < moment).map(({ answered }) => answered)
      const lost = given.filter(({ stream, actor, id }) => ids.get(`${stream} ${actor} ${id}`) !== 1)
      expect(lost, where).toEqual([])
      expect(await problemsIn(after), where).toEqual([])
      checked += given.length
    }
    const syncs = steps.filter(({ did }) => did === 'sync').length
    const brought = broughtIn(steps.slice(answers[0]!.before), steps)
    expect(brought).toBeGreaterThan(0)
    console.log(
      `${CUTS} power cuts among ${steps.length} steps with ${syncs} syncs and ${brought} writes of checkpoints: ${checked} answers looked for, all there once`,
    )
  },
)
