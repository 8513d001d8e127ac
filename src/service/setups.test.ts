import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { entriesIn } from '../../test/support/journal.ts'
import { cleanUp, freshFolder, must, quietService, staffOf } from '../../test/support/service.ts'
import { books } from '../books/index.ts'
import { BadConfig, readConfig } from './config.ts'
import { startService } from './service.ts'
import { setupWarnings } from './setups.ts'

/** A table is set up as its journal says: a configuration that differs is reported, not followed. */

const etg = { id: 'etg', book: 'rws/roulette-double-zero-etg@4', layout: 'B', terminal: 'rapid' }
const single = { id: 'single', book: 'mbs/roulette@3', limits: { default: { min: 500, max: 100_000 } } }
const { order } = books.find(({ id }) => id === single.book)!.wheel

const folder = freshFolder()
beforeAll(async () => (await quietService(folder, {}, [etg, single])).stop())
afterAll(cleanUp)

const started = (tables: readonly object[]) => quietService(folder, {}, tables)
const entries = async (): Promise<number> => [...(await entriesIn(folder)).values()].flat().length

describe('the setup that a table keeps', () => {
  // biome-ignore format: a table is read down its columns
  test.each([
    ['book',       { ...single, book: 'mbs/sands-roulette@2' },        'table single, book: the configuration says "mbs/sands-roulette@2", its journal "mbs/roulette@3"'],
    ['layout',     { ...etg, layout: 'A' },                         'table etg, layout: the configuration says "A", its journal "B"'],
    ['terminal',   { ...etg, terminal: 'alfastreet' },              'table etg, terminal: the configuration says "alfastreet", its journal "rapid"'],
    ['wheelOrder', { ...single, wheelOrder: [...order].reverse() },    'table single, wheelOrder: it is not the one in its journal'],
  ])('another %s: it does not start, and nothing is written', async (_, table, said) => {
    const before = await entries()
    const start = started([table, { ...single, id: 'a-new-one' }])
    await expect(start).rejects.toThrow(BadConfig)
    await expect(start).rejects.toThrow(said)
    expect(await entries()).toBe(before)
  })

  test('the same, said in another order or spelt out, is the same', async () => {
    const { limits, book, id } = single
    const service = await started([
      { limits: { default: { max: 100_000, min: 500 } }, wheelOrder: order, book, id },
      etg,
    ])
    onTestFinished(() => service.stop())
    expect(limits).toEqual(service.floor.rooms.get('single')!.table.settled.state.limits)
    expect(await setupWarnings(service.floor)).toEqual([])
  })
})

test('the demonstration does not come into a house', async () => {
  const config = readConfig({ demo: true, data: folder, port: '0' }, {})
  await expect(startService(config)).rejects.toThrow('there is a house in the data folder')
})

test('other limits, and a table left out, are told', async () => {
  const service = await started([{ ...single, limits: { default: { min: 5, max: 50 } } }])
  onTestFinished(() => service.stop())
  expect(service.floor.rooms.get('single')!.table.settled.state.limits).toEqual(single.limits)
  expect(await setupWarnings(service.floor)).toEqual([
    'table single: its limits are {"default":{"min":500,"max":100000}}, as its journal says, and not those of the configuration; set-limits changes them',
    'table etg has a journal, but is not in the configuration: it is not opened',
  ])
})

test('limits that were set at the table are compared as they are now', async () => {
  const limits = { default: { min: 1_000, max: 2_000 } }
  const before = await started([single, etg])
  const supervisor = (await staffOf(before))['pit-supervisor']
  await must(before.address, supervisor, 'single', { do: 'set-limits', limits })
  await before.stop()
  const service = await started([{ ...single, limits }, etg])
  onTestFinished(() => service.stop())
  expect(await setupWarnings(service.floor)).toEqual([])
})

describe('a configuration', () => {
  const read = (told: object) => {
    const config = join(folder, 'other.json')
    writeFileSync(config, JSON.stringify(told))
    return readConfig({ config }, {})
  }

  test.each([
    { publicHosts: ['https://pit.example'] },
    { publicHosts: ['pit.example:8080'] },
    { publicHosts: [7] },
    { origins: ['https://pit.example/'] },
    { origins: ['pit.example'] },
    { proxies: ['proxy'] },
    { proxies: ['10.0.0.0/33'] },
    { proxies: ['10.0.0.0/8/8'] },
    { port: 65_536 },
    { port: true },
    { port: '' },
    { port: 1.5 },
    { requestsPerMinute: 0 },
    { commandsPerSecond: -1 },
    { speed: 0 },
    { speed: 'fast' },
    { demo: 'perhaps' },
    { logLevel: 'loud' },
    { host: '' },
  ])('%j is refused', (told) => {
    const [[setting, value]] = Object.entries(told) as [[string, unknown]]
    expect(() => read(told)).toThrow(`${setting} cannot be ${JSON.stringify(value)}`)
  })

  test('lists are lists, or words with commas between', () => {
    const told = { publicHosts: ['Pit.Example', '::1'], origins: 'https://a.example,https://b.example' }
    expect(read({ ...told, proxies: '10.0.0.0/8,::1' })).toMatchObject({
      publicHosts: ['pit.example', '[::1]'],
      origins: ['https://a.example', 'https://b.example'],
      proxies: ['10.0.0.0/8', '::1'],
    })
  })

  test('a house key that is lost stops the start in one line', async () => {
    const lost = freshFolder()
    await (await quietService(lost)).stop()
    rmSync(join(lost, 'house.key'))
    const config = readConfig({ data: lost, config: join(lost, 'config.json'), port: '0' }, {})
    await expect(startService(config)).rejects.toThrow(/house\.key is missing; put it back from a backup/)
  })
})
