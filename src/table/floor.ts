import { type Decision, isRefusal } from '../engine/decision.ts'
import { type Command, isProblem, leastFor, readCommand } from '../engine/language.ts'
import type { Cents } from '../engine/money.ts'
import { type Refusal, refuse } from '../engine/refusals.ts'
import { fundsOf, stakedBy } from '../engine/summary.ts'
import { isUnderWay, type TableSetup } from '../engine/table.ts'
import type { HouseWish, Left } from '../house/commands.ts'
import type { HouseEvent, HouseEventOf, TerminalStatus } from '../house/events.ts'
import { type Reading, readingOf } from '../house/meters.ts'
import {
  actorOf,
  askedBy,
  byOf,
  mayNotCommand,
  notItsOwn,
  overdueSessions,
  Presence,
  type Principal,
  type StaffPrincipal,
  stillHere,
  type TerminalPrincipal,
} from '../house/principals.ts'
import { type HouseRefusal, houseRefusals } from '../house/refusals.ts'
import { HOUSE, seatOf } from '../house/state.ts'
import { closingAt, nothing } from '../house/terminals.ts'
import { buyInFor, cashOutFor, ticketThen } from '../house/tickets.ts'
import { readTableEntry } from '../record/table-entry.ts'
import { cryptoBytes } from '../wheel/chance.ts'
import type { WheelSource } from '../wheel/source.ts'
import { drawBonusNumbers } from './host/bonus-draw.ts'
import { TableHost, TableStopped } from './host/host.ts'
import { HouseHost, type Recorded } from './host/house-host.ts'
import { Publisher } from './host/publisher.ts'
import { WheelLink } from './host/wheel-link.ts'
import type { Journal } from './journal/journal.ts'
import { freshToken, type Means, tokenHash } from './means/means.ts'
import { freshNumber, ticketMark } from './means/secrets.ts'
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
    const host = await TableHost.open(plan.id, plan.setup, this.journal, this.now, () => this.house.restsOn)
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
    const terminals = closingAt(this.house.state, host.id)
    if (terminals.length === 0) return
    void this.house.submit({ do: 'close-after-round', terminals, by: { system: 'table' } }).catch(() => {})
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
    const actor = actorOf(askedBy(who))
    const isTicket = who.kind === 'terminal' && asked.do === 'cash-out'
    const barred = isTicket
      ? notItsOwn(who, room.plan.id, asked)
      : mayNotCommand(this.house.state, who, room.plan.id, asked, leastFor(asked.do, room.host.book))
    const by = byOf(who)
    // Who it is, the service knows; what a message says of it does not matter. A person is never the wheel.
    const person = asked.do === 'ball-at-rest' ? { source: 'dealer' } : {}
    const command = { ...asked, ...person, by: by ?? { role: 'player' as const, name: actor } } as Command
    if (barred) return this.barred(room, command, actor, who, barred)
    if (isTicket) return this.issue(who, { amount: asked.amount }, asked.id)
    return room.host.submit(command, actor).then(replyTo)
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
    const issuing = (): HouseWish => ({
      do: 'issue-ticket',
      ...request,
      number: freshNumber(this.house.state, this.means),
      by: askedBy(who),
      ...(id === undefined ? {} : { id }),
    })
    return this.ticketed(who, issuing, cashOutFor)
  }

  /** A ticket becomes credits at a terminal, or cash from an attendant; once, whatever is retried or raced. */
  redeem(
    who: StaffPrincipal | TerminalPrincipal,
    request: { number: string; table?: string },
    id?: string,
  ): Promise<Reply> {
    const asking = { by: askedBy(who), ...(id === undefined ? {} : { id }) }
    return this.ticketed(who, () => ({ do: 'redeem-ticket', ...request, ...asking }), buyInFor)
  }

  /** A request that came before has its answer; else it is decided, at a terminal together with the table. */
  private async ticketed(
    who: StaffPrincipal | TerminalPrincipal,
    wishOf: () => HouseWish,
    commandFor: typeof cashOutFor | typeof buyInFor,
  ): Promise<Reply> {
    const host = who.kind === 'terminal' ? this.rooms.get(who.table)?.host : undefined
    if (who.kind === 'terminal' && !host) return noTable(who.table)
    await host?.ready()
    if (!stillHere(this.house.state, who, this.now())) return unknownReply
    const wish = wishOf()
    const before = this.house.answered(actorOf(wish.by), wish.id)
    if (before) return this.ticketAgain(before)
    const { events, refused } = this.house.foresee(wish)
    if (who.kind === 'terminal' && !refused) {
      const ticket = events[0] as HouseEventOf<'ticket-issued' | 'ticket-redeemed'>
      return this.withTicket(host!, commandFor(ticket, who.player, ticketMark(ticket.number, this.means)), wish)
    }
    const decision = await this.house.submit(wish)
    if (decision.refused) return refusedReply(decision.refused)
    return { status: 200, body: { ticket: ticketThen(this.house.state, decision.events) } }
  }

  /** The table's entry and the house's, both or neither. A refusal is of this moment: the ticket may be tried again. */
  private async withTicket(host: TableHost, command: Command, wish: HouseWish): Promise<Reply> {
    if (host.stopped) throw new TableStopped(host.stopped.message)
    const actor = actorOf(wish.by)
    const staked = command.do === 'cash-out' ? stakesOf(host, command.player) : null
    if (staked) {
      await host.settled()
      return replyTo(staked)
    }
    const { id: _, ...asked } = command
    if (isRefusal(host.foresee(command))) return replyTo(await host.submit(asked as Command, actor))
    const { decision, append, landed } = this.house.stage(wish, { stream: host.id, seq: host.seq + 1 })
    const ticket = ticketThen(this.house.state, decision.events)
    const answer = await landed(host.submit(command, actor, [append!]))
    return { status: 200, body: { ...answer, ticket } }
  }

  /** The answer that was given the first time, from the record: it is the same after a restart. */
  private async ticketAgain({ events, beside }: Recorded): Promise<Reply> {
    await this.house.settled()
    const ticket = ticketThen(this.house.state, events)
    const [written] = beside ? await this.journal.read(beside.stream, beside.seq, 1) : []
    const entry = written && readTableEntry(written.body)
    return { status: 200, body: { ...(entry && 'events' in entry ? { events: entry.events } : {}), ticket } }
  }

  /** A refusal of the house before there was anything to decide; where it must be on record, it is before it is said. */
  async refuse(asked: string, who: Principal, refusal: HouseRefusal): Promise<Reply> {
    await this.house.submit({ do: 'note-refusal', asked, refusal, by: askedBy(who) })
    return refusedReply(refusal)
  }

  /** In the demonstration anybody may sit down, with credits to play. */
  async demoTerminal(table: string): Promise<Reply> {
    const room = this.rooms.get(table)
    if (!room) return noTable(table)
    const token = freshToken(this.means.chance)
    const credential = tokenHash(token)
    const decision = await this.house.submit({ do: 'add-demo-terminal', table, credential, by: { system: 'demo' } })
    if (decision.refused) return refusedReply(decision.refused)
    const { terminal, player } = decision.events[0] as HouseEventOf<'terminal-added'>
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
    const sessions = overdueSessions(this.house.state, this.now(), this.presence)
    if (sessions.length === 0) return
    await this.house.submit({ do: 'end-sessions', sessions, by: { system: 'service' } }).catch(() => {})
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

function statusAfter(event: HouseEvent): TerminalStatus | null {
  if (event.type === 'terminal-closed') return event.to
  if (event.type === 'terminal-added' || event.type === 'terminal-opened') return 'open'
  return event.type === 'terminal-removed' ? 'removed' : null
}

/** At a terminal credits do not leave while its stakes are in play, whatever chips may do at a table of that book. */
function stakesOf({ state }: TableHost, player: string): Refusal | null {
  const { round } = state
  return isUnderWay(round) && stakedBy(state, player) > 0 ? refuse('stakes-in-play', { round: round.round }) : null
}

const lackOfAuthority = ['position-too-low', 'not-for-this-player']

function replyTo(decision: Decision): Reply {
  if (!isRefusal(decision)) return { status: 200, body: decision }
  return { status: lackOfAuthority.includes(decision.refused) ? 403 : 409, body: decision }
}

const noTable = (table: string): Reply => ({ status: 404, body: { problem: `there is no table ${table}` } })

const unknownReply: Reply = { status: 401, body: { problem: 'who are you' } }

export const refusedReply = (refusal: HouseRefusal): Reply => ({
  status: houseRefusals[refusal.refused].status,
  body: refusal,
})
