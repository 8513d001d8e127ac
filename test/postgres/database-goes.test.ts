import { afterAll, expect, test } from 'vitest'
import type { Journal } from '../../src/service/journal/journal.ts'
import { openStore } from '../../src/service/journal/open-store.ts'
import { campaign } from '../campaign.ts'
import { findingsIn } from '../support/journal.ts'
import { ask, cleanUp, freshFolder, must, quietService, staffOf, within } from '../support/service.ts'
import { PostgresServer } from './server.ts'

/** The database is killed under load, and its standby takes its place: nothing that was acknowledged is lost, nothing occurs twice. */

const KILLS = Math.max(2, Math.round(2 * campaign))
const STREAMS = ['a', 'b', 'c', 'd']
const MORE = 60

const servers: PostgresServer[] = []
afterAll(async () => {
  cleanUp()
  for (const server of servers) await server.remove()
})

const started = async (): Promise<PostgresServer> => {
  const server = await PostgresServer.start()
  servers.push(server)
  return server
}

/** Writes without a pause, several at once in each stream, until it is stopped. */
class Load {
  readonly acknowledged = new Map(STREAMS.map((stream) => [stream, 0]))
  #isOver = false
  readonly #done: Promise<unknown>

  constructor(journal: Journal) {
    this.#done = Promise.all(STREAMS.map((stream) => this.#write(journal, stream)))
  }

  async #write(journal: Journal, stream: string): Promise<void> {
    while (!this.#isOver) {
      const from = this.acknowledged.get(stream)! + 1
      const entries = [0, 1, 2].map((nth) => ({
        stream,
        seq: from + nth,
        body: `{"v":3,"n":"${stream}${from + nth}"}`,
      }))
      await Promise.all(entries.map((entry) => journal.append([entry])))
      this.acknowledged.set(stream, from + 2)
    }
  }

  /** Enough more has been acknowledged since that much is on its way at any moment. */
  async hasGoneOn(): Promise<void> {
    const before = new Map(this.acknowledged)
    await expect
      .poll(() => STREAMS.every((stream) => this.acknowledged.get(stream)! > before.get(stream)! + MORE))
      .toBe(true)
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#done
  }
}

async function mustHoldAll(journal: Journal, { acknowledged }: Load): Promise<number> {
  for (const [stream, seq] of acknowledged) {
    expect(await journal.last(stream)).toMatchObject({ seq })
    let next = 1
    for await (const page of journal.pages(stream, 1, seq))
      for (const { body } of page) expect(body).toBe(`{"v":3,"n":"${stream}${next++}"}`)
    expect(next).toBe(seq + 1)
  }
  return [...acknowledged.values()].reduce((sum, seq) => sum + seq, 0)
}

test(`the database killed ${KILLS} times under load`, async () => {
  const server = await started()
  const heard: (string | null)[] = []
  const journal = await openStore(server.address(), { retryForMs: 300_000, onLost: (why) => heard.push(why) })
  const load = new Load(journal)
  for (let nth = 0; nth < KILLS; nth++) {
    await load.hasGoneOn()
    await server.kill()
    await server.start()
  }
  await load.hasGoneOn()
  await load.end()
  const entries = await mustHoldAll(journal, load)
  expect(heard.filter((why) => why === null).length).toBeGreaterThanOrEqual(KILLS)
  expect(heard.at(-1)).toBeNull()
  await journal.close()
  console.log(`${KILLS} kills of the database: ${entries} acknowledged entries are there, once each`)
})

test('the primary is killed and its standby promoted: the same journal goes on with the new one', async () => {
  const primary = await started()
  const store = (...all: PostgresServer[]) =>
    `postgres://croupier@${all.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`
  await (await openStore(store(primary))).close()
  const standby = await primary.standby()
  servers.push(standby)
  const journal = await openStore(store(standby, primary), { retryForMs: 300_000 })
  const load = new Load(journal)
  await load.hasGoneOn()
  await primary.kill()
  const acknowledged = [...load.acknowledged.values()].reduce((sum, seq) => sum + seq, 0)
  const began = performance.now()
  await standby.promote()
  const promoted = performance.now() - began
  await load.hasGoneOn()
  // The old one comes back and says that it is the primary: nobody goes back to it.
  await primary.start()
  await load.hasGoneOn()
  await load.end()
  const entries = await mustHoldAll(journal, load)
  await journal.close()
  const again = await openStore(store(primary, standby))
  expect(await again.last('a')).toMatchObject({ seq: load.acknowledged.get('a') })
  await again.close()
  console.log(
    `promoted in ${Math.round(promoted)} ms: all ${acknowledged} acknowledged before and ${entries - acknowledged} after are there`,
  )
})

test('a service whose database goes holds its tables, and goes on by itself when it is back', async () => {
  const server = await started()
  const service = await quietService(freshFolder(), { store: server.address(), 'store-seconds': '0.2' })
  const { dealer, auditor } = await staffOf(service)
  const give = (body: object) => ask(service.address, 'POST', '/api/tables/single/commands', { token: dealer, body })
  await must(service.address, dealer, 'single', { do: 'buy-in', player: 'ann', amount: 10_000, id: 'first' })
  await server.kill()
  const held = await within(30, 'being told', give({ do: 'buy-in', player: 'ann', amount: 500, id: 'second' }))
  expect(held.status).toBe(503)
  await server.start()
  await expect
    .poll(async () => (await give({ do: 'buy-in', player: 'ann', amount: 500, id: 'second' })).status)
    .toBe(200)
  await must(service.address, dealer, 'single', { do: 'buy-in', player: 'ann', amount: 500, id: 'second' })
  const { body } = await ask(service.address, 'GET', '/api/tables/single', { token: auditor })
  expect(JSON.stringify(body)).toContain('10500')
  await service.stop()
  expect(await findingsIn(server.address())).toEqual([])
})
