import { randomInt } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical } from '../../src/record/canonical.ts'
import { RecordUnreadable } from '../../src/record/versions.ts'
import { houseKeyFile } from '../../src/service/files.ts'
import { type OpenFloor, openFloor } from '../../src/service/floor/open-floor.ts'
import { pack } from '../../src/service/journal/batch.ts'
import { markFile } from '../../src/service/journal/high-water.ts'
import { EntryDamaged, type Journal, JournalUnusable } from '../../src/service/journal/journal.ts'
import { checkpointPages, entryPages } from '../../src/service/journal/pages.ts'
import { journalFile, openJournalFile } from '../../src/service/journal/sqlite-file.ts'
import { campaign } from '../campaign.ts'
import { lend } from '../support/memory-journal.ts'
import { testKeyMaterial } from '../support/secrets.ts'
import { ask, cleanUp, freshFolder, must, quietService, seatAt, staffOf } from '../support/service.ts'
import { quietPlans } from '../support/stream.ts'

/**
 * One byte of the files is changed. For each byte, the house either starts with exactly the recorded state, or finds
 * the damage: the house is refused or the table stays closed, with one line and without a secret.
 */
const FLIPS = Math.max(6, Math.ceil(20 * campaign))
const wal = (folder: string): string => `${journalFile(folder)}-wal`

afterAll(cleanUp)

/** Files as somebody left them who stopped in good order, and as a killed process leaves them: with a log. */
const [stopped, killed] = [freshFolder(), freshFolder()]
const numbers: string[] = []

async function playEvening(data: string, copyTo?: string): Promise<void> {
  const service = await quietService(data)
  const { address } = service
  const { dealer } = await staffOf(service)
  const { token, player } = await seatAt(service, 'etg', copyTo ? 'ben' : 'ann')
  const sold = await ask(address, 'POST', '/api/tickets', { token, body: { amount: 700 } })
  numbers.push((sold.body.ticket as { number: string }).number)
  for (const pocket of ['17', '0', '20']) {
    await must(address, dealer, 'etg', { do: 'place-your-bets' })
    for (const spot of ['17', '20', 'red', '1-2'].slice(0, 3))
      await must(address, token, 'etg', { do: 'wager', player, spot, stake: 500 })
    for (const step of [
      { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
      { do: 'no-more-bets' },
      { do: 'ball-at-rest', pocket },
      { do: 'settle' },
    ])
      await must(address, dealer, 'etg', step)
  }
  await must(address, dealer, copyTo ? 'single' : 'fast', { do: 'place-your-bets' })
  if (copyTo) copyHouse(data, copyTo)
  await service.stop()
}

function copyHouse(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to)
  for (const file of [journalFile, wal, markFile, houseKeyFile])
    if (existsSync(file(from))) copyFileSync(file(from), file(to))
}

/** The store without its threads. */
function journalIn(folder: string): Journal {
  const file = openJournalFile(folder)
  return {
    append: async (entries) => void file.append(pack(entries)),
    probe: async () => void file.append(pack([])),
    pages: (stream, from, to) => entryPages((...asked) => file.read(stream, ...asked), from, to),
    lend: () => lend(file.read),
    mayHold: () => true,
    learn: () => {},
    note: () => {},
    agree: async () => null,
    follow: () => () => {},
    leases: null,
    find: async (...asked) => file.find(...asked),
    place: async (...asked) => file.place(...asked),
    search: async (...asked) => file.search(...asked),
    short: async (...asked) => file.short(...asked),
    last: async (stream) => file.last(stream),
    head: async (...asked) => file.head(...asked),
    inclusion: async (...asked) => file.inclusion(...asked),
    proven: async (...asked) => file.proven(...asked),
    consistency: async (...asked) => file.consistency(...asked),
    saveCheckpoint: async (...given) => file.saveCheckpoint(...given),
    checkpoints: (stream, from) => checkpointPages((...asked) => file.checkpoints(stream, ...asked), from),
    latestCheckpoint: async (...asked) => file.latestCheckpoint(...asked),
    streams: async () => file.streams(),
    saveSnapshot: async (...given) => file.saveSnapshot(...given),
    snapshot: async (stream) => file.snapshot(stream),
    close: async () => file.close(),
  }
}

/** All that a stream comes to: the same from a snapshot and from its entries, but for the order of fields. */
const known = ({ durable, settled }: { durable: number; settled: { state: unknown; meters?: unknown } }): string =>
  canonical(JSON.parse(JSON.stringify([durable, settled.state, settled.meters])))

function stateOf({ rooms, house, tickets }: OpenFloor): Map<string, string> {
  const tables = [...rooms].map(([id, { table }]) => [id, known(table)] as const)
  return new Map([...tables, ['house', known(house)], ['tickets', known(tickets)]])
}

type Start = { state: Map<string, string>; found: readonly string[] }

async function startIn(folder: string): Promise<Start> {
  let journal: Journal | null = null
  try {
    journal = journalIn(folder)
    // A time that stands still: nothing is written that was not there.
    const floor = await openFloor({
      journal,
      keyMaterial: testKeyMaterial(),
      plans: quietPlans(),
      now: () => '2099-01-01T00:00:00.000Z',
    })
    return { state: stateOf(floor), found: [...floor.unavailable.values()] }
  } catch (error) {
    const isInWords = [JournalUnusable, EntryDamaged, RecordUnreadable].some((kind) => error instanceof kind)
    if (!isInWords) throw error
    return { state: new Map(), found: [(error as Error).message] }
  } finally {
    await journal?.close()
  }
}

function flip(file: string): string {
  const bytes = readFileSync(file)
  const at = randomInt(bytes.length)
  const bit = randomInt(8)
  bytes[at] = bytes[at]! ^ (1 << bit)
  writeFileSync(file, bytes)
  return `${basename(file)}, byte ${at}, bit ${bit}`
}

beforeAll(async () => {
  const data = freshFolder()
  await playEvening(data)
  await playEvening(data, killed)
  copyHouse(data, stopped)
})

test.each([
  ['the journal of a house that was stopped, with snapshots', stopped, journalFile],
  ['the journal of a house that was killed', killed, journalFile],
  ['the log of a house that was killed', killed, wal],
])(
  `${FLIPS} bytes flipped in %s: each is found or harmless`,
  { timeout: 300_000 + FLIPS * 5_000 },
  async (_, from, file) => {
    const folder = join(freshFolder(), 'flipped')
    copyHouse(from, folder)
    const right = await startIn(folder)
    expect(right.found).toEqual([])
    expect(right.state.size).toBe(5)
    let found = 0
    for (let nth = 0; nth < FLIPS; nth++) {
      copyHouse(from, folder)
      const where = flip(file(folder))
      const start = await startIn(folder)
      for (const line of start.found) {
        expect(line, where).not.toContain('\n')
        for (const number of numbers) expect(line, where).not.toContain(number.slice(0, 6))
      }
      for (const [stream, state] of start.state)
        expect(state === right.state.get(stream), `${where}: ${stream}`).toBe(true)
      const isAll = start.state.size === right.state.size
      expect(isAll || start.found.length > 0, where).toBe(true)
      if (start.found.length > 0) found++
    }
    const kilobytes = Math.round(statSync(file(from)).size / 1024)
    console.log(
      `${FLIPS} bytes flipped in ${basename(file(from))} (${kilobytes} KB): ${found} found, ${FLIPS - found} harmless, none believed`,
    )
  },
)
