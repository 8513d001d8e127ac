import { DAY } from '../../src/house/time.ts'
import type { SmallNode } from '../support/cluster.ts'
import { Dice } from './dice.ts'
import type { NightWorld } from './night-world.ts'
import type { WatchingScreens } from './watching-screens.ts'

const FAR_AHEAD_MS = 100 * DAY

/** The faults injected into nodes, links and screens during a night, one at a time. */
export class Mischief {
  readonly #world: NightWorld
  readonly #screens: WatchingScreens
  readonly problems: string[] = []
  readonly #dice: Dice
  readonly #apart: Dice
  #added = 0

  constructor(world: NightWorld, screens: WatchingScreens) {
    this.#world = world
    this.#screens = screens
    this.#dice = Dice.of(world.plan.seed, 'mischief')
    this.#apart = Dice.of(world.plan.seed, 'mischief apart')
  }

  async play(): Promise<void> {
    const { time, plan } = this.#world
    const end = time.now + plan.ms
    while (time.now < end) {
      await time.run(Math.min(300 + this.#dice.below(1_500), end - time.now))
      await this.#next()
      if (plan.isApart) await this.#nextApart()
    }
  }

  /** Cuts links and starts nodes with wrong clocks, by dice of its own: the store is well all the while. */
  async #nextApart(): Promise<void> {
    const { nodes } = this.#world
    const dice = this.#apart
    const [isLink, nth, other, part, isClock] = [
      dice.isOneIn(2),
      dice.below(60),
      dice.below(60),
      dice.next(),
      dice.isOneIn(8),
    ]
    const [node, second] = [nodes[nth % nodes.length]!, nodes[other % nodes.length]!]
    if (isLink && node !== second)
      this.#do(`the link between ${node.id} and ${second.id} is cut`, () =>
        this.#world.breakLink(node, second, 500 + part * 9_000),
      )
    if (isClock) await this.#startFarAhead(part < 0.5)
  }

  /** It does not start, unless it may differ by that; then it goes by the clock of the store all the same. */
  async #startFarAhead(isAllowed: boolean): Promise<void> {
    const { nodes, plan, faults, story } = this.#world
    const id = `n${++this.#added}`
    if ((isAllowed && nodes.length >= plan.nodes) || !faults.happens(`${id} starts with a clock far ahead`)) return
    story.tell(`${id} starts with a clock far ahead, ${isAllowed ? 'as it may' : 'as it may not'}`)
    this.#world.setClock(id, FAR_AHEAD_MS)
    const refused = await this.#world.start(id, isAllowed ? 2 * FAR_AHEAD_MS : undefined).then(
      () => null,
      (error: Error) => error,
    )
    if (!isAllowed && refused === null) this.problems.push(`${id} starts although its clock is far ahead`)
  }

  /** The same random numbers are drawn in every case, so that leaving one thing out changes as little as possible. */
  async #next(): Promise<void> {
    const { nodes } = this.#world
    const dice = this.#dice
    const [what, nth, other, part] = [dice.below(10), dice.below(60), dice.below(60), dice.next()]
    const [node, second] = [nodes[nth % nodes.length]!, nodes[other % nodes.length]!]
    switch (what) {
      case 0:
        return this.#do(`${node.id} is paused`, () => this.#pause(node.id, 200 + part * 7_000))
      case 1:
        return this.#do(`${node.id} and ${second.id} hear nothing of each other`, () => {
          this.#world.cut(node.id, second.id, 200 + part * 5_000)
          this.#world.cut(second.id, node.id, 200 + part * 5_000)
        })
      case 2:
        return this.#do(`${second.id} hears nothing of ${node.id}`, () =>
          this.#world.cut(node.id, second.id, 200 + part * 5_000),
        )
      case 3:
        return nodes.length > 1 ? this.#do(`${node.id} is killed`, () => this.#kill(node)) : undefined
      case 4:
        return nodes.length < this.#world.plan.nodes ? this.#add() : undefined
      case 5:
        return this.#do(`${node.id} is drained`, () => this.#drain(node))
      case 6:
        return this.#do(`${node.id} does not reach the store`, () =>
          this.#world.store.cutOff(node.id, 200 + part * 5_000),
        )
      case 7:
        return this.#do(`the clock of ${node.id} is set`, () => this.#world.setClock(node.id, (part - 0.5) * 20_000))
      case 8:
        return this.#do('the clock of the store is set', () => {
          this.#world.store.clockOff = (part - 0.5) * 20_000
        })
      default:
        return this.#do(`screen ${this.#screens.nameOf(nth)} loses its line`, () => this.#screens.cut(nth))
    }
  }

  #do(what: string, work: () => void): void {
    if (!this.#world.faults.happens(what)) return
    this.#world.story.tell(what)
    work()
  }

  /** A new node joins if the cluster has room. It is not a fault, but replaces killed nodes. */
  async #add(): Promise<void> {
    const id = `n${++this.#added}`
    this.#world.story.tell(`${id} is started`)
    await this.#world.start(id).catch(() => {})
  }

  #pause(node: string, ms: number): void {
    const { time } = this.#world
    time.pause(node)
    time.after(null, Math.floor(ms), () => time.resume(node))
  }

  #kill(node: SmallNode): void {
    this.#world.kill(node)
    this.#screens.lostNode(node.id)
  }

  #drain({ id, node }: SmallNode): void {
    void this.#world.time.as(id, () => node.drain().then(() => node.resume()))
  }
}
