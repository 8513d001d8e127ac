import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../../test/postgres/cable.ts'
import { freshStore } from '../../test/postgres/fresh-store.ts'
import { PostgresServer } from '../../test/postgres/server.ts'
import { croupier } from '../../test/support/cli.ts'
import { cleanUp, freshFolder, quietService } from '../../test/support/service.ts'
import { VERSION } from '../record/versions.ts'
import { CLOCK_LIMIT_MS } from '../service/cluster/node-clock.ts'
import { openStore } from '../service/journal/open-store.ts'
import type { Service } from '../service/service.ts'
import { commandLine } from './commands.ts'

/** Two nodes on a real database, as an operator sees them. */

const nodes: Service[] = []

beforeAll(async () => {
  const store = await freshStore()
  const key = `${freshFolder()}/house.key`
  for (const node of ['a', 'b']) nodes.push(await quietService(freshFolder(), { store, node, 'house-key-file': key }))
  vi.stubEnv('CROUPIER_STORE', store)
})

afterAll(async () => {
  for (const node of nodes) await node.stop()
  vi.unstubAllEnvs()
  cleanUp()
})

const plainFacts = { address: '', link: '', startedAt: 'now', isDraining: false, behind: 0 }

type Seen = {
  nodes: {
    id: string
    isLiving: boolean
    isDraining: boolean
    behind: number
    version: string
    tables: string[]
    build: string
    unlinked: string[]
    clockMs: number
  }[]
  tables: { table: string; node: string | null; epoch: number }[]
}
const seen = async (): Promise<Seen> => (await croupier(['nodes', '--json'])).json()
const ownersNow = async () => (await seen()).tables.map(({ node }) => node)
const hasShares = (owners: readonly (string | null)[]) => owners.includes('a') && owners.includes('b')

test('who is there, whose table is where, and with which epoch', async () => {
  await expect.poll(async () => hasShares(await ownersNow())).toBe(true)
  const { nodes: there, tables } = await seen()
  expect(there).toMatchObject([
    { id: 'a', isLiving: true, isDraining: false },
    { id: 'b', isLiving: true, isDraining: false },
  ])
  expect(there.flatMap((node) => node.tables).sort()).toEqual(tables.map(({ table }) => table).sort())
  for (const { epoch } of tables) expect(epoch).toBeGreaterThanOrEqual(1)
  const { status, stdout, stderr } = await croupier(['nodes'])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(
    /^node +is +heard +behind +tables +links +clock +version +build +address\n[- ]+\na +there .*\nb +there /,
  )
  for (const { table } of tables) expect(stdout).toMatch(new RegExp(`^${table} +[ab] +\\d+$`, 'm'))
})

test('a node that is told to drain has no table any more, until it is told to resume', async () => {
  expect(await croupier(['nodes', 'drain', 'a'])).toMatchObject({ status: 0, stderr: '' })
  await expect.poll(async () => (await ownersNow()).every((owner) => owner === 'b')).toBe(true)
  expect((await croupier(['nodes'])).stdout).toMatch(/^a +draining /m)
  expect(await croupier(['nodes', 'drain', 'b'])).toMatchObject({
    status: 2,
    stderr: 'croupier: there is no other node that would take the tables of b\n',
  })
  expect(await croupier(['nodes', 'resume', 'a'])).toMatchObject({ status: 0, stderr: '' })
  await expect.poll(async () => hasShares(await ownersNow())).toBe(true)
})

test('each says which build it runs, which nodes it misses, and how far its clock is from that of the database', async () => {
  const { nodes: there } = await seen()
  for (const { build, unlinked, clockMs } of there) {
    expect(build).toMatch(/^[0-9a-f]{12}$/)
    expect(build).toBe(there[0]!.build)
    expect(unlinked).toEqual([])
    expect(Math.abs(clockMs)).toBeLessThan(CLOCK_LIMIT_MS)
  }
  const store = await freshStore()
  const journal = await openStore(store)
  const report = { build: 'abc', unlinked: ['b', 'c'], clockMs: 1_230 }
  await journal.leases!.beat({ id: 'a', version: '1', ...plainFacts }, [], report)
  expect((await croupier(['nodes', '--store', store])).stdout).toMatch(/^a +there .* not b, c +\+1\.23 s +1 +abc$/m)
  await journal.leases!.leave('a')
  expect(await sql(store, "SELECT name FROM about WHERE name LIKE 'node %'")).toEqual([])
  await journal.close()
})

describe('whether what is acknowledged is at a second server', () => {
  const standbysAt = async (store: string) => {
    const { stdout } = await croupier(['nodes', '--store', store])
    return stdout.trimEnd().split('\n').slice(-2).join(' ').trim()
  }

  test('there is no standby', async () => {
    const store = await freshStore()
    await (await openStore(store)).close()
    expect(await standbysAt(store)).toBe(
      'There is no synchronous standby: what is acknowledged is at one server alone.',
    )
    expect((await croupier(['nodes', '--store', store, '--json'])).json()).toMatchObject({
      nodes: [],
      standbys: { names: '', list: [] },
    })
  })

  test('there is one, one that is asked for is gone, and a user who may not see', async () => {
    const primary = await PostgresServer.start()
    const standby = await primary.standby()
    const store = primary.address()
    await (await openStore(store)).close()
    expect(await standbysAt(store)).toMatch(/^Standby second: synchronous, streaming, \d+\.\d\d s behind\.$/)
    await sql(store, 'CREATE ROLE plain LOGIN; GRANT ALL ON DATABASE postgres TO plain')
    const plain = `${store.replace('croupier@', 'plain@')}?schema=plain`
    await (await openStore(plain)).close()
    expect(await standbysAt(plain)).toBe(
      'Synchronous standbys are asked for (second). Standbys are connected, but not shown to this user: GRANT pg_monitor TO it.',
    )
    await sql(store, 'GRANT pg_monitor TO plain')
    expect(await standbysAt(plain)).toMatch(/^Standby second: synchronous/)
    await standby.stop()
    await expect
      .poll(() => standbysAt(store))
      .toBe('No synchronous standby is connected, and one is asked for (second): nothing is acknowledged until it is.')
    await Promise.all([primary.remove(), standby.remove()])
  })
})

test('each node counts what it took, passed on and has still to read', async () => {
  for (const { app } of nodes) {
    const { body } = await app.inject('/metrics')
    const count = (name: string) => Number(new RegExp(`^croupier_${name} (\\S+)$`, 'm').exec(body)?.[1])
    expect(count('owner_changes_total')).toBeGreaterThanOrEqual(1)
    expect(count('forwarded_commands_total')).toBe(0)
    // The figures must be there. Their values depend on the load of the machine.
    for (const name of ['leases_lost_total', 'takeovers_total', 'follower_lag_entries', 'lease_age_seconds'])
      expect(count(name)).toBeGreaterThanOrEqual(0)
    const links = async () => (await app.inject('/metrics')).body.match(/^croupier_link_up\{node="[ab]"\} \d$/gm)
    await expect.poll(async () => (await links())?.map((line) => line.slice(-1))).toEqual(['1'])
    expect(Math.abs(count('clock_ahead_seconds'))).toBeLessThan(CLOCK_LIMIT_MS / 1_000)
  }
})

describe('every example can be typed as it is', () => {
  test.each(commandLine.nodes.examples)('%s', async (line) => {
    const { status, stdout, stderr } = await croupier(line.split(' ').slice(1))
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).not.toBe('')
  })
})

test.each([
  [['--store', 'some-folder'], /^croupier: some-folder is a data folder, which one process has: there are no nodes/],
  [['drain'], /^croupier: NAME is missing/],
  [['drain', 'nobody'], /^croupier: no node nobody is there; there are a, b\n$/],
  [['shoot', 'a'], /^croupier: nodes cannot shoot: list, drain, resume, correct-clock\n$/],
  [['correct-clock'], /^croupier: stop all nodes first: a, b\n$/],
  [['correct-clock', 'a'], /^croupier: too many words/],
  [['list', 'a'], /^croupier: too many words/],
  [['drain', 'a', 'b'], /^croupier: too many words/],
  [['--store', 'postgres://nobody@127.0.0.1:1/house'], /^croupier: .*127\.0\.0\.1/],
])('nodes %j is refused in one line', async (words, line) => {
  const { status, stdout, stderr } = await croupier(['nodes', ...words])
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(line)
  expect(stderr.trimEnd()).not.toContain('\n')
})

test.each([
  [['nodes']],
  [['staff', 'list']],
  [['terminal', 'list']],
  [['move', '--from', 'STORE', '--to', 'elsewhere']],
])('%j where there is no such schema: one line, and none is made', async (words) => {
  const store = (await freshStore()).replace(/schema=\w+/, 'schema=mistyped')
  const place = words[0] === 'move' ? [] : ['--store', store]
  const { status, stderr } = await croupier([...words.map((word) => (word === 'STORE' ? store : word)), ...place])
  expect(status).toBe(2)
  expect(stderr).toMatch(/^croupier: the store \S+ holds no house: there is no schema mistyped in it\n$/)
  expect(await sql(store, "SELECT nspname FROM pg_namespace WHERE nspname = 'mistyped'")).toEqual([])
})

test('each says which record it reads, and a newer version is not begun beside a node that could not read it', async () => {
  const format = `+record.${VERSION}`
  for (const { version } of (await seen()).nodes) expect(version.endsWith(format)).toBe(true)
  const [store, folder] = [await freshStore(), freshFolder()]
  const older = await openStore(store)
  await older.leases!.beat({ id: 'old', version: `0.0.9+record.${VERSION - 1}`, ...plainFacts }, [])
  const before = await older.streams()
  await expect(quietService(folder, { store, node: 'new' })).rejects.toThrow(
    `the node old (0.0.9+record.${VERSION - 1}) reads formats of the record up to ${VERSION - 1}, and this version writes ` +
      `${VERSION}: stop the nodes of the older version first`,
  )
  expect(await older.streams()).toEqual(before)
  await older.leases!.leave('old')
  await older.close()
  await (await quietService(folder, { store, node: 'new' })).stop()
})
