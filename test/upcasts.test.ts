import { cpSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { HOUSE } from '../src/house/state.ts'
import type { Append } from '../src/record/stored-entry.ts'
import { type PlainEntry, RecordUnreadable, upcast, VERSION } from '../src/record/versions.ts'
import { readConfig } from '../src/service/config.ts'
import { sqliteJournal } from '../src/service/journal/sqlite.ts'
import { type Service, startService } from '../src/service/service.ts'
import { corpus } from './corpus.ts'
import { entriesIn, findingsIn } from './support/journal.ts'
import { cleanUp, freshFolder, must, signedInAs } from './support/service.ts'

/**
 * The way of an older format, shown with one that never was: in version 0 the actor of a table's entry is called `who`, and the
 * step to version 1 renames it. A journal of version 0 is made from the corpus.
 */
const steps = vi.hoisted(() => {
  const step = ({ who, ...entry }: PlainEntry): PlainEntry => ({
    ...entry,
    v: 1,
    ...(who === undefined ? {} : { actor: who }),
  })
  return { 0: step }
})

vi.mock('../src/record/upcasts.ts', () => ({ tableUpcasts: steps, houseUpcasts: steps, ticketUpcasts: steps }))

afterAll(cleanUp)

function downcast(body: string): string {
  const { v: _, actor, ...entry } = JSON.parse(body)
  return JSON.stringify({ v: 0, who: actor, ...entry })
}

const entriesOf = async (folder: string): Promise<Append[]> =>
  [...(await entriesIn(folder)).values()].flat().map(({ stream, seq, body }) => ({ stream, seq, body }))

async function folderOf(entries: readonly Append[]): Promise<string> {
  const folder = freshFolder()
  const journal = await sqliteJournal(folder)
  await journal.append(entries)
  await journal.close()
  for (const file of ['house.key', 'signing.key', 'draw.key', 'config.json'])
    cpSync(corpus(`version-${VERSION}/${file}`), `${folder}/${file}`)
  return folder
}

const serve = (folder: string): Promise<Service> =>
  startService(readConfig({ port: '0', 'log-level': 'silent', config: `${folder}/config.json`, data: folder }, {}))

const newest = await entriesOf(corpus(`version-${VERSION}`))
const oldest = newest.map((entry) => ({ ...entry, body: downcast(entry.body) }))

describe('a journal of an older format', () => {
  let folder: string
  beforeAll(async () => {
    folder = await folderOf(oldest)
  })

  test('is sound', async () => {
    expect(await findingsIn(folder)).toEqual([])
  })

  test('is served, goes on in the format of today, and is still sound', async () => {
    const service = await serve(folder)
    const manager = await signedInAs('shift-manager', service.address)
    await must(service.address, manager, 'single', { do: 'open-table', reason: 'later' })
    await service.stop()
    const versions = (await entriesOf(folder))
      .filter(({ stream }) => stream === 'single')
      .map(({ body }) => JSON.parse(body).v)
    expect([versions[0], versions.at(-1)]).toEqual([0, VERSION])
    expect(await findingsIn(folder)).toEqual([])
  })
})

test('an entry of the older format after one of the newer is found', async () => {
  const mixed = newest.map((entry, index) =>
    entry.stream === HOUSE && index % 2 ? { ...entry, body: downcast(entry.body) } : entry,
  )
  expect((await findingsIn(await folderOf(mixed)))[0]).toMatchObject({
    stream: HOUSE,
    problem: 'it is of an older format than the entry before it',
  })
})

test('every step is taken, and a step that is missing is told', () => {
  expect(upcast({ v: 0, who: 'wheel' }, steps)).toEqual({ v: 1, actor: 'wheel' })
  expect(upcast({ v: -1, who: 'wheel' }, { ...steps, [-1]: (old) => ({ ...old, v: 0 }) })).toEqual({
    v: 1,
    actor: 'wheel',
  })
  expect(() => upcast({ v: -1 }, steps)).toThrow(RecordUnreadable)
})
