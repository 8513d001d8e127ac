import type { Cents } from '../../../engine/money.ts'
import { principalOf, type StaffPrincipal, type TerminalPrincipal } from '../../../house/principals.ts'
import type { Reply } from '../../floor/floor.ts'
import { giveCommand } from '../../floor/give-command.ts'
import { issueTicket, redeemTicket } from '../../floor/ticket-desk.ts'
import { chanceFrom, testMeans } from '../../means/testing.ts'
import { Hall, type SmallNode, signedIn, terminalAt } from '../testing.ts'
import { Dice } from './dice.ts'
import { calm, type Flaw, rough, TroubleStore } from './trouble-store.ts'
import { VirtualTime } from './virtual-time.ts'

/** What somebody was told. `id`: null where it had none; then `amount` is nobody else's. */
export type Told = { table: string; id: string | null; amount: number; reply: Reply; isTicket: boolean }

export type Night = { hall: Hall; store: TroubleStore; told: readonly Told[]; problems: string[] }

const TABLES = ['etg', 'single', 'fast'] as const
const NIGHT_MS = 20_000
const CLIENTS = 6

/** One night from a seed: three nodes, clients who play, and all that may go wrong; then peace, and all is looked at. */
export async function playNight(seed: number, flaw: Flaw | null = null): Promise<Night> {
  const time = new VirtualTime()
  time.install()
  try {
    return await new NightShift(seed, flaw, time).play()
  } finally {
    time.uninstall()
  }
}

class NightShift {
  readonly #time: VirtualTime
  readonly #dice: Dice
  readonly #store: TroubleStore
  readonly #hall: Hall
  readonly #told: Told[] = []
  readonly #problems: string[] = []
  readonly #cuts = new Map<string, number>()
  #staff = ''
  #terminals: TerminalPrincipal[] = []
  #tickets: string[] = []
  #named = 0
  #isOver = false
  #playing = 0

  constructor(seed: number, flaw: Flaw | null, time: VirtualTime) {
    this.#time = time
    this.#dice = new Dice(seed)
    this.#store = new TroubleStore(time, this.#dice, flaw)
    this.#hall = new Hall({
      store: this.#store.plain,
      means: () => ({ ...testMeans(), chance: chanceFrom(`${seed} ${this.#named++}`) }),
      view: (_, node) => this.#store.at(node),
      carry: (from, to, deliver) => this.#carry(from, to, deliver),
      time: () => {
        const skew = { wall: this.#dice.below(20_000) - 10_000, rate: 1 + (this.#dice.next() - 0.5) / 500 }
        return { wall: () => time.now + skew.wall, steady: () => time.now * skew.rate }
      },
      timing: { leaseMs: 3_000, beatMs: 1_000 },
    })
  }

  async play(): Promise<Night> {
    await this.#begin()
    this.#store.trouble = rough
    for (let nth = 0; nth < CLIENTS; nth++) void this.#client()
    const end = this.#time.now + NIGHT_MS
    while (this.#time.now < end) {
      await this.#time.run(300 + this.#dice.below(1_500))
      await this.#mischief()
    }
    await this.#peace()
    return { hall: this.#hall, store: this.#store, told: this.#told, problems: this.#problems }
  }

  get #nodes(): SmallNode[] {
    return [...this.#hall.nodes.values()]
  }

  async #begin(): Promise<void> {
    const first = await this.#start('a')
    const prepared = (async () => {
      this.#staff = await signedIn(first.floor, 'dealer')
      for (let nth = 0; nth < 3; nth++) this.#terminals.push(await terminalAt(first.floor, 'etg'))
    })()
    await this.#await(prepared)
    await this.#start('b')
    await this.#start('c')
    await this.#time.until(() => TABLES.every((table) => this.#hall.ownerOf(table)), 20_000)
  }

  async #start(id: string): Promise<SmallNode> {
    return this.#await(this.#time.as(id, () => this.#hall.add(id)))
  }

  async #await<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const done = () => {
      isDone = true
    }
    work.then(done, done)
    if (!(await this.#time.until(() => isDone, 60_000))) throw new Error('it hangs')
    return work
  }

  // ---- What goes wrong ------------------------------------------------------------------------------------------------

  async #mischief(): Promise<void> {
    const dice = this.#dice
    const node = dice.oneOf(this.#nodes)
    switch (dice.below(6)) {
      case 0:
        return this.#pause(node.id, 200 + dice.below(7_000))
      case 1:
        return this.#cut(node.id, dice.oneOf(this.#nodes).id, 200 + dice.below(5_000))
      case 2:
        return this.#nodes.length > 1 ? this.#kill(node) : undefined
      case 3:
        return this.#nodes.length < 3 ? void (await this.#start(`n${++this.#named}`).catch(() => {})) : undefined
      case 4:
        return this.#drain(node)
      default:
    }
  }

  #pause(node: string, ms: number): void {
    this.#time.pause(node)
    this.#time.after(null, ms, () => this.#time.resume(node))
  }

  #cut(one: string, other: string, ms: number): void {
    this.#cuts.set([one, other].sort().join(' '), this.#time.now + ms)
  }

  #kill(node: SmallNode): void {
    this.#time.kill(node.id)
    node.kill()
  }

  #drain({ id, node }: SmallNode): void {
    void this.#time.as(id, () => node.drain().then(() => node.resume()))
  }

  #carry(from: string, to: string, deliver: () => void): void {
    const cut = this.#cuts.get([from, to].sort().join(' ')) ?? 0
    if (cut <= this.#time.now) this.#time.after(to, 1 + this.#dice.below(20), deliver)
  }

  /** Nothing goes wrong any more: everybody is answered, every table is owned, every node has caught up. */
  async #peace(): Promise<void> {
    this.#store.trouble = calm
    this.#cuts.clear()
    for (const { id } of this.#nodes) this.#time.resume(id)
    this.#isOver = true
    if (!(await this.#time.until(() => this.#playing === 0, 300_000))) this.#problems.push('somebody is never answered')
    const isCalm = () => TABLES.every((table) => this.#hall.ownerOf(table))
    if (!(await this.#time.until(isCalm, 60_000))) this.#problems.push('a table has no owner')
    await this.#time.run(8_000)
  }

  // ---- Those who play -------------------------------------------------------------------------------------------------

  async #client(): Promise<void> {
    this.#playing++
    while (!this.#isOver) {
      await this.#pauseFor(20 + this.#dice.below(300))
      await this.#turn()
    }
    this.#playing--
  }

  #pauseFor(ms: number): Promise<void> {
    return new Promise((done) => this.#time.after(null, ms, done))
  }

  async #turn(): Promise<void> {
    const dice = this.#dice
    const amount = 100 * (10 + ++this.#named)
    if (dice.isOneIn(3)) return this.#ticket()
    const table = dice.oneOf(TABLES)
    const id = dice.isOneIn(4) ? null : `c${this.#named}`
    const command = dice.isOneIn(2)
      ? this.#next(table)
      : { do: 'buy-in', player: dice.oneOf(this.#players(table)), amount }
    const named = { ...command, ...(id === null ? {} : { id }) }
    const reply = await this.#asked(id !== null, (node) => {
      const who = principalOf(node.floor.house.settled.state, this.#staff, node.floor.presence)
      return who ? giveCommand(node.floor, who as StaffPrincipal, table, named) : null
    })
    const isOnce = 'amount' in command
    if (reply && (id !== null || isOnce)) this.#told.push({ table, id, amount, reply, isTicket: false })
  }

  /** The next step of a round, as some node sees it; a wager in between. */
  #next(table: string): object {
    const phase = this.#dice.oneOf(this.#nodes).floor.rooms.get(table)?.table.settled.state.round.phase
    const wager = { do: 'wager', player: this.#dice.oneOf(this.#players(table)), spot: '17', stake: 500 }
    switch (phase) {
      case 'betting-open':
        return this.#dice.isOneIn(3) ? { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' } : wager
      case 'ball-spinning':
        return this.#dice.isOneIn(2) ? { do: 'no-more-bets' } : wager
      case 'betting-closed':
        return { do: 'ball-at-rest', pocket: String(1 + this.#dice.below(36)) }
      case 'outcome-determined':
        return { do: 'settle' }
      default:
        return { do: 'place-your-bets' }
    }
  }

  #players(table: string): string[] {
    return table === 'etg' ? this.#terminals.map(({ player }) => player) : ['ann', 'ben']
  }

  async #ticket(): Promise<void> {
    const terminal = this.#dice.oneOf(this.#terminals)
    const [id, number] = [`t${this.#named}`, this.#dice.isOneIn(2) ? this.#dice.oneOf(['', ...this.#tickets]) : '']
    const isAtCounter = this.#dice.isOneIn(2)
    const reply = await this.#asked(true, ({ floor }) => {
      const staff = principalOf(floor.house.settled.state, this.#staff, floor.presence)
      const who = isAtCounter ? staff : terminal
      const place = isAtCounter ? { table: 'etg' } : {}
      if (!who) return null
      return number === ''
        ? issueTicket(floor, who, { amount: 700 as Cents, ...place }, id)
        : redeemTicket(floor, who, { number, ...place }, id)
    })
    if (!reply) return
    const { ticket } = reply.body as { ticket?: { number: string } }
    if (ticket && number === '') this.#tickets.push(ticket.number)
    this.#told.push({ table: 'etg', id, amount: 0, reply, isTicket: true })
  }

  /** Asks some node; again at another where that is safe. Null: it was never answered. */
  async #asked(mayRepeat: boolean, ask: (node: SmallNode) => Promise<Reply> | null): Promise<Reply | null> {
    for (let tries = 0; tries < 12; tries++) {
      const node = this.#dice.oneOf(this.#nodes)
      const asked = this.#time.as(node.id, () => ask(node))
      const reply = asked && (await Promise.race([asked.catch(() => null), this.#pauseFor(15_000).then(() => null)]))
      // A node that died while it was asked says nothing.
      const isHeard = reply && !this.#time.isDead(node.id)
      if (isHeard && reply.status < 500) return reply
      if (asked && !mayRepeat && !(isHeard && 'moving' in reply.body)) return null
      await this.#pauseFor(100 + this.#dice.below(400))
    }
    return null
  }
}
