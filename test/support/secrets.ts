import { createHash } from 'node:crypto'
import type { Cents } from '../../src/engine/money.ts'
import type { HouseCaller, StaffCaller, TerminalCaller } from '../../src/house/caller.ts'
import { callerOf, terminalCaller, type Watch } from '../../src/house/find-caller.ts'
import type { TicketEnd } from '../../src/house/house-commands.ts'
import {
  type Decided,
  type HouseDecision,
  type HouseEvent,
  type HouseEventOf,
  isTicketEvent,
  type PinHash,
  type TicketEvent,
  type TicketStreamEvent,
} from '../../src/house/house-events.ts'
import { type HouseRefusal, isHouseRefusal, refuse } from '../../src/house/house-refusals.ts'
import * as people from '../../src/house/people.ts'
import type { StaffRole } from '../../src/house/roles.ts'
import { evolveHouse, freshHouse, type HouseState } from '../../src/house/state.ts'
import * as terminals from '../../src/house/terminals.ts'
import { evolveTickets, freshTickets, type Ticket, type TicketState } from '../../src/house/ticket-state.ts'
import * as tickets from '../../src/house/tickets.ts'
import { ticketThen } from '../../src/house/tickets.ts'
import { after, hasCome, moment } from '../../src/house/time.ts'
import { Presence } from '../../src/service/floor/presence.ts'
import { drawSecrets } from '../../src/service/secrets/draw-secrets.ts'
import {
  type ByteSource,
  cryptoChance,
  freshToken,
  type KeyMaterial,
  keyedHash,
  limitConcurrency,
  tokenHash,
} from '../../src/service/secrets/key-material.ts'
import { checkPin, matchesNow, type PinCheck } from '../../src/service/secrets/pin-checks.ts'
import { freshCode, freshNumber, terminalWaiting, ticketMark } from '../../src/service/secrets/secrets.ts'

/** For the tests: chance that repeats itself from a seed, quick PINs, and a house that journals into a list. */
export const START = '2026-03-01T04:00:00.000Z'

export function chanceFrom(seed: string): ByteSource {
  let count = 0
  return {
    bytes: (length) => {
      const blocks = Array.from({ length: Math.ceil(length / 32) }, () =>
        createHash('sha256').update(`${seed} ${count++}`).digest(),
      )
      return Buffer.concat(blocks).subarray(0, length)
    },
  }
}

export const testKeyMaterial = (
  seed = 'seed',
  drawKeys: readonly Uint8Array[] = [Buffer.alloc(32, 5)],
): KeyMaterial => ({
  chance: chanceFrom(seed),
  key: Buffer.alloc(32, 7),
  draws: drawSecrets({ houseKey: Buffer.alloc(32, 7), drawKeys: () => drawKeys, chance: cryptoChance }),
  pinCost: { N: 2, r: 1, p: 1 },
  pinTurns: limitConcurrency(2, 1_000),
  stationTurns: limitConcurrency(1, 1_000),
})

export const console: HouseCaller = { kind: 'console', name: 'root' }

/** Any hash will do where nobody signs in. */
export const somePin = (keyMaterial: KeyMaterial): PinHash => ({
  ...keyMaterial.pinCost,
  scheme: 'scrypt',
  salt: '',
  hash: keyedHash(keyMaterial, 'some pin').toString('base64'),
})

// ---- What the service does around a decision: it draws what is secret, and answers with it ---------------------------

type Answered<Result, Event = HouseEvent> = ({ events: readonly Event[] } & Result) | HouseRefusal

const answered = <Result extends object, Event = HouseEvent>(
  decided: Decided<Event>,
  result: (events: readonly Event[]) => Result,
): Answered<Result, Event> =>
  isHouseRefusal(decided) ? decided : { events: decided.events, ...result(decided.events) }

type SignedIn = { token: string; badge: string; name: string; role: StaffRole; expires: string }

export function signIn(
  state: HouseState,
  check: PinCheck,
  now: string,
  keyMaterial: KeyMaterial,
): HouseDecision & { opened?: SignedIn } {
  const token = freshToken(keyMaterial.chance)
  if (!matchesNow(state, check.badge, check)) return { events: [], refused: refuse('badge-or-pin-wrong') }
  const member = state.staff.get(check.badge)
  const decision = people.signIn(state, { badge: check.badge, session: tokenHash(token) }, now)
  if (decision.refused) return decision
  const { expires } = decision.events[0] as HouseEventOf<'session-opened'>
  return { ...decision, opened: { token, badge: member!.badge, name: member!.name, role: member!.role, expires } }
}

export const changeOwnPin = (
  state: HouseState,
  { current, pin }: { current: PinCheck; pin: PinHash },
  who: StaffCaller,
  now: string,
): Decided =>
  matchesNow(state, who.badge, current) ? people.changeOwnPin(state, { pin }, who, now) : refuse('badge-or-pin-wrong')

type NewTerminal = { terminal: string; table: string; player: string; name?: string }
type Code = { code: string; expires: string }

export function addTerminal(
  state: HouseState,
  request: NewTerminal,
  by: HouseCaller,
  now: string,
  keyMaterial: KeyMaterial,
) {
  const { code, hash } = freshCode(keyMaterial)
  const decided = terminals.addTerminal(state, { ...request, code: hash }, by, now)
  return answered<Code>(decided, ([event]) => ({
    code,
    expires: (event as HouseEventOf<'terminal-added'>).code!.expires,
  }))
}

export function renewCode(
  state: HouseState,
  request: { terminal: string; reason: string },
  by: HouseCaller,
  now: string,
  keyMaterial: KeyMaterial,
) {
  const { code, hash } = freshCode(keyMaterial)
  const decided = terminals.renewCode(state, { ...request, code: hash }, by, now)
  return answered<Code>(decided, ([event]) => ({
    code,
    expires: (event as HouseEventOf<'enrolment-code-made'>).code.expires,
  }))
}

type Enrolled = { token: string; caller: TerminalCaller }

export function enrol(state: HouseState, typed: string, now: string, keyMaterial: KeyMaterial) {
  const token = freshToken(keyMaterial.chance)
  const credential = tokenHash(token)
  const terminal = terminalWaiting(state, typed, keyMaterial)
  return answered<Enrolled>(terminals.enrol(state, { terminal, credential }, now), () => ({
    token,
    caller: terminalCaller(state.terminals.get(terminal!)!, credential),
  }))
}

export function addDemoTerminal(
  state: HouseState,
  request: { table: string; name?: string },
  now: string,
  keyMaterial: KeyMaterial,
) {
  const token = freshToken(keyMaterial.chance)
  const credential = tokenHash(token)
  return answered<Enrolled>(terminals.addDemoTerminal(state, { ...request, credential }, now), (events) => {
    const { terminal, table, player } = events[0] as HouseEventOf<'terminal-added'>
    return { token, caller: { kind: 'terminal', terminal, table, player, credential } }
  })
}

type Ticketed = { ticket: Ticket }

/** The house and its tickets: what a ticket's command is decided on. */
type Grounds = { state: HouseState; tickets: TicketState }

const ticketIn = ({ tickets }: TicketState, [event]: readonly TicketStreamEvent[]): Ticket | null =>
  (event && 'number' in event && tickets.get(event.number)) || null

const withTicket = (state: TicketState, decided: Decided<TicketEvent>): Answered<Ticketed, TicketEvent> =>
  answered(decided, (events) => ({
    ticket: ticketThen(events, ticketIn(events.reduce(evolveTickets, state), events))!,
  }))

export const issueTicket = (
  { tickets: state }: Grounds,
  request: { amount: Cents; table?: string; days?: number },
  by: HouseCaller,
  now: string,
  keyMaterial: KeyMaterial,
) =>
  withTicket(
    state,
    tickets.issueTicket(
      state,
      { ...request, number: freshNumber((number) => state.tickets.get(number) !== undefined, keyMaterial) },
      by,
      now,
    ),
  )

export const redeemTicket = (
  { state, tickets: all }: Grounds,
  request: { number: string; table?: string; closed?: TicketEnd },
  by: HouseCaller,
  now: string,
) => withTicket(all, tickets.redeemTicket({ callers: state, tickets: all }, request, by, now))

export const cashOutFor = (ticket: Ticket, player: string, keyMaterial: KeyMaterial) =>
  tickets.cashOutFor(ticket, player, ticketMark(ticket.number, keyMaterial))
export const buyInFor = (ticket: Ticket, player: string, keyMaterial: KeyMaterial) =>
  tickets.buyInFor(ticket, player, ticketMark(ticket.number, keyMaterial))

export class TestHouse {
  state: HouseState = freshHouse()
  tickets: TicketState = freshTickets()
  readonly journal: HouseEvent[] = []
  readonly ticketJournal: TicketEvent[] = []
  readonly keyMaterial: KeyMaterial
  now = START

  constructor(keyMaterial = testKeyMaterial()) {
    this.keyMaterial = keyMaterial
  }

  /** Looks at nothing but the end of a session. */
  readonly watch: Watch = { isOver: ({ expires }) => hasCome(expires, this.now) }

  presence(): Presence {
    return new Presence(
      () => moment(this.now),
      () => this.now,
    )
  }

  wait(milliseconds: number): void {
    this.now = after(this.now, milliseconds)
  }

  record(events: readonly (HouseEvent | TicketEvent)[]): void {
    // Values return from the journal as JSON.
    for (const event of JSON.parse(JSON.stringify(events)) as (HouseEvent | TicketEvent)[])
      if (isTicketEvent(event)) {
        this.ticketJournal.push(event)
        this.tickets = evolveTickets(this.tickets, event)
      } else {
        this.journal.push(event)
        this.state = evolveHouse(this.state, event)
      }
  }

  /** Journals what was decided; a refusal changes nothing. */
  decided<Result extends { events: readonly (HouseEvent | TicketEvent)[] }>(
    decision: Result | HouseRefusal,
  ): Result | HouseRefusal {
    if (!isHouseRefusal(decision)) this.record((decision as Result).events)
    return decision
  }

  /** The same where no refusal is expected. */
  done<Result extends { events: readonly (HouseEvent | TicketEvent)[] }>(decision: Result | HouseRefusal): Result {
    const result = this.decided(decision)
    if (isHouseRefusal(result as object)) throw new Error(`Refused: ${JSON.stringify(result)}`)
    return result as Result
  }

  add(badge: string, role: StaffRole, pin = somePin(this.keyMaterial)): void {
    this.done(people.addStaff(this.state, { badge, name: `Name of ${badge}`, role, pin }, console, this.now))
  }

  async signIn(badge: string, pin: string): Promise<{ refused?: HouseRefusal; opened?: SignedIn }> {
    const check = await checkPin(this.state, badge, pin, this.keyMaterial)
    if (isHouseRefusal(check)) return { refused: check }
    const tried = signIn(this.state, check, this.now, this.keyMaterial)
    this.record(tried.events)
    return tried
  }

  who(token: string): HouseCaller | null {
    return callerOf(this.state, tokenHash(token), this.watch)
  }

  terminal(table = 'one'): TerminalCaller {
    return this.done(addDemoTerminal(this.state, { table }, this.now, this.keyMaterial)).caller
  }
}

export const staffAs = (role: StaffRole, badge: string = role): StaffCaller => ({
  kind: 'staff',
  badge,
  name: `Name of ${badge}`,
  role,
  credential: 'none',
})
