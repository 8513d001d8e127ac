import { describe, expect, test } from 'vitest'
import { heldFloor, staffSignedIn } from '../../../test/support/floor.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { testKeyMaterial } from '../../../test/support/secrets.ts'
import { buyIn, diskFullFor, give, now, placeYourBets, quietPlans } from '../../../test/support/stream.ts'
import { takeDemoSeat } from './demo-seat.ts'
import { giveCommand } from './give-command.ts'
import { openFloor } from './open-floor.ts'
import { StoreProbe } from './store-probe.ts'
import { redeemTicket } from './ticket-desk.ts'

describe('a store that takes no writes', () => {
  test('the service is not ready, although nobody has had anything recorded, until it takes them again', async () => {
    const { held, app, clock } = await heldFloor()
    const ready = async () => {
      clock.now += 1_000
      const response = await app.inject('/readyz')
      return [response.statusCode, response.json()]
    }
    expect(await ready()).toEqual([200, { ready: true, stopped: [] }])
    held.failing = () => new Error('the disk is full')
    expect(await ready()).toEqual([503, { ready: false, stopped: [], store: 'the disk is full' }])
    held.failing = null
    expect(await ready()).toEqual([200, { ready: true, stopped: [] }])
  })

  test('the store is written for readiness once in a second, however often somebody asks', async () => {
    let probes = 0
    let time = 0
    const probe = new StoreProbe({ probe: async () => void probes++ }, { clock: () => time })
    for (let nth = 0; nth < 100; nth++) expect(await probe.fault()).toBeNull()
    expect(probes).toBe(1)
    time += 1_000
    expect(await probe.fault()).toBeNull()
    expect(probes).toBe(2)
  })

  test('the service is not ready while the store does not answer, and many who ask are one probe', async () => {
    const { held, floor } = await heldFloor()
    let time = 0
    const probe = new StoreProbe(floor.journal, { patienceMs: 1, clock: () => time })
    held.hold()
    const unanswered = [probe.fault(), probe.fault(), probe.fault()]
    expect(await Promise.all(unanswered)).toEqual(Array(3).fill('the store does not answer'))
    expect(await probe.fault()).toBe('the store does not answer')
    expect(held.waiting).toBe(1)
    await held.release()
    time += 1_000
    expect(await new StoreProbe(floor.journal).fault()).toBeNull()
    expect(await probe.fault()).toBeNull()
  })
})

describe('an append that fails', () => {
  test('stops that table and only that one, with an alarm', async () => {
    const { held, floor, app, host, get, post } = await heldFloor()
    const dealer = await staffSignedIn(floor, 'dealer')
    held.failing = diskFullFor('etg')
    const stopping = await giveCommand(floor, dealer, 'etg', { do: 'place-your-bets' })
    expect(stopping).toEqual({ problem: 'unavailable', body: { problem: 'table etg is stopped: the disk is full' } })
    expect(floor.alarms.list).toMatchObject([{ table: 'etg', alarm: 'table-stopped', why: 'the disk is full' }])
    held.failing = null
    for (const table of ['single', 'fast'])
      expect(await giveCommand(floor, dealer, table, { do: 'place-your-bets' })).toHaveProperty('done')
    expect((await app.inject('/readyz')).json()).toEqual({ ready: false, stopped: ['etg'] })
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    const metrics = (await app.inject('/metrics')).body
    expect(metrics).toContain('croupier_table_stopped{table="etg"} 1')
    expect(metrics).toContain('croupier_alarms_total 1')
    const shown = [{ stopped: true, phase: 'closed' }, { stopped: false }, { stopped: false }]
    expect((await get('/api/tables')).body).toMatchObject(shown)
    const late = await post('/api/tables/etg/commands', { do: 'wager', player: 'demo-1', spot: '17', stake: 5 })
    expect(late).toMatchObject({ status: 503 })
    expect(host('etg').stopped?.message).toBe('the disk is full')
  })

  test('results of commands are counted: done, refused, or not possible', async () => {
    const { held, app, post, who } = await heldFloor()
    const counted = async () => {
      const { body } = await app.inject('/metrics')
      return ['accepted', 'refused', 'fault'].map((outcome) =>
        Number(new RegExp(`^croupier_commands_total{outcome="${outcome}"} (\\d+)$`, 'm').exec(body)![1]),
      )
    }
    const withdraw = () => post('/api/tables/etg/commands', { do: 'withdraw', player: who.player, spot: '17' })
    const before = await counted()
    expect(await withdraw()).toMatchObject({ status: 409 })
    expect(await withdraw()).toMatchObject({ status: 409 })
    expect(await counted()).toEqual([before[0]!, before[1]! + 2, before[2]!])
    held.failing = diskFullFor('etg')
    expect(await withdraw()).toMatchObject({ status: 503 })
    expect(await counted()).toEqual([before[0]!, before[1]! + 2, before[2]! + 1])
  })

  test('a stopped table says so at every route', async () => {
    const { held, floor, get, post } = await heldFloor()
    const dealer = await staffSignedIn(floor, 'dealer')
    held.failing = diskFullFor('etg')
    await giveCommand(floor, dealer, 'etg', { do: 'place-your-bets' })
    held.failing = null
    const done = await Promise.all([
      post('/api/tables/etg/commands', { do: 'settle' }),
      post('/api/tickets', { amount: 500 }),
    ])
    expect(done.map(({ status }) => status)).toEqual([503, 503])
    // Durable state is still served.
    expect(await get('/api/tables/etg')).toMatchObject({ status: 200, body: { stopped: true } })
    expect(await get('/api/tables/etg/rounds')).toMatchObject({ status: 200, body: [] })
  })

  test('a terminal at a stopped table does not stop the house with it', async () => {
    const { held, floor, host, post, who } = await heldFloor()
    await give(host('etg'), buyIn(who.player, 10_000))
    const sold = await post('/api/tickets', { amount: 1_000 })
    expect(sold.status).toBe(200)
    held.failing = diskFullFor('etg')
    await host('etg')
      .submit(buyIn(who.player, 1), 'd')
      .catch(() => {})
    held.failing = null
    await post('/api/tickets', { amount: 500 })
    await post('/api/tickets/redeem', { number: sold.body.ticket.number })
    expect(floor.house.stopped).toBeNull()
    expect(floor.tickets.settled.state.totals).toMatchObject({ issued: { count: 1 }, redeemed: { count: 0 } })
    const dana = await staffSignedIn(floor, 'dealer')
    const attendant = await redeemTicket(floor, dana, { number: sold.body.ticket.number, table: 'single' })
    expect(attendant).toHaveProperty('done')
  })

  test('when it is the house, tables go on, and nothing that was not written comes back', async () => {
    const store = memoryJournal()
    const { held, floor, host } = await heldFloor(store)
    const { seq } = await store.last('house')
    held.failing = diskFullFor('house')
    const sale = takeDemoSeat(floor, 'single')
    await expect(sale).rejects.toThrow('the disk is full')
    held.failing = null
    await give(host('single'), placeYourBets)
    await floor.close()
    expect((await store.snapshot('house'))?.seq ?? 0).toBeLessThanOrEqual(seq)
    const again = await openFloor({ journal: store, keyMaterial: testKeyMaterial(), plans: quietPlans(), now })
    expect(again.house.settled.state.terminals.keys()).toEqual(['demo-1'])
    await takeDemoSeat(again, 'single')
    expect(again.house.stopped).toBeNull()
    await again.close()
  })
})
