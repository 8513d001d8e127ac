import { HOUSE } from '../../../house/state.ts'
import type { Append } from '../../../record/stored-entry.ts'
import { type Journal, StoreFault } from '../../journal/journal.ts'
import type { Fence, Lease, Leases } from '../../journal/leases.ts'
import { memoryJournal } from '../../journal/memory.ts'
import { MemoryLeases } from '../../journal/memory-leases.ts'
import { nodeView } from '../../stream/testing.ts'
import type { Dice } from './dice.ts'
import type { VirtualTime } from './virtual-time.ts'

/** What may be wrong with a store on purpose, to see that it is found. */
export type Flaw = 'no-fence' | 'no-epoch' | 'answer-before-commit' | 'house-without-sequence'

/** How often what goes wrong: once in so many calls; 0: never. */
export type Trouble = { slow: number; fails: number; answerLost: number; givesUp: number }

export const calm: Trouble = { slow: 0, fails: 0, answerLost: 0, givesUp: 0 }
export const rough: Trouble = { slow: 40, fails: 60, answerLost: 50, givesUp: 150 }

/** A table's entry that was written by somebody who did not own the table then. */
export type Trespass = { stream: string; seq: number; epoch: number; owner: number | null }

/**
 * One store that several nodes share, over a line that is slow, breaks and loses answers. What a real store does about
 * that it does too: a lost answer is found out, a fault is tried again, and in the end given up.
 */
export class TroubleStore {
  readonly trespasses: Trespass[] = []
  trouble: Trouble = calm
  readonly #time: VirtualTime
  readonly #dice: Dice
  readonly #flaw: Flaw | null
  readonly #leases: MemoryLeases
  readonly #journal: Journal
  readonly #epochs = new Map<string, number>()

  constructor(time: VirtualTime, dice: Dice, flaw: Flaw | null = null) {
    this.#time = time
    this.#dice = dice
    this.#flaw = flaw
    this.#leases = new MemoryLeases(() => time.now)
    this.#journal = memoryJournal(this.#leases)
  }

  /** Without any trouble, for whoever looks at it afterwards. */
  get plain(): Journal {
    return this.#journal
  }

  /** The store as one node reaches it. */
  at(node: string): Journal {
    const { plain } = this
    const line = nodeView(plain)
    let last: Promise<unknown> = Promise.resolve()
    return {
      ...line,
      // One after the other, as over one connection.
      append: (entries, fences) => {
        line.learn(entries.flatMap(({ keys = [] }) => keys))
        const done = last.then(() => this.#append(node, entries, fences))
        last = done.catch(() => {})
        return done
      },
      read: (...asked) => this.#ask(node, () => plain.read(...asked)),
      find: (...asked) => this.#ask(node, () => plain.find(...asked)),
      last: (...asked) => this.#ask(node, () => plain.last(...asked)),
      loadSnapshot: (...asked) => this.#ask(node, () => plain.loadSnapshot(...asked)),
      saveSnapshot: (...asked) => this.#ask(node, () => plain.saveSnapshot(...asked)),
      follow: (heard) =>
        plain.follow((stream, seq) => {
          if (!this.#dice.isOneIn(3)) this.#time.after(node, 1 + this.#dice.below(50), () => heard(stream, seq))
        }),
      leases: this.#leasesAt(node),
    }
  }

  #leasesAt(node: string): Leases {
    const leases = this.#leases
    return {
      ...leases,
      beat: (me, held) => this.#ask(node, () => leases.beat(me, held)),
      roster: () => this.#ask(node, () => leases.roster()),
      take: (stream, me) => this.#ask(node, async () => this.#noted(await leases.take(stream, me))),
      release: (lease, to) => this.#ask(node, () => leases.release(lease, to)),
      drain: (id, isToDrain) => this.#ask(node, () => leases.drain(id, isToDrain)),
      leave: (me) => this.#ask(node, () => leases.leave(me)),
    }
  }

  #noted(lease: Lease | null): Lease | null {
    if (lease) this.#epochs.set(lease.stream, lease.epoch)
    return lease
  }

  /** There and back; a node that is paused hears the answer when it goes on. */
  async #ask<T>(node: string, work: () => Promise<T>): Promise<T> {
    await this.#travel(null)
    if (this.#happens('fails')) {
      await this.#travel(node)
      throw new StoreFault('the line broke', true)
    }
    if (this.#time.isDead(node)) return new Promise(() => {})
    const result = work()
    result.catch(() => {})
    await this.#travel(node)
    return result
  }

  async #append(node: string, entries: readonly Append[], fences: readonly Fence[] = []): Promise<void> {
    for (let tries = 0; tries < 8; tries++) {
      await this.#travel(null)
      if (this.#time.isDead(node)) return new Promise(() => {})
      if (this.#happens('givesUp')) return this.#giveUp(node, entries, fences)
      if (this.#happens('fails')) {
        await this.#travel(node)
        continue
      }
      if (this.#flaw === 'answer-before-commit' && entries.length > 0 && this.#dice.isOneIn(2)) {
        const late = () => void this.#commit(entries, fences).catch(() => {})
        this.#time.after(node, 200 + this.#dice.below(300), late)
        return
      }
      const done = this.#commit(entries, fences)
      done.catch(() => {})
      await this.#travel(node)
      if (!this.#happens('answerLost')) return done
      if (await this.#isThere(entries)) return
    }
    throw new StoreFault('it was tried often enough', false)
  }

  /** It is not known whether it was written; it may be even later. */
  async #giveUp(node: string, entries: readonly Append[], fences: readonly Fence[]): Promise<void> {
    const late = this.#dice.below(400)
    if (this.#dice.isOneIn(2)) this.#time.after(null, late, () => void this.#commit(entries, fences).catch(() => {}))
    await this.#travel(node)
    throw new StoreFault('the line is gone', false)
  }

  async #isThere(entries: readonly Append[]): Promise<boolean> {
    const [first] = entries
    if (!first) return true
    const [found] = await this.#journal.read(first.stream, first.seq, 1)
    return found?.body === first.body
  }

  async #commit(entries: readonly Append[], fences: readonly Fence[]): Promise<void> {
    const flawed = this.#flaw === 'house-without-sequence' ? await this.#renumbered(entries) : entries
    await this.#journal.append(flawed, this.#checked(fences))
    for (const { stream, seq } of flawed) {
      const fence = fences.find((one) => one.stream === stream)
      const owner = this.#epochs.get(stream) ?? null
      if (fence && fence.epoch !== owner) this.trespasses.push({ stream, seq, epoch: fence.epoch, owner })
    }
  }

  #checked(fences: readonly Fence[]): readonly Fence[] {
    if (this.#flaw === 'no-fence') return []
    if (this.#flaw !== 'no-epoch') return fences
    // Some lease of that stream is enough, whoever's it was.
    return fences.map(({ stream, epoch }) => ({ stream, epoch: this.#epochs.get(stream) ?? epoch }))
  }

  async #renumbered(entries: readonly Append[]): Promise<readonly Append[]> {
    let { seq } = await this.#journal.last(HOUSE)
    return entries.map((entry) => (entry.stream === HOUSE ? { ...entry, seq: ++seq } : entry))
  }

  #happens(what: keyof Trouble): boolean {
    const once = this.trouble[what]
    return once > 0 && this.#dice.isOneIn(once)
  }

  #travel(to: string | null): Promise<void> {
    const ms = this.#happens('slow') ? 300 + this.#dice.below(2_500) : 1 + this.#dice.below(6)
    return new Promise((arrived) => this.#time.after(to, ms, arrived))
  }
}
