import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY } from '../../src/house/time.ts'
import { allOf } from '../../src/record/journal-reader.ts'
import { openStore } from '../../src/service/journal/open-store.ts'
import type { Service } from '../../src/service/service.ts'
import { findingsIn } from '../support/journal.ts'
import { ask, cleanUp, freshFolder, must, quietService, quietTables, serve, staffOf } from '../support/service.ts'
import { freshStore } from './fresh-store.ts'

/** A cluster on a real database, joined by a node whose wall clock is 100 days ahead. */

const AHEAD = 100 * DAY

/** A process whose `Date.now` runs ahead. */
const aheadBy = (ms: number) => ({
  NODE_OPTIONS: `--import data:text/javascript,const%20now=Date.now;Date.now=()=>now()+${ms}`,
})

let store: string
let key: string
let service: Service

beforeEach(async () => {
  store = await freshStore()
  key = join(freshFolder(), 'house.key')
  service = await quietService(freshFolder(), { store, node: 'a', 'house-key-file': key })
})

afterEach(async () => {
  await service.stop()
  cleanUp()
})

function join100DaysAhead(flags: Readonly<Record<string, string>> = {}) {
  const data = freshFolder()
  const config = join(data, 'config.json')
  writeFileSync(config, JSON.stringify({ tables: quietTables }))
  return serve(data, { store, node: 'b', 'house-key-file': key, config, ...flags }, aheadBy(AHEAD))
}

/** The times of all entries, by the text that is stored. */
async function timesOnRecord(): Promise<number[]> {
  const journal = await openStore(store)
  const streams = await Promise.all((await journal.streams()).map((stream) => allOf(journal.pages(stream))))
  await journal.close()
  return streams.flat().map(({ body }) => Date.parse((JSON.parse(body) as { at: string }).at))
}

const findings = () => findingsIn(store)

test('the node does not start, says both times in one line, and writes nothing', async () => {
  const time = /\d{4}-\d\d-\d\dT[\d:.]+Z/.source
  await expect(join100DaysAhead()).rejects.toThrow(
    new RegExp(
      `^it ended with 2: croupier: the clock of this machine says ${time}, and that of the database ${time}: this machine ` +
        'is 100 days ahead; set the clock that is wrong, or let the node differ more \\(serve --clock-seconds\\)\n$',
    ),
  )
  expect(Math.max(...(await timesOnRecord()))).toBeLessThan(Date.now() + DAY)
})

test('a node that may start nevertheless goes by the clock of the database: nothing expires, and verify is sound', async () => {
  const { dealer } = await staffOf(service)
  const at = (address: string, path: string, body: object) => ask(address, 'POST', path, { token: dealer, body })
  const sold = await at(service.address, '/api/tickets', { amount: 500, table: 'etg' })
  const { number } = sold.body.ticket as { number: string }
  const late = await join100DaysAhead({ 'clock-seconds': String((2 * AHEAD) / 1000) })
  await expect.poll(() => service.floor.elsewhere!.tables.map(({ node }) => node)).toContain('b')
  for (const address of [late.address, service.address])
    for (const { id } of quietTables) await must(address, dealer, id, { do: 'buy-in', player: 'ann', amount: 500 })
  expect(await at(late.address, '/api/tickets', { amount: 700, table: 'etg' })).toMatchObject({ status: 200 })
  expect(await at(service.address, '/api/tickets/redeem', { number, table: 'etg' })).toMatchObject({ status: 200 })
  expect(service.floor.alarms.list.filter(({ alarm }) => alarm !== 'table-moved')).toEqual([])
  late.child.kill('SIGTERM')
  await late.exit
  expect(Math.max(...(await timesOnRecord()))).toBeLessThan(Date.now() + DAY)
  expect(await findings()).toEqual([])
})
