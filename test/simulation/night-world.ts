import type { LinkMessage } from '../../src/service/cluster/link.ts'
import { Hall, type SmallNode } from '../support/cluster.ts'
import { chanceFrom, testKeyMaterial } from '../support/secrets.ts'
import { quietTables } from '../support/service.ts'
import { setupOf } from '../support/stream.ts'
import { Dice } from './dice.ts'
import { Faults } from './night-faults.ts'
import type { NightPlan } from './night-plan.ts'
import { NightStory } from './night-story.ts'
import { TroubleStore } from './trouble-store.ts'
import type { VirtualTime } from './virtual-time.ts'

/** A second table of a kind has its name with a number: `etg-2`. */
const quietTable = (id: string) => quietTables.find((one) => id.startsWith(one.id))!

const pairOf = (one: string, other: string): string => [one, other].sort().join(' ')

/** The simulated world of one run: nodes, each with its own clock, one store, and the network between them. */
export class NightWorld {
  readonly plan: NightPlan
  readonly time: VirtualTime
  readonly faults: Faults
  readonly story: NightStory
  readonly store: TroubleStore
  readonly hall: Hall
  /** Ways between nodes that carry nothing, each in one direction, and until when. */
  readonly #cuts = new Map<string, number>()
  /** Nodes between which there can be no link, and until when. */
  readonly #broken = new Map<string, number>()
  /** By how much the clock on each node's wall is wrong. */
  readonly #wallOff = new Map<string, number>()
  #started = 0

  constructor(plan: NightPlan, time: VirtualTime) {
    this.plan = plan
    this.time = time
    this.faults = new Faults(plan.faults)
    this.story = new NightStory(time)
    this.store = new TroubleStore(time, plan, this.faults, this.story)
    this.store.heldBy = (node) => this.hall.nodes.get(node)?.node.held ?? []
    const ways = Dice.of(plan.seed, 'ways')
    this.hall = new Hall({
      store: this.store.plain,
      plans: () => plan.tables.map((id) => ({ id, name: id, setup: setupOf(quietTable(id)) })),
      keyMaterial: () => ({ ...testKeyMaterial(), chance: chanceFrom(`${plan.seed} ${++this.#started}`) }),
      view: (_, node) => this.store.at(node),
      carry: (from, to, deliver) => {
        const ms = 1 + ways.below(20) // each for itself: what was sent later may come earlier
        if ((this.#cuts.get(`${from} ${to}`) ?? 0) <= time.now) time.after(to, ms, deliver)
      },
      time: (node) => this.#clockOf(node),
      reaches: (from, to) => (this.#broken.get(pairOf(from, to)) ?? 0) <= this.time.now,
      alter: (message) => this.#alter(message),
      timing: { leaseMs: 3_000, beatMs: 1_000 },
    })
  }

  get nodes(): SmallNode[] {
    return [...this.hall.nodes.values()]
  }

  #clockOf(node: string) {
    const dice = Dice.of(this.plan.seed, `clock ${node}`)
    const rate = 1 + (dice.next() - 0.5) / 500
    // Within what a node may differ from the store when it starts.
    if (!this.#wallOff.has(node)) this.#wallOff.set(node, dice.below(8_000) - 4_000)
    return { wall: () => this.time.now + this.#wallOff.get(node)!, steady: () => this.time.now * rate }
  }

  setClock(node: string, byMs: number): void {
    this.#wallOff.set(node, (this.#wallOff.get(node) ?? 0) + byMs)
  }

  /** `clockLimitMs`: by how much its wall clock may differ from the clock of the store. */
  start(id: string, clockLimitMs?: number): Promise<SmallNode> {
    return this.finish(this.time.as(id, () => this.hall.add(id, clockLimitMs)))
  }

  kill(node: SmallNode): void {
    this.time.kill(node.id)
    node.kill()
  }

  cut(from: string, to: string, ms: number): void {
    this.#cuts.set(`${from} ${to}`, this.time.now + ms)
  }

  /** Ends the link between two nodes, and prevents another one for this time. */
  breakLink(one: SmallNode, other: SmallNode, ms: number): void {
    this.#broken.set(pairOf(one.id, other.id), this.time.now + ms)
    this.time.as(one.id, () => one.desk.links.get(other.id)?.close())
  }

  mendWays(): void {
    this.#cuts.clear()
    this.#broken.clear()
  }

  /** With the flaw an answer asks nobody to wait for what it changed. */
  #alter(message: LinkMessage): LinkMessage {
    if (this.plan.flaw !== 'answer-before-replica' || !('answer' in message) || 'moved' in message.given) return message
    return { ...message, given: { ...message.given, table: 0, house: 0, tickets: 0 } }
  }

  /** Lets time pass until it is done. */
  async finish<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const done = () => {
      isDone = true
    }
    work.then(done, done)
    if (!(await this.time.until(() => isDone, 60_000))) throw new Error('it hangs')
    return work
  }

  wait(ms: number): Promise<void> {
    return new Promise((done) => this.time.after(null, ms, done))
  }
}
