import type { Cents } from '../../src/engine/money.ts'
import type { StaffCaller, TerminalCaller } from '../../src/house/caller.ts'
import { callerOf } from '../../src/house/find-caller.ts'
import { TICKETS } from '../../src/house/ticket-state.ts'
import { giveCommand } from '../../src/service/floor/give-command.ts'
import { bodyOf, type Reply } from '../../src/service/floor/reply.ts'
import { issueTicket, redeemTicket, sellTicket } from '../../src/service/floor/ticket-desk.ts'
import type { SmallNode } from '../support/cluster.ts'
import { Dice } from './dice.ts'
import type { NightWorld } from './night-world.ts'

/**
 * An acknowledgement. `id`: null for a command without one; then its `amount` is unique. `visible`: up to which entry the
 * node that answered had the stream then; null: it had waited in vain, the stream was
 * stopped there, or the request was a repeated one, which the record answers.
 */
export type Told = {
  table: string
  id: string | null
  amount: number
  reply: Reply
  visible: number | null
  isTicket: boolean
}
type Heard = Pick<Told, 'reply' | 'visible'>

/** How long an answer waits for what it changed to arrive at the node that gives it. */
const WAITED_MS = 5_000

/** The interval between rushes of clients, and the time within which all of a rush arrive. */
const RUSH_EVERY_MS = 400
const RUSH_MS = 15

/**
 * The principals of the house: a dealer by the hash of a token, and terminals; and the tickets that anybody may
 * present.
 */
export type People = { staff: string; terminals: readonly TerminalCaller[]; tickets: string[] }

/** Somebody who plays: one command after the other, each asked of some node. */
export class NightClient {
  readonly told: Told[] = []
  readonly #world: NightWorld
  readonly #people: People
  readonly #name: number
  readonly #dice: Dice
  readonly #began: number
  #given = 0
  #isOver = false

  constructor(world: NightWorld, people: People, name: number) {
    this.#world = world
    this.#people = people
    this.#name = name
    this.#dice = Dice.of(world.plan.seed, `client ${name}`)
    this.#began = world.time.now
  }

  async play(): Promise<void> {
    const { plan } = this.#world
    while (!this.#isOver && this.#given < plan.commandsMax) {
      await this.#world.wait(plan.isRush ? this.#untilRush() : 20 + this.#dice.below(300))
      this.#given++
      // One request in three is for a ticket; in a rush two are.
      await (this.#dice.isOneIn(3) !== plan.isRush ? this.#ticket() : this.#command())
    }
  }

  get #ms(): number {
    return this.#world.time.now - this.#began
  }

  #untilRush(): number {
    return RUSH_EVERY_MS - (this.#ms % RUSH_EVERY_MS) + this.#dice.below(RUSH_MS)
  }

  /** Apart, all who come at one moment ask the same node first. */
  #nodeToAsk(tries: number): SmallNode {
    const { nodes, plan } = this.#world
    if (!plan.isApart || tries > 0) return this.#dice.oneOf(nodes)
    return nodes[Math.floor(this.#ms / RUSH_EVERY_MS) % nodes.length]!
  }

  /** After what is under way. */
  stop(): void {
    this.#isOver = true
  }

  async #command(): Promise<void> {
    const dice = this.#dice
    const amount = 100 * (1_000 * this.#name + this.#given)
    const table = dice.oneOf(this.#world.plan.tables)
    const id = dice.isOneIn(4) ? null : `c${this.#name}-${this.#given}`
    const command = dice.isOneIn(2)
      ? this.#next(table)
      : { do: 'buy-in', player: dice.oneOf(this.#players(table)), amount }
    const named = { ...command, ...(id === null ? {} : { id }) }
    const { staff } = this.#people
    const name = `${JSON.stringify(named)} at ${table}`
    const heard = await this.#asked(name, table, id !== null, ({ floor }) => {
      const who = callerOf(floor.house.settled.state, staff, floor.presence)
      return who ? giveCommand(floor, who as StaffCaller, table, named) : null
    })
    const isOnce = 'amount' in command
    if (heard && (id !== null || isOnce)) this.told.push({ table, id, amount, ...heard, isTicket: false })
  }

  /** The next step of a round, as some node sees it; a wager in between. */
  #next(table: string): { do: string; [field: string]: unknown } {
    const phase = this.#dice.oneOf(this.#world.nodes).floor.rooms.get(table)?.table.settled.state.round.phase
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
    const seated = this.#people.terminals.filter((terminal) => terminal.table === table)
    return seated.length > 0 ? seated.map(({ player }) => player) : ['ann', 'ben']
  }

  /** A ticket to redeem, or none. In a rush it is the same for all who come at that moment. */
  #someTicket(): string {
    const { tickets } = this.#people
    if (!this.#world.plan.isRush) return this.#dice.oneOf(['', ...tickets])
    return tickets[Math.floor(this.#ms / RUSH_EVERY_MS)] ?? ''
  }

  async #ticket(): Promise<void> {
    const dice = this.#dice
    const terminal = dice.oneOf(this.#people.terminals)
    const [id, number] = [`t${this.#name}-${this.#given}`, dice.isOneIn(2) ? this.#someTicket() : '']
    const isAtCounter = dice.isOneIn(this.#world.plan.isRush ? 6 : 2)
    const { staff } = this.#people
    const name = `${number === '' ? 'a ticket' : `ticket ${number} redeemed`} for ${isAtCounter ? 'the counter' : terminal.player}, ${id}`
    const heard = await this.#asked(name, TICKETS, true, ({ floor }) => {
      const who = isAtCounter ? callerOf(floor.house.settled.state, staff, floor.presence) : terminal
      const place = isAtCounter ? { table: 'etg' } : {}
      if (!who) return null
      if (number !== '') return redeemTicket(floor, who, { number, ...place }, id)
      const amount = 700 as Cents
      return who.kind === 'terminal'
        ? issueTicket(floor, who, amount, id)
        : sellTicket(floor, who, { amount, ...place }, id)
    })
    if (!heard) return
    const { ticket } = bodyOf(heard.reply) as { ticket?: { number: string } }
    if (ticket && number === '') this.#people.tickets.push(ticket.number)
    this.told.push({ table: terminal.table, id, amount: 0, ...heard, isTicket: true })
  }

  /** Asks some node; again at another where that is safe. Null: it was never answered. */
  async #asked(
    name: string,
    stream: string,
    mayRepeat: boolean,
    ask: (node: SmallNode) => Promise<Reply> | null,
  ): Promise<Heard | null> {
    const { time, story } = this.#world
    for (let tries = 0; tries < 12; tries++) {
      const node = this.#nodeToAsk(tries)
      const since = time.now
      const asked = time.as(node.id, () => ask(node))
      if (asked) story.tell(`${this.#name} asks ${node.id}: ${name}`)
      const reply = asked && (await Promise.race([asked.catch(() => null), this.#world.wait(15_000).then(() => null)]))
      // A node that died while it was asked says nothing.
      const isHeard = reply && !time.isDead(node.id)
      if (isHeard) story.tell(`${this.#name} hears ${Object.keys(reply)[0]}${refusalIn(reply)}`)
      if (isHeard && !('problem' in reply && unanswered.includes(reply.problem)))
        return { reply, visible: tries === 0 && time.now - since < WAITED_MS ? visibleAt(node, stream) : null }
      if (asked && !mayRepeat && !(isHeard && 'moving' in bodyOf(reply))) return null
      await this.#world.wait(100 + this.#dice.below(400))
    }
    return null
  }
}

function visibleAt({ floor }: SmallNode, stream: string): number | null {
  const found = stream === TICKETS ? floor.tickets : floor.rooms.get(stream)!.table
  return found.stopped === null ? found.durable : null
}

const unanswered: readonly string[] = ['unavailable', 'failed']

function refusalIn(reply: Reply): string {
  const { refused, problem } = bodyOf(reply) as { refused?: unknown; problem?: unknown }
  return refused || problem ? `, ${JSON.stringify(refused ?? problem)}` : ''
}
