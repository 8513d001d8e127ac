import { AsyncLocalStorage } from 'node:async_hooks'
import { allOf, firstItems } from '../../src/record/journal-reader.ts'
import type { Append } from '../../src/record/stored-entry.ts'
import type { Journal } from '../../src/service/journal/journal.ts'
import type { Fence } from '../../src/service/journal/leases.ts'
import { entryPages } from '../../src/service/journal/pages.ts'
import { Stream } from '../../src/service/stream/stream.ts'
import type { StreamKind } from '../../src/service/stream/stream-kind.ts'
import { memoryJournal } from '../support/memory-journal.ts'
import { MemoryLeases } from '../support/memory-leases.ts'
import { nodeView } from '../support/stream.ts'
import type { Step, World } from './explore.ts'

/**
 * Nodes that share one stream, the house, each with a table for each of its requests, on the real `Stream`, `Outbox`
 * and `JointCommand`. The explorer controls time, the turns of the event loop and the connection to the store.
 */

export const HOUSE = 'house'

/** A stream of claims: each name is claimed once. It stands for a house that redeems tickets, and for a table's credits. */
type Claim = { claim: string; id?: string; at?: string }
type Claimed = { claimed: string }
type Answer = Claimed | { refused: 'taken' | 'id-taken' }
type Entry = { at: string; actor: string; command: Claim; events: readonly Claimed[]; answer: Answer }
type Memory = { readonly claimed: ReadonlySet<string> }
type ClaimStream = Stream<Memory, Claim, Claimed, Answer, Entry>

const isTaken = ({ claimed }: Memory, { claim }: Claim): boolean => claimed.has(claim)

const claims: StreamKind<Memory, Claim, Claimed, Answer, Entry> = {
  fresh: { claimed: new Set() },
  snapshotAfter: () => Number.POSITIVE_INFINITY,
  decide(memory, command) {
    if (isTaken(memory, command)) return { events: [], answer: { refused: 'taken' }, isRefused: true, record: 'never' }
    const event = { claimed: command.claim }
    return { events: [event], answer: event, isRefused: false, record: 'always' }
  },
  remember: (memory, { events }) => ({ claimed: new Set([...memory!.claimed, ...events.map((one) => one.claimed)]) }),
  entryOf: (_, { at, actor, command }, { events, answer }) => ({ at, actor, command, events, answer }),
  // With a version, as a real entry has one: its hash is that of its text.
  write: (entry) => JSON.stringify({ v: 4, ...entry }),
  read: (body) => JSON.parse(body) as Entry,
  answerOf: ({ actor, command: { id }, answer }) => (id === undefined ? null : { actor, id, answer }),
  isSameRequest: ({ command }, { claim }) => command.claim === claim,
  idTaken: () => ({ refused: 'id-taken' }),
  *writeSnapshot() {
    yield
    return ''
  },
  readSnapshot: async () => null,
  isGoodMoment: () => false,
  prepare: () => null,
}

/** `pair`: with an entry of a table of the node, as a ticket at a terminal has one; otherwise of the house alone. */
export type Request = { claim: string; pair: boolean }

type Waiting = {
  entries: readonly Append[]
  fences: readonly Fence[] | undefined
  done: (result: Promise<void>) => void
}

const order = ['ask', 'commit', 'answer', 'read', 'hear', 'wake'] as const
type Kind = (typeof order)[number]

type Timer = { ms: number; run: () => void }

/** A timer of at most this long may come while something else could happen; a longer one waits until nothing else can. */
const SOON_MS = 100
/** So often at each node: otherwise it could be woken for ever while the others stand still. */
const EARLY_TIMERS = 1

class Node {
  readonly name: string
  readonly journal: Journal
  readonly seen: string[] = []
  readonly answers: { claim: string; answer: unknown }[] = []
  house!: ClaimStream
  readonly tables = new Map<string, ClaimStream>()
  requests: readonly Request[]
  hinted = 0
  readonly immediates: (() => void)[] = []
  readonly timers: Timer[] = []
  #early = 0
  #isHearing = false
  readonly #world: SharedHouse
  readonly #commits: Waiting[] = []
  readonly #results: (() => void)[] = []
  readonly #reads: (() => void)[] = []

  constructor(world: SharedHouse, name: string, store: Journal, requests: readonly Request[]) {
    this.#world = world
    this.name = name
    this.requests = requests
    this.journal = {
      ...nodeView(store),
      append: (entries, fences) =>
        new Promise<void>((resolve) => this.#commits.push({ entries, fences, done: resolve })),
      pages: (stream, first, last) => {
        const read = (from: number, limit: number) => firstItems(store.pages(stream, from, from + limit - 1), limit)
        return entryPages(
          async (from, limit) => {
            const page = await read(from, limit)
            if (page.length === 0 || this.#isHearing) return page
            // The journal may have grown by the time it is read.
            await new Promise<void>((go) => this.#reads.push(go))
            return read(from, limit)
          },
          first,
          last,
        )
      },
    }
  }

  /** The steps that can happen here next. Appends, their answers and reads each keep their order. */
  steps(): (Step & { kind: Kind })[] {
    const steps = this.#arrivals().map((together) => {
      const names = together.map(({ claim }) => claim).join(' and ')
      const askAll = () => {
        for (const request of together) this.#ask(request)
      }
      return this.#step('ask', askAll, names)
    })
    const [commit, result, read] = [this.#commits[0], this.#results[0], this.#reads[0]]
    if (commit) steps.push(this.#step('commit', () => this.#commit(this.#commits.shift()!)))
    if (result) steps.push(this.#step('answer', () => this.#results.shift()!()))
    if (read) steps.push(this.#step('read', () => this.#read()))
    if (this.#world.lastOfOthers(this) > this.hinted) steps.push(this.#step('hear', () => this.#hear()))
    const isQuiet = steps.length === 0
    const [timer] = this.timers
    if (timer && (isQuiet || (timer.ms <= SOON_MS && this.#early < EARLY_TIMERS)))
      steps.push(
        this.#step('wake', () => {
          if (!isQuiet) this.#early++
          this.timers.shift()!.run()
        }),
      )
    return steps
  }

  #read(): void {
    this.seen.push(String(this.#world.length))
    this.#reads.shift()!()
  }

  /** One request, or two in the same turn of the event loop. */
  #arrivals(): (readonly Request[])[] {
    const { requests } = this
    return requests.flatMap((one) => [[one], ...requests.filter((other) => other !== one).map((other) => [one, other])])
  }

  #step(kind: Kind, run: () => void | Promise<void>, what = ''): Step & { kind: Kind } {
    return {
      kind,
      name: `${this.name} ${kind} ${what}`.trimEnd(),
      run: () => {
        this.seen.push(kind, what)
        return this.#world.during(this, run)
      },
    }
  }

  #ask(request: Request): void {
    this.requests = this.requests.filter((one) => one !== request)
    const { claim, pair } = request
    const command = { claim, id: claim }
    // Each request is of another caller, so that none waits while another one's id is looked up.
    const actor = `${this.name} ${claim}`
    const asked: Promise<unknown> = pair
      ? this.tables.get(claim)!.submitWith({ claim }, this.house, command, actor)
      : this.house.submit(command, actor)
    asked.then(
      (answer) => this.answers.push({ claim, answer }),
      (error: Error) => this.answers.push({ claim, answer: { fault: error.message } }),
    )
  }

  async #commit({ entries, fences, done }: Waiting): Promise<void> {
    const result = this.#world.store.append(entries, fences)
    const isWritten = await result.then(
      () => true,
      () => false,
    )
    this.seen.push(isWritten ? 'ok' : 'conflict')
    this.#results.push(() => done(result))
  }

  async #hear(): Promise<void> {
    this.hinted = this.#world.lastOfOthers(this)
    this.seen.push(String(this.hinted))
    this.#isHearing = true
    this.house.heardOf(this.hinted)
    await this.#world.settle()
    this.#isHearing = false
  }
}

export class SharedHouse implements World {
  readonly store: Journal
  readonly #nodes: Node[]
  readonly #clock: FakeClock
  readonly #all: readonly Request[]
  /** The actors of the entries of the house, in order. */
  #order: readonly string[] = []

  private constructor(clock: FakeClock, requests: readonly (readonly Request[])[]) {
    this.#clock = clock
    const leases = new MemoryLeases(() => 0)
    this.store = memoryJournal(leases)
    this.#all = requests.flat()
    this.#nodes = requests.map((own, nth) => new Node(this, 'abc'[nth]!, this.store, own))
  }

  static async create(clock: FakeClock, requests: readonly (readonly Request[])[]): Promise<SharedHouse> {
    const world = new SharedHouse(clock, requests)
    for (const node of world.#nodes) await clock.as(node, () => world.#open(node))
    return world
  }

  async #open(node: Node): Promise<void> {
    const options = { now: () => '2026-03-01T04:00:00.000Z', reviveAfterMs: 1, salt: () => '' }
    const plain = nodeView(this.store)
    const journal = { ...plain, append: node.journal.append }
    node.house = await Stream.open(HOUSE, claims, { ...options, journal: node.journal, role: 'shared' })
    for (const { claim } of node.requests.filter(({ pair }) => pair)) {
      const id = `${node.name} ${claim}`
      const table: ClaimStream = await Stream.open(id, claims, { ...options, journal, role: 'follower' })
      await table.own((await this.store.leases!.take(id, node.name))!)
      node.tables.set(claim, table)
    }
  }

  /** Those first that bring nodes into each other's way: all ask, then all commit, then all hear of it. */
  steps(): readonly Step[] {
    const steps = this.#nodes.flatMap((node) => node.steps())
    return order.flatMap((kind) => steps.filter((one) => one.kind === kind))
  }

  fingerprint(): string {
    return `${this.#nodes.map(({ seen }) => seen.join(' ')).join('|')}#${this.#order.join(' ')}`
  }

  /** Runs a step of this node, and all that follows from it without another step. */
  async during(node: Node, run: () => void | Promise<void>): Promise<void> {
    await this.#clock.as(node, run)
    await this.#clock.settle()
    for (let next = node.immediates.shift(); next; next = node.immediates.shift()) {
      this.#clock.as(node, next)
      await this.#clock.settle()
    }
    await this.#look()
  }

  settle(): Promise<void> {
    return this.#clock.settle()
  }

  get length(): number {
    return this.#order.length
  }

  /** The number of the last entry that another node has written. */
  lastOfOthers({ name }: Node): number {
    return this.#order.findLastIndex((actor) => !actor.startsWith(`${name} `)) + 1
  }

  async #look(): Promise<void> {
    const { seq } = await this.store.last(HOUSE)
    if (seq !== this.#order.length) this.#order = (await this.#entries()).map(({ actor }) => actor)
  }

  async #entries(): Promise<Entry[]> {
    return (await allOf(this.store.pages(HOUSE))).map(({ body }) => JSON.parse(body) as Entry)
  }

  async problem(): Promise<string | null> {
    const entries = await this.#entries()
    const names = entries.flatMap(({ events }) => events.map(({ claimed }) => claimed))
    const twice = names.find((name, nth) => names.indexOf(name) !== nth)
    if (twice) return `${twice} was claimed twice`
    const answers = this.#nodes.flatMap((node) => node.answers.map((one) => ({ ...one, node })))
    if (answers.length < this.#all.length) return 'somebody is never answered'
    for (const { claim, answer, node } of answers) {
      if (JSON.stringify(answer).includes('fault')) return `${claim}: ${JSON.stringify(answer)}`
      const isGranted = !JSON.stringify(answer).includes('refused')
      const isThere = entries.some(({ actor }) => actor === `${node.name} ${claim}`)
      if (isGranted !== isThere) return `${node.name} was told ${JSON.stringify(answer)} of ${claim}`
    }
    const missing = this.#all.find(({ claim }) => !names.includes(claim))
    return missing ? `nobody got ${missing.claim}` : null
  }
}

/**
 * Turns of the event loop and timers of the node that asks for them. All other code in this process keeps the real ones: an
 * earlier test may have left a timer behind.
 */
export class FakeClock {
  readonly #node = new AsyncLocalStorage<Pick<Node, 'immediates' | 'timers'>>()
  readonly #real = { setImmediate: globalThis.setImmediate, setTimeout: globalThis.setTimeout }

  /** Runs work of a node: its turns and timers are in the hands of the exploration. */
  as<T>(node: Pick<Node, 'immediates' | 'timers'>, work: () => T): T {
    return this.#node.run(node, work)
  }

  /** All that is ready happens; what waits for a turn or a timer does not. */
  settle(): Promise<void> {
    return new Promise((done) => this.#real.setImmediate(done))
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const handle = { unref: () => handle, ref: () => handle }
    Object.assign(globalThis, {
      setImmediate: (run: () => void) => {
        const node = this.#node.getStore()
        return node ? void node.immediates.push(run) : this.#real.setImmediate(run)
      },
      setTimeout: (run: () => void, ms: number) => {
        const node = this.#node.getStore()
        if (!node) return this.#real.setTimeout(run, ms)
        node.timers.push({ ms, run })
        return handle
      },
    })
    try {
      return await work()
    } finally {
      Object.assign(globalThis, this.#real)
    }
  }
}
