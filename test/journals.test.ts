import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { playersOf } from '../src/engine/ledger.ts'
import { fundsOf } from '../src/engine/summary.ts'
import { decideHouse } from '../src/house/decide-house.ts'
import { decideTickets } from '../src/house/decide-tickets.ts'
import { HOUSE } from '../src/house/state.ts'
import { isTableStream, TICKETS } from '../src/house/ticket-state.ts'
import { houseEntry, readHouseEntry, writeHouseEntry } from '../src/record/house-entry.ts'
import { freshHouseMemory, rememberHouse } from '../src/record/house-memory.ts'
import { Standing } from '../src/record/standing.ts'
import { decidedEntry, openingEntry, readTableEntry, writeTableEntry } from '../src/record/table-entry.ts'
import { remember, type TableMemory } from '../src/record/table-memory.ts'
import { readTicketEntry, ticketEntry, writeTicketEntry } from '../src/record/ticket-entry.ts'
import { freshTicketMemory, rememberTickets } from '../src/record/ticket-memory.ts'
import { callersAt } from '../src/record/verify-tickets.ts'
import { VERSION } from '../src/record/versions.ts'
import { readConfig } from '../src/service/config.ts'
import { journalFile } from '../src/service/journal/sqlite-file.ts'
import { type Service, startService } from '../src/service/service.ts'
import { corpus, versionsInCorpus } from './corpus.ts'
import { decideThen } from './forgery.ts'
import { loadStore } from './journals/postgres-dump.ts'
import { corpusProblems } from './journals/released.ts'
import { stores } from './postgres/stores.ts'
import { inSuite } from './suites.ts'
import { croupier } from './support/cli.ts'
import { entriesIn, findingsIn, reportsOn } from './support/journal.ts'
import {
  ask,
  type Body,
  cleanUp,
  freshFolder,
  type HousePlace,
  must,
  runCroupier,
  signedInAs,
} from './support/service.ts'

/** Journals of every released version of the format, as the service of that version wrote them, and of the newest one. */
afterAll(cleanUp)

type ComesTo = {
  heads: Record<string, { entries: number; head: string }>
  roots: Record<string, string>
  rounds: Record<string, number>
  balances: Record<string, Record<string, object>>
  tickets: object
}

const comesToOf = (name: string) => JSON.parse(readFileSync(join(corpus(name), 'comes-to.json'), 'utf8')) as ComesTo

async function served({ folder, flags }: HousePlace): Promise<Service> {
  const own = { port: '0', 'log-level': 'silent', 'requests-per-minute': '100000', config: join(folder, 'config.json') }
  const service = await startService(readConfig({ ...own, ...flags, data: folder }, {}))
  onTestFinished(async () => {
    if (service.app.server.listening) await service.stop()
  })
  return service
}

const balancesIn = ({ floor }: Service) =>
  Object.fromEntries(
    [...floor.rooms].map(([id, { table }]) => [
      id,
      Object.fromEntries(
        playersOf(table.settled.state.ledger).map((player) => [player, fundsOf(table.settled.state, player)]),
      ),
    ]),
  )

test('no journal of a released version was written again', () => {
  expect(corpusProblems()).toEqual([])
})

test('there is a journal of every version', () => {
  expect(versionsInCorpus).toEqual(Array.from({ length: VERSION }, (_, at) => `version-${at + 1}`))
})

/** A copy of the corpus in a folder; or its keys in a folder, and its rows in a database. */
const placesOf = stores.map(([storeName, fresh]) => {
  const placed = async (name: string): Promise<HousePlace> => {
    const place = await fresh()
    cpSync(corpus(name), place.folder, { recursive: true })
    if (place.store === place.folder) return place
    rmSync(journalFile(place.folder))
    await loadStore(place.store, readFileSync(join(corpus(name), 'postgres.sql'), 'utf8'))
    return place
  }
  return [storeName, placed] as const
})

describe.each(
  versionsInCorpus.flatMap((name) => placesOf.map(([storeName, placed]) => [name, storeName, placed] as const)),
)('the journal of %s on %s', (name, _, placed) => {
  const comesTo = comesToOf(name)
  let place: HousePlace
  beforeAll(async () => {
    place = await placed(name)
  })

  test('is sound, to the last hash', async () => {
    const reports = await reportsOn(place.store)
    expect(reports.flatMap(({ finding }) => finding ?? [])).toEqual([])
    const heads = Object.fromEntries(reports.map(({ stream, entries, head }) => [stream, { entries, head }]))
    expect(heads).toEqual(comesTo.heads)
    expect(Object.fromEntries(reports.map(({ stream, root }) => [stream, root]))).toEqual(comesTo.roots)
    const rounds = reports.filter(({ stream }) => isTableStream(stream)).map((report) => [report.stream, report.rounds])
    expect(Object.fromEntries(rounds)).toEqual(comesTo.rounds)
  })

  test('is backed up, and the copy is as sound', async () => {
    const target = join(freshFolder(), 'copy')
    const from = Object.entries(place.flags).flatMap(([flag, value]) => [`--${flag}`, value])
    const { status, stderr } = await croupier(['backup', target, '--data', place.folder, ...from])
    expect([status, stderr]).toEqual([0, ''])
    const heads = (await reportsOn(target)).map(({ stream, head }) => [stream, head])
    expect(Object.fromEntries(heads)).toEqual(
      Object.fromEntries(Object.entries(comesTo.heads).map(([stream, { head }]) => [stream, head])),
    )
  })

  test('is exported, stream by stream, and each export is sound as far as it goes', async () => {
    const service = await served(place)
    const auditor = await signedInAs('auditor', service.address)
    const folder = freshFolder()
    for (const table of Object.keys(comesTo.rounds)) {
      const { body } = await ask(service.address, 'GET', `/api/journal/${table}`, { token: auditor })
      const file = join(folder, `${table}.jsonl`)
      writeFileSync(file, body.text as string)
      expect(await reportsOn(file)).toMatchObject([{ stream: table, head: comesTo.heads[table]!.head, finding: null }])
    }
    const { body } = await ask(service.address, 'GET', '/api/journal/house', { token: auditor })
    // The house writes an entry when somebody signs in to read it.
    const lines = (body.text as string).trim().split('\n')
    expect(lines.length).toBeGreaterThanOrEqual(comesTo.heads[HOUSE]!.entries)
    expect(JSON.parse(lines[comesTo.heads[HOUSE]!.entries - 1]!).hash).toBe(comesTo.heads[HOUSE]!.head)
    await service.stop()
  })

  test('is served: everybody has what they had, and play goes on', async () => {
    const service = await served(place)
    expect(balancesIn(service)).toEqual(comesTo.balances)
    expect(service.floor.tickets.settled.state.totals).toEqual(comesTo.tickets)
    const manager = await signedInAs('shift-manager', service.address)
    const decided = (command: Body) => must(service.address, manager, 'sands-1', command)
    await decided({ do: 'correct-outcome', round: 1, pocket: '3', reason: 'later' })
    // The rules of its first book are not in force any more: it continues by the next version of the game.
    await decided({ do: 'set-book', book: 'mbs/sands-roulette@2', reason: 'later' })
    await decided({ do: 'place-your-bets' })
    await decided({ do: 'wager', player: 'bo', spot: 'red', stake: 1_000 })
    await service.stop()
    expect(await findingsIn(place.store)).toEqual([])
    const again = await served(place)
    expect(again.floor.rooms.get('sands-1')!.table.settled.state.round).toMatchObject({
      phase: 'betting-open',
      book: 'mbs/sands-roulette@2',
    })
    await again.stop()
    // A node hands its tables over when it stops, and leaves their snapshots to the next owner.
    const leftAside =
      place.store === place.folder ? [] : [expect.stringMatching(/^its snapshot is left aside: it is of/)]
    for (const { remarks } of await reportsOn(place.store)) expect([[], leftAside]).toContainEqual(remarks)
  })
})

type File = { name: string; bytes: string; changed: number }

const filesIn = (folder: string): File[] =>
  readdirSync(folder).map((name) => {
    const path = join(folder, name)
    return { name, bytes: readFileSync(path, 'base64'), changed: statSync(path).mtimeMs }
  })

/** The last ones before the release said version 3 in the file, and 4 in each entry. */
const foreignFolders = ['1', '3'].map((version) => {
  const folder = freshFolder()
  cpSync(corpus('before-release'), folder, { recursive: true })
  if (version !== '1') {
    const db = new DatabaseSync(journalFile(folder))
    db.prepare('UPDATE about SET value = ?').run(version)
    db.close()
  }
  return [version, folder] as const
})

describe.each(inSuite(foreignFolders, 1))('a journal of before the release, its file of version %s,', (_, folder) => {
  const before = filesIn(folder)
  const into = freshFolder()

  test.each([
    ['verify', [folder]],
    ['verify', [join(folder, 'croupier.db')]],
    ['backup', [join(into, 'copy'), '--data', folder]],
    ['export', [join(into, 'bundle.zip'), '--data', folder]],
    ['move', ['--from', folder, '--to', join(into, 'moved')]],
    ['staff', ['list', '--data', folder]],
    ['key', ['--data', folder]],
    ['prove', ['single', '1', '--data', folder]],
    ['randomness', [folder]],
    ['report', ['journal', folder, '--out', join(into, 'report.html')]],
    ['serve', ['--demo', '--port', '0', '--data', folder]],
  ])('%s refuses in one line, and touches nothing', async (command, args) => {
    const { code, said } = await runCroupier([command, ...args]).exit
    expect(code).toBe(2)
    expect(said).toMatch(/^croupier: [^\n]*it was written before the first release of Croupier[^\n]*\n$/)
    expect(filesIn(folder)).toEqual(before)
  })
})

/**
 * The newest journal run through today's writer gives the very same bodies. A change of what an entry holds breaks this:
 * journals/README.md says what to do then.
 */
describe('the format of today', async () => {
  const streams = await entriesIn(corpus(`version-${VERSION}`))

  test('of tables: decided and written again, every entry is the same text', () => {
    for (const [stream, entries] of streams) {
      if (!isTableStream(stream)) continue
      let memory: TableMemory | null = null
      for (const { seq, body } of entries) {
        const entry = readTableEntry(body)
        const { salt, at, actor, book, house } = entry
        const when = { salt, at, actor, book, house }
        const again =
          'opened' in entry
            ? openingEntry(when, entry.opened, entry.ruleBook)
            : 'forbidden' in entry
              ? entry
              : 'refused' in entry
                ? decidedEntry(when, entry.command, entry.refused)
                : decidedEntry(when, entry.command, decideThen(memory!, entry), entry)
        expect(writeTableEntry(again), `${stream} ${seq}`).toBe(body)
        memory = remember(memory, stream, seq, entry)
      }
    }
  })

  test('of the house: decided and written again, every entry is the same text', () => {
    let memory = freshHouseMemory()
    for (const { seq, body } of streams.get(HOUSE)!) {
      const entry = readHouseEntry(body)
      const again = houseEntry(entry.salt, entry.command, decideHouse(memory.state, entry.command))
      expect(writeHouseEntry(again), `entry ${seq}`).toBe(body)
      memory = rememberHouse(memory, entry)
    }
  })

  test('of the tickets: decided and written again, every entry is the same text', async () => {
    const standing = new Standing()
    let house = freshHouseMemory()
    for (const { seq, body } of streams.get(HOUSE)!) {
      const { at, events } = readHouseEntry(body)
      house = rememberHouse(house, { events })
      standing.note(seq, at, house.state, events)
    }
    let memory = freshTicketMemory()
    for (const { seq, body } of streams.get(TICKETS)!) {
      const entry = readTicketEntry(body)
      const grounds = { callers: callersAt(standing, entry), tickets: memory.state }
      const again = ticketEntry(entry, entry.command, decideTickets(grounds, entry.command), entry.beside)
      expect(writeTicketEntry(again), `entry ${seq}`).toBe(body)
      memory = rememberTickets(memory, entry)
    }
  })
})
