import { isDeepStrictEqual } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { foreignBookById } from '../../../test/books/foreign-books.ts'
import { freshStore } from '../../../test/postgres/fresh-store.ts'
import { Hall, type HallOptions, type SmallNode, signedIn, terminalAt } from '../../../test/support/cluster.ts'
import { memoryJournal } from '../../../test/support/memory-journal.ts'
import { MemoryLeases } from '../../../test/support/memory-leases.ts'
import { cents } from '../../../test/support/service.ts'
import { nodeView } from '../../../test/support/stream.ts'
import { cashOf } from '../../engine/ledger.ts'
import { readSetup, type TableSetup } from '../../engine/table.ts'
import type { StaffCaller } from '../../house/caller.ts'
import { callerOf } from '../../house/find-caller.ts'
import { TICKETS } from '../../house/ticket-state.ts'
import { allOf, entriesReader } from '../../record/journal-reader.ts'
import { builtInBooks, knownBooks } from '../../record/known-books.ts'
import { readTableEntry } from '../../record/table-entry.ts'
import { readTicketEntry } from '../../record/ticket-entry.ts'
import { verify } from '../../record/verify.ts'
import { giveCommand } from '../floor/give-command.ts'
import { bodyOf } from '../floor/reply.ts'
import { issueTicket, redeemTicket } from '../floor/ticket-desk.ts'
import { statusOf } from '../http/http-replies.ts'
import type { Journal } from '../journal/journal.ts'
import { LEASE_MS } from '../journal/leases.ts'
import { openStore } from '../journal/open-store.ts'
import { bookOf } from '../stream/table-stream.ts'

/** Two nodes and one journal: every request has one answer, whichever node it reaches. */

let hall: Hall
afterEach(async () => {
  await hall.close()
  await hall.store.close()
})

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise(setImmediate)
}
const isOwned = (table: string) => until(() => hall.ownerOf(table) !== null)
const state = ({ floor }: SmallNode, table: string) => floor.rooms.get(table)!.table.settled.state

/** Each node has connections of its own. Beats are as frequent as in memory. */
async function onPostgres(): Promise<Partial<HallOptions>> {
  const place = await freshStore()
  const store = await openStore(place)
  const own = await Promise.all(['a', 'b'].map(async (node) => [node, await openStore(place)] as const))
  return { store, view: (_, node) => new Map(own).get(node)!, timing: { leaseMs: LEASE_MS, beatMs: 100 } }
}

const stores = [
  { name: 'memory', options: async (): Promise<Partial<HallOptions>> => ({}) },
  { name: 'PostgreSQL', options: onPostgres },
]

async function twoNodes(table = 'etg', options: Partial<HallOptions> = {}) {
  hall = new Hall(options)
  const a = await hall.add('a')
  await isOwned(table)
  const credential = await signedIn(a.floor, 'dealer')
  const b = await hall.add('b')
  // Two tables here and one there: no further table moves by itself.
  await until(() => a.node.held.length === 2 && b.node.held.length === 1 && hall.ownerOf(table) !== null)
  const owner = () => hall.ownerOf(table)!
  const other = () => [...hall.nodes.values()].find((one) => one !== owner())!
  const staff = ({ floor }: SmallNode) => callerOf(floor.house.settled.state, credential, floor.presence) as StaffCaller
  const say = async (at: SmallNode, value: object) => {
    const reply = await giveCommand(at.floor, staff(at), table, value)
    return { status: statusOf(reply), body: bodyOf(reply) }
  }
  return { a, b, owner, other, say, staff }
}

const idsOf = async (table: string): Promise<string[]> =>
  (await allOf(hall.store.pages(table))).flatMap(({ body }) => {
    const entry = readTableEntry(body)
    return 'command' in entry && entry.command.id !== undefined ? [entry.command.id] : []
  })

describe('two nodes', () => {
  test('share the tables between rounds, and each serves all of them', async () => {
    await twoNodes()
    const tables = ['etg', 'fast', 'single']
    const owners = tables.map((table) => hall.ownerOf(table)!.id)
    expect(owners.toSorted()).toEqual(['a', 'a', 'b'])
    for (const { floor } of hall.nodes.values()) expect([...floor.rooms.keys()].sort()).toEqual(tables)
    // Both nodes report the owner of every table, and since when.
    const placed = tables.map((table, nth) => ({ table, node: owners[nth], since: expect.stringMatching(/^\d{4}-/) }))
    for (const { desk } of hall.nodes.values()) {
      await until(() => desk.tables.length === tables.length)
      expect(desk.tables.toSorted((one, other) => (one.table < other.table ? -1 : 1))).toEqual(placed)
    }
  })

  test('share them also when a round is under way at every table', async () => {
    hall = new Hall()
    const a = await hall.add('a')
    const credential = await signedIn(a.floor, 'dealer')
    const dealer = () => callerOf(a.floor.house.settled.state, credential, a.floor.presence) as StaffCaller
    for (const table of a.floor.rooms.keys())
      expect(await giveCommand(a.floor, dealer(), table, { do: 'place-your-bets' })).toHaveProperty('done')
    const spinning = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
    expect(await giveCommand(a.floor, dealer(), 'single', spinning)).toHaveProperty('done')
    const b = await hall.add('b')
    await until(() => b.node.held.length === 1)
    const [moved] = b.node.held
    // A table where no ball runs is preferred.
    expect(moved!.stream).not.toBe('single')
    expect(state(b, moved!.stream).round.phase).toBe('betting-open')
    const bought = await giveCommand(a.floor, dealer(), moved!.stream, { do: 'buy-in', player: 'ann', amount: 500 })
    expect(bought).toHaveProperty('done')
  })

  test('a command at either is answered when its own memory has it', async () => {
    const { owner, other, say } = await twoNodes()
    const [near, far] = [owner(), other()]
    expect((await say(far, { do: 'buy-in', player: 'ann', amount: 5_000, id: '1' })).status).toBe(200)
    expect(cashOf(state(far, 'etg').ledger, 'ann')).toBe(5_000)
    expect((await say(near, { do: 'buy-in', player: 'ann', amount: 500, id: '2' })).status).toBe(200)
    expect((await say(far, { do: 'wager', player: 'ann', spot: '17', stake: 500, id: '3' })).body).toHaveProperty(
      'refused',
    )
  })
})

test('a node that takes a table over between commitment and draw draws what the other had committed to', async () => {
  const { owner, other, say } = await twoNodes('fast')
  const [first, second] = [owner(), other()]
  for (const command of [{ do: 'place-your-bets' }, { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }])
    expect((await say(first, command)).status).toBe(200)
  const { round } = state(first, 'fast')
  const commitment = 'commitment' in round ? round.commitment!.hash : ''
  first.kill()
  await until(() => hall.ownerOf('fast') === second)
  expect((await say(second, { do: 'no-more-bets' })).status).toBe(200)
  const draw = () => {
    const { round } = state(second, 'fast')
    return 'draw' in round ? round.draw : null
  }
  await until(() => draw() !== null)
  expect(draw()!.reveal).toMatchObject({ commitment })
})

describe.each(stores)('a race at two nodes on $name', ({ options }) => {
  test('the same id at both at once is one entry, and both are told the same', async () => {
    const { a, b, say } = await twoNodes('etg', await options())
    const order = { do: 'buy-in', player: 'ann', amount: 5_000, id: 'same' }
    const [one, two] = await Promise.all([say(a, order), say(b, order)])
    expect(one).toEqual(two)
    expect((await idsOf('etg')).filter((id) => id === 'same')).toHaveLength(1)
    expect(cashOf(state(a, 'etg').ledger, 'ann')).toBe(5_000)
  })

  test('a ticket redeemed at both at once is paid once; so is a balance that is wanted at both', async () => {
    const { a, b, say } = await twoNodes('etg', await options())
    const [one, two] = [await terminalAt(a.floor, 'etg'), await terminalAt(a.floor, 'single')]
    await until(() => b.floor.house.durable === a.floor.house.durable)
    expect((await say(b, { do: 'buy-in', player: one.player, amount: 9_000, id: 'b' })).status).toBe(200)
    const bought = await Promise.all(
      [a, b].map(({ floor }, nth) => issueTicket(floor, one, cents(9_000), `out-${nth}`)),
    )
    expect(bought.map(statusOf).sort()).toEqual([200, 409])
    const { number } = bought.flatMap((reply) =>
      'done' in reply ? [reply.done as { ticket: { number: string } }] : [],
    )[0]!.ticket
    const paid = await Promise.all([
      redeemTicket(a.floor, one, { number }, 'in-1'),
      redeemTicket(b.floor, two, { number }, 'in-2'),
      redeemTicket(b.floor, one, { number }, 'in-3'),
    ])
    expect(paid.map(statusOf).sort()).toEqual([200, 409, 409])
    const redeemed = (await allOf(hall.store.pages(TICKETS))).filter(({ body }) =>
      readTicketEntry(body).events.some(({ type }) => type === 'ticket-redeemed'),
    )
    expect(redeemed).toHaveLength(1)
  })

  test('a wager and no more bets: whichever was first, both nodes say the same', async () => {
    const { owner, other, say } = await twoNodes('single', await options())
    await say(owner(), { do: 'buy-in', player: 'ann', amount: 5_000, id: 'b' })
    await say(other(), { do: 'place-your-bets', id: 'p' })
    await say(owner(), { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise', id: 's' })
    const [wager, call] = await Promise.all([
      say(other(), { do: 'wager', player: 'ann', spot: '17', stake: 500, id: 'w' }),
      say(owner(), { do: 'no-more-bets', id: 'n' }),
    ])
    expect(call.status).toBe(200)
    const ids = await idsOf('single')
    const wasFirst = ids.includes('w') && ids.indexOf('w') < ids.indexOf('n')
    expect(wager.status).toBe(wasFirst ? 200 : 409)
  })
})

test('a table that takes long to read does not cost a node the others: it beats on meanwhile', async () => {
  const read = Promise.withResolvers<void>()
  let beats = 0
  let isSlow = false
  const view = (store: Journal): Journal => ({
    ...nodeView(store),
    async *pages(stream, ...rest) {
      if (isSlow && stream === 'etg') await read.promise
      yield* store.pages(stream, ...rest)
    },
    leases: {
      ...store.leases!,
      roster: () => store.leases!.roster(),
      beat: (...given) => {
        beats++
        return store.leases!.beat(...given)
      },
      take: (stream, node) => {
        isSlow = true
        return store.leases!.take(stream, node)
      },
    },
  })
  hall = new Hall({ view })
  const adding = hall.add('a')
  // Twice as many beats as in a lease.
  await until(() => beats >= 10)
  const { node } = hall.nodes.get('a')!
  expect(node.held).toHaveLength(3)
  expect(hall.ownerOf('etg')).toBeNull()
  read.resolve()
  await adding
  expect(hall.ownerOf('etg')?.id).toBe('a')
  expect(node.leasesLost).toBe(0)
})

describe('between beats', () => {
  const seldom = { leaseMs: 600_000, beatMs: 300_000 }
  const leases = () => new MemoryLeases(Date.now, seldom.leaseMs)

  /** If two nodes are started in the same millisecond, the later one is unknown. */
  async function addLater(name: string): Promise<SmallNode> {
    const now = Date.now()
    await until(() => Date.now() > now)
    return hall.add(name)
  }

  test('a node that came is linked with all who were there, and what is asked of it is answered', async () => {
    hall = new Hall({ store: memoryJournal(leases()), timing: seldom })
    const first = await hall.add('m')
    const credential = await signedIn(first.floor, 'dealer')
    for (const name of ['a', 'z']) {
      const { floor } = await addLater(name)
      await floor.house.catchUp()
      const dealer = callerOf(floor.house.settled.state, credential, floor.presence)!
      const order = { do: 'buy-in', player: 'ann', amount: 100, id: `at-${name}` }
      expect(await giveCommand(floor, dealer, 'etg', order)).toHaveProperty('done')
    }
  })

  test('tables are given to nodes that are linked; whoever is linked later hears who has them', async () => {
    hall = new Hall({ store: memoryJournal(leases()), timing: seldom })
    const a = await hall.add('a')
    const b = await addLater('b')
    const c = await addLater('c')
    await until(() => [a, b, c].every(({ desk }) => desk.links.all.length === 2))
    // A new node without a link to the others yet: it has the fewest tables, but cannot be notified.
    for (const wire of c.wires) wire.close()
    await until(() => a.desk.links.all.length === 1)
    await a.node.drain()
    await until(() => hall.ownerOf('etg') === b)
    expect(c.desk.owners.get('etg')?.node).toBe('a')
    const { nodes } = await hall.store.leases!.roster()
    c.desk.links.keepUp(nodes)
    await until(() => c.desk.owners.get('etg')?.node === 'b')
  })
})

test('nodes that were there first learn the address of a new node, and its end', async () => {
  hall = new Hall()
  const a = await hall.add('a')
  const heard: unknown[] = []
  const send = (text: string | Buffer) => {
    const { nodes } = JSON.parse(String(text)) as { nodes?: unknown }
    if (nodes !== undefined) heard.push(nodes)
  }
  a.floor.rooms.get('etg')!.publisher.add({ audience: 'display', player: null, send }, undefined)
  const b = await hall.add('b')
  await until(() => heard.some((nodes) => isDeepStrictEqual(nodes, ['http://b'])))
  b.kill()
  await until(() => isDeepStrictEqual(heard.at(-1), []))
})

describe('when the owner is gone', () => {
  test('another has its tables, a command that waited is answered there, and what was answered is there', async () => {
    const { owner, other, say } = await twoNodes()
    await say(owner(), { do: 'buy-in', player: 'ann', amount: 5_000, id: 'before' })
    const [dead, left] = [owner(), other()]
    dead.kill()
    const late = await say(left, { do: 'buy-in', player: 'ann', amount: 700, id: 'after' })
    expect(late.status).toBe(200)
    expect(hall.ownerOf('etg')).toBe(left)
    expect(cashOf(state(left, 'etg').ledger, 'ann')).toBe(5_700)
    expect(await say(left, { do: 'buy-in', player: 'ann', amount: 5_000, id: 'before' })).toMatchObject({ status: 200 })
    expect(cashOf(state(left, 'etg').ledger, 'ann')).toBe(5_700)
  })

  test('one that drains hands over at once, and no command is lost', async () => {
    const { owner, other, say } = await twoNodes()
    const [leaving, staying] = [owner(), other()]
    const orders = Array.from({ length: 40 }, (_, nth) => ({ do: 'buy-in', player: 'ann', amount: 100, id: `n${nth}` }))
    const answers = orders.map((order, nth) => say(nth % 2 ? leaving : staying, order))
    await leaving.node.drain()
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
    expect(leaving.node.held).toEqual([])
    await until(() => hall.ownerOf('etg') === staying)
    expect(cashOf(state(staying, 'etg').ledger, 'ann')).toBe(4_000)
  })
})

test('a node whose beats fail raises one alarm for as long as they do', async () => {
  const leases = new MemoryLeases(Date.now, 60_000)
  const beat = leases.beat.bind(leases)
  let isLost = false
  let beats = 0
  leases.beat = async (...args) => {
    beats++
    if (isLost) throw new Error('the store is gone')
    return beat(...args)
  }
  hall = new Hall({ store: memoryJournal(leases) })
  const { floor } = await hall.add('a')
  const alarms = () => floor.alarms.list.filter(({ alarm }) => alarm === 'step-failed')
  for (const spell of [1, 2]) {
    const from = beats
    isLost = true
    await until(() => beats > from + 2)
    expect(alarms()).toHaveLength(spell)
    isLost = false
    await until(() => beats > from + 4)
  }
  expect(alarms()[0]).toMatchObject({ table: null, step: 'renew-leases', why: 'the store is gone' })
})

test('a node without the file of a book decides by the rules in the journal', async () => {
  const book = foreignBookById('abroad/american-roulette@1')!
  const plan = { id: 'abroad', name: 'abroad', setup: readSetup({ book: book.id }, () => book) as TableSetup }
  const books = knownBooks([...builtInBooks.list, book])
  hall = new Hall({ plans: () => [plan], own: (node) => (node === 'a' ? { books } : {}) })
  const a = await hall.add('a')
  await isOwned('abroad')
  const credential = await signedIn(a.floor, 'dealer')
  const give = async ({ floor }: SmallNode, value: object) => {
    const caller = callerOf(floor.house.settled.state, credential, floor.presence) as StaffCaller
    return bodyOf(await giveCommand(floor, caller, 'abroad', value)) as { events: readonly object[] }
  }
  await give(a, { do: 'place-your-bets' })
  const b = await hall.add('b')
  const replica = b.floor.rooms.get('abroad')!.table
  expect(bookOf(replica.settled)).toMatchObject({ id: book.id, texts: { en: { title: book.id } } })
  a.kill()
  await until(() => hall.ownerOf('abroad') === b)
  await give(b, { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' })
  await give(b, { do: 'no-more-bets' })
  expect((await give(b, { do: 'ball-at-rest', pocket: '00' })).events).toMatchObject([{ pocket: '00' }])
  const stored = await allOf(hall.store.pages('abroad'))
  const [report] = await verify(entriesReader(new Map([['abroad', stored]])))
  expect(report).toMatchObject({ finding: null, entries: 5 })
})
