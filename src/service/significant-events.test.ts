import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import {
  ask,
  Client,
  cleanUp,
  freshFolder,
  must,
  type Process,
  quietService,
  quietTables,
  runCroupier,
  seatAt,
  serve,
  signedInAs,
  staffOf,
} from '../../test/support/service.ts'
import type { SignificantRow } from '../wire/alarm.ts'
import { SelfCheckDesk } from './floor/self-check-desk.ts'
import type { SelfCheck } from './program/self-check.ts'
import type { Service } from './service.ts'

afterAll(cleanUp)

const eventsAt = async (address: string, token: string): Promise<SignificantRow[]> =>
  (await ask(address, 'GET', '/api/events', { token })).body as unknown as SignificantRow[]
const kinds = (rows: readonly SignificantRow[]): string[] => rows.map(({ event }) => event.alarm).reverse()
const verified = async (folder: string) => (await runCroupier(['verify', folder]).exit).code

describe('kill -9', () => {
  /** A house with staff and a table whose wheel is not there: its fault is an alarm. */
  async function houseWithFault(): Promise<{ folder: string; config: string }> {
    const folder = freshFolder()
    await (await quietService(folder)).stop()
    const config = join(folder, 'config.json')
    const [, single] = quietTables
    writeFileSync(config, JSON.stringify({ tables: [{ ...single, wheel: { tcp: '127.0.0.1:9' } }] }))
    return { folder, config }
  }

  async function kill({ child, exit }: Process): Promise<void> {
    child.kill('SIGKILL')
    await exit
  }

  test('between an alarm and its acknowledgement, and after it: both states survive', async () => {
    const { folder, config } = await houseWithFault()
    const first = await serve(folder, { config })
    const token = await signedInAs('pit-supervisor', first.address)
    const fault = await vi.waitUntil(async () =>
      (await eventsAt(first.address, token)).find(({ event }) => event.alarm === 'wheel-fault'),
    )
    await kill(first)

    const second = await serve(folder, { config })
    const again = await signedInAs('pit-supervisor', second.address)
    const rows = await eventsAt(second.address, again)
    expect(kinds(rows)).toContain('crash-detected')
    expect(rows.find(({ number }) => number === fault.number)).toMatchObject({ isOpen: true, event: fault.event })
    const body = { numbers: [fault.number], note: 'cable found loose' }
    expect((await ask(second.address, 'POST', '/api/events/acknowledge', { token: again, body })).status).toBe(200)
    await kill(second)

    const third = await serve(folder, { config })
    const last = await eventsAt(third.address, await signedInAs('auditor', third.address))
    expect(last.find(({ number }) => number === fault.number)).toMatchObject({
      isOpen: false,
      acknowledged: { note: 'cable found loose', by: { badge: '2001', name: 'Siti' } },
    })
    await kill(third)
    expect(await verified(folder)).toBe(0)
  })
})

test('start and stop in good order are on record, and a changed setting with its values before and after', async () => {
  const folder = freshFolder()
  await (await quietService(folder)).stop()
  const service = await quietService(folder, { 'ticket-max': '12300' })
  const { auditor } = await staffOf(service)
  const rows = await eventsAt(service.address, auditor)
  expect(kinds(rows)).toEqual([
    'configuration-noted',
    'service-started',
    'service-stopped',
    'configuration-changed',
    'service-started',
  ])
  const changed = rows.find(({ event }) => event.alarm === 'configuration-changed')!.event
  expect(changed).toMatchObject({ before: { ticketMax: '10000000' }, after: { ticketMax: '12300' } })
  expect(Object.keys((changed as { after: object }).after)).toEqual(['ticketMax'])
  await service.stop()
  expect(await verified(folder)).toBe(0)
})

test('large wagers, wins and exchanges are events from the amounts of the house on, and not below', async () => {
  const folder = freshFolder()
  const flags = { 'large-wager': '1000', 'large-win': '35000', 'large-cash': '50000', 'out-of-force': true }
  const service = await quietService(folder, flags)
  const { address } = service
  const { dealer, auditor } = await staffOf(service)
  await seatAt(service, 'single', 'ann', 49_999)
  await seatAt(service, 'single', 'bob', 50_000)
  await must(address, dealer, 'single', { do: 'place-your-bets' })
  const wager = (player: string, stake: number) =>
    must(address, dealer, 'single', { do: 'wager', player, spot: '17', stake, own: true })
  await wager('ann', 500)
  await wager('bob', 1_000)
  for (const command of [
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '17', revolutions: 5 },
    { do: 'settle' },
  ])
    await must(address, dealer, 'single', command)
  await service.floor.events.record()
  const rows = (await eventsAt(address, auditor)).filter(({ event }) => event.alarm.startsWith('large'))
  expect(rows.map(({ event: { at: _, ...facts } }) => facts).reverse()).toEqual([
    { alarm: 'large-cash', table: 'single', what: 'bought-in', who: 'bob', amount: 50_000 },
    { alarm: 'large-wager', table: 'single', round: 1, player: 'bob', amount: 1_000 },
    { alarm: 'large-win', table: 'single', round: 1, player: 'bob', amount: 35_000 },
  ])
  await service.stop()
})

test('events are exported from the record as CSV and as JSON, for those who may read them', async () => {
  const service = await quietService(freshFolder())
  const { address, floor } = service
  const { dealer, auditor } = await staffOf(service)
  floor.alarms.raise({ table: 'single', alarm: 'step-failed', step: 'give-notices', why: '=1+1, "quoted"' })
  await floor.events.record()
  const { body, headers } = await ask(address, 'GET', '/api/events/export', { token: auditor })
  expect(headers.get('content-type')).toContain('text/csv')
  const lines = String(body.text).split('\r\n')
  const heading = lines.filter((line) => line.startsWith('#')).map((line) => line.slice(1).split(',')[0])
  expect(heading).toEqual(expect.arrayContaining(['operator', 'period', 'time_zone', 'made', 'program', 'file']))
  expect(lines[heading.length]).toBe('number,kind,table,first,last,count,open,acknowledged,by,note,text,facts')
  // Times by the clocks of the house.
  const row = /^\d+,step-failed,single,\d{4}-\d\d-\d\dT[\d:.]+\+08:00,.*""quoted/
  expect(lines.some((line) => row.test(line))).toBe(true)
  const chinese = await ask(address, 'GET', '/api/events/export?language=zh', { token: auditor })
  expect(String(chinese.body.text)).toContain('给玩家的通知未能记录')
  const spans = await Promise.all(
    ['?from=2000', '?to=2000', '?from=nonsense'].map((query) =>
      ask(address, 'GET', `/api/events${query}`, { token: auditor }),
    ),
  )
  expect(spans.map(({ status, body }) => [status, (body as unknown as object[]).length])).toEqual([
    [200, 3],
    [200, 0],
    [400, undefined],
  ])
  for (const path of ['/api/events', '/api/events/export'])
    expect((await ask(address, 'GET', path, { token: dealer })).status).toBe(403)
  const body2 = { numbers: [1], note: 'seen' }
  expect((await ask(address, 'POST', '/api/events/acknowledge', { token: dealer, body: body2 })).status).toBe(403)
  await service.stop()
})

test('a flood of wheel faults is one event with a count, and few entries', async () => {
  const service = await quietService(freshFolder())
  const { floor } = service
  const before = floor.house.durable
  const fault = { fault: 'silence', game: null } as const
  for (let nth = 0; nth < 5_000; nth++) floor.alarms.raise({ table: 'single', alarm: 'wheel-fault', fault })
  await floor.events.record()
  for (let nth = 0; nth < 5_000; nth++) floor.alarms.raise({ table: 'single', alarm: 'wheel-fault', fault })
  await floor.events.record()
  const rows = floor.house.settled.state.significant.values().filter(({ facts }) => facts.alarm === 'wheel-fault')
  expect(rows.map(({ count }) => count)).toEqual([10_000])
  expect(floor.house.durable - before).toBe(2)
  await service.stop()
})

describe('a self-check', () => {
  const failed: SelfCheck = {
    outcome: 'failed',
    version: '1.0.0',
    node: '24.0.0',
    files: 2,
    manifest: 'abc',
    differences: [{ what: 'file-changed', name: 'lib/main.js' }],
  }

  test('on demand is on record with the digest of the configuration and who asked', async () => {
    const folder = freshFolder()
    const service = await quietService(folder)
    const { 'pit-supervisor': pit, dealer } = await staffOf(service)
    const asked = await ask(service.address, 'POST', '/api/self-check', { token: pit })
    expect(asked.status).toBe(200)
    expect((await ask(service.address, 'POST', '/api/self-check', { token: dealer })).status).toBe(403)
    const [row] = await eventsAt(service.address, pit)
    expect(row!.event).toMatchObject({
      alarm: expect.stringMatching(/^self-check-/),
      asker: 'staff:2001',
      configuration: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    await service.stop()
    expect(await verified(folder)).toBe(0)
  })

  test('runs every day, at the request of the service itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const askers: string[] = []
      const events = { note: ({ asker }: { asker: string }) => askers.push(asker), record: async () => {} }
      const check = async (): Promise<SelfCheck> => ({ ...failed, outcome: 'passed', differences: [] })
      const desk = new SelfCheckDesk({ node: 'n', configuration: 'c', stops: false, check }, { events } as never)
      await vi.advanceTimersByTimeAsync(86_400_000 - 1)
      expect(askers).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(askers).toEqual(['service'])
      await vi.advanceTimersByTimeAsync(86_400_000)
      expect(askers).toEqual(['service', 'service'])
      desk.close()
    } finally {
      vi.useRealTimers()
    }
  })

  test('that fails raises an alarm, and stops gaming where the house is set so', async () => {
    for (const stops of [false, true]) {
      const service = await quietService(freshFolder())
      const { floor } = service
      const options = { node: 'n', configuration: 'c', stops, check: async () => failed }
      const desk = new SelfCheckDesk(options, floor)
      await desk.run('service')
      desk.close()
      expect(floor.alarms.list[0]).toMatchObject({ alarm: 'self-check-failed', count: 1 })
      const [stop] = floor.house.settled.state.stops.values()
      if (stops) expect(stop).toMatchObject({ scope: 'house', when: 'now', by: { system: 'service' } })
      else expect(stop).toBeUndefined()
      await service.stop()
    }
  })

  test('that cannot be made raises an alarm, and the service goes on', async () => {
    const service = await quietService(freshFolder())
    const check = () => Promise.reject(new Error('package.json is half written'))
    const desk = new SelfCheckDesk({ node: 'n', configuration: 'c', stops: true, check }, service.floor)
    await desk.runOfService()
    desk.close()
    expect(service.floor.alarms.list[0]).toMatchObject({
      alarm: 'step-failed',
      step: 'check-program',
      why: 'package.json is half written',
    })
    expect(service.floor.house.settled.state.stops.size).toBe(0)
    await service.stop()
  })
})

describe('gaming is stopped', () => {
  async function atTable(): Promise<{
    service: Service
    pit: string
    dealer: string
    say: (command: object) => Promise<number>
    wager: () => Promise<unknown>
  }> {
    const service = await quietService(freshFolder(), { 'out-of-force': true })
    const { dealer, 'pit-supervisor': pit } = await staffOf(service)
    const seat = await seatAt(service, 'single', 'ann')
    const say = async (body: object) =>
      (await ask(service.address, 'POST', '/api/tables/single/commands', { token: dealer, body: body as never })).status
    const wager = async () => {
      const body = { do: 'wager', player: 'ann', spot: '17', stake: 500 }
      const answer = await ask(service.address, 'POST', '/api/tables/single/commands', { token: seat.token, body })
      return answer.body.refused ?? answer.status
    }
    return { service, pit, dealer, say, wager }
  }
  const playOut = [
    { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' },
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket: '17', revolutions: 5 },
    { do: 'settle' },
  ]
  const post = async (service: Service, path: string, token: string, body: object) =>
    (await ask(service.address, 'POST', path, { token, body: body as never })).status

  test('now: nothing more is staked, what lies is played out, and every screen is told', async () => {
    const { service, pit, say, wager } = await atTable()
    const wall = await Client.at(service.address, 'single')
    expect(await say({ do: 'place-your-bets' })).toBe(200)
    expect(await wager()).toBe(200)
    const stop = { scope: 'house', of: '', when: 'now', reason: 'the inspector asks' }
    expect(await post(service, '/api/stops', pit, stop)).toBe(200)
    await wall.until(() => wall.follower.view?.gamingStop !== null)
    expect(wall.follower.view!.gamingStop).toEqual({ when: 'now', reason: 'the inspector asks' })
    expect(await wager()).toBe('gaming-is-stopped')
    for (const command of playOut) expect(await say(command)).toBe(200)
    expect(await say({ do: 'place-your-bets' })).toBe(409)
    const late = await Client.at(service.address, 'single')
    expect(late.follower.view!.gamingStop).toMatchObject({ when: 'now' })
    expect(await post(service, '/api/stops/resume', pit, { scope: 'house', of: '', reason: 'cleared' })).toBe(200)
    await wall.until(() => wall.follower.view?.gamingStop === null)
    expect(await say({ do: 'place-your-bets' })).toBe(200)
    await service.stop()
  })

  test('after the round, of a game and at a table: the round goes on, and no other is opened', async () => {
    const { service, pit, dealer, say, wager } = await atTable()
    for (const [scope, of] of [
      ['game', 'mbs/roulette'],
      ['table', 'single'],
    ]) {
      expect(await say({ do: 'place-your-bets' })).toBe(200)
      expect(await post(service, '/api/stops', pit, { scope, of, when: 'after-round', reason: 'r' })).toBe(200)
      expect(await wager()).toBe(200)
      for (const command of playOut) expect(await say(command)).toBe(200)
      expect(await say({ do: 'place-your-bets' })).toBe(409)
      expect(await post(service, '/api/stops/resume', pit, { scope, of, reason: 'r' })).toBe(200)
    }
    expect(await post(service, '/api/stops', dealer, { scope: 'house', of: '', when: 'now', reason: 'r' })).toBe(403)
    expect(await post(service, '/api/stops', pit, { scope: 'game', of: 'no/game', when: 'now', reason: 'r' })).toBe(400)
    expect(await post(service, '/api/stops', pit, { scope: 'table', of: 'none', when: 'now', reason: 'r' })).toBe(400)
    await service.stop()
  })

  test('a terminal: now, although it has a part in the round', async () => {
    const { service, pit, say, wager } = await atTable()
    expect(await say({ do: 'place-your-bets' })).toBe(200)
    expect(await wager()).toBe(200)
    const close = (body: object) => post(service, '/api/terminals/single-ann/close', pit, body)
    expect(await close({ reason: 'r' })).toBe(200)
    expect(service.floor.house.settled.state.terminals.get('single-ann')!.status).toBe('closing')
    expect(await post(service, '/api/terminals/single-ann/open', pit, { reason: 'r' })).toBe(200)
    expect(await close({ reason: 'r', when: 'now' })).toBe(200)
    expect(await wager()).toBe('terminal-is-closed')
    for (const command of playOut) expect(await say(command)).toBe(200)
    await service.stop()
  })
})
