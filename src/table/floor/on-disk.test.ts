import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { decide } from '../../engine/decide.ts'
import { type Decision, isRefusal } from '../../engine/decision.ts'
import { type Command, readCommand } from '../../engine/language.ts'
import { isBalanced, playersOf } from '../../engine/ledger.ts'
import { CENTS_MAX } from '../../engine/money.ts'
import { spotsOf } from '../../engine/spots.ts'
import { fundsOf, stakedBy } from '../../engine/summary.ts'
import { principalOf, type TerminalPrincipal } from '../../house/principals.ts'
import type { Append } from '../../record/stored.ts'
import { readTableEntry, type TableEntry } from '../../record/table-entry.ts'
import { unheard } from '../../wheel/status.ts'
import { addDemoStaff } from '../demo.ts'
import { defaultDoors } from '../doors/door-options.ts'
import { openDoors } from '../doors/http.ts'
import type { Journal } from '../journal/journal.ts'
import { memoryJournal } from '../journal/memory.ts'
import { freshToken, tokenHash } from '../means/means.ts'
import { staffAs, testMeans } from '../means/testing.ts'
import type { Audience, Listener } from '../publishing/listeners.ts'
import { Publisher } from '../publishing/publisher.ts'
import { askHouse } from '../stream/house-stream.ts'
import { StreamStopped } from '../stream/stream.ts'
import { bookOf, openTable, type TableStream } from '../stream/table-stream.ts'
import {
  type Body,
  Client,
  cents,
  Follower,
  HeldJournal,
  type Message,
  nextCommand,
  players,
  quietPlans,
  quietTables,
  setupOf,
  turns,
  within,
} from '../testing.ts'
import { giveCommand } from './commands.ts'
import { takeDemoSeat } from './demo-seat.ts'
import { readMeters } from './meter-desk.ts'
import { openFloor } from './open-floor.ts'
import { tableOnDisk } from './table-on-disk.ts'
import { issueTicket, redeemTicket } from './ticket-desk.ts'

afterEach(() => vi.useRealTimers())

const now = () => '2026-03-01T04:00:00.000Z'
const single = setupOf(quietTables[1])
const open = (journal: Journal, setup = single) =>
  openTable('single', setup, { journal, now, reviveAfterMs: 3_600_000 })

const command = (value: Body): Command => readCommand(value) as Command
const buyIn = (player: string, amount: number) => command({ do: 'buy-in', player, amount })
const wager = (player: string, stake: number, id?: string, spot = '17') =>
  command({ do: 'wager', player, spot, stake, ...(id === undefined ? {} : { id }) })
const placeYourBets = command({ do: 'place-your-bets' })
const spin = command({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
const noMoreBets = command({ do: 'no-more-bets' })
const atRest = (pocket: string, source = 'dealer') => command({ do: 'ball-at-rest', pocket, source })
const settle = command({ do: 'settle' })

const give = async (host: TableStream, ...commands: Command[]): Promise<void> => {
  for (const one of commands) {
    const answer = await host.submit(one, 'test')
    if (isRefusal(answer)) throw new Error(`${one.do}: ${answer.refused}`)
  }
}

const entriesOf = async (journal: Journal, stream = 'single'): Promise<TableEntry[]> =>
  (await journal.read(stream, 1, 1_000_000)).map(({ body }) => readTableEntry(body))

/** What came of a promise so far. */
function watched<T>(promise: Promise<T>): { done: boolean; result?: T; error?: unknown } {
  const watching: { done: boolean; result?: T; error?: unknown } = { done: false }
  promise.then(
    (result) => Object.assign(watching, { done: true, result }),
    (error) => Object.assign(watching, { done: true, error }),
  )
  return watching
}

/** Somebody who listens, and follows what they are told. */
class Ear implements Listener {
  readonly audience: Audience
  readonly player: string | null
  readonly heard: Message[] = []
  follower = new Follower()

  constructor(audience: Audience, player: string | null = null) {
    this.audience = audience
    this.player = player
  }

  send = (message: Buffer | string): void => {
    const told = JSON.parse(String(message)) as Message
    this.heard.push(told)
    this.follower.hear(told)
  }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const fresh = (publisher: Publisher, ear: Ear): unknown => plain(publisher.viewFor(ear))

/** What a command would come to at a table. */
const wouldCome = (table: TableStream, one: Command): Decision =>
  decide(bookOf(table.settled), table.settled.state, { ...one, at: now() })

describe('nobody hears of what is not on disk', () => {
  async function heldTable() {
    const held = new HeldJournal(memoryJournal())
    const host = await open(held.journal)
    await give(host, placeYourBets, buyIn('ann', 10_000))
    const publisher = new Publisher(tableOnDisk(host))
    const ears = [new Ear('player', 'ann'), new Ear('display'), new Ear('dealer'), new Ear('pit')]
    for (const ear of ears) publisher.add(ear, undefined)
    await turns()
    held.hold()
    return { held, host, publisher, ears, told: () => ears.map(({ heard }) => heard.length) }
  }

  test('an answer and every view wait for the commit', async () => {
    const { held, host, ears, told } = await heldTable()
    const placed = watched(host.submit(wager('ann', 500), 'a'))
    await turns() // what comes in one turn of the event loop is written together
    const closed = watched(host.submit(spin, 'd'))
    await new Promise((done) => setTimeout(done, 150))
    expect([placed.done, closed.done, ...told()]).toEqual([false, false, 1, 1, 1, 1])
    await held.pass(1)
    expect([placed.done, closed.done]).toEqual([true, false])
    expect(told()).toEqual([2, 1, 1, 1])
    await held.release()
    await new Promise((done) => setTimeout(done, 150))
    expect(closed.done).toBe(true)
    expect(ears.map(({ follower }) => follower.view?.phase)).toEqual(Array(4).fill('ball-spinning'))
  })

  test('refusals wait too: they may rest on what is not on disk yet', async () => {
    const { held, host } = await heldTable()
    const all = watched(host.submit(wager('ann', 10_000), 'a'))
    const poor = watched(host.submit(wager('ann', 500), 'a'))
    await turns()
    expect([all.done, poor.done]).toEqual([false, false])
    await held.release()
    expect(poor.result).toMatchObject({ refused: 'balance-too-low', balance: 0 })
  })

  test('a refusal that is recorded waits for its own commit', async () => {
    const { held, host } = await heldTable()
    const recorded = watched(host.submit(command({ do: 'settle', by: 'player' }), 'a'))
    await turns()
    expect(recorded.done).toBe(false)
    await held.release()
    expect(recorded.result).toMatchObject({ refused: 'position-too-low' })
    expect((await entriesOf(held.journal)).at(-1)).toMatchObject({
      actor: 'a',
      refused: { refused: 'position-too-low' },
    })
  })

  test('who comes meanwhile is told what is on disk, and of the rest when it is there', async () => {
    const { held, host, publisher } = await heldTable()
    void host.submit(wager('ann', 500), 'a')
    const late = new Ear('player', 'ann')
    publisher.add(late, undefined)
    await turns()
    expect(late.follower.view).toMatchObject({ funds: { staked: 0 }, wagers: {} })
    await held.release()
    expect(late.follower.view).toEqual(fresh(publisher, late))
  })
})

/** A floor with doors on a store that can be held up, and somebody at a terminal of the ETG table. */
async function heldFloor(store = memoryJournal()) {
  const held = new HeldJournal(store)
  const floor = await openFloor({ journal: held.journal, means: testMeans(), plans: quietPlans(), now })
  const app = await openDoors(floor, { ...defaultDoors, requestsPerMinute: 1_000_000 })
  onTestFinished(() => app.close())
  const token = freshToken(floor.means.chance)
  const seat = { do: 'add-demo-terminal', table: 'etg', credential: tokenHash(token), by: { system: 'demo' } } as const
  await askHouse(floor.house, seat)
  const who = principalOf(floor.house.settled.state, tokenHash(token), now()) as TerminalPrincipal
  const host = (table: string) => floor.rooms.get(table)!.table
  const get = (url: string) => asked(app, 'GET', url, token)
  const post = (url: string, payload: object) => asked(app, 'POST', url, token, payload)
  return { held, floor, app, host, get, post, who }
}

async function asked(app: FastifyInstance, method: 'GET' | 'POST', url: string, token: string, payload?: object) {
  const response = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload ? { payload } : {}),
  })
  return { status: response.statusCode, body: response.json() }
}

describe('the doors tell only what is on disk', () => {
  test.each(['/api/tables', '/api/tables/etg', '/api/tables/etg/rounds'])('%s', async (url) => {
    const { held, host, get } = await heldFloor()
    const at = host('etg')
    await give(at, placeYourBets, spin, noMoreBets, atRest('5'))
    held.hold()
    const before = (await get(url)).body
    void at.submit(settle, 'd')
    void at.submit(placeYourBets, 'd')
    await turns()
    expect((await get(url)).body).toEqual(before)
    await held.release()
    expect(JSON.stringify((await get(url)).body)).toContain('"pocket":"5"')
    expect((await get(url)).body).not.toEqual(before)
  })

  test('a view comes with its own version', async () => {
    const { held, host, get } = await heldFloor()
    const at = host('etg')
    await give(at, placeYourBets)
    const version = at.durable
    held.hold()
    void at.submit(spin, 'd')
    const reading = async () => (await get('/api/tables/etg')).body
    expect(await reading()).toMatchObject({ view: { phase: 'betting-open' }, version })
    await turns()
    void at.submit(noMoreBets, 'd')
    await held.pass(1)
    expect(await reading()).toMatchObject({ view: { phase: 'ball-spinning' }, version: version + 1 })
    await held.release()
  })

  test.each([
    ['meters', '/api/terminals/me', (body: { meters: { balance: number } }) => body.meters.balance],
    ['credits', '/api/tables/etg', (body: { view: { funds: { balance: number } } }) => body.view.funds.balance],
  ])('%s of a terminal', async (_, url, balanceIn) => {
    const { held, host, get, who } = await heldFloor()
    held.hold()
    void host('etg').submit(buyIn(who.player, 7_000), 'd')
    const before = balanceIn((await get(url)).body)
    await turns()
    expect(balanceIn((await get(url)).body)).toBe(before)
    await held.release()
    expect(balanceIn((await get(url)).body)).toBe(before + 7_000)
  })
})

describe('an append that fails', () => {
  const failing = (stream: string) => (entries: readonly Append[]) =>
    entries.some((entry) => entry.stream === stream) ? new Error('the disk is full') : null

  test('stops the table; all who wait are told, and nothing more is decided', async () => {
    const held = new HeldJournal(memoryJournal())
    const host = await open(held.journal)
    await give(host, placeYourBets, buyIn('ann', 10_000))
    const before = JSON.stringify(host.settled.state)
    const stops: Error[] = []
    host.watch({ stopped: (error) => void stops.push(error) })
    held.hold()
    const waiting = [wager('ann', 500), wager('ann', 50_000), wager('ann', 600)].map((one) =>
      watched(host.submit(one, 'a')),
    )
    held.failing = failing('single')
    await held.release()
    for (const { error } of waiting) expect(error).toBeInstanceOf(StreamStopped)
    held.failing = null
    await expect(host.submit(wager('ann', 500), 'a')).rejects.toThrow(StreamStopped)
    expect(stops.map(({ message }) => message)).toEqual(['the disk is full'])
    const again = await open(held.journal)
    expect(JSON.stringify(again.settled.state)).toBe(before)
    expect(await again.submit(wager('ann', 500), 'a')).toHaveProperty('events')
  })

  test('publishes nothing of it', async () => {
    const held = new HeldJournal(memoryJournal())
    const host = await open(held.journal)
    const publisher = new Publisher(tableOnDisk(host))
    const ear = new Ear('display')
    publisher.add(ear, undefined)
    held.failing = failing('single')
    await host.submit(placeYourBets, 'd').catch(() => {})
    await turns()
    expect(ear.heard).toHaveLength(2)
    expect(ear.heard[1]).toEqual({ stopped: { table: 'single', at: now() } })
    expect(ear.follower.view).toHaveProperty('phase', 'closed')
  })

  test('is told to everybody at the table, after all that is on disk, and to whoever comes later', async () => {
    const held = new HeldJournal(memoryJournal())
    const host = await open(held.journal)
    const publisher = new Publisher(tableOnDisk(host))
    const ears = [new Ear('display'), new Ear('player', 'ann'), new Ear('dealer'), new Ear('pit')]
    for (const ear of ears) publisher.add(ear, undefined)
    await give(host, buyIn('ann', 10_000), placeYourBets)
    held.failing = failing('single')
    await host.submit(spin, 'd').catch(() => {})
    await turns()
    const late = new Ear('player', 'ann')
    publisher.add(late, undefined)
    await turns()
    expect(late.follower.view).toHaveProperty('phase', 'betting-open')
    expect(late.heard.at(-1)).toEqual({ stopped: { table: 'single', at: now() } })
    for (const ear of ears) {
      expect(ear.heard.filter((message) => 'stopped' in message)).toHaveLength(1)
      expect(ear.heard.at(-1)).toEqual({ stopped: { table: 'single', at: now() } })
      expect(ear.follower.view).toHaveProperty('phase', 'betting-open')
    }
    publisher.close()
  })

  test('stops that table and only that one, with an alarm', async () => {
    const { held, floor, app, host, get, post } = await heldFloor()
    held.failing = failing('etg')
    const stopping = await giveCommand(floor, staffAs('dealer'), 'etg', { do: 'place-your-bets' })
    expect(stopping).toEqual({ status: 503, body: { problem: 'table etg is stopped' } })
    expect(floor.alarms.list).toMatchObject([{ table: 'etg', alarm: 'table-stopped', why: 'the disk is full' }])
    held.failing = null
    for (const table of ['single', 'fast'])
      expect(await giveCommand(floor, staffAs('dealer'), table, { do: 'place-your-bets' })).toHaveProperty(
        'status',
        200,
      )
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

  test('a stopped table says so at every door', async () => {
    const { held, floor, get, post } = await heldFloor()
    held.failing = failing('etg')
    await giveCommand(floor, staffAs('dealer'), 'etg', { do: 'place-your-bets' })
    held.failing = null
    const done = await Promise.all([
      post('/api/tables/etg/commands', { do: 'settle' }),
      post('/api/tickets', { amount: 500 }),
    ])
    expect(done.map(({ status }) => status)).toEqual([503, 503])
    // What is on disk is true all the same.
    expect(await get('/api/tables/etg')).toMatchObject({ status: 200, body: { stopped: true } })
    expect(await get('/api/tables/etg/rounds')).toMatchObject({ status: 200, body: [] })
  })

  test('a terminal at a stopped table does not stop the house with it', async () => {
    const { held, floor, host, post, who } = await heldFloor()
    await give(host('etg'), buyIn(who.player, 10_000))
    const sold = await post('/api/tickets', { amount: 1_000 })
    expect(sold.status).toBe(200)
    held.failing = failing('etg')
    await host('etg')
      .submit(buyIn(who.player, 1), 'd')
      .catch(() => {})
    held.failing = null
    await post('/api/tickets', { amount: 500 })
    await post('/api/tickets/redeem', { number: sold.body.ticket.number })
    expect(floor.house.stopped).toBeNull()
    const { ticketTotals } = floor.house.settled.state
    expect(ticketTotals).toMatchObject({ issued: { count: 1 }, redeemed: { count: 0 } })
    await addDemoStaff(floor)
    const dana = staffAs('dealer', '1001')
    const attendant = await redeemTicket(floor, dana, { number: sold.body.ticket.number, table: 'single' })
    expect(attendant.status).toBe(200)
  })

  test('a ticket taken while a large round is being written does not overtake it, nor stop the house', async () => {
    const { floor, host, who } = await heldFloor()
    const at = host('etg')
    const spots = spotsOf(bookOf(at.settled), 'A').list.slice(0, 150)
    const crowd = Array.from({ length: 8 }, (_, nth) => `player-${nth}`)
    await give(at, buyIn(who.player, 10_000), placeYourBets, ...crowd.map((player) => buyIn(player, 1_000_000)))
    for (const player of crowd) for (const { spot } of spots) void at.submit(wager(player, 100, undefined, spot), 'a')
    await give(at, spin, noMoreBets, atRest('17'))
    const all = [
      at.submit(settle, 'd'),
      issueTicket(floor, who, { amount: cents(1_000) }),
      takeDemoSeat(floor, 'single'),
    ]
    expect(await Promise.allSettled(all)).toMatchObject([
      { value: { events: [{ type: 'round-settled' }] } },
      { value: { status: 200 } },
      { value: { status: 200 } },
    ])
    expect([floor.house.stopped, at.stopped]).toEqual([null, null])
  })

  test('when it is the house, tables go on, and nothing that was not written comes back', async () => {
    const store = memoryJournal()
    const { held, floor, host } = await heldFloor(store)
    const { seq } = await store.last('house')
    held.failing = failing('house')
    const sale = takeDemoSeat(floor, 'single')
    await expect(sale).rejects.toThrow('the disk is full')
    held.failing = null
    await give(host('single'), placeYourBets)
    await floor.close()
    expect((await store.loadSnapshot('house'))?.seq ?? 0).toBeLessThanOrEqual(seq)
    const again = await openFloor({ journal: store, means: testMeans(), plans: quietPlans(), now })
    expect(again.house.settled.state.terminals.keys()).toEqual(['demo-1'])
    await takeDemoSeat(again, 'single')
    expect(again.house.stopped).toBeNull()
    await again.close()
  })
})

const numbers = fc.array(fc.nat(997), { minLength: 4, maxLength: 4 })
const settingOf = fc.constantFrom(...quietTables.map(setupOf))

test('a ticket that the table cannot take now is not lost: it may be tried again', async () => {
  const { floor, host, post, who } = await heldFloor()
  const at = host('etg')
  await give(at, buyIn(who.player, 5_000))
  const { number } = (await post('/api/tickets', { amount: 5_000 })).body.ticket
  const full = Array(100).fill(buyIn('rich', CENTS_MAX)) as Command[]
  await give(at, ...full)
  expect(await post('/api/tickets/redeem', { number })).toMatchObject({
    status: 409,
    body: { refused: 'amount-too-large' },
  })
  await give(at, command({ do: 'cash-out', player: 'rich', amount: CENTS_MAX }))
  expect(await post('/api/tickets/redeem', { number })).toMatchObject({
    status: 200,
    body: { events: [{ type: 'bought-in' }] },
  })
  expect(await readMeters(floor, 'etg', [who.player])).toMatchObject([{ balance: 5_000, ticketsIn: 5_000 }])
  expect(await takeDemoSeat(floor, 'single')).toHaveProperty('status', 200)
})

describe('a restart', () => {
  test('from the journal, or from a snapshot and the rest, gives the same table, and it goes on the same', async () => {
    const plays = fc.array(numbers, { minLength: 20, maxLength: 150 })
    await fc.assert(
      fc.asyncProperty(settingOf, plays, fc.nat(), async (setup, play, cut) => {
        const journal = memoryJournal()
        const host = await open(journal, setup)
        for (const [nth, choice] of play.entries()) {
          void host.submit({ ...nextCommand(host, choice), id: `${nth}` }, 'test')
          if (nth === cut % play.length) await host.snapshot()
        }
        await host.flushed()
        const withSnapshot = await open(journal, setup)
        const fromJournal = await open({ ...journal, loadSnapshot: async () => null }, setup)
        for (const again of [withSnapshot, fromJournal]) {
          expect(plain(again.settled.state)).toEqual(plain(host.settled.state))
          expect(JSON.stringify(again.settled.meters)).toBe(JSON.stringify(host.settled.meters))
          expect([again.durable, again.durable]).toEqual([host.durable, host.durable])
        }
        const next = play
          .slice(0, 10)
          .map((choice) => plain(wouldCome(withSnapshot, nextCommand(withSnapshot, choice))))
        expect(next).toEqual(play.slice(0, 10).map((choice) => plain(wouldCome(host, nextCommand(host, choice)))))
        expect(isBalanced(host.settled.state.ledger)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('a snapshot holds nothing that is not on disk', async () => {
    const store = memoryJournal()
    const held = new HeldJournal(store)
    const host = await open(held.journal)
    held.hold()
    const first = host.submit(placeYourBets, 'd')
    void first.then(() => host.submit(buyIn('ann', 5_000), 'd'))
    const saved = host.snapshot()
    await turns()
    await held.pass(1)
    await saved
    expect(host.consider(({ state }) => fundsOf(state, 'ann').balance)).toBe(5_000)
    expect([host.durable, (await store.last('single')).seq]).toEqual([2, 2])
    const again = await open(store)
    expect(playersOf(again.settled.state.ledger)).toEqual([])
    expect(await store.loadSnapshot('single')).toHaveProperty('seq', 2)
  })

  test('a busy table keeps snapshots of itself; its long rounds are not repeated in them, and come back', async () => {
    const journal = memoryJournal()
    const host = await open(journal)
    const crowd = Array.from({ length: 20 }, (_, nth) => `player-${nth}`)
    const spots = spotsOf(bookOf(host.settled), single.layout).list.slice(0, 100)
    await give(host, ...crowd.map((player) => buyIn(player, 10_000_000)))
    const playRound = async (pocket: string) => {
      await give(host, placeYourBets)
      for (const player of crowd)
        for (const { spot } of spots) void host.submit(wager(player, 500, undefined, spot), 'a')
      await give(host, spin, noMoreBets, atRest(pocket), settle)
    }
    for (const pocket of ['1', '2', '3']) await playRound(pocket)
    await give(host, command({ do: 'correct-outcome', round: 2, pocket: '20', reason: 'misread' }))
    await expect.poll(async () => (await journal.loadSnapshot('single'))?.seq ?? 0).toBeGreaterThan(5_000)
    const { body } = (await journal.loadSnapshot('single'))!
    expect(body).not.toContain('"collected"')
    const again = await open(journal)
    expect(plain(again.settled.state)).toEqual(plain(host.settled.state))
    const corrected = command({ do: 'correct-outcome', round: 2, pocket: '21', reason: 'misread again' })
    expect(plain(wouldCome(again, corrected))).toEqual(plain(wouldCome(host, corrected)))
  })

  test('a new setup does not change a table that has a journal', async () => {
    const journal = memoryJournal()
    await open(journal)
    const again = await open(journal, setupOf(quietTables[0]))
    expect(bookOf(again.settled).id).toBe('mbs/roulette@3')
  })
})

describe('the same command id', () => {
  async function playing() {
    const journal = memoryJournal()
    const host = await open(journal)
    await give(host, placeYourBets, buyIn('ann', 10_000), buyIn('ben', 10_000))
    return { journal, host }
  }

  test('is the same answer and no second wager, at once and after a restart', async () => {
    const { journal, host } = await playing()
    const [first, raced] = await Promise.all([1, 2].map(() => host.submit(wager('ann', 500, 'x'), 'ann')))
    const later = await host.submit(wager('ann', 500, 'x'), 'ann')
    await host.snapshot()
    await give(host, spin, noMoreBets)
    for (const host of [await open(journal), await open({ ...journal, loadSnapshot: async () => null })]) {
      expect(await host.submit(wager('ann', 500, 'x'), 'ann')).toEqual(first)
      expect(host.durable).toBe((await journal.last('single')).seq)
    }
    expect([raced, later]).toEqual([first, first])
    const written = (await entriesOf(journal)).filter((entry) => 'command' in entry && entry.command.id === 'x')
    expect(written).toHaveLength(1)
  })

  test('belongs to whoever sent it', async () => {
    const { host } = await playing()
    const [ann, ben] = [
      await host.submit(wager('ann', 500, 'x'), 'ann'),
      await host.submit(wager('ben', 600, 'x'), 'ben'),
    ]
    expect([ann, ben]).toMatchObject([{ events: [{ stake: 500 }] }, { events: [{ stake: 600 }] }])
  })

  test('of a recorded refusal is the same refusal, and recorded once', async () => {
    const { journal, host } = await playing()
    await give(host, spin, noMoreBets)
    const [first, second] = [1, 2].map(() => host.submit(wager('ann', 500, 'late'), 'ann'))
    expect(await first).toMatchObject({ refused: 'betting-is-closed' })
    expect(await second).toEqual(await first)
    expect(await (await open(journal)).submit(wager('ann', 500, 'late'), 'ann')).toEqual(await first)
    const late = (await entriesOf(journal)).filter((entry) => 'refused' in entry)
    expect(late).toMatchObject([{ actor: 'ann', command: { do: 'wager', id: 'late' }, refused: await first }])
  })

  test('of one who may not is recorded once, too', async () => {
    const { floor, who } = await heldFloor()
    const ask = () => giveCommand(floor, who, 'etg', { do: 'settle', id: 'x' })
    expect([await ask(), await ask()]).toMatchObject([{ status: 403 }, { status: 403 }])
    const written = (await entriesOf(floor.journal, 'etg')).filter((entry) => 'refused' in entry)
    expect(written).toHaveLength(1)
  })

  test('when the append failed is free to be tried again after the restart', async () => {
    const { journal, host } = await playing()
    const held = new HeldJournal(journal)
    const again = await open(held.journal)
    held.failing = () => new Error('the disk is full')
    await expect(again.submit(wager('ann', 500, 'x'), 'ann')).rejects.toThrow(StreamStopped)
    expect(host.stopped).toBeNull()
    expect(await (await open(journal)).submit(wager('ann', 500, 'x'), 'ann')).toHaveProperty('events')
  })
})

test('refusals that must be on record are in the journal, others are not', async () => {
  const journal = memoryJournal()
  const host = await open(journal)
  await give(host, buyIn('ann', 1_000), placeYourBets)
  await host.submit(wager('ann', 5_000), 'ann')
  await host.submit(command({ do: 'wager', player: 'ann', spot: '99', stake: 5 }), 'ann')
  await host.submit(
    command({ do: 'wager', player: 'ben', spot: '1', stake: 5, by: { role: 'player', name: 'ann' } }),
    'ann',
  )
  await host.submit(command({ do: 'settle', by: 'player' }), 'ann')
  await give(host, spin, noMoreBets)
  await host.submit(wager('ann', 500), 'ann')
  await host.submit(command({ do: 'withdraw', player: 'ann', spot: '1' }), 'ann')
  const refused = (await entriesOf(journal)).flatMap((entry) => ('refused' in entry ? [entry.refused.refused] : []))
  expect(refused).toEqual(['not-for-this-player', 'position-too-low', 'betting-is-closed', 'betting-is-closed'])
})

describe('what listeners are told', () => {
  /** Until nothing more is to be sent; staff hear of seats a tenth of a second later. */
  async function drained(): Promise<void> {
    for (let nth = 0; nth < 3; nth++) {
      await turns()
      vi.advanceTimersByTime(150)
    }
    await turns()
  }

  async function room(setup = single) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const held = new HeldJournal(memoryJournal())
    const host = await open(held.journal, setup)
    const publisher = new Publisher(tableOnDisk(host))
    const join = (audience: Audience, player: string | null = null): Ear => {
      const ear = new Ear(audience, player)
      publisher.add(ear, undefined)
      return ear
    }
    return { held, host, publisher, join }
  }

  test('a player without a stake hears how the round came out for them', async () => {
    const { host, publisher, join } = await room()
    const ann = join('player', 'ann')
    await give(host, buyIn('ben', 10_000), placeYourBets, wager('ben', 500), spin, noMoreBets, atRest('17'), settle)
    await drained()
    expect(ann.follower.view).toEqual(fresh(publisher, ann))
  })

  test.each(['dealer', 'pit'] as const)(
    'the %s hears that the wheel and the dealer differ, and that it is decided',
    async (audience) => {
      const { host, publisher, join } = await room()
      const ear = join(audience)
      await give(host, placeYourBets, spin, noMoreBets, atRest('17', 'wheel'))
      await drained()
      await give(host, atRest('20', 'dealer'))
      await drained()
      expect(ear.follower.view).toMatchObject({ differs: '20' })
      await give(host, command({ do: 'correct-outcome', round: 1, pocket: '17', reason: 'seen' }))
      await drained()
      expect(ear.follower.view).toEqual(fresh(publisher, ear))
    },
  )

  test('what the pit set aside is told to its player and the staff, and is gone when the round is settled', async () => {
    const { host, publisher, join } = await room()
    const ears = [join('player', 'ann'), join('dealer'), join('pit')]
    const rule = (treatment: string) =>
      command({ do: 'rule-on-wager', player: 'ann', spot: '17', treatment, reason: 'pushed' })
    await give(host, buyIn('ann', 10_000), placeYourBets, wager('ann', 500), spin, noMoreBets, atRest('17'))
    await give(host, rule('returned'))
    await drained()
    const aside = { wagers: {}, setAside: { 17: { stake: 500, chips: 0, outside: null } } }
    expect(ears[0]!.follower.view).toMatchObject({ ...aside, funds: { staked: 500 } })
    for (const ear of ears.slice(1)) expect(ear.follower.view).toMatchObject({ seats: { ann: aside } })
    for (const next of [rule('stands'), rule('returned'), settle]) {
      await give(host, next)
      await drained()
      for (const ear of ears) expect(ear.follower.view).toEqual(fresh(publisher, ear))
    }
    expect(ears[0]!.follower.view).toMatchObject({ setAside: {}, last: { lines: [{ result: 'returned' }] } })
  })

  test('what the wheel says of itself is told to the staff and to nobody else', async () => {
    const { publisher, join } = await room()
    const [ann, wall, dealer, pit] = [join('player', 'ann'), join('display'), join('dealer'), join('pit')]
    const wheel = { ...unheard, connected: false, faults: [{ fault: 'silence', game: null }] as const, faultAt: now() }
    publisher.tellWheel(wheel)
    await drained()
    for (const ear of [dealer, pit]) expect(ear.follower.view).toMatchObject({ wheel })
    for (const ear of [dealer, pit, join('pit')]) {
      await drained()
      expect(ear.follower.view).toEqual(fresh(publisher, ear))
    }
    for (const ear of [ann, wall]) expect(ear.heard).toHaveLength(1)
  })

  test('a dealer who comes after settlement hears when there is nothing more to pay', async () => {
    const { host, publisher, join } = await room()
    await give(host, buyIn('ann', 10_000), placeYourBets, wager('ann', 500), spin, noMoreBets, atRest('17'), settle)
    await drained()
    const dealer = join('dealer')
    await drained()
    expect(dealer.follower.view?.lines).toHaveLength(1)
    await give(host, placeYourBets)
    await drained()
    expect(dealer.follower.view).toEqual(fresh(publisher, dealer))
  })

  test('a player who comes back is told just what was missed', async () => {
    const { host, publisher, join } = await room()
    await give(host, buyIn('ann', 10_000), placeYourBets, wager('ann', 500), wager('ann', 700, undefined, 'red'))
    await drained()
    const ann = join('player', 'ann')
    await drained()
    publisher.remove(ann)
    const { version } = ann.follower
    await give(host, command({ do: 'withdraw', player: 'ann', spot: '17' }), spin, noMoreBets)
    await drained()
    expect(ann.heard).toHaveLength(1)
    publisher.add(ann, version)
    await drained()
    expect(ann.heard).toHaveLength(2)
    expect(ann.heard[1]).toMatchObject({
      version: host.durable,
      changes: expect.arrayContaining([expect.objectContaining({ phase: 'betting-closed' })]),
    })
    expect(ann.heard[1]).not.toHaveProperty('view')
    expect(ann.follower.view).toEqual(fresh(publisher, ann))
  })

  test.each([
    ['from the future', (seq: number) => seq + 1],
    ['from before the service started', () => 0],
    ['below zero', () => -5],
  ])('a version %s gives the whole view', async (_, from) => {
    const { host, publisher } = await room()
    await give(host, placeYourBets, spin)
    const again = new Publisher(tableOnDisk(host))
    const ear = new Ear('display')
    again.add(ear, from(host.durable))
    await drained()
    expect(ear.heard).toEqual([{ view: fresh(publisher, ear), version: host.durable, now: now() }])
  })

  test('a gap that is too long gives the whole view', async () => {
    const { host, publisher, join } = await room()
    const ear = join('display')
    await drained()
    const { version } = ear.follower
    publisher.remove(ear)
    for (let nth = 0; nth < 520; nth++) {
      await give(host, command({ do: 'set-limits', limits: { default: { min: 1 + nth } } }))
      await turns()
    }
    publisher.add(ear, version)
    await drained()
    expect(ear.heard[1]).toHaveProperty('view')
    expect(ear.follower.view).toEqual(fresh(publisher, ear))
  })

  type Step = { step: 'command' | 'turn' | 'wait' | 'leave' | 'return' | 'hold' | 'release'; choice: number[] }
  const steps = fc.array(
    fc.record({
      step: fc.constantFrom<Step['step']>(
        'command',
        'command',
        'command',
        'command',
        'turn',
        'wait',
        'leave',
        'return',
        'hold',
        'release',
      ),
      choice: numbers,
    }),
    { minLength: 30, maxLength: 200 },
  )

  /** Every audience twice, so that one is there while the other comes and goes. */
  const audiences: readonly [Audience, string | null][] = [
    ...players.map((player) => ['player', player] as [Audience, string]),
    ['display', null],
    ['dealer', null],
    ['pit', null],
  ]

  /** Random play while listeners come and go and the disk is slow. */
  async function played(setup: typeof single, play: readonly Step[]) {
    const { held, host, publisher } = await room(setup)
    const ears = [...audiences, ...audiences].map(([audience, player]) => new Ear(audience, player))
    const here = new Set(ears)
    for (const ear of ears) publisher.add(ear, undefined)
    for (const { step, choice } of play) {
      const ear = ears[choice[0]! % ears.length]!
      if (step === 'command') void host.submit(nextCommand(host, choice), 'test')
      if (step === 'turn') await turns()
      if (step === 'wait') vi.advanceTimersByTime(choice[0]! % 150)
      if (step === 'hold') held.hold()
      if (step === 'release') await held.release()
      if (step === 'leave' && here.delete(ear)) publisher.remove(ear)
      if (step === 'return' && !here.has(ear)) {
        here.add(ear)
        publisher.add(ear, ear.follower.version < 0 ? undefined : ear.follower.version)
      }
    }
    await held.release()
    await drained()
    publisher.close()
    return { publisher, ears, here }
  }

  test('applying the changes to an old view gives what a fresh view shows, for everybody', async () => {
    await fc.assert(
      fc.asyncProperty(settingOf, steps, async (setup, play) => {
        const { publisher, here } = await played(setup, play)
        for (const ear of here) expect(ear.follower.view, ear.audience).toEqual(fresh(publisher, ear))
      }),
      { numRuns: 400 },
    )
  })

  const common =
    'book title layout limits limitsEnforced phase round pocket draw void powerOut isClosing openedAt closesAt results'.split(
      ' ',
    )
  const own = [...common, ...'terminal wheelOrder player funds wagers setAside last'.split(' ')]

  test('players hear of themselves alone, and the room of nobody', async () => {
    let messages = 0
    await fc.assert(
      fc.asyncProperty(settingOf, steps, async (setup, play) => {
        const { ears } = await played(setup, play)
        for (const { audience, player, heard } of ears) {
          if (audience !== 'player' && audience !== 'display') continue
          const others = players.filter((one) => one !== player)
          const text = JSON.stringify(heard)
          for (const other of others) expect(text).not.toContain(`"${other}"`)
          const fields = new Set(
            heard.flatMap(({ view, changes }) => [view ?? {}, ...(changes ?? [])].flatMap(Object.keys)),
          )
          expect([...fields].filter((field) => !(player ? own : common).includes(field))).toEqual([])
          messages += heard.length
        }
      }),
      { numRuns: 60 },
    )
    expect(messages).toBeGreaterThan(1_000)
  })
})

test('when the disk is slow, what is to be told is gathered and does not pile up', async () => {
  const held = new HeldJournal(memoryJournal())
  const host = await open(held.journal)
  const publisher = new Publisher(tableOnDisk(host))
  const ear = new Ear('player', 'ann')
  publisher.add(ear, undefined)
  await give(host, buyIn('ann', 1_000_000), placeYourBets)
  await turns()
  const before = ear.heard.length
  held.hold()
  for (let nth = 0; nth < 300; nth++) {
    void host.submit(wager('ann', 500), 'a')
    await turns()
  }
  expect(ear.heard).toHaveLength(before)
  await held.release()
  await expect.poll(() => ear.follower.view).toEqual(fresh(publisher, ear))
  expect(ear.heard.length - before).toBeLessThan(50)
})

describe('a client that does not read', () => {
  /** Small buffers, so that it is soon found out. */
  async function busyService() {
    const floor = await openFloor({ journal: memoryJournal(), means: testMeans(), plans: quietPlans(), now })
    const app = await openDoors(floor, { ...defaultDoors, ws: { commandsPerSecond: 1_000_000, bufferMax: 20_000 } })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const resyncs = async () => {
      const { body } = await app.inject('/metrics')
      return Number(/croupier_resyncs_total (\d+)/.exec(body)![1])
    }
    return { floor, app, address, resyncs }
  }

  /** A socket by hand, so that nothing reads behind our back. */
  async function deaf(address: string): Promise<Socket> {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET /ws?table=etg HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n')
    socket.write('Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n')
    await new Promise((done) => socket.once('data', done))
    socket.pause()
    socket.write(masked({}))
    return socket
  }

  function masked(message: object): Buffer {
    const payload = Buffer.from(JSON.stringify(message))
    const { length } = payload
    const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0xfe, length >> 8, length & 255]
    return Buffer.concat([Buffer.from(head), Buffer.alloc(4), payload])
  }

  test('is dropped with resync, and harms no one', async () => {
    const { floor, app, address, resyncs } = await busyService()
    onTestFinished(() => app.close())
    const reader = await Client.at(address, 'etg')
    const slow = await deaf(address)
    const asked = Buffer.concat(Array(1_000).fill(masked({ do: 'x'.repeat(64), id: 'x'.repeat(100) })))
    let [round, longest] = [0, 0]
    while ((await resyncs()) === 0 && round < 300) {
      slow.write(asked)
      const began = performance.now()
      await give(
        floor.rooms.get('etg')!.table,
        placeYourBets,
        command({ do: 'irregularity', code: 'ball-out-of-wheel' }),
      )
      round++
      await within(
        5,
        'hearing of it',
        reader.until(() => reader.follower.view!.round === round),
      )
      longest = Math.max(longest, performance.now() - began)
    }
    expect(await resyncs()).toBe(1)
    expect(longest).toBeLessThan(3_000)
    expect(reader.socket.readyState).toBe(reader.socket.OPEN)
    const ended = new Promise<void>((done) => slow.once('close', () => done()))
    slow.resume()
    await within(5, 'the end of it', ended)
    const back = await Client.at(address, 'etg', { from: reader.follower.version })
    expect(back.heard[0]).toEqual({ changes: [], version: reader.follower.version, now: now() })
  })

  test('but has asked is answered before the service stops', async () => {
    const held = new HeldJournal(memoryJournal())
    const floor = await openFloor({ journal: held.journal, means: testMeans(), plans: quietPlans(), now })
    const app = await openDoors(floor, defaultDoors)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const seat = await takeDemoSeat(floor, 'single')
    const { token, player } = seat.body as { token: string; player: string }
    await give(floor.rooms.get('single')!.table, placeYourBets)
    const client = await Client.at(address, 'single', { token })
    held.hold()
    const answer = client.ask({ do: 'wager', player, spot: '17', stake: 500 })
    await expect.poll(() => floor.rooms.get('single')!.table.consider(({ state }) => stakedBy(state, player))).toBe(500)
    const closed = app.close()
    await turns()
    await held.release()
    expect(await within(2, 'the answer', answer)).toHaveProperty('events')
    await within(5, 'closing', closed)
  })

  test('does not hold up the service when it stops', async () => {
    const { app, address } = await busyService()
    const slow = await deaf(address)
    await turns()
    const began = performance.now()
    await within(10, 'stopping', app.close())
    slow.destroy()
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
