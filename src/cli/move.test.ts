import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { corpus, versionsInCorpus } from '../../test/corpus.ts'
import { freshStore } from '../../test/postgres/fresh-store.ts'
import { croupier as runHere } from '../../test/support/cli.ts'
import { readStore } from '../../test/support/journal.ts'
import { cleanUp, freshFolder, quietService, runCroupier } from '../../test/support/service.ts'
import { allOf } from '../record/journal-reader.ts'
import type { Stored } from '../record/stored-entry.ts'
import { VERSION } from '../record/versions.ts'
import { indexedEntry } from '../service/journal/entry-index.ts'
import { openStore } from '../service/journal/open-store.ts'

/** A house taken from a folder to a database and back, with the journals of every version. */

const newest = versionsInCorpus.at(-1)!

afterAll(cleanUp)

const croupier = (...args: string[]) => runHere(args)

function copyOf(name: string): string {
  const folder = freshFolder()
  cpSync(corpus(name), folder, { recursive: true })
  return folder
}

/** The content of a store, exactly as it was written. */
const held = (store: string) =>
  readStore(store, async (reader) => {
    const all = (await reader.streams()).map(async (stream) => ({
      stream,
      entries: (await allOf(reader.pages(stream))).map((entry): Stored => ({ ...entry })),
      snapshot: await reader.snapshot(stream),
      checkpoints: (await allOf(reader.checkpoints(stream))).map(({ size, note }) => ({ size, note })),
    }))
    return Promise.all(all)
  })

test.each(versionsInCorpus)('%s goes to a database and back, byte for byte', async (name) => {
  const [from, store, back] = [copyOf(name), await freshStore(), join(freshFolder(), 'back')]
  const there = await croupier('move', '--from', from, '--to', store)
  expect(there).toMatchObject({ status: 0, stderr: '' })
  expect(there.stdout).toMatch(
    /^Moved to postgres:.*every hash, decision and balance in it holds\.\nThe house key is .*house\.key/,
  )
  expect(await held(store)).toEqual(await held(from))
  const again = await croupier('move', '--from', store, '--to', back, '--data', from)
  expect(again).toMatchObject({ status: 0, stderr: '' })
  expect(await held(back)).toEqual(await held(from))
  expect(readFileSync(join(back, 'house.key'))).toEqual(readFileSync(join(from, 'house.key')))
})

test('a house that came back to a folder has its signing key, and is served there', async () => {
  const [from, store, back] = [freshFolder(), await freshStore(), join(freshFolder(), 'back')]
  await (await quietService(from)).stop()
  for (const [here, there] of [
    [from, store],
    [store, back],
  ])
    expect(await croupier('move', '--from', here!, '--to', there!, '--data', from)).toMatchObject({ status: 0 })
  expect(readFileSync(join(back, 'signing.key'))).toEqual(readFileSync(join(from, 'signing.key')))
  await (await quietService(back)).stop()
})

describe('a move', () => {
  test('that was killed with -9 goes on, whatever it had done', async () => {
    const [from, store] = [copyOf(newest), await freshStore()]
    for (const streams of [1, 3]) {
      const { child, exit } = runCroupier(['move', '--from', from, '--to', store])
      child.stdout!.resume()
      const isThere = async () => (await streamsIn(store)) >= streams || child.exitCode !== null
      await expect.poll(isThere).toBe(true)
      child.kill('SIGKILL')
      await exit
    }
    expect(await croupier('move', '--from', from, '--to', store)).toMatchObject({ status: 0 })
    expect(await held(store)).toEqual(await held(from))
  })

  test('goes on from any entry of any stream', async () => {
    const [from, store] = [copyOf(newest), await freshStore()]
    const target = await openStore(store)
    for (const [nth, { entries }] of (await held(from)).entries())
      await target.append(entries.slice(0, Math.ceil((entries.length * (nth % 4)) / 3)))
    await target.close()
    expect(await croupier('move', '--from', from, '--to', store)).toMatchObject({ status: 0 })
    expect(await held(store)).toEqual(await held(from))
  })

  test('finds entries by their keys where it has gone to', async () => {
    const [from, store] = [copyOf(newest), await freshStore()]
    await croupier('move', '--from', from, '--to', store)
    const keyed = (await held(from)).flatMap(({ entries }) =>
      entries.map(indexedEntry).filter(({ keys }) => keys?.length),
    )
    expect(keyed.length).toBeGreaterThan(10)
    const journal = await openStore(store)
    for (const { stream, seq, keys } of keyed.slice(0, 20))
      for (const key of keys!) expect((await journal.find(stream, key)).map((entry) => entry.seq)).toContain(seq)
    await journal.close()
  })

  test.each([
    ['another stream', 'somebody', 'a stream somebody is not of this house'],
    ['another beginning', 'house', 'entry 1 of house is not of this house'],
  ])('to where %s is already changes nothing there', async (_, stream, what) => {
    const [from, store] = [copyOf(newest), await freshStore()]
    const target = await openStore(store)
    await target.append([{ stream, seq: 1, body: '{}' }])
    await target.close()
    const refused = await croupier('move', '--from', from, '--to', store)
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(refused.stderr).toContain(`holds something else: ${what}; nothing was changed`)
    expect((await held(store)).map(({ entries }) => entries.length)).toEqual([1])
  })

  test('of a record that a newer version wrote is told in one line: it cannot be verified here', async () => {
    const [from, store] = [copyOf(newest), await freshStore()]
    const house = await openStore(from)
    const { seq } = await house.last('single')
    await house.append([{ stream: 'single', seq: seq + 1, body: JSON.stringify({ v: VERSION + 1 }) }])
    await house.close()
    const { status, stderr } = await croupier('move', '--from', from, '--to', store)
    expect(status).toBe(2)
    expect(stderr).toMatch(
      /^croupier: [^\n]* cannot be verified: it is of format \d+; this version of Croupier knows \d+\n$/,
    )
  })

  test('of what is not there, to itself, or of a house in use is refused in one line', async () => {
    const [from, store] = [copyOf(newest), await freshStore()]
    const refusalOf = async (...args: string[]) => {
      const { status, stderr } = await croupier('move', ...args)
      expect([status, stderr.split('\n').length]).toEqual([2, 2])
      return stderr
    }
    expect(await refusalOf('--from', from)).toContain('--to is missing')
    expect(await refusalOf('--from', from, '--to', from)).toContain('are the same')
    expect(await refusalOf('--from', freshFolder(), '--to', store)).toContain('holds no journal')
    expect(await refusalOf('--from', from, '--to', 'postgres://x@127.0.0.1:1/y')).toContain('nobody answers there')
    const journal = await openStore(from)
    expect(await refusalOf('--from', from, '--to', store)).toContain('is in use by another process')
    await journal.close()
    const node = await openStore(store)
    const facts = { address: '', link: '', version: '1', startedAt: 'now', isDraining: false, behind: 0 }
    await node.leases!.beat({ id: 'node-1', ...facts }, [])
    expect(await refusalOf('--from', store, '--to', freshFolder())).toContain('is in use by the node node-1')
    await node.close()
  })
})

test('a house in a database is verified, backed up, restored and staffed at the console', async () => {
  const [from, store, backup] = [copyOf(newest), await freshStore(), join(freshFolder(), 'backup')]
  await croupier('move', '--from', from, '--to', store)
  expect(await croupier('verify', store, '--json').then(({ json }) => json())).toMatchObject({ sound: true })
  expect(await croupier('backup', backup, '--store', store, '--data', from)).toMatchObject({ status: 0, stderr: '' })
  expect(await held(backup)).toEqual(await held(store))
  expect(existsSync(join(backup, 'house.key'))).toBe(true)
  const before = (await croupier('staff', 'list', '--json', '--store', store, '--data', from)).json().length
  const added = ['staff', 'add', '7001', '--name', 'Mei Lin', '--role', 'dealer', '--store', store]
  expect(await croupier(...added, '--data', from)).toMatchObject({ status: 0 })
  expect((await croupier('staff', 'list', '--json', '--store', store, '--data', from)).json()).toHaveLength(before + 1)
  rmSync(join(from, 'house.key'))
  const other = copyOf(newest)
  writeFileSync(join(other, 'house.key'), randomBytes(32))
  const { status, stderr } = await croupier(...added, '--data', other)
  expect([status, stderr]).toEqual([2, expect.stringContaining('the house key here is not the one of the house')])
  expect(await croupier('verify', store)).toMatchObject({ status: 0 })
})

async function streamsIn(store: string): Promise<number> {
  try {
    const journal = await openStore(store)
    return await journal
      .streams()
      .then(({ length }) => length)
      .finally(() => journal.close())
  } catch {
    return 0
  }
}
