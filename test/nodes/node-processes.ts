import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { StaffRole } from '../../src/house/roles.ts'
import type { Journal } from '../../src/service/journal/journal.ts'
import { LEASE_MS } from '../../src/service/journal/leases.ts'
import { openStore } from '../../src/service/journal/open-store.ts'
import { Cable } from '../postgres/cable.ts'
import { freePort } from '../postgres/server.ts'
import { freshFolder, type Process, quietService, type Seat, seatAt, serve, staffOf } from '../support/service.ts'

/** A house on PostgreSQL whose nodes are processes of their own, each at an address that it keeps. */

const etg = { book: 'rws/roulette-double-zero-etg@4', layout: 'A', terminal: 'rapid' }
const single = { book: 'mbs/roulette@3', limits: { default: { min: 500, max: 100_000 } } }
const tables = [1, 2, 3].flatMap((nth) => [
  { id: `etg-${nth}`, ...etg },
  { id: `single-${nth}`, ...single },
])
export const TABLES = tables.map(({ id }) => id)

/** An amount so large that no player runs out in a long campaign. */
const PLENTY = 50_000_000

const rewired = fileURLToPath(new URL('rewired.ts', import.meta.url))

const ownTree = fileURLToPath(new URL('../..', import.meta.url))

/** A copy of this source tree with another version number. */
export function treeOfVersion(version: string): string {
  const tree = freshFolder()
  const about = JSON.parse(readFileSync(join(ownTree, 'package.json'), 'utf8')) as object
  writeFileSync(join(tree, 'package.json'), JSON.stringify({ ...about, version }))
  cpSync(join(ownTree, 'src'), join(tree, 'src'), { recursive: true })
  for (const name of ['node_modules', 'scenarios', 'schemas', 'dist'])
    if (existsSync(join(ownTree, name))) symlinkSync(join(ownTree, name), join(tree, name))
  return tree
}

/** The proxies of a node: one to each port that it connects to, which are those of the other nodes and of the databases. */
type Proxies = ReadonlyMap<number, Cable>

export class NodeProcesses {
  readonly store: string
  readonly staff: Record<StaffRole, string>
  readonly seats: readonly Seat[]
  /** Where the house's keys and its configuration are. */
  readonly folder: string
  readonly #journal: Journal
  readonly #ports = new Map<string, { http: number; link: number }>()
  /** The source tree that nodes are started from. */
  tree = ownTree
  /** Empty where nothing is cut. */
  readonly #proxies = new Map<string, Proxies>()
  readonly #running = new Map<string, Process>()

  private constructor(
    store: string,
    folder: string,
    { staff, seats }: Pick<NodeProcesses, 'staff' | 'seats'>,
    journal: Journal,
  ) {
    this.store = store
    this.folder = folder
    this.staff = staff
    this.seats = seats
    this.#journal = journal
  }

  /** A new house in this store, with terminals at each table; then its nodes. */
  static async open(
    store: string,
    names: readonly string[],
    players: readonly string[],
    { isRewired = false } = {},
  ): Promise<NodeProcesses> {
    const folder = freshFolder()
    const first = await quietService(folder, { store, node: 'first' }, tables)
    const staff = await staffOf(first)
    const seats: Seat[] = []
    for (const table of TABLES) for (const player of players) seats.push(await seatAt(first, table, player, PLENTY))
    await first.stop()
    const house = new NodeProcesses(store, folder, { staff, seats }, await openStore(store, { retryForMs: 300_000 }))
    for (const name of names) house.#ports.set(name, { http: await freePort(), link: await freePort() })
    if (isRewired) await house.#rewire(names)
    await Promise.all(names.map((name) => house.start(name)))
    await expect.poll(async () => (await house.owners()).size).toBe(TABLES.length)
    return house
  }

  async #rewire(names: readonly string[]): Promise<void> {
    // The address may name several servers.
    const [, hosts] = /@([^/]+)\//.exec(this.store)!
    const databases = hosts!.split(',').map((host) => Number(host.split(':')[1]))
    for (const name of names) {
      const others = names.filter((one) => one !== name).map((one) => this.#ports.get(one)!.link)
      const cables = await Promise.all([...databases, ...others].map((port) => Cable.toPort(port)))
      this.#proxies.set(name, new Map([...databases, ...others].map((port, nth) => [port, cables[nth]!])))
      this.setClock(name, 0)
    }
  }

  async start(name: string): Promise<void> {
    const { http, link } = this.#ports.get(name)!
    const { store, folder } = this
    const keys = { config: `${folder}/config.json`, 'house-key-file': `${folder}/house.key` }
    const own = { node: name, port: String(http), 'node-port': String(link) }
    const program = join(this.tree, 'src/cli/main.ts')
    this.#running.set(name, await serve(freshFolder(), { ...keys, store, ...own }, this.#environmentOf(name), program))
  }

  #environmentOf(name: string): Readonly<Record<string, string>> {
    const proxies = this.#proxies.get(name)
    if (!proxies) return {}
    return {
      NODE_OPTIONS: `--import=${rewired}`,
      NODE_PROXIES: JSON.stringify(Object.fromEntries([...proxies].map(([port, cable]) => [port, cable.port]))),
      NODE_CLOCK_FILE: this.#clockFile(name),
    }
  }

  #clockFile(name: string): string {
    return join(this.folder, `clock-${name}`)
  }

  /** By how much the wall clock of its machine is wrong. */
  setClock(name: string, aheadMs: number): void {
    writeFileSync(this.#clockFile(name), String(aheadMs))
  }

  /** The cables between two nodes, in both directions. */
  linkCables(one: string, other: string): readonly Cable[] {
    const way = (from: string, to: string) => this.#proxies.get(from)!.get(this.#ports.get(to)!.link)!
    return [way(one, other), way(other, one)]
  }

  /** The cables from a node to the servers of the database. */
  databaseCables(name: string): readonly Cable[] {
    const links = new Set([...this.#ports.values()].map(({ link }) => link))
    return [...this.#proxies.get(name)!].flatMap(([port, cable]) => (links.has(port) ? [] : [cable]))
  }

  get names(): readonly string[] {
    return [...this.#running.keys()]
  }

  get addresses(): readonly string[] {
    return [...this.#running.values()].map(({ address }) => address)
  }

  addressOf(name: string): string {
    return this.#running.get(name)!.address
  }

  signal(name: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#running.get(name)!.child.kill(signal)
  }

  /** Told to end, or killed; its exit code when it is gone. */
  async end(name: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const { child, exit } = this.#running.get(name)!
    this.#running.delete(name)
    child.kill(signal)
    return (await exit).code
  }

  /** The owners of the tables, by the store. */
  async owners(): Promise<Map<string, string>> {
    const { leases } = await this.#journal.leases!.roster()
    return new Map(leases.filter(({ leftMs }) => leftMs > 0).map(({ stream, node }) => [stream, node]))
  }

  /** The versions of the living nodes, by their names. */
  async versions(): Promise<Record<string, string>> {
    const { nodes } = await this.#journal.leases!.roster()
    const living = nodes.filter(({ ageMs }) => ageMs < LEASE_MS)
    return Object.fromEntries(living.map(({ id, version }) => [id, version]))
  }

  async tablesOf(name: string): Promise<string[]> {
    return [...(await this.owners())].filter(([, node]) => node === name).map(([table]) => table)
  }

  async close(): Promise<void> {
    await Promise.all(this.names.map((name) => this.end(name, 'SIGTERM')))
    for (const proxies of this.#proxies.values()) for (const cable of proxies.values()) await cable.close()
    await this.#journal.close()
  }
}
