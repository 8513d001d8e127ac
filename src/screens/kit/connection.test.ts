import { effect } from '@preact/signals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Environment, Socket } from '../../client/environment.ts'
import type { PlayerView } from '../../engine/views.ts'
import { connect } from './connection.ts'
import { pendingBySpot } from './pending.ts'

/** A socket that a test speaks through. */
class Line implements Socket {
  readyState = 0
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  send(data: string) {
    this.sent.push(JSON.parse(data))
  }
  close() {
    this.readyState = 3
    this.onclose?.({ code: 1000 })
  }
  opens() {
    this.readyState = 1
    this.onopen?.()
  }
  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  breaks(code = 1006) {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

let lines: Line[]
let isAlive: boolean
let network: (isThere: boolean) => void
/** The address that is used, and a second connection to the owner of the table. */
let address: string
let ownerLine: Line | null
/** The other addresses of the house, as last heard. */
let heardNodes: readonly string[]
let environment: Environment
const line = (): Line => lines.at(-1)!
const view = (more: object = {}) => ({ phase: 'betting-open', round: 1, wagers: {}, funds: { balance: 100 }, ...more })
const placed = (spot: string, stake: number, total: number) => ({ type: 'wager-placed', spot, stake, total })

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  isAlive = true
  address = 'http://b'
  ownerLine = null
  heardNodes = []
  let ids = 0
  environment = {
    open: () => {
      lines.push(new Line())
      return line()
    },
    openOwner(_, owner) {
      if (owner === address) return null
      const socket = new Line()
      ownerLine = socket
      const adopt = () => {
        address = owner
      }
      return { socket, adopt }
    },
    hearNodes: (addresses) => {
      heardNodes = addresses
    },
    now: () => Date.now(),
    newId: () => `id-${++ids}`,
    probe: () => Promise.resolve(isAlive),
    onNetwork: (heard) => {
      network = heard
      return () => {}
    },
  }
})
afterEach(() => vi.useRealTimers())

function live() {
  const connection = connect<PlayerView>('t', 'token', environment)
  line().opens()
  line().says({ view: view(), version: 5 })
  return connection
}

test('it says who it is, and shows what it is told', () => {
  const connection = connect<PlayerView>('t', 'token', environment)
  expect(connection.status.value).toBe('connecting')
  line().opens()
  expect(line().sent).toEqual([{ token: 'token' }])
  line().says({ view: view(), version: 5 })
  expect(connection.status.value).toBe('live')
  line().says({ changes: [{ phase: 'betting-closed' }, { wagers: { '17': { stake: 5 } } }], version: 7 })
  expect(connection.view.value).toMatchObject({ phase: 'betting-closed', wagers: { '17': { stake: 5 } } })
  line().says({ changes: [{ phase: 'betting-open' }], version: 6 })
  expect(connection.view.value?.phase).toBe('betting-closed')
  expect(connection.version.value).toBe(7)
})

test('a break is said at once, the gap is asked for, and what was not answered is sent again with its own id', async () => {
  const connection = live()
  const answer = connection.send({ do: 'wager', spot: '17', stake: 500 })
  expect(line().sent.at(-1)).toEqual({ do: 'wager', spot: '17', stake: 500, id: 'id-1' })
  line().breaks()
  expect(connection.status.value).toBe('lost')
  expect(connection.lostSince.value).toBe(Date.now())
  vi.advanceTimersByTime(200)
  expect(lines).toHaveLength(2)
  line().opens()
  expect(line().sent).toEqual([{ token: 'token', from: 5 }])
  line().says({ changes: [{ wagers: null }, { wagers: {} }], version: 5 })
  expect(connection.status.value).toBe('live')
  expect(line().sent.slice(1)).toEqual([{ do: 'wager', spot: '17', stake: 500, id: 'id-1' }])
  line().says({ answer: { id: 'id-1', events: [placed('17', 500, 500)] } })
  expect(await answer).toEqual({ events: [placed('17', 500, 500)] })
})

test('a command sent while the connection is lost waits for it, once', () => {
  const connection = live()
  line().breaks()
  void connection.send({ do: 'wager', spot: '1', stake: 5 })
  expect(line().sent.some((one) => one.do === 'wager')).toBe(false)
  vi.advanceTimersByTime(200)
  line().opens()
  line().says({ view: view(), version: 9 })
  expect(line().sent.filter((one) => one.do === 'wager')).toHaveLength(1)
})

test('figures of one moment: whoever looks never sees a new balance beside an old stake, nor a chip twice', () => {
  const connection = connect<PlayerView>('t', 'token', environment)
  const moments: object[] = []
  effect(() => {
    const { funds, wagers } = connection.view.value ?? {}
    const onItsWay = pendingBySpot(connection.pending.value).get('17') ?? 0
    if (funds) moments.push({ ...funds, lies: wagers?.['17']?.stake ?? 0, onItsWay })
  })
  line().opens()
  line().says({ view: view({ funds: { balance: 100, staked: 0 } }), version: 5 })
  void connection.send({ do: 'wager', spot: '17', stake: 10 })
  line().says({
    changes: [{ funds: { balance: 90, staked: 10 } }, { wagers: { '17': { stake: 10 } } }],
    answer: { id: 'id-1', events: [placed('17', 10, 10)] },
    version: 6,
  })
  expect(moments).toEqual([
    { balance: 100, staked: 0, lies: 0, onItsWay: 0 },
    { balance: 100, staked: 0, lies: 0, onItsWay: 10 },
    { balance: 90, staked: 10, lies: 10, onItsWay: 0 },
  ])
})

test('back-off grows, and somebody may try at once', () => {
  const connection = live()
  line().breaks()
  for (const wait of [200, 500, 1_000, 2_000, 4_000, 4_000]) {
    const before = lines.length
    vi.advanceTimersByTime(wait - 1)
    expect(lines.length).toBe(before)
    vi.advanceTimersByTime(1)
    expect(lines.length).toBe(before + 1)
    line().breaks()
  }
  const before = lines.length
  connection.retry()
  expect(lines.length).toBe(before + 1)
})

test.each([
  [4401, 'unknown-token'],
  [4404, 'unknown-table'],
])('closed with %i it stops trying', async (code, status) => {
  const connection = live()
  const answer = connection.send({ do: 'wager', spot: '1', stake: 5 })
  line().breaks(code)
  expect(connection.status.value).toBe(status)
  expect(await answer).toEqual({ problem: 'not connected' })
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(1)
})

test('an answer and its change may come in either order: the stake is never shown twice, nor missing', () => {
  const shown = (connection: ReturnType<typeof live>) =>
    (connection.view.value?.wagers['17']?.stake ?? 0) + (pendingBySpot(connection.pending.value).get('17') ?? 0)
  for (const order of ['answer first', 'change first']) {
    const connection = live()
    void connection.send({ do: 'wager', spot: '17', stake: 500 })
    const id = line().sent.at(-1)!.id
    expect(shown(connection)).toBe(500)
    const answer = () => line().says({ answer: { id, events: [placed('17', 500, 500)] } })
    const change = () => line().says({ changes: [{ wagers: { '17': { stake: 500 } } }], version: 6 })
    for (const step of order === 'answer first' ? [answer, change] : [change, answer]) step()
    expect(shown(connection), order).toBe(500)
    expect(connection.pending.value).toEqual([])
    connection.close()
  }
})

test('a refusal takes the pending stake away', async () => {
  const connection = live()
  const answer = connection.send({ do: 'wager', spot: '17', stake: 500 })
  line().says({ answer: { id: 'id-1', refused: 'betting-is-closed', clause: '5.13' } })
  expect(connection.pending.value).toEqual([])
  expect(await answer).toMatchObject({ refused: 'betting-is-closed', clause: '5.13' })
})

test('a silent connection is asked for, and cut when nobody answers', async () => {
  const connection = live()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(connection.status.value).toBe('live')
  const elsewhere = vi.fn()
  environment.tryElsewhere = elsewhere
  isAlive = false
  await vi.advanceTimersByTimeAsync(8_000)
  expect(connection.status.value).toBe('lost')
  // A node that is there and says nothing is not tried again first.
  expect(elsewhere).toHaveBeenCalledOnce()
})

test('after a node that says that it stops another is tried at once, after a broken line the same one first', () => {
  const elsewhere = vi.fn()
  environment.tryElsewhere = elsewhere
  live()
  line().breaks()
  expect(elsewhere).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  line().opens()
  line().says({ view: view(), version: 8 })
  line().breaks(1001)
  expect(elsewhere).toHaveBeenCalledOnce()
})

test('when the machine loses its network it is said at once, and it goes on when that is back', () => {
  const connection = live()
  network(false)
  expect(connection.status.value).toBe('lost')
  network(true)
  line().opens()
  line().says({ view: view(), version: 8 })
  expect(connection.status.value).toBe('live')
})

test('a command for a round that is over is not sent into the next', async () => {
  const connection = live()
  const answer = connection.send({ do: 'wager', spot: '17', stake: 500 })
  line().breaks()
  vi.advanceTimersByTime(200)
  line().opens()
  line().says({ view: view({ round: 2 }), version: 20 })
  expect(line().sent.some((one) => one.do === 'wager')).toBe(false)
  expect(await answer).toEqual({ problem: 'the round is over' })
  expect(connection.pending.value).toEqual([])
})

test("a time that the service told is said by this machine's clock", () => {
  const connection = connect<PlayerView>('t', 'token', environment)
  line().opens()
  const ahead = 90_000
  line().says({ view: view(), version: 5, now: new Date(Date.now() + ahead).toISOString() })
  const closesAt = new Date(Date.now() + ahead + 10_000).toISOString()
  expect(connection.localTime(closesAt)).toBe(Date.now() + 10_000)
  line().says({ changes: [{ phase: 'ball-spinning' }], version: 6 })
  expect(connection.localTime(closesAt)).toBe(Date.now() + 10_000)
})

test('a table that stopped is said, and what was on its way is sent again when it is back', () => {
  const connection = live()
  void connection.send({ do: 'wager', spot: '17', stake: 500 })
  line().says({ stopped: { table: 't', at: '2026-01-31T20:15:27.000Z' } })
  expect(connection.status.value).toBe('stopped')
  line().breaks()
  expect(connection.status.value).toBe('lost')
  vi.advanceTimersByTime(200)
  line().opens()
  line().says({ stopped: { table: 't', at: '2026-01-31T20:15:27.000Z' } })
  vi.advanceTimersByTime(60_000)
  expect([connection.status.value, lines.length]).toEqual(['stopped', 2])
  line().breaks()
  vi.advanceTimersByTime(200)
  line().opens()
  line().says({ view: view(), version: 9 })
  expect(connection.status.value).toBe('live')
  expect(line().sent.at(-1)).toMatchObject({ do: 'wager', id: 'id-1' })
})

test.each(['stopped', 'moving'] as const)('a table that is %s is so until it says itself that it is back', (halt) => {
  const connection = live()
  const at = '2026-01-31T20:15:27.000Z'
  line().says({ [halt]: { table: 't', at } })
  line().says({ changes: [{ funds: { balance: 90 } }], version: 6 })
  expect([connection.status.value, connection.view.value?.funds?.balance]).toEqual([halt, 90])
  void connection.send({ do: 'wager', spot: '17', stake: 500 })
  expect(line().sent.filter((sent) => 'do' in sent)).toEqual([])
  line().says({ changes: [], version: 6, now: at })
  expect(connection.status.value).toBe('live')
  expect(line().sent.at(-1)).toMatchObject({ do: 'wager', id: 'id-1' })
})

const toOwner = (): Line => {
  line().says({ owner: 'http://a' })
  vi.advanceTimersByTime(1_000)
  ownerLine!.opens()
  return ownerLine!
}

test('it goes to the owner of the table, and the connection before serves until that has answered', async () => {
  const connection = live()
  const statuses: string[] = []
  effect(() => void statuses.push(connection.status.value))
  const owner = toOwner()
  expect(owner.sent).toEqual([{ token: 'token', from: 5 }])
  const answer = connection.send({ do: 'wager', spot: '17', stake: 500 })
  expect(line().sent.at(-1)).toMatchObject({ id: 'id-1' })
  owner.says({ nodes: ['http://b'] })
  expect(heardNodes).toEqual(['http://b'])
  expect(address).toBe('http://b')
  owner.says({ changes: [{ phase: 'betting-open' }], version: 6, now: new Date().toISOString() })
  expect(address).toBe('http://a')
  expect(line().readyState).toBe(3)
  // Its answer may have been under way on the previous connection.
  expect(owner.sent.slice(1)).toEqual([{ do: 'wager', spot: '17', stake: 500, id: 'id-1' }])
  owner.says({ answer: { id: 'id-1', events: [placed('17', 500, 500)] } })
  expect(await answer).toEqual({ events: [placed('17', 500, 500)] })
  expect([connection.version.value, statuses]).toEqual([6, ['live']])
  owner.breaks()
  expect(connection.status.value).toBe('lost')
})

test.each<[string, (owner: Line) => void]>([
  ['cannot be reached', (owner) => owner.breaks()],
  ['does not answer', () => void vi.advanceTimersByTime(8_000)],
  ['names another owner', (owner) => owner.says({ owner: 'http://c' })],
  ['has no table to show', (owner) => owner.says({ moving: { table: 't', at: '' } })],
])('it stays where it is while an owner %s', (_, happens) => {
  const connection = live()
  happens(toOwner())
  expect([connection.status.value, address, ownerLine!.readyState]).toEqual(['live', 'http://b', 3])
  line().says({ changes: [{ phase: 'betting-closed' }], version: 6 })
  expect(connection.view.value?.phase).toBe('betting-closed')
})

test('a table that stays stopped is asked for at the other nodes, and the connection changes to the one that has it', () => {
  const connection = live()
  const here = line()
  here.says({ nodes: ['http://a', 'http://c'] })
  here.says({ stopped: 'the store cannot be reached' })
  expect(connection.status.value).toBe('stopped')
  vi.advanceTimersByTime(4_999)
  expect(ownerLine).toBeNull()
  vi.advanceTimersByTime(5_001)
  const first = ownerLine!
  first.opens()
  // The first of them has no table to show either.
  first.says({ moving: true })
  expect([first.readyState, here.readyState, connection.status.value]).toEqual([3, 1, 'stopped'])
  vi.advanceTimersByTime(20_000)
  const second = ownerLine!
  expect(second).not.toBe(first)
  second.opens()
  // The second knows who has it.
  second.says({ owner: 'http://d' })
  vi.advanceTimersByTime(1_000)
  const owner = ownerLine!
  expect(owner).not.toBe(second)
  owner.opens()
  owner.says({ view: view({ phase: 'settled' }), version: 6, now: '2026-01-01T00:00:00.000Z' })
  expect([connection.status.value, connection.version.value, address]).toEqual(['live', 6, 'http://d'])
  vi.advanceTimersByTime(200_000)
  expect(ownerLine).toBe(owner)
})

test('a table that stopped at its owner is looked for at the nodes that the owner named', () => {
  const connection = live()
  line().says({ nodes: ['http://d'] })
  line().says({ owner: 'http://d' })
  vi.advanceTimersByTime(1_000)
  const owner = ownerLine!
  owner.opens()
  owner.says({ nodes: ['http://b'] })
  owner.says({ view: view(), version: 6 })
  owner.says({ stopped: 'the store cannot be reached' })
  expect([address, connection.status.value]).toEqual(['http://d', 'stopped'])
  vi.advanceTimersByTime(10_000)
  expect(ownerLine).not.toBe(owner)
})

test('a named owner is tried although the connection to the node that named it takes long to close', () => {
  live()
  line().says({ nodes: ['http://a'] })
  line().says({ stopped: 'the store cannot be reached' })
  vi.advanceTimersByTime(10_000)
  const asked = ownerLine!
  asked.close = () => {}
  asked.opens()
  asked.says({ owner: 'http://d' })
  vi.advanceTimersByTime(1_000)
  expect(ownerLine).not.toBe(asked)
})

test('a table that is back is not looked for any more', () => {
  live()
  line().says({ nodes: ['http://a'] })
  line().says({ moving: true })
  line().says({ view: view(), version: 6, now: '2026-01-01T00:00:00.000Z' })
  vi.advanceTimersByTime(200_000)
  expect(ownerLine).toBeNull()
})

test('an owner that has not caught up with the present node is asked again', () => {
  const connection = live()
  const behind = toOwner()
  line().says({ changes: [{ phase: 'betting-closed' }], version: 7 })
  behind.says({ view: view(), version: 6, now: new Date().toISOString() })
  expect([behind.readyState, connection.view.value?.phase]).toEqual([3, 'betting-closed'])
  vi.advanceTimersByTime(1_000)
  ownerLine!.opens()
  expect(ownerLine!.sent).toEqual([{ token: 'token', from: 7 }])
})
