import { type Decision, isRefusal } from '../engine/decision.ts'
import { type Command, isProblem, leastFor, readCommand } from '../engine/language.ts'
import type { Cents } from '../engine/money.ts'
import { type Refusal, refuse } from '../engine/refusals.ts'
import { fundsOf, stakedBy } from '../engine/summary.ts'
import { isUnderWay, type TableSetup } from '../engine/table.ts'
import type { Decided } from '../house/decision.ts'
import type { HouseEvent, TerminalStatus } from '../house/events.ts'
import type { Means } from '../house/means.ts'
import { type Reading, readingOf } from '../house/meters.ts'
import {
  byOf,
  mayNotCommand,
  notItsOwn,
  overdueSessions,
  Presence,
  type Principal,
  refusalRecord,
  type StaffPrincipal,
  type TerminalPrincipal,
} from '../house/principals.ts'
import { type HouseRefusal, houseRefusals, isHouseRefusal } from '../house/refusals.ts'
import { HOUSE, seatOf, type Ticket } from '../house/state.ts'
import { addDemoTerminal, closeAfterRound, type Left, nothing } from '../house/terminals.ts'
import { buyInFor, cashOutFor, issueTicket, redeemTicket, ticketThen } from '../house/tickets.ts'
import { cryptoBytes } from '../wheel/chance.ts'
import type { WheelSource } from '../wheel/source.ts'
import { drawBonusNumbers } from './host/bonus-draw.ts'
import { readEntry } from './host/entry.ts'
import { TableHost, TableStopped } from './host/host.ts'
import { HouseHost, type Recorded } from './host/house-host.ts'
import { WheelLink } from './host/wheel-link.ts'
import type { Journal } from './journal/journal.ts'
import { Publisher } from './publishing/publisher.ts'
import { hostAsWritten } from './setups.ts'

/** Something that the people who run the house must see. */
export type Alarm = { at: string; table: string | null; text: string }

/** `wheel`: where its lines come from; the service connects it when all is ready. */
export type TablePlan = { id: string; name: string; setup: TableSetup; wheel?: () => WheelSource }
export type Room = { plan: TablePlan; host: TableHost; publisher: Publisher; wheel: WheelLink | null }

/** What a door answers: the HTTP status and the body; a WebSocket leaves the status out. */
export type Reply = { status: number; body: object }

export type FloorOptions = {
  journal: Journal
  means: Means
  plans: readonly TablePlan[]
  now?: () => string
  onAlarm?: (alarm: Alarm) => void
}

let clockAt = 0
let clockSays = ''

/** The time in words changes once a millisecond, commands come more often. */
function clock(): string {
  const now = Date.now()
  if (now !== clockAt) clockSays = new Date(now).toISOString()
  clockAt = now
  return clockSays
}

const ALARMS_KEPT = 100
const DEMO_CREDITS = 1_000_00 as Cents

/** The whole house without its doors: every table with its host, publisher and wheel, and the house itself. */
export class Floor {
  readonly rooms = new Map<string, Room>()
  readonly alarms: Alarm[] = []
  alarmsRaised = 0
  readonly presence: Presence
  readonly means: Means
  readonly now: () => string
  readonly journal: Journal
  readonly house: HouseHost
  /** Of every seat, whether its terminal is open, as it is on disk. */
  private readonly seats = new Map<string, TerminalStatus>()
  private readonly onAlarm: (alarm: Alarm) => void
  private readonly sweep: NodeJS.Timeout

  private constructor(options: FloorOptions, house: HouseHost) {
    this.journal = options.journal
    this.means = options.means
    this.now = options.now ?? clock
    this.onAlarm = options.onAlarm ?? (() => {})
    this.house = house
    for (const { table, player, status } of house.state.terminals.values())
      this.seats.set(seatOf(table, player), status)
    house.onRecorded((events) => {
      for (const event of events) this.announce(event)
    })
    house.onStopped((error) => this.alarm(null, `the house stopped: ${error.message}`))
    this.presence = new Presence(this.now())
    this.sweep = setInterval(() => void this.endSessions(), 60_000)
    this.sweep.unref()
  }

  static async open(options: FloorOptions): Promise<Floor> {
    const now = options.now ?? clock
    const floor = new Floor(options, await HouseHost.open(options.journal, now))
    for (const plan of options.plans) await floor.openRoom(plan)
    return floor
  }

  private async openRoom(plan: TablePlan): Promise<void> {
    const host = await TableHost.open(plan.id, plan.setup, this.journal, this.now)
    const room: Room = {
      plan,
      host,
      publisher: new Publisher(host, (player) => this.seats.get(seatOf(plan.id, player)) ?? null),
      wheel: null,
    }
    this.rooms.set(plan.id, room)
    host.onStopped((error) => this.alarm(plan.id, `the table stopped: ${error.message}`))
    host.onDecided(() => queueMicrotask(() => this.followUp(host)))
    this.followUp(host)
  }

  connectWheel(table: string, source: WheelSource): void {
    const room = this.rooms.get(table)!
    room.wheel = new WheelLink(room.host, source, (status, fault) => {
      room.publisher.tellWheel(status)
      if (fault) this.alarm(table, `wheel: ${fault}`)
    })
  }

  /** What the service itself does next: lights the bonus numbers after no more bets; shuts terminals after the round. */
  private followUp(host: TableHost): void {
    const { round, powerOut } = host.state
    if (host.stopped) return
    if (host.book.rules.bonus && 'draw' in round && isUnderWay(round) && !round.draw && !powerOut) {
      const numbers = drawBonusNumbers(host.book, cryptoBytes())
      void host.submit({ do: 'bonus-numbers', numbers, by: { role: 'system' } }, 'service').catch(() => {})
    }
    if (isUnderWay(round)) return
    const { events } = closeAfterRound(this.house.state, host.id, this.now())
    if (events.length > 0) void this.house.commit(events, 'service').catch(() => {})
  }

  /** A terminal that closes, opens or goes is told so at once. */
  private announce(event: HouseEvent): void {
    const status = statusAfter(event)
    if (!status || !('terminal' in event)) return
    const { table, player } = this.house.state.terminals.get(event.terminal)!
    this.seats.set(seatOf(table, player), status)
    this.rooms.get(table)?.publisher.tellTerminal(player)
  }

  alarm(table: string | null, text: string): void {
    const alarm = { at: this.now(), table, text }
    this.alarms.unshift(alarm)
    this.alarmsRaised++
    this.alarms.splice(ALARMS_KEPT)
    this.onAlarm(alarm)
  }

  /** A command from somebody whom the service knows. */
  async command(who: StaffPrincipal | TerminalPrincipal, table: string, value: unknown): Promise<Reply> {
    const room = this.rooms.get(table)
    if (!room) return noTable(table)
    const command = readCommand(value)
    if (isProblem(command)) return { status: 400, body: command }
    try {
      return await this.commandAt(room, who, command)
    } catch (error) {
      if (error instanceof TableStopped) return { status: 503, body: { problem: `table ${table} is stopped` } }
      throw error
    }
  }

  private commandAt(room: Room, who: StaffPrincipal | TerminalPrincipal, asked: Command): Promise<Reply> {
    const actor = actorOf(who)
    const barred = this.mayNotGive(room, who, asked)
    const command = givenBy(who, asked)
    if (barred) return this.barred(room, command, actor, who, barred)
    if (who.kind === 'terminal' && asked.do === 'cash-out') return this.issue(who, { amount: asked.amount }, asked.id)
    return room.host.submit(command, actor).then(replyTo)
  }

  /** Whether somebody may send this command to this table at all. */
  mayNotGive({ plan, host }: Room, who: StaffPrincipal | TerminalPrincipal, asked: Command): HouseRefusal | null {
    if (who.kind === 'terminal' && asked.do === 'cash-out') return notItsOwn(who, plan.id, asked)
    return mayNotCommand(this.house.state, who, plan.id, asked, leastFor(asked.do, host.book))
  }

  /** Every refusal for lack of authority is journalled: with the table where the position is too low. */
  private async barred(
    room: Room,
    command: Command,
    actor: string,
    who: Principal,
    refusal: HouseRefusal,
  ): Promise<Reply> {
    if (refusal.refused !== 'position-too-low') return this.refuse(command.do, who, refusal)
    await room.host.bar(command, actor, refusal as Refusal)
    return refusedReply(refusal)
  }

  /** Credits leave a terminal as a ticket, or an attendant sells one for cash. */
  issue(
    who: StaffPrincipal | TerminalPrincipal,
    request: { amount: Cents; table?: string },
    id?: string,
  ): Promise<Reply> {
    const asked = who.kind === 'terminal' ? 'cash-out' : 'sell-ticket'
    const issuing = () => issueTicket(this.house.state, request, who, this.now(), this.means)
    return this.ticketed(asked, who, id, issuing, cashOutFor)
  }

  /** A ticket becomes credits at a terminal, or cash from an attendant; once, whatever is retried or raced. */
  redeem(
    who: StaffPrincipal | TerminalPrincipal,
    request: { number: string; table?: string },
    id?: string,
  ): Promise<Reply> {
    const redeeming = () => redeemTicket(this.house.state, request, who, this.now())
    return this.ticketed('redeem-ticket', who, id, redeeming, buyInFor)
  }

  /** A request that came before has its answer; else it is decided, at a terminal together with the table. */
  private async ticketed(
    asked: string,
    who: StaffPrincipal | TerminalPrincipal,
    id: string | undefined,
    decide: () => Decided<{ ticket: Ticket }>,
    commandFor: typeof cashOutFor | typeof buyInFor,
  ): Promise<Reply> {
    const actor = actorOf(who)
    const host = who.kind === 'terminal' ? this.rooms.get(who.table)?.host : undefined
    if (who.kind === 'terminal' && !host) return noTable(who.table)
    await host?.ready()
    const before = this.house.answered(actor, id)
    if (before) return this.ticketAgain(before)
    const decided = decide()
    if (isHouseRefusal(decided)) return this.refuse(asked, who, decided)
    if (who.kind === 'terminal')
      return this.withTicket(host!, commandFor(decided.ticket, who.player, this.means), decided, actor, id)
    await this.house.commit(decided.events, actor, id)
    return { status: 200, body: { ticket: decided.ticket } }
  }

  /** The table's entry and the house's, both or neither. A refusal is of this moment: the ticket may be tried again. */
  private async withTicket(
    host: TableHost,
    command: Command,
    decided: { events: readonly HouseEvent[]; ticket: Ticket },
    actor: string,
    id: string | undefined,
  ): Promise<Reply> {
    if (host.stopped) throw new TableStopped(host.stopped.message)
    const staked = command.do === 'cash-out' ? stakesOf(host, command.player) : null
    if (staked) {
      await host.settled()
      return replyTo(staked)
    }
    const { id: _, ...asked } = command
    if (isRefusal(host.foresee(command))) return replyTo(await host.submit(asked as Command, actor))
    const { append, landed } = this.house.stage(decided.events, actor, id, { stream: host.id, seq: host.seq + 1 })
    const answer = await landed(host.submit(command, actor, [append]))
    return { status: 200, body: { ...answer, ticket: decided.ticket } }
  }

  /** The answer that was given the first time, from the record: it is the same after a restart. */
  private async ticketAgain({ events, beside }: Recorded): Promise<Reply> {
    await this.house.settled()
    const ticket = ticketThen(this.house.state, events)
    const [written] = beside ? await this.journal.read(beside.stream, beside.seq, 1) : []
    const entry = written && readEntry(written.body)
    return { status: 200, body: { ...(entry && 'events' in entry ? { events: entry.events } : {}), ticket } }
  }

  /** A refusal of the house; where it must be on record, it is before it is said. */
  async refuse(asked: string, who: Principal, refusal: HouseRefusal): Promise<Reply> {
    await this.house.commit(refusalRecord(asked, refusal, who, this.now()), actorOf(who))
    return refusedReply(refusal)
  }

  /** In the demonstration anybody may sit down, with credits to play. */
  async demoTerminal(table: string): Promise<Reply> {
    const room = this.rooms.get(table)
    if (!room) return noTable(table)
    const decided = addDemoTerminal(this.house.state, { table }, this.now(), this.means)
    if (isHouseRefusal(decided)) return refusedReply(decided)
    const { token, principal } = decided
    await this.house.commit(decided.events, 'service')
    const { terminal, player } = principal
    const by = { role: 'dealer' as const, name: 'demo' }
    await room.host.submit({ do: 'buy-in', player, amount: DEMO_CREDITS, by }, 'service')
    return { status: 200, body: { token, terminal, table, player } }
  }

  /** What stopped: tables, and the house itself. */
  stopped(): string[] {
    const tables = [...this.rooms.values()].filter(({ host }) => host.stopped).map(({ plan }) => plan.id)
    return [...tables, ...(this.house.stopped ? [HOUSE] : [])]
  }

  /** Resolves when all that is in memory now is on disk, but for what stopped. */
  async settled(): Promise<void> {
    const all = [this.house, ...[...this.rooms.values()].map(({ host }) => host)]
    await Promise.all(all.map((one) => one.settled().catch(() => {})))
  }

  /** The meters of players at a table: what the table counted and what the tickets counted, when it is on disk. */
  async meters(table: string, players: readonly string[]): Promise<Reading[]> {
    const host = await this.hostOf(table)
    const streams = host ? [host.meters, this.house.meters] : [this.house.meters]
    const readings = players.map((player) => readingOf(streams, table, player))
    await Promise.all([host?.settled(), this.house.settled()])
    return readings
  }

  /** What a player has at a table, be it open or not. */
  async left(table: string, player: string): Promise<Left> {
    const host = await this.hostOf(table)
    return host ? fundsOf(host.state, player) : nothing
  }

  /** The memory of a table that stopped is ahead of the disk, and a shut one has none: they are read from the journal. */
  private async hostOf(table: string): Promise<TableHost | null> {
    const host = this.rooms.get(table)?.host
    return host && !host.stopped ? host : hostAsWritten(this.journal, table, this.now)
  }

  private async endSessions(): Promise<void> {
    await this.house.commit(overdueSessions(this.house.state, this.now(), this.presence), 'service').catch(() => {})
  }

  /** Finishes what was accepted, keeps a snapshot of every table, and closes the journal. */
  async close(): Promise<void> {
    clearInterval(this.sweep)
    for (const { wheel, publisher } of this.rooms.values()) {
      wheel?.close()
      publisher.close()
    }
    for (const { host } of this.rooms.values()) await host.snapshot().catch(() => {})
    await this.house.snapshot().catch(() => {})
    await this.journal.close()
  }
}

export const actorOf = (who: Principal): string =>
  who.kind === 'staff'
    ? `staff:${who.badge}`
    : who.kind === 'terminal'
      ? `terminal:${who.terminal}`
      : `console:${who.name}`

/** Who it is, the service knows; what a message says of it does not matter. A person is never the wheel. */
export function givenBy(who: StaffPrincipal | TerminalPrincipal, asked: Command): Command {
  const person = asked.do === 'ball-at-rest' ? { source: 'dealer' } : {}
  return { ...asked, ...person, by: byOf(who) ?? { role: 'player', name: actorOf(who) } } as Command
}

function statusAfter(event: HouseEvent): TerminalStatus | null {
  if (event.type === 'terminal-closed') return event.to
  if (event.type === 'terminal-added' || event.type === 'terminal-opened') return 'open'
  return event.type === 'terminal-removed' ? 'removed' : null
}

/** At a terminal credits do not leave while its stakes are in play, whatever chips may do at a table of that book. */
export function stakesOf({ state }: TableHost, player: string): Refusal | null {
  const { round } = state
  return isUnderWay(round) && stakedBy(state, player) > 0 ? refuse('stakes-in-play', { round: round.round }) : null
}

const lackOfAuthority = ['position-too-low', 'not-for-this-player']

function replyTo(decision: Decision): Reply {
  if (!isRefusal(decision)) return { status: 200, body: decision }
  return { status: lackOfAuthority.includes(decision.refused) ? 403 : 409, body: decision }
}

const noTable = (table: string): Reply => ({ status: 404, body: { problem: `there is no table ${table}` } })

const refusedReply = (refusal: HouseRefusal): Reply => ({
  status: houseRefusals[refusal.refused].status,
  body: refusal,
})
