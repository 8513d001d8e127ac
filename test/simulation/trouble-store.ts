import { HOUSE } from '../../src/house/state.ts'
import { TICKETS } from '../../src/house/ticket-state.ts'
import { entryAt, firstItems } from '../../src/record/journal-reader.ts'
import type { Append } from '../../src/record/stored-entry.ts'
import { type Journal, StoreFault } from '../../src/service/journal/journal.ts'
import { type Fence, LEASE_MS, type Lease, type Leases, type Roster } from '../../src/service/journal/leases.ts'
import { entryPages } from '../../src/service/journal/pages.ts'
import { memoryJournal } from '../support/memory-journal.ts'
import { MemoryLeases } from '../support/memory-leases.ts'
import { nodeView } from '../support/stream.ts'
import { Dice } from './dice.ts'
import type { Faults } from './night-faults.ts'
import type { Flaw, NightPlan } from './night-plan.ts'
import type { NightStory } from './night-story.ts'
import type { VirtualTime } from './virtual-time.ts'

const HEEDS_WITHIN_MS = 20

/** The rate of each fault: once in this number of calls; 0: never. */
export type Trouble = { slow: number; fails: number; answerLost: number; givesUp: number }

export const calm: Trouble = { slow: 0, fails: 0, answerLost: 0, givesUp: 0 }
export const rough: Trouble = { slow: 40, fails: 60, answerLost: 50, givesUp: 150 }

/** A table's entry that was written by somebody who did not own the table then. */
export type Trespass = { stream: string; seq: number; epoch: number; owner: number | null }

/**
 * One store that several nodes share, over a line that is slow, breaks and loses answers. It reacts as a real store
 * does: it detects a lost answer, retries after a fault, and gives up in the end.
 */
export class TroubleStore {
  readonly trespasses: Trespass[] = []
  /** Nodes that went on with a lease although the roster gave it to another one. */
  readonly deafNodes: string[] = []
  /** Returns the leases that a node believes it holds. */
  heldBy: (node: string) => readonly Lease[] = () => []
  trouble: Trouble = calm
  /** By how much its clock is wrong. */
  clockOff = 0
  readonly #time: VirtualTime
  readonly #faults: Faults
  readonly #story: NightStory
  readonly #flaw: Flaw | null
  readonly #diceOf: (node: string) => Dice
  /** Nodes that do not reach it, and until when. */
  readonly #cutOff = new Map<string, number>()
  readonly #leases: MemoryLeases
  readonly #journal: Journal
  readonly #epochs = new Map<string, number>()

  constructor(time: VirtualTime, { seed, flaw }: NightPlan, faults: Faults, story: NightStory) {
    const dice = new Map<string, Dice>()
    this.#time = time
    this.#faults = faults
    this.#story = story
    this.#flaw = flaw
    this.#diceOf = (node) => {
      const own = dice.get(node) ?? Dice.of(seed, `store ${node}`)
      dice.set(node, own)
      return own
    }
    this.#leases = new MemoryLeases(() => time.now + this.clockOff)
    this.#journal = memoryJournal(this.#leases)
  }

  /** How long this node's calls fail, while those of others succeed. */
  cutOff(node: string, ms: number): void {
    this.#cutOff.set(node, this.#time.now + ms)
  }

  reachAgain(): void {
    this.#cutOff.clear()
  }

  /** The store without any trouble, for checks afterwards. */
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
      pages: (stream, first, last) => {
        const read = (from: number, limit: number) => firstItems(plain.pages(stream, from, from + limit - 1), limit)
        return entryPages((...asked) => this.#ask(node, () => read(...asked)), first, last)
      },
      find: (...asked) => this.#ask(node, () => plain.find(...asked)),
      last: (...asked) => this.#ask(node, () => plain.last(...asked)),
      snapshot: (...asked) => this.#ask(node, () => plain.snapshot(...asked)),
      saveSnapshot: (...asked) => this.#ask(node, () => plain.saveSnapshot(...asked)),
      follow: (heard) =>
        plain.follow((stream, seq) => {
          const dice = this.#diceOf(node)
          const [isLost, ms] = [dice.isOneIn(3), 1 + dice.below(50)]
          if (isLost && this.#faults.happens(`${node} is not told that a stream grew`)) return
          this.#time.after(node, ms, () => heard(stream, seq))
        }),
      leases: this.#leasesAt(node),
    }
  }

  #leasesAt(node: string): Leases {
    const leases = this.#leases
    return {
      ...leases,
      beat: async (me, held, report) => {
        const roster = await this.#ask(node, () => leases.beat(me, held, report))
        this.#watchHolder(node, held, roster)
        return this.#flaw === 'lease-renewed-anyway' ? asHeld(roster, held) : roster
      },
      roster: () => this.#ask(node, () => leases.roster()),
      take: (stream, me) => this.#ask(node, async () => this.#noted(node, await leases.take(stream, me))),
      release: (lease, to) => this.#ask(node, () => leases.release(lease, to)),
      drain: (id, isToDrain) => this.#ask(node, () => leases.drain(id, isToDrain)),
      standbys: () => leases.standbys(),
      leave: (me) => this.#ask(node, () => leases.leave(me)),
    }
  }

  /** Shortly after an answered beat a node has dropped every lease that it reported and another node holds. */
  #watchHolder(node: string, sent: readonly Lease[], { leases }: Roster): void {
    this.#time.after(node, HEEDS_WITHIN_MS, () => {
      for (const held of this.heldBy(node)) {
        const now = leases.find(({ stream, leftMs }) => stream === held.stream && leftMs > 0)
        const isSent = sent.some(({ stream, epoch }) => stream === held.stream && epoch === held.epoch)
        if (!isSent || !now || now.epoch <= held.epoch) continue
        this.#story.tell(`${node} holds ${held.stream} by ${held.epoch}, and was told that ${now.node} has it`)
        this.deafNodes.push(`${node} keeps ${held.stream} by ${held.epoch}, and heard of ${now.epoch}`)
      }
    })
  }

  #noted(node: string, lease: Lease | null): Lease | null {
    if (lease) {
      this.#epochs.set(lease.stream, lease.epoch)
      this.#story.tell(`${node} takes ${lease.stream}, epoch ${lease.epoch}`)
    }
    return lease
  }

  /** One round trip; a paused node receives the answer when it continues. */
  async #ask<T>(node: string, work: () => Promise<T>): Promise<T> {
    await this.#travel(node, null)
    if (this.#isCutOff(node) || this.#happens(node, 'fails')) {
      await this.#travel(node, node)
      throw new StoreFault('the line broke', true)
    }
    if (this.#time.isDead(node)) return new Promise(() => {})
    const result = work()
    result.catch(() => {})
    await this.#travel(node, node)
    return result
  }

  async #append(node: string, entries: readonly Append[], fences: readonly Fence[] = []): Promise<void> {
    for (let tries = 0; tries < 8; tries++) {
      await this.#travel(node, null)
      if (this.#time.isDead(node)) return new Promise(() => {})
      if (this.#happens(node, 'givesUp')) return this.#giveUp(node, entries, fences)
      if (this.#isCutOff(node) || this.#happens(node, 'fails')) {
        await this.#travel(node, node)
        continue
      }
      if (this.#answersEarly(node, entries, fences)) return
      const done = this.#commit(entries, fences)
      done.catch(() => {})
      await this.#travel(node, node)
      if (!this.#happens(node, 'answerLost')) return done
      if (await this.#isThere(entries)) return
    }
    throw new StoreFault('it was tried often enough', false)
  }

  #answersEarly(node: string, entries: readonly Append[], fences: readonly Fence[]): boolean {
    const dice = this.#diceOf(node)
    if (this.#flaw !== 'answer-before-commit' || entries.length === 0 || !dice.isOneIn(2)) return false
    const ms = 200 + dice.below(300)
    if (!this.#faults.happens(`the store answers ${node} before it has written`)) return false
    this.#time.after(node, ms, () => void this.#commit(entries, fences).catch(() => {}))
    return true
  }

  /** It is not known whether it was written; it may be even later. */
  async #giveUp(node: string, entries: readonly Append[], fences: readonly Fence[]): Promise<void> {
    const dice = this.#diceOf(node)
    const [late, isWritten] = [dice.below(400), dice.isOneIn(2)]
    if (isWritten) this.#time.after(null, late, () => void this.#commit(entries, fences).catch(() => {}))
    await this.#travel(node, node)
    throw new StoreFault('the line is gone', false)
  }

  async #isThere(entries: readonly Append[]): Promise<boolean> {
    const [first] = entries
    if (!first) return true
    const found = await entryAt(this.#journal, first.stream, first.seq)
    return found?.body === first.body
  }

  async #commit(entries: readonly Append[], fences: readonly Fence[]): Promise<void> {
    const flawed = this.#flaw === 'house-without-sequence' ? await this.#renumbered(entries) : entries
    await this.#journal.append(flawed, this.#checked(fences))
    for (const { stream, seq } of flawed) {
      const fence = fences.find((one) => one.stream === stream)
      const owner = this.#epochs.get(stream) ?? null
      if (!fence || fence.epoch === owner) continue
      this.trespasses.push({ stream, seq, epoch: fence.epoch, owner })
      this.#story.tell(`${stream} ${seq} is written by epoch ${fence.epoch}, and ${owner} has it`)
    }
  }

  #checked(fences: readonly Fence[]): readonly Fence[] {
    if (this.#flaw === 'no-fence') return []
    if (this.#flaw !== 'no-epoch') return fences
    // Some lease of that stream is enough, of any node.
    return fences.map(({ stream, epoch }) => ({ stream, epoch: this.#epochs.get(stream) ?? epoch }))
  }

  /** An entry of a shared stream is appended behind any entry, also behind one on which it was not decided. */
  async #renumbered(entries: readonly Append[]): Promise<readonly Append[]> {
    const lasts = new Map<string, number>()
    for (const stream of [HOUSE, TICKETS]) lasts.set(stream, (await this.#journal.last(stream)).seq)
    return entries.map(({ after, ...entry }) => {
      const last = lasts.get(entry.stream)
      if (last !== undefined) {
        lasts.set(entry.stream, last + 1)
        return { ...entry, seq: last + 1 }
      }
      return after === undefined ? entry : { ...entry, after }
    })
  }

  #isCutOff = (node: string): boolean => (this.#cutOff.get(node) ?? 0) > this.#time.now

  #happens(node: string, what: keyof Trouble): boolean {
    const once = this.trouble[what]
    if (once === 0 || !this.#diceOf(node).isOneIn(once)) return false
    const [kind, words] = [`${what} ${node}`, troubleWords[what]]
    if (!this.#faults.happens(kind)) return false
    this.#story.tell(`${words} ${node}`)
    return true
  }

  /** `to` null: to the store; what is on its way there gets there, whatever becomes of whoever sent it. */
  #travel(node: string, to: string | null): Promise<void> {
    const dice = this.#diceOf(node)
    const [quick, slow] = [1 + dice.below(6), 300 + dice.below(2_500)]
    return new Promise((arrived) => this.#time.after(to, this.#happens(node, 'slow') ? slow : quick, arrived))
  }
}

/** The roster as a node wants it. */
const asHeld = (roster: Roster, held: readonly Lease[]): Roster => ({
  ...roster,
  leases: roster.leases.map((lease) => {
    const own = held.find(({ stream }) => stream === lease.stream)
    return own ? { ...lease, ...own, leftMs: LEASE_MS } : lease
  }),
})

const troubleWords: Readonly<Record<keyof Trouble, string>> = {
  slow: 'the store is slow for',
  fails: 'the store fails a call of',
  answerLost: 'the answer is lost that the store gave',
  givesUp: 'the line to the store is gone for',
}
