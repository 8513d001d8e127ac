import { expect } from 'vitest'
import type { StaffRole } from '../../src/house/roles.ts'
import type { Journal } from '../../src/service/journal/journal.ts'
import { openStore } from '../../src/service/journal/open-store.ts'
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

/** So much that nobody runs dry in a long campaign. */
const PLENTY = 50_000_000

export class NodeProcesses {
  readonly store: string
  readonly staff: Record<StaffRole, string>
  readonly seats: readonly Seat[]
  /** Where the house's keys and its configuration are. */
  readonly folder: string
  readonly #journal: Journal
  readonly #ports = new Map<string, number>()
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
  static async open(store: string, names: readonly string[], players: readonly string[]): Promise<NodeProcesses> {
    const folder = freshFolder()
    const first = await quietService(folder, { store, node: 'first' }, tables)
    const staff = await staffOf(first)
    const seats: Seat[] = []
    for (const table of TABLES) for (const player of players) seats.push(await seatAt(first, table, player, PLENTY))
    await first.stop()
    const house = new NodeProcesses(store, folder, { staff, seats }, await openStore(store, { retryForMs: 300_000 }))
    await Promise.all(names.map((name) => house.start(name)))
    await expect.poll(async () => (await house.owners()).size).toBe(TABLES.length)
    return house
  }

  async start(name: string): Promise<void> {
    const port = this.#ports.get(name) ?? (await freePort())
    this.#ports.set(name, port)
    const { store, folder } = this
    const keys = { config: `${folder}/config.json`, 'house-key-file': `${folder}/house.key` }
    this.#running.set(name, await serve(freshFolder(), { ...keys, store, node: name, port: String(port) }))
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

  async tablesOf(name: string): Promise<string[]> {
    return [...(await this.owners())].filter(([, node]) => node === name).map(([table]) => table)
  }

  async close(): Promise<void> {
    await Promise.all(this.names.map((name) => this.end(name, 'SIGTERM')))
    await this.#journal.close()
  }
}
