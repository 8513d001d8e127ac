import { copyFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { Acknowledgements } from '../acknowledgements.ts'
import { campaign } from '../campaign.ts'
import type { Cable } from '../postgres/cable.ts'
import { freshStore } from '../postgres/fresh-store.ts'

import { freePort, PostgresServer } from '../postgres/server.ts'
import { Dice } from '../simulation/dice.ts'
import { croupier } from '../support/cli.ts'
import { ask, type Body, cleanUp, freshFolder, quietService, within } from '../support/service.ts'
import { NodeProcesses, TABLES, treeOfVersion } from './node-processes.ts'
import { TableLoad } from './table-load.ts'

/**
 * Three nodes as processes on a real PostgreSQL, dealers and terminals at all of them, and what goes wrong, in an order
 * from a seed. `npm run campaign -- nodes --kills 50 --pauses 20 --seed 7`.
 */

type Kind = 'kills' | 'pauses' | 'stops' | 'drains' | 'outages' | 'promotions' | 'cuts' | 'clocks' | 'upgrades'

const countOf = (kind: Kind, once: number): number =>
  Number(process.env[`NODES_${kind.toUpperCase()}`] ?? Math.round(once * campaign))

/** How often each, in `npm test`. */
const counts: Readonly<Record<Kind, number>> = {
  kills: countOf('kills', 1),
  pauses: countOf('pauses', 1),
  stops: countOf('stops', 1),
  drains: countOf('drains', 0),
  outages: countOf('outages', 0),
  promotions: countOf('promotions', 0),
  cuts: countOf('cuts', 0),
  clocks: countOf('clocks', 0),
  upgrades: countOf('upgrades', 0),
}
const isRewired = counts.cuts + counts.clocks > 0
const SEED = Number(process.env.NODES_SEED ?? 1)
/** The time after which no further fault begins, and the results are checked. */
const MINUTES = Number(process.env.NODES_MINUTES ?? Number.POSITIVE_INFINITY)
const NAMES = ['a', 'b', 'c']
const PLAYERS = ['ann', 'bob']

function troublesOf(dice: Dice): Kind[] {
  const list = Object.entries(counts).flatMap(([kind, times]) => Array.from({ length: times }, () => kind as Kind))
  const shuffled = list.map((kind) => [dice.next(), kind] as const).sort(([a], [b]) => a - b)
  return shuffled.map(([, kind]) => kind)
}

/** Every server so far: those from before a promotion, the primary, and its standby while a promotion is due. */
const servers: PostgresServer[] = []
/** The ports of the standbys that promotions will need: the nodes know all servers by one address from the start. */
const standbyPorts: number[] = []
afterAll(async () => {
  cleanUp()
  for (const server of servers) await server.remove()
})

/** The server that all tests share, unless it is to be killed. */
async function openDatabase(): Promise<string> {
  if (counts.outages + counts.promotions === 0) return freshStore()
  const primary = await PostgresServer.start()
  servers.push(primary)
  for (let nth = 0; nth < counts.promotions; nth++) standbyPorts.push(await freePort())
  const ports = [primary.port, ...standbyPorts]
  await addStandby(primary)
  return `postgres://croupier@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres`
}

/** Gives the primary a synchronous standby if another promotion is due. */
async function addStandby(primary: PostgresServer): Promise<void> {
  const port = standbyPorts.shift()
  if (port !== undefined) servers.push(await primary.standby(port))
}

// ---- Figures ----------------------------------------------------------------------------------------------------------

const figures = new Map<string, number[]>()
const note = (what: string, ...ms: readonly number[]): void =>
  void (ms.length > 0 && figures.set(what, [...(figures.get(what) ?? []), ...ms]))

function figureLines(): string {
  return [...figures]
    .map(([what, list]) => {
      const sorted = list.toSorted((a, b) => a - b)
      const [p50, worst] = [sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!]
      return `${what}: ${list.length}, p50 ${Math.round(p50)} ms, worst ${Math.round(worst)} ms`
    })
    .join('\n')
}

// ---- Troubles ---------------------------------------------------------------------------------------------------------

type Scene = { house: NodeProcesses; load: TableLoad; dice: Dice }

async function someOwner({ house, dice }: Scene): Promise<string> {
  const owners = async () => [...new Set((await house.owners()).values())].filter((name) => house.names.includes(name))
  await expect.poll(async () => (await owners()).length).toBeGreaterThan(0)
  return dice.oneOf((await owners()).toSorted())
}

async function kill(scene: Scene): Promise<void> {
  const { house, load } = scene
  const name = await someOwner(scene)
  const tables = await house.tablesOf(name)
  const since = load.begin()
  const gone = house.end(name, 'SIGKILL')
  note('takeover after kill -9, a table', ...(await load.answeredElsewhere(tables, null)))
  await gone
  note('after kill -9 everybody served', await load.untilEverybody(since))
  await house.start(name)
}

type AlarmSeen = { alarm: string; table: string | null; node?: string; at: string }

async function pauseNode(scene: Scene): Promise<void> {
  const { house, load, dice } = scene
  const name = await someOwner(scene)
  const address = house.addressOf(name)
  const token = house.staff.auditor
  const lost = async (): Promise<AlarmSeen[]> => {
    const { body } = await ask(address, 'GET', '/api/alarms', { token })
    return (body as unknown as AlarmSeen[]).filter(({ alarm, node }) => alarm === 'lease-lost' && node === name)
  }
  const before = (await lost())[0]?.at ?? ''
  const since = load.begin()
  house.signal(name, 'SIGSTOP')
  // Its leases run for a while longer: the tables taken by others are counted now.
  const tables = await house.tablesOf(name)
  note('takeover from a paused node, a table', ...(await load.answeredElsewhere(tables, address)))
  if (dice.isOneIn(2)) note('after a pause everybody served elsewhere', await load.untilEverybody(since))
  const resumed = performance.now()
  house.signal(name, 'SIGCONT')
  // The node notices it and raises an alarm for every table that it had.
  const said = async () => (await lost()).filter(({ at }) => at > before).map(({ table }) => table)
  await expect.poll(said).toEqual(expect.arrayContaining(tables))
  note('a paused node found out', performance.now() - resumed)
  await mustAgree(scene, [name])
  await load.untilEverybody(resumed)
}

/** Waits until these nodes show the same of every table as another node. */
async function mustAgree({ house }: Scene, names: readonly string[]): Promise<void> {
  const versionAt = async (name: string, table: string) =>
    (await ask(house.addressOf(name), 'GET', `/api/tables/${table}`)).body.version as number
  const other = house.names.find((name) => !names.includes(name))!
  for (const table of TABLES) {
    const due = await versionAt(other, table)
    for (const name of names) await expect.poll(() => versionAt(name, table)).toBeGreaterThanOrEqual(due)
  }
}

async function stopInOrder(scene: Scene): Promise<void> {
  const { house, load } = scene
  const name = await someOwner(scene)
  const tables = await house.tablesOf(name)
  const { host } = new URL(house.addressOf(name))
  const since = load.begin()
  const ended = house.end(name, 'SIGTERM')
  note('hand-over by SIGTERM, a table', ...(await load.answeredElsewhere(tables, null)))
  expect(await ended).toBe(0)
  const gone = performance.now()
  note('SIGTERM until the process is gone', gone - since)
  note('longest wait at another node, SIGTERM, a table', ...load.longestWaits(tables, since, host))
  note('after SIGTERM everybody served', await load.untilEverybody(gone))
  await house.start(name)
}

async function drain(scene: Scene): Promise<void> {
  const { house, load } = scene
  const name = await someOwner(scene)
  const tables = await house.tablesOf(name)
  const since = load.begin()
  expect(await croupier(['nodes', 'drain', name, '--store', house.store])).toMatchObject({ status: 0, stderr: '' })
  const drained = performance.now()
  note('`croupier nodes drain` until it has no table', drained - since)
  await load.answeredElsewhere(tables, null)
  note('longest wait, drain, a table', ...load.longestWaits(tables, since, ''))
  expect(await house.tablesOf(name)).toEqual([])
  expect(await croupier(['nodes', 'resume', name, '--store', house.store])).toMatchObject({ status: 0 })
}

async function databaseOut({ load }: Scene): Promise<void> {
  const [primary] = servers.slice(promotionsDone)
  await primary!.kill()
  await primary!.start()
  const since = load.begin()
  note('database back until a table answers', ...(await load.answeredElsewhere(TABLES, null)))
  await load.untilEverybody(since)
}

let promotionsDone = 0

async function promote({ load }: Scene): Promise<void> {
  const [primary, standby] = servers.slice(promotionsDone++)
  await primary!.kill()
  await standby!.promote()
  const since = load.begin()
  note('standby promoted until a table answers', ...(await load.answeredElsewhere(TABLES, null)))
  await load.untilEverybody(since)
  await addStandby(standby!)
}

// ---- Cut links ----

type CutScene = Scene & { name: string; address: string }

/** Connections of a node that are cut, and what must hold while they are. `isAway`: its tables go to others. */
type Cut = { what: string; cables: (scene: CutScene) => readonly Cable[]; how: (cable: Cable) => void; isAway: boolean }

const others = ({ house, name }: CutScene): string[] => house.names.filter((one) => one !== name)
const linkOf = (scene: CutScene) => scene.house.linkCables(scene.name, others(scene)[0]!)
const everyLinkOf = (scene: CutScene) => others(scene).flatMap((other) => scene.house.linkCables(scene.name, other))
const databaseOf = ({ house, name }: CutScene) => house.databaseCables(name)
const allOf = (scene: CutScene) => [...everyLinkOf(scene), ...databaseOf(scene)]

/** The time of the newest alarm of a kind that a node raised itself; empty if there is none. */
async function lastAlarm(house: NodeProcesses, name: string, kind: string): Promise<string> {
  const { body } = await ask(house.addressOf(name), 'GET', '/api/alarms', { token: house.staff.auditor })
  return (body as unknown as AlarmSeen[]).find(({ alarm, node }) => alarm === kind && node === name)?.at ?? ''
}

/** In this order, again and again. */
const cuts: readonly Cut[] = [
  { what: 'a link cut', cables: linkOf, how: (cable) => cable.cut(), isAway: false },
  { what: 'the database of a node cut', cables: databaseOf, how: (cable) => cable.cut(), isAway: true },
  { what: 'a link half open', cables: linkOf, how: (cable) => cable.silence('there', 'back'), isAway: false },
  { what: 'every link of a node cut', cables: everyLinkOf, how: (cable) => cable.cut(), isAway: false },
  { what: 'a link that carries one way', cables: linkOf, how: (cable) => cable.silence('back'), isAway: false },
  {
    what: 'the database of a node half open',
    cables: databaseOf,
    how: (cable) => cable.silence('there', 'back'),
    isAway: true,
  },
  { what: 'a node alone', cables: allOf, how: (cable) => cable.cut(), isAway: true },
]
let cutsDone = 0

/** Every client is served while the connections are cut, at some node, and afterwards all nodes agree. */
async function cutConnections(scene: Scene): Promise<void> {
  const { house, load } = scene
  const { what, cables, how, isAway } = cuts[cutsDone++ % cuts.length]!
  const name = await someOwner(scene)
  const address = house.addressOf(name)
  const cut = cables({ ...scene, name, address })
  const lostBefore = await lastAlarm(house, name, 'link-lost')
  const tables = await house.tablesOf(name)
  for (const cable of cut) how(cable)
  // Operators get an alarm for a lost link, and the link stays lost until then.
  if (cables === linkOf || cables === everyLinkOf)
    await expect.poll(async () => (await lastAlarm(house, name, 'link-lost')) > lostBefore).toBe(true)
  if (isAway) note(`${what}: takeover, a table`, ...(await load.answeredElsewhere(tables, address)))
  note(`${what}: everybody served`, await load.untilEverybody(load.begin()))
  for (const cable of cut) cable.mend()
  const mended = performance.now()
  await mustAgree(scene, [name])
  note(`${what}: mended until the node shows the same`, performance.now() - mended)
  await load.untilEverybody(mended)
}

// ---- Upgrades ----

/** The tree of the other version: an earlier or later state of this one whose record has the same format. */
let otherTree: string | undefined = process.env.NODES_TREE

/** Upgrades all nodes to the other version, one after the other, in the way that the documents describe. */
async function upgrade({ house, load }: Scene): Promise<void> {
  const before = house.tree
  house.tree = otherTree ??= treeOfVersion('0.0.9-other')
  otherTree = before
  const versionsBefore = new Set(Object.values(await house.versions()))
  const since = load.begin()
  for (const name of house.names.toSorted()) {
    const tables = await house.tablesOf(name)
    const leaving = load.begin()
    expect(await croupier(['nodes', 'drain', name, '--store', house.store])).toMatchObject({ status: 0, stderr: '' })
    note('longest wait, upgrade, a table', ...load.longestWaits(tables, leaving, ''))
    expect(await house.end(name, 'SIGTERM')).toBe(0)
    await house.start(name)
    await expect.poll(async () => (await house.tablesOf(name)).length).toBeGreaterThan(0)
    // Both versions play side by side.
    await load.untilEverybody(load.begin())
  }
  note('three nodes upgraded', performance.now() - since)
  const versions = new Set(Object.values(await house.versions()))
  expect(versions.size).toBe(1)
  if (process.env.NODES_TREE === undefined) expect(versions).not.toEqual(versionsBefore)
}

// ---- Clocks ----

const CLOCKS_AHEAD_MS = [10_000, -10_000, 3_600_000, -86_400_000, 3_000_000_000]
let clocksDone = 0

/** The wall clock of a node is set while it runs, and wrong when it starts again: it says so, and does not start. */
async function wrongClock(scene: Scene): Promise<void> {
  const { house, load } = scene
  const name = await someOwner(scene)
  const before = await lastAlarm(house, name, 'clocks-apart')
  const since = load.begin()
  house.setClock(name, CLOCKS_AHEAD_MS[clocksDone++ % CLOCKS_AHEAD_MS.length]!)
  await expect.poll(async () => (await lastAlarm(house, name, 'clocks-apart')) > before).toBe(true)
  note('a clock set: everybody served', await load.untilEverybody(since))
  expect(await house.end(name, 'SIGTERM')).toBe(0)
  await expect(house.start(name)).rejects.toThrow(/it ended with 2: .*clock/)
  house.setClock(name, 0)
  await house.start(name)
  await load.untilEverybody(performance.now())
}

const troubles: Readonly<Record<Kind, (scene: Scene) => Promise<void>>> = {
  kills: kill,
  pauses: pauseNode,
  stops: stopInOrder,
  drains: drain,
  outages: databaseOut,
  promotions: promote,
  cuts: cutConnections,
  clocks: wrongClock,
  upgrades: upgrade,
}

// ---- The campaign -----------------------------------------------------------------------------------------------------

/** Failures that are not answers: the round was over at the reconnect; the client left; the database was away. */
const isExpected = (problem: string): boolean =>
  /the round is over$|not connected$/.test(problem) ||
  (counts.outages + counts.promotions > 0 && /is stopped|is moving to another node/.test(problem))

const all = Object.entries(counts).flatMap(([kind, times]) => (times > 0 ? [`${times} ${kind}`] : []))
const patience = 300_000 + 100_000 * Object.values(counts).reduce((sum, times) => sum + times, 0)

test(`three nodes under load: ${all.join(', ')}, seed ${SEED}`, { timeout: patience }, async () => {
  const dice = new Dice(SEED)
  const house = await NodeProcesses.open(await openDatabase(), NAMES, PLAYERS, { isRewired })
  const told = new Acknowledgements(house.store)
  const [cashier] = house.seats
  const load = new TableLoad(house, told, dice, [cashier!])
  const scene: Scene = { house, load, dice }
  await mustShareOneKey(house)
  await load.untilEverybody(load.begin())
  // A client that knows only one node could not move when that one is killed: nodes learn of each other by beats.
  await expect.poll(() => load.isEverybodyInformed).toBe(true)
  await makeTroubles(scene)
  await load.end()
  await mustShowTheSame(house)
  await house.close()
  await told.check(cashier!.table)
  await told.mustVerify()
  console.log(
    `${told.checked} acknowledged commands are in the journal once, ${told.unrecorded} more leave no record, ` +
      `${told.problems.length} were answered by neither yes nor no; ${told.entries} entries\n${figureLines()}`,
  )
  expect(told.problems.filter((problem) => !isExpected(problem))).toEqual([])
})

/** Makes the faults one after the other, with a line for each. */
async function makeTroubles(scene: Scene): Promise<void> {
  const due = troublesOf(scene.dice)
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  for (const [nth, trouble] of due.entries()) {
    if (seconds() >= MINUTES * 60)
      return console.log(`${MINUTES} minutes are over: ${nth} of ${due.length} were done, the rest is left out`)
    const before = new Map([...figures].map(([what, list]) => [what, list.length]))
    await within(trouble === 'upgrades' ? 60 : 20, trouble, troubles[trouble](scene)).catch((error: Error) => {
      throw new Error(`${error.message}; there wait\n${scene.load.waiting().join('\n')}`)
    })
    const measured = [...figures].flatMap(([what, list]) => {
      const ms = list.slice(before.get(what) ?? 0)
      return ms.length > 0 ? [`${what} ${Math.round(Math.max(...ms))} ms`] : []
    })
    console.log(`${nth + 1} of ${due.length}, after ${seconds()} s: ${trouble.slice(0, -1)}: ${measured.join(', ')}`)
  }
}

/** All sign by the one key of the house and open each other's seals. A node without one of these keys does not start. */
async function mustShareOneKey({ addresses, folder, store }: NodeProcesses): Promise<void> {
  const keys = await Promise.all(addresses.map(async (one) => (await ask(one, 'GET', '/api/proof')).body.keys))
  expect(keys[0]).toEqual([{ key: expect.any(String), since: expect.any(String) }])
  for (const one of keys) expect(one).toEqual(keys[0])
  const keyless = freshFolder()
  for (const [given, lacking] of [
    ['house.key', 'draw.key'],
    ['draw.key', 'signing.key'],
  ]) {
    copyFileSync(`${folder}/${given}`, `${keyless}/${given}`)
    await expect(quietService(keyless, { store, node: 'x' })).rejects.toThrow(`${lacking} is missing`)
  }
}

/** Play has ended: every node has the same tables, to the cent. */
async function mustShowTheSame({ addresses, staff }: NodeProcesses): Promise<void> {
  for (const table of TABLES) {
    const shown = async (address: string): Promise<Body> => {
      const { body } = await ask(address, 'GET', `/api/tables/${table}`, { token: staff.auditor })
      return { version: body.version, view: body.view }
    }
    // Any node may be the last to receive the last entry.
    const differences = async () => {
      const [first, ...others] = await Promise.all(addresses.map(shown))
      return others.filter((other) => !isDeepStrictEqual(other, first))
    }
    await expect.poll(differences).toEqual([])
  }
}
