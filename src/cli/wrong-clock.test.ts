import { readdirSync } from 'node:fs'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { croupier } from '../../test/support/cli.ts'
import { cleanUp, freshFolder, quietService, staffOf } from '../../test/support/service.ts'
import { LAST_MOMENT } from '../house/time.ts'
import { openReader } from '../service/journal/reader.ts'

/** A machine whose clock says what no entry can hold: nothing is recorded by it, and the house starts again afterwards. */

afterEach(() => void vi.restoreAllMocks())
afterAll(cleanUp)

const setClock = (ms: number): void => void vi.spyOn(Date, 'now').mockReturnValue(ms)
const addTan = (data: string) => croupier(['staff', 'add', '2001', '--name', 'Tan', '--role', 'dealer', '--data', data])

async function entriesOfHouse(folder: string): Promise<number> {
  const reader = await openReader(folder)
  let count = 0
  for await (const page of reader.pages('house')) count += page.length
  await reader.close()
  return count
}

// biome-ignore format: a table is read down its columns
const clocks = [
  ['after 9999',  LAST_MOMENT + 1, '+010000-01-01T00:00:00.000Z'],
  ['before 1970', -1,              '1969-12-31T23:59:59.999Z'],
] as const

test.each(clocks)(
  'a year %s: neither console nor service begins, in one line that names the clock',
  async (_, ms, said) => {
    const folder = freshFolder()
    await (await quietService(folder)).stop()
    const before = await entriesOfHouse(folder)
    const message = `the clock of this machine says ${said}, and the record holds times from 1970 to 9999: set that clock`
    setClock(ms)
    expect(await addTan(folder)).toMatchObject({ status: 2, stdout: '', stderr: `croupier: ${message}\n` })
    expect(await croupier(['serve', '--demo', '--port', '0', '--data', folder])).toMatchObject({
      status: 2,
      stderr: `croupier: ${message}\n`,
    })
    expect(await entriesOfHouse(folder)).toBe(before)
    vi.restoreAllMocks()
    const service = await quietService(folder)
    await staffOf(service)
    await service.stop()
    expect(await croupier(['verify', folder])).toMatchObject({ status: 0 })
  },
)

test.each(clocks)('a year %s: a house that is not there is not begun', async (_, ms) => {
  const folder = freshFolder()
  setClock(ms)
  expect(await addTan(folder)).toMatchObject({ status: 2 })
  expect(readdirSync(folder)).toEqual([])
})

test.each(clocks)(
  'a year %s while the service runs: it goes on by its own time, and starts again',
  async (_, ms, said) => {
    const folder = freshFolder()
    const service = await quietService(folder)
    setClock(ms)
    await staffOf(service)
    expect(service.floor.alarms.list).toMatchObject([{ alarm: 'clock-out-of-range', wall: said }])
    await service.stop()
    vi.restoreAllMocks()
    await (await quietService(folder)).stop()
    expect(await croupier(['verify', folder])).toMatchObject({ status: 0 })
  },
)
