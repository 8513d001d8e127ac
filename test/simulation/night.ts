import type { TerminalCaller } from '../../src/house/caller.ts'
import { streamsOf } from '../../src/service/cluster/node-desk.ts'
import { freshToken } from '../../src/service/secrets/key-material.ts'
import { type SmallNode, signedIn, terminalAt } from '../support/cluster.ts'
import { chanceFrom } from '../support/secrets.ts'
import { Mischief } from './mischief.ts'
import { NightClient, type People, type Told } from './night-clients.ts'
import type { NightPlan } from './night-plan.ts'
import { NightWorld } from './night-world.ts'
import { calm, rough } from './trouble-store.ts'
import { VirtualTime } from './virtual-time.ts'
import { WatchingScreens } from './watching-screens.ts'

/** A night that was played. `problems`: what was seen of them while it was, screens that do not show what is among it. */
export type Night = { world: NightWorld; told: readonly Told[]; problems: readonly string[] }

/** One night by its plan: nodes, clients who play, screens that look, and all that may go wrong; then peace. */
export async function playNight(plan: NightPlan): Promise<Night> {
  const time = new VirtualTime()
  time.install()
  try {
    return await new NightShift(plan, time).play()
  } finally {
    time.uninstall()
  }
}

const NODES = ['a', 'b', 'c']

class NightShift {
  readonly #world: NightWorld
  readonly #screens: WatchingScreens
  readonly #problems: string[] = []

  constructor(plan: NightPlan, time: VirtualTime) {
    this.#world = new NightWorld(plan, time)
    this.#screens = new WatchingScreens(this.#world)
  }

  async play(): Promise<Night> {
    const world = this.#world
    const clients: NightClient[] = []
    try {
      const people = await this.#begin()
      world.store.trouble = rough
      world.story.begin()
      clients.push(...world.plan.clients.map((name) => new NightClient(world, people, name)))
      await this.#pass(clients)
      this.#problems.push(...(await world.finish(this.#screens.problems(world.store.plain))))
    } catch (error) {
      // Such as a journal that can't be read any more.
      this.#problems.push((error as Error).message)
    }
    this.#screens.close()
    return { world, told: clients.flatMap((client) => client.told), problems: this.#problems }
  }

  async #pass(clients: readonly NightClient[]): Promise<void> {
    const playing = clients.map((client) => client.play())
    const mischief = new Mischief(this.#world, this.#screens)
    await mischief.play()
    this.#problems.push(...mischief.problems, ...this.#world.store.deafNodes)
    for (const client of clients) client.stop()
    await this.#peace(playing)
  }

  async #begin(): Promise<People> {
    const world = this.#world
    const [first, ...others] = NODES.slice(0, world.plan.nodes)
    const people = await world.finish(this.#prepare(await world.start(first!)))
    for (const id of others) await world.start(id)
    await world.time.until(() => world.plan.tables.every((table) => world.hall.ownerOf(table)), 20_000)
    return people
  }

  /** People are known and screens are lit before anything goes wrong. */
  async #prepare({ floor }: SmallNode): Promise<People> {
    const chance = chanceFrom(`${this.#world.plan.seed} tokens`)
    const [dealer, pit, seat] = [freshToken(chance), freshToken(chance), freshToken(chance)]
    const staff = await signedIn(floor, 'dealer', { token: dealer })
    await signedIn(floor, 'pit-supervisor', { badge: '1002', token: pit })
    const terminals: TerminalCaller[] = []
    const { tables, isRush } = this.#world.plan
    const places = isRush ? [...tables, ...tables] : ['etg', 'etg', 'etg']
    for (const [nth, table] of places.entries())
      terminals.push(await terminalAt(floor, table, nth === 0 ? seat : undefined))
    const screens = this.#screens
    for (const table of tables)
      screens.open({ name: `display at ${table}`, table, token: null, audience: 'display', player: null })
    screens.open({ name: 'dealer at single', table: 'single', token: dealer, audience: 'dealer', player: null })
    screens.open({ name: 'pit at etg', table: 'etg', token: pit, audience: 'pit', player: null })
    const { player } = terminals[0]!
    screens.open({ name: `terminal of ${player}`, table: 'etg', token: seat, audience: 'player', player })
    return { staff, terminals, tickets: [] }
  }

  /**
   * Waits, without further faults, until every client has an answer, every table an owner, and every node has caught
   * up.
   */
  async #peace(playing: readonly Promise<void>[]): Promise<void> {
    const { store, time, hall, nodes, plan } = this.#world
    store.trouble = calm
    store.reachAgain()
    this.#world.mendWays()
    this.#world.story.tell('from here on nothing goes wrong')
    for (const { id } of nodes) time.resume(id)
    let left = playing.length
    for (const client of playing) void client.then(() => left--)
    if (!(await time.until(() => left === 0, 300_000))) this.#problems.push('somebody is never answered')
    const isCalm = () => plan.tables.every((table) => hall.ownerOf(table))
    if (!(await time.until(isCalm, 60_000))) this.#problems.push('a table has no owner')
    // A stream that failed often is tried again after half a minute.
    const areBack = () => nodes.every(({ floor }) => streamsOf(floor).every(({ stopped }) => stopped === null))
    if (!(await time.until(areBack, 60_000))) this.#problems.push('a stream stays stopped')
    if (!(await time.until(() => this.#screens.areLive, 60_000))) this.#problems.push('a screen stays dark')
    await time.run(8_000)
  }
}
