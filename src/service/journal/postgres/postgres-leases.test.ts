import { expect, test } from 'vitest'
import { freshStore } from '../../../../test/postgres/fresh-store.ts'
import type { Client } from './driver.ts'
import { loadDriver } from './driver.ts'
import type { Line } from './line.ts'
import { postgresJournal } from './postgres.ts'
import { PostgresLeases } from './postgres-leases.ts'

/** The statements of a beat. */

const facts = (id: string) => ({
  id,
  address: '',
  link: '',
  version: '',
  startedAt: 'now',
  isDraining: false,
  behind: 0,
})

async function leasesOf(nodes: readonly string[]) {
  const place = await freshStore()
  const journal = await postgresJournal(place)
  const driver = await loadDriver()
  const url = new URL(place)
  const schema = url.searchParams.get('schema')
  url.searchParams.delete('schema')
  const asked: { name: string; rows: number }[] = []
  const clients: Client[] = []
  const open = async () => {
    const client = new driver.Client({ connectionString: String(url) })
    clients.push(client)
    await client.connect()
    if (schema) await client.query(`SET search_path TO ${schema}`)
    const query = async (one: { name: string }) => {
      const result = await client.query(one as never)
      asked.push({ name: one.name, rows: (result as { rows: unknown[] }).rows.length })
      return result
    }
    const line = { use: (work: (client: unknown) => unknown) => work({ query }) }
    return new PostgresLeases(line as unknown as Line)
  }
  const end = async () => {
    await Promise.all(clients.map((client) => client.end()))
    await journal.close()
  }
  return { all: await Promise.all(nodes.map(open)), asked, end }
}

test('a beat reads the leases when one has changed, and frees none while all are held', async () => {
  const { all, asked, end } = await leasesOf(['one', 'two'])
  const [one, two] = all as [PostgresLeases, PostgresLeases]
  try {
    await one.beat(facts('one'), [])
    const leases = [(await one.take('a', 'one'))!, (await one.take('b', 'one'))!]
    await two.beat(facts('two'), [])
    const seen = async () => {
      asked.length = 0
      const roster = await two.beat(facts('two'), [])
      const read = asked.find(({ name }) => name === 'leases')!.rows
      return { read, owners: roster.leases.map(({ stream, node, leftMs }) => [stream, node, Number(leftMs) > 0]) }
    }
    const both = [
      ['a', 'one', true],
      ['b', 'one', true],
    ]
    expect(await seen()).toEqual({ read: 0, owners: both })
    expect(asked.map(({ name }) => name)).not.toContain('free')
    await one.beat(facts('one'), leases)
    expect(await seen()).toEqual({ read: 0, owners: both })
    await one.release(leases[0]!)
    expect(await seen()).toEqual({ read: 2, owners: [['a', '', false], both[1]] })
    await two.take('a', 'two')
    expect(await seen()).toEqual({ read: 2, owners: [['a', 'two', true], both[1]] })
    await one.leave('one')
    expect(await seen()).toEqual({
      read: 2,
      owners: [
        ['a', 'two', true],
        ['b', '', false],
      ],
    })
  } finally {
    await end()
  }
})

test('a lease that its node holds no more by its own word is freed', async () => {
  const { all, asked, end } = await leasesOf(['one'])
  const [one] = all as [PostgresLeases]
  try {
    await one.beat(facts('one'), [])
    await one.take('a', 'one')
    await one.beat(facts('one'), [])
    asked.length = 0
    await one.beat(facts('one'), [])
    expect(asked.map(({ name }) => name)).toContain('free')
  } finally {
    await end()
  }
})
