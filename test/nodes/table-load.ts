import { setTimeout as pause } from 'node:timers/promises'
import { environmentFor } from '../../src/client/environment.ts'
import { type CommandAnswer, type Draft, isAccepted, TableConnection } from '../../src/client/index.ts'
import { NodeRing } from '../../src/client/node-ring.ts'
import type { Cents } from '../../src/engine/money.ts'
import type { DealerView, DisplayView } from '../../src/engine/views.ts'
import type { Acknowledgements } from '../acknowledgements.ts'
import type { Dice } from '../simulation/dice.ts'
import { ask, type Body, type Seat } from '../support/service.ts'
import type { NodeProcesses } from './node-processes.ts'

/** Dealers, players and cashiers at several nodes, over the client that real ones have. */

/** A command that was accepted: by whom, at which node's address, when it was sent and when it was answered. */
type Mark = { table: string; who: string; node: string; sentAt: number; at: number }

const STAKE = 500 as Cents
const SPOTS = ['17', '20', 'red', 'odd', '0']
/**
 * A dealer closes betting after a number of answers to players, or after a while, since players may be waiting for a
 * node.
 */
const WAGERS_A_ROUND = 8
const BETTING_MS = 300
/** The pause of a terminal between two presses, which leaves the machine time for other work. */
const PRESS_MS = 20
/** A node that does not answer by then is left for another: longer than a table takes to move. */
const HTTP_MS = 6_000
const TICKET = 500

export class TableLoad {
  readonly told: Acknowledgements
  readonly #house: NodeProcesses
  readonly #dice: Dice
  readonly #senders: Sender[] = []
  readonly #listeners = new Set<() => void>()
  readonly #answers = new Map<string, number>()
  #marks: Mark[] = []
  #asked = 0
  #isOver = false
  readonly #playing: Promise<unknown>

  /** `cashiers`: players who have tickets instead of wagers. */
  constructor(house: NodeProcesses, told: Acknowledgements, dice: Dice, cashiers: readonly Seat[]) {
    this.#house = house
    this.told = told
    this.#dice = dice
    const players = house.seats.filter((seat) => !cashiers.includes(seat))
    const tables = new Set(house.seats.map(({ table }) => table))
    this.#playing = Promise.all([
      ...[...tables].map((table) => this.#deal(table)),
      ...players.map((seat) => this.#play(seat)),
      ...cashiers.map((seat) => this.#cash(seat)),
    ])
  }

  async end(): Promise<void> {
    this.#isOver = true
    for (const { connection } of this.#senders) connection.close()
    await this.#playing
  }

  // ---- What was answered, and when ------------------------------------------------------------------------------------

  /** From here on; what was answered before is forgotten. */
  begin(): number {
    this.#marks = []
    return performance.now()
  }

  /** Asks each of these tables for something at other nodes, at once: how long it was until its owner had answered. */
  async answeredElsewhere(tables: readonly string[], leaving: string | null): Promise<number[]> {
    const since = performance.now()
    const addresses = this.#house.addresses.filter((address) => address !== leaving)
    const answered = tables.map(async (table) => {
      const body = { do: 'buy-in', player: 'ann', amount: STAKE, id: `elsewhere-${++this.#asked}` }
      const path = `/api/tables/${table}/commands`
      const answer = await this.#askAnywhere(path, this.#house.staff.dealer, body, () => addresses)
      if (answer) this.told.hear({ stream: table, actor: 'staff:1001', id: body.id, command: body }, answer.body)
      return performance.now() - since
    })
    return Promise.all(answered)
  }

  /** When the last of all senders had something taken that they sent after that moment. */
  async untilEverybody(since: number): Promise<number> {
    const isServed = ({ who }: Sender) => this.#marks.some((mark) => mark.who === who && mark.sentAt >= since)
    await this.#until(() => this.#senders.every(isServed))
    return performance.now() - since
  }

  /** Whether each of them could go to every other node if its own were gone. */
  get isEverybodyInformed(): boolean {
    return this.#senders.every(({ nodes }) => nodes.size >= this.#house.addresses.length)
  }

  /** The clients without an answer since their command, each with its state: for a campaign that hangs. */
  waiting(): string[] {
    const isServed = ({ who }: Sender) => this.#marks.some((mark) => mark.who === who)
    return this.#senders.filter((sender) => !isServed(sender)).map((sender) => sender.described())
  }

  /** The longest wait of a command that was sent to another node and answered after that moment. */
  longestWaits(tables: readonly string[], since: number, leaving: string): number[] {
    return tables.flatMap((table) => {
      const marks = this.#marks.filter((mark) => mark.table === table && mark.at > since && mark.node !== leaving)
      return marks.length > 0 ? [Math.max(...marks.map(({ at, sentAt }) => at - sentAt))] : []
    })
  }

  heard(mark: Omit<Mark, 'at'>, isTaken: boolean): void {
    if (isTaken) this.#marks.push({ ...mark, at: performance.now() })
    this.#answers.set(mark.table, (this.#answers.get(mark.table) ?? 0) + 1)
    for (const listener of [...this.#listeners]) listener()
  }

  #until(holds: () => boolean): Promise<void> {
    return new Promise((done) => {
      const look = (): void => {
        if (!holds() && !this.#isOver) return
        this.#listeners.delete(look)
        done()
      }
      this.#listeners.add(look)
      look()
    })
  }

  // ---- Who plays ------------------------------------------------------------------------------------------------------

  #sender(table: string, who: string, actor: string, token: string): Sender {
    const sender = new Sender(this, this.#dice.oneOf(this.#house.addresses), { table, who, actor, token })
    this.#senders.push(sender)
    return sender
  }

  async #deal(table: string): Promise<void> {
    const dealer = this.#sender(table, `dealer-${table}`, 'staff:1001', this.#house.staff.dealer)
    for (;;) {
      const { view } = await dealer.connection.until(({ status }) => this.#isOver || status === 'live')
      if (this.#isOver) return
      if (view?.phase === 'betting-open') await this.#bettingTime(table)
      if (this.#isOver) return
      const answer = await dealer.give(this.#nextStep(dealer.connection.known.view!))
      if (!isAccepted(answer)) await pause(PRESS_MS)
    }
  }

  #bettingTime(table: string): Promise<unknown> {
    const enough = (this.#answers.get(table) ?? 0) + WAGERS_A_ROUND
    return Promise.race([this.#until(() => (this.#answers.get(table) ?? 0) >= enough), pause(BETTING_MS)])
  }

  #nextStep({ phase, wheelOrder }: DealerView): Draft {
    if (phase === 'betting-open') return { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }
    if (phase === 'ball-spinning') return { do: 'no-more-bets' }
    if (phase === 'betting-closed') return { do: 'ball-at-rest', pocket: this.#dice.oneOf(wheelOrder) }
    return phase === 'outcome-determined' ? { do: 'settle' } : { do: 'place-your-bets' }
  }

  async #play({ table, terminal, player, token }: Seat): Promise<void> {
    const sender = this.#sender(table, terminal, `terminal:${terminal}`, token)
    const isOpen = (view: DisplayView | null) => view?.phase === 'betting-open' || view?.phase === 'ball-spinning'
    for (;;) {
      await sender.connection.until(({ status, view }) => this.#isOver || (status === 'live' && isOpen(view)))
      if (this.#isOver) return
      const spot = this.#dice.oneOf(SPOTS)
      const isTakenBack = this.#dice.isOneIn(10)
      await sender.give(isTakenBack ? { do: 'withdraw', player, spot } : { do: 'wager', player, spot, stake: STAKE })
      await pause(PRESS_MS)
    }
  }

  /** Credits become a ticket and the ticket credits, at any node; unanswered, it is asked for again with the same id. */
  async #cash({ table, terminal, token }: Seat): Promise<void> {
    let number: string | null = null
    for (let nth = 0; !this.#isOver; nth++) {
      const id = `${number ? 'in' : 'out'}-${nth}`
      const [path, body]: [string, Body] = number
        ? ['/api/tickets/redeem', { number, id }]
        : ['/api/tickets', { amount: TICKET, id }]
      const sentAt = performance.now()
      const answer = await this.#askAnywhere(path, token, body)
      if (!answer) return
      if (answer.status !== 200) return void this.told.problems.push(`${id}: ${JSON.stringify(answer.body)}`)
      const ticket = answer.body.ticket as { number: string }
      this.told.hearTicket({ terminal, id, number: ticket.number, amount: TICKET })
      this.heard({ table, who: terminal, node: 'any', sentAt }, true)
      number = number ? null : ticket.number
      await pause(PRESS_MS)
    }
  }

  /** Until a node has said yes or no; null: it is over. */
  async #askAnywhere(path: string, token: string, body: Body, where = () => this.#house.addresses) {
    while (!this.#isOver) {
      const asked = ask(this.#dice.oneOf(where()), 'POST', path, { token, body })
      const answer = await Promise.race([asked.catch(() => null), pause(HTTP_MS, null)])
      if (answer && answer.status < 500) return answer
      await pause(PRESS_MS)
    }
    return null
  }
}

type SentBy = { table: string; who: string; actor: string; token: string }

/** One person at one table, by the typed client, with ids of their own. */
class Sender {
  readonly who: string
  readonly connection: TableConnection<DealerView>
  readonly nodes: NodeRing
  readonly #load: TableLoad
  readonly #by: SentBy
  /** Where it is connected, or tries to be. */
  #node: string
  #count = 0
  #said = ''

  constructor(load: TableLoad, address: string, by: SentBy) {
    this.#load = load
    this.#by = by
    this.who = by.who
    this.#node = address
    this.nodes = new NodeRing(address)
    const usual = environmentFor(this.nodes)
    const open = (path: string) => {
      const socket = usual.open(path)
      this.#node = new URL((socket as WebSocket).url).host
      return socket
    }
    const openOwner = (path: string, owner: string) => {
      const way = usual.openOwner!(path, owner)
      const adopt = () => {
        way!.adopt()
        this.#node = new URL(owner).host
      }
      return way && { ...way, adopt }
    }
    const environment = { ...usual, open, openOwner, newId: () => this.#id }
    this.connection = new TableConnection<DealerView>(by.table, by.token, environment)
  }

  get #id(): string {
    return `${this.who}-${this.#count}`
  }

  described(): string {
    const { status, version, view, pending } = this.connection.known
    const sent = pending.map(({ command, round }) => `${command.do} ${command.id} of round ${round}`)
    const said = this.#said ? `, told last ${this.#said}` : ''
    return `${this.who} at ${this.#node}, one of ${this.nodes.size}: ${status}, version ${version}, ${view?.phase} in round ${view?.round}, sent ${sent.join(', ') || 'nothing'}${said}`
  }

  async give(draft: Draft): Promise<CommandAnswer> {
    this.#count++
    const id = this.#id
    const { table, who, actor } = this.#by
    const [sentAt, node] = [performance.now(), this.#node]
    const answer = await this.connection.send(draft)
    this.#said = JSON.stringify(answer).slice(0, 120)
    this.#load.told.hear({ stream: table, actor, id, command: draft }, answer)
    this.#load.heard({ table, who, node, sentAt }, isAccepted(answer))
    return answer
  }
}
