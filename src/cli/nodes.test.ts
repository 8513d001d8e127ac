import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../../test/postgres/cable.ts'
import { freshStore } from '../../test/postgres/fresh-store.ts'
import { croupier } from '../../test/support/cli.ts'
import { cleanUp, freshFolder, quietService } from '../../test/support/service.ts'
import { VERSION } from '../record/versions.ts'
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

type Seen = {
  nodes: { id: string; isLiving: boolean; isDraining: boolean; behind: number; version: string; tables: string[] }[]
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
  expect(stdout).toMatch(/^node +is +heard +behind +tables +version +address\n[- ]+\na +there .*\nb +there /)
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

test('each node counts what it took, passed on and has still to read', async () => {
  for (const { app } of nodes) {
    const { body } = await app.inject('/metrics')
    const count = (name: string) => Number(new RegExp(`^croupier_${name} (\\S+)$`, 'm').exec(body)?.[1])
    expect(count('owner_changes_total')).toBeGreaterThanOrEqual(1)
    expect(count('forwarded_commands_total')).toBe(0)
    // The figures must be there. Their values depend on the load of the machine.
    for (const name of ['leases_lost_total', 'follower_lag_entries', 'lease_age_seconds'])
      expect(count(name)).toBeGreaterThanOrEqual(0)
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
  const facts = { address: '', link: '', startedAt: 'now', isDraining: false, behind: 0 }
  await older.leases!.beat({ id: 'old', version: `0.0.9+record.${VERSION - 1}`, ...facts }, [])
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
