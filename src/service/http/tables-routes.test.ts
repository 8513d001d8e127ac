import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  ask,
  type Body,
  Client,
  cleanUp,
  demoFlags,
  freshFolder,
  must,
  quietService,
  seatAt,
  staffOf,
} from '../../../test/support/service.ts'
import { readConfig } from '../config.ts'
import { type Service, startService } from '../service.ts'

afterAll(cleanUp)

const glanceAt = async ({ address }: Service, table: string) => {
  const tables = (await ask(address, 'GET', '/api/tables')).body as unknown as Body[]
  return tables.find(({ id }) => id === table)!
}

test('a terminal is free when it is open, set up, and nobody has credits or stakes at it', async () => {
  const service = await quietService(freshFolder())
  onTestFinished(() => service.stop())
  const { address } = service
  const { administrator, dealer } = await staffOf(service)
  const free = async () => (await glanceAt(service, 'etg')).terminals
  expect(await free()).toEqual({ total: 0, free: 0 })
  await ask(address, 'POST', '/api/terminals', {
    token: administrator,
    body: { terminal: 'not-enrolled', table: 'etg', player: 'x' },
  })
  expect(await free()).toEqual({ total: 0, free: 0 })
  const ann = await seatAt(service, 'etg', 'ann', 500)
  const ben = await seatAt(service, 'etg', 'ben', 0)
  expect(await free()).toEqual({ total: 2, free: 1 })
  await must(address, dealer, 'etg', { do: 'place-your-bets' })
  await must(address, ann.token, 'etg', { do: 'wager', player: 'ann', spot: '17', stake: 500 })
  expect(await free()).toEqual({ total: 2, free: 1 })
  await must(address, ann.token, 'etg', { do: 'withdraw', player: 'ann', spot: '17' })
  await ask(address, 'POST', '/api/tickets', { token: ann.token, body: { amount: 500 } })
  expect(await free()).toEqual({ total: 2, free: 2 })
  await ask(address, 'POST', `/api/terminals/${ben.terminal}/close`, { token: administrator, body: { reason: 'dust' } })
  expect(await free()).toEqual({ total: 1, free: 1 })
})

test('in the demonstration one is taken by whoever has it on a screen, and there is always one more', async () => {
  const service = await startService(readConfig({ ...demoFlags, data: freshFolder() }, {}))
  onTestFinished(() => service.stop())
  const { address } = service
  const free = async () => (await glanceAt(service, 'roulette-3')).terminals
  expect(await free()).toEqual({ total: 20, free: 20 })
  const sitDown = async () => {
    const { token } = (await ask(address, 'POST', '/api/terminals/demo', { body: { table: 'roulette-3' } })).body
    return Client.at(address, 'roulette-3', { token: token as string })
  }
  const here = [await sitDown(), await sitDown()]
  expect(await free()).toEqual({ total: 20, free: 18 })
  here[0]!.cut()
  await expect.poll(free).toEqual({ total: 20, free: 19 })
  for (let nth = 0; nth < 20; nth++) here.push(await sitDown())
  expect(await free()).toEqual({ total: 22, free: 1 })
})

test('the time of the service stands beside what is told first, and bets that are open say until when', async () => {
  const service = await quietService(freshFolder())
  onTestFinished(() => service.stop())
  const { address } = service
  const { dealer } = await staffOf(service)
  const closesAt = '2999-12-31T23:59:59+08:00'
  for (const wrong of ['soon', '2999-12-31T23:59:59', 5])
    expect(
      await ask(address, 'POST', '/api/tables/single/commands', {
        token: dealer,
        body: { do: 'place-your-bets', closesAt: wrong },
      }),
    ).toMatchObject({ status: 400, body: { field: 'closesAt' } })
  await must(address, dealer, 'single', { do: 'place-your-bets', closesAt })
  const wall = await Client.at(address, 'single')
  const openedAt = expect.stringMatching(/^2\d{3}-.*Z$/)
  expect(wall.heard[0]).toMatchObject({ view: { openedAt, closesAt }, now: openedAt })
  expect(await glanceAt(service, 'single')).toMatchObject({ openedAt, closesAt })
  expect((await ask(address, 'GET', '/api/tables/single')).body).toMatchObject({ view: { closesAt }, now: openedAt })
  wall.cut()
  const back = await Client.at(address, 'single', { from: wall.follower.version })
  expect(back.heard[0]).toEqual({
    changes: [{ gamingStop: null, resultsByHand: false }],
    version: wall.follower.version,
    now: openedAt,
  })
})
