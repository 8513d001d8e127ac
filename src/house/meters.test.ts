import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prisonBooks } from '../../test/books/french-en-prison.ts'
import { wholeCampaign } from '../../test/campaign.ts'
import { nameOf, type Setting, settings, settingsOf } from '../../test/support/engine.ts'
import { buyInFor, cashOutFor, issueTicket, redeemTicket, staffAs, TestHouse } from '../../test/support/secrets.ts'
import { conduct, openTable, type Table } from '../engine/conduct.ts'
import { isRefusal } from '../engine/decision.ts'
import type { TableEvent } from '../engine/events.ts'
import { isProblem, readCommand } from '../engine/language.ts'
import { balanceOf } from '../engine/ledger.ts'
import { type Cents, zero } from '../engine/money.ts'
import { spotsOf } from '../engine/spots.ts'
import { fundsOf, imprisonedOf } from '../engine/summary.ts'
import { isUnderWay, readSetup } from '../engine/table.ts'
import type { TerminalCaller } from './caller.ts'
import type { TicketEvent } from './house-events.ts'
import { isHouseRefusal } from './house-refusals.ts'
import {
  attendantTicketsOf,
  type CounterName,
  countersOf,
  type Meters,
  metersFrom,
  meterTable,
  meterTickets,
  noMeters,
  readingOf,
  ticketsMetered,
} from './meters.ts'
import type { Ticket } from './ticket-state.ts'
import { cancelTicket } from './tickets.ts'

/** A random generator whose choices repeat for a seed. */
class Dice {
  #state: number
  constructor(seed: number) {
    this.#state = seed
  }
  pick<T>(items: readonly T[]): T {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return items[(this.#state >>> 8) % items.length]!
  }
}

const seen = new Map<string, number>()
const see = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)

/** One table with its terminals, the meters beside it, and the attendants' own count of the cash that they handled. */
class Floor {
  readonly house = new TestHouse()
  readonly id = 'one'
  table: Table
  tableMeters: Meters = noMeters()
  ticketMeters: Meters = noMeters()
  readonly terminals: TerminalCaller[]
  readonly cash = new Map<string, { in: number; out: number }>()
  readonly tickets: Ticket[] = []
  readonly #setting: Setting

  constructor(setting: Setting) {
    this.#setting = setting
    const { book, layout, terminal } = setting
    const limits = book.rules.limits.policy === 'settled-by-rule' ? { default: { min: 300, max: 2_000 } } : {}
    const setup = readSetup({ book: book.id, layout, ...(terminal ? { terminal } : {}), limits }, () => book)
    if ('problem' in setup) throw new Error(setup.problem)
    this.table = openTable(book, setup)
    this.terminals = [1, 2, 3].map(() => this.house.terminal(this.id))
    for (const { player } of this.terminals) this.cash.set(player, { in: 0, out: 0 })
  }

  get streams(): Meters[] {
    return [this.tableMeters, this.ticketMeters]
  }

  /** Decides and records a command. Returns whether it was accepted. */
  command(wish: object, also: () => void = () => {}): boolean {
    const command = readCommand(wish)
    if (isProblem(command)) throw new Error(command.problem)
    const { table, answer } = conduct(this.table, command)
    if (isRefusal(answer)) return false
    this.table = table
    for (const event of answer.events) this.tableMeters = meterTable(this.tableMeters, this.id, told(event))
    also()
    return true
  }

  attendant(what: 'buy-in' | 'cash-out', player: string, amount: number, colour: object): void {
    const count = this.cash.get(player)!
    const by = 'dealer'
    this.command({ do: what, player, amount, by, ...colour }, () => {
      if (what === 'buy-in') count.in += amount
      else count.out += amount
    })
  }

  #ticket<Result extends { ticket: Ticket }>(
    decision: Parameters<TestHouse['decided']>[0] & (Result | object),
    commandFor: (ticket: Ticket) => object,
  ): Ticket | null {
    if (isHouseRefusal(decision)) return null
    const { events, ticket } = decision as typeof decision & Result
    const both = () => {
      this.house.record(events)
      this.ticketMeters = (events as readonly TicketEvent[]).reduce(meterTickets, this.ticketMeters)
    }
    return this.command(commandFor(ticket), both) ? ticket : null
  }

  cashOutToTicket(who: TerminalCaller, amount: number): void {
    const { now, keyMaterial } = this.house
    const decision = issueTicket(this.house, { amount: amount as Cents }, who, now, keyMaterial)
    const ticket = this.#ticket(decision, (made) => cashOutFor(made, who.player, keyMaterial))
    if (ticket) this.tickets.push(ticket)
  }

  redeem(who: TerminalCaller, number: string): void {
    const { now, keyMaterial } = this.house
    this.#ticket(redeemTicket(this.house, { number }, who, now), (found) => buyInFor(found, who.player, keyMaterial))
  }

  /** A command that fits the present state. */
  next(dice: Dice): object {
    const { round } = this.table.state
    const by = 'shift-manager'
    const open = { do: 'place-your-bets', by }
    if (!isUnderWay(round)) return dice.pick([open, open, open, ...this.afterwards(dice)])
    const { pockets } = this.#setting.book.wheel
    const draw = { do: 'bonus-numbers', by: 'system', numbers: pockets.slice(0, 10) }
    const rest = { do: 'ball-at-rest', by, pocket: dice.pick(this.#popular()) }
    const close = { do: 'no-more-bets', by }
    const settle = { do: 'settle', by }
    switch (round.phase) {
      case 'betting-open':
        return dice.pick([...[1, 2, 3, 4, 5, 6, 7].map(() => this.#wager(dice)), this.#withdrawal(dice), spin, spin])
      case 'ball-spinning':
        return dice.pick([this.#wager(dice), this.#wager(dice), close, close])
      case 'betting-closed':
        return dice.pick([draw, rest, rest, { ...rest, revolutions: dice.pick([3, 5, 6]) }])
      case 'referred':
        return { do: 'decide', by, ...this.#decision(dice) }
      default:
        return dice.pick([
          settle,
          settle,
          settle,
          settle,
          settle,
          draw,
          this.#ruling(dice),
          this.#ruling(dice),
          { do: 'irregularity', by, code: 'interference' },
          { do: 'refer', by, reason: 'unclear' },
          { do: 'correct-outcome', by, round: round.round, pocket: dice.pick(pockets), reason: 'misread' },
        ])
    }
  }

  #decision(dice: Dice): object {
    const awards = dice.pick([true, false])
      ? { awards: { [dice.pick(this.terminals).player]: dice.pick([500, 40]) } }
      : {}
    return { decision: dice.pick(['settle', 'void', 'continue']), reason: 'so be it', ...awards }
  }

  /** Zero comes more often where it imprisons, so that play is sure to imprison and release. */
  #popular(): string[] {
    const { wheel, rules } = this.#setting.book
    const zeros = rules.enPrison ? ['0', '0', '0', '0', '0'] : []
    return ['17', '17', '20', '1', '0', '36', wheel.pockets.at(-1)!, ...zeros]
  }

  afterwards(dice: Dice): object[] {
    const round = Math.max(1, this.table.state.roundsOpened - dice.pick([0, 0, 1, 2]))
    const by = 'pit-supervisor'
    return [
      { do: 'correct-outcome', by, round, pocket: dice.pick(this.#popular()), reason: 'misread' },
      { do: 'void-rounds', by, rounds: [round], code: 'ball-broke', reason: 'chipped' },
    ]
  }

  #spot(dice: Dice): string {
    const { byId, list } = spotsOf(this.#setting.book, this.#setting.layout)
    return dice.pick([...['17', 'red', '17/20', 'scatter-bonus'].filter((id) => byId.has(id)), dice.pick(list).spot])
  }

  #wager(dice: Dice): object {
    const { player } = dice.pick(this.terminals)
    const chips = this.table.state.colours.get(player) && dice.pick([true, false])
    const stake = chips ? { chips: dice.pick([1, 3, 7]) } : { stake: dice.pick([500, 100, 1_000, 2_500]) }
    return { do: 'wager', player, spot: this.#spot(dice), ...stake }
  }

  /** A player and spot with a wager, if there is any. */
  #held(dice: Dice): { player: string; spot: string } {
    const { round } = this.table.state
    const player = dice.pick(this.terminals).player
    const spots = isUnderWay(round) ? (round.wagers.get(player)?.spots.keys() ?? []) : []
    return { player, spot: dice.pick([...spots, ...spots, '17']) }
  }

  #withdrawal(dice: Dice): object {
    return { do: 'withdraw', ...this.#held(dice) }
  }

  #ruling(dice: Dice): object {
    const what = dice.pick([{ treatment: 'returned' }, { treatment: 'moved', to: this.#spot(dice) }])
    return { do: 'rule-on-wager', by: 'pit-supervisor', ...this.#held(dice), ...what, reason: 'pushed' }
  }
}

const spin = { do: 'spin', by: 'dealer', ball: 'clockwise', wheel: 'anticlockwise' }

function told(event: TableEvent): TableEvent {
  see(event.type)
  if ('awards' in event) see('awarded')
  if ('adjustments' in event && event.adjustments) {
    see(`${event.type} afterwards`)
    if (event.adjustments.some(({ owed }) => owed > 0)) see('owed')
    if (event.adjustments.some(({ chips }) => chips)) see('chips taken in')
    for (const { imprisoned = 0 } of event.adjustments)
      if (imprisoned !== 0) see(imprisoned > 0 ? 'imprisoned' : 'released')
  }
  return JSON.parse(JSON.stringify(event))
}

const colourFor = (floor: Floor, dice: Dice, player: string): object =>
  floor.table.book.funds.colourChips && dice.pick([true, false]) ? { colour: player, chipValue: 100 } : {}

function step(floor: Floor, dice: Dice): void {
  const who = dice.pick(floor.terminals)
  const { player } = who
  const { balance, cash, owed } = fundsOf(floor.table.state, player)
  const all = (most: number) => dice.pick([most, most, Math.min(most, 500), 700])
  const ticket = floor.tickets.length > 0 ? dice.pick(floor.tickets).number : ''
  const steps: Record<string, () => unknown> = {
    play: () => floor.command(floor.next(dice)),
    in: () => floor.attendant('buy-in', player, dice.pick([5_000, 1_000, 20_000]), colourFor(floor, dice, player)),
    out: () => floor.attendant('cash-out', player, all(cash), {}),
    'ticket out': () => floor.cashOutToTicket(who, all(cash)),
    'ticket in': () => floor.redeem(who, ticket),
    mend: () => floor.command(dice.pick(floor.afterwards(dice))),
    repay: () => floor.command({ do: 'repay', player, amount: Math.min(owed, balance) }),
  }
  const often = ['play', 'play', 'play', 'play', 'play', 'play', 'play']
  steps[owed > 0 ? dice.pick(['in', 'repay', 'play']) : dice.pick([...often, ...Object.keys(steps)])]!()
}

function check(floor: Floor, before: Map<string, Readonly<Record<CounterName, number>>>): void {
  let onLayout = 0
  for (const { player } of floor.terminals) {
    const reading = readingOf(floor.streams, floor.id, player)
    const { cashIn, ticketsIn, cashOut, ticketsOut, wagered, won, lost, returned, returnedByVoid } = reading
    const { adjusted, awarded, owed, staked, balance } = reading
    const { imprisoned, released } = countersOf(floor.streams, floor.id, player)
    expect(wagered + imprisoned).toBe(staked + lost + returned + returnedByVoid + released)
    const came = cashIn + ticketsIn + won + adjusted + awarded + owed
    expect(came).toBe(cashOut + ticketsOut + lost + staked + balance)
    const funds = fundsOf(floor.table.state, player)
    expect({ balance, owed }).toEqual({ balance: funds.balance, owed: funds.owed })
    if (!isUnderWay(floor.table.state.round)) expect(staked).toBe(imprisonedOf(floor.table.state, player))
    onLayout += staked
    const cash = floor.cash.get(player)!
    expect({ cashIn, cashOut }).toEqual({ cashIn: cash.in, cashOut: cash.out })
    const now = countersOf(floor.streams, floor.id, player)
    const counted = Object.entries(before.get(player) ?? {})
    expect(counted.filter(([name, value]) => now[name as CounterName] < value)).toEqual([])
    before.set(player, now)
  }
  expect(onLayout).toBe(balanceOf(floor.table.state.ledger, 'layout'))
}

test.each([...settings, ...settingsOf(prisonBooks)].map((setting) => [nameOf(setting), setting] as const))(
  'random play at %s: the meters are the ledger',
  (_, setting) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const floor = new Floor(setting)
        const dice = new Dice(seed)
        const before = new Map()
        for (const { player } of floor.terminals) floor.attendant('buy-in', player, 10_000, {})
        for (let steps = 0; steps < 150; steps++) {
          step(floor, dice)
          check(floor, before)
        }
        const { issued, redeemed } = floor.house.tickets.totals
        const sum = (name: 'ticketsOut' | 'ticketsIn' | 'ticketsOutCount' | 'ticketsInCount') =>
          floor.terminals.reduce((total, { player }) => total + readingOf(floor.streams, floor.id, player)[name], 0)
        expect([sum('ticketsOut'), sum('ticketsOutCount')]).toEqual([issued.amount, issued.count])
        expect([sum('ticketsIn'), sum('ticketsInCount')]).toEqual([redeemed.amount, redeemed.count])
        const again = floor.streams.map((meters) => metersFrom(JSON.parse(JSON.stringify(meters))))
        expect(JSON.stringify(again)).toBe(JSON.stringify(floor.streams))
        if (redeemed.count > 0) see('redeemed')
      }),
      { numRuns: Math.ceil(12 * wholeCampaign) },
    )
  },
)

test.runIf(wholeCampaign >= 1)('random play has been everywhere', () => {
  for (const what of [
    'bought-in',
    'cashed-out',
    'owed-repaid',
    'wager-placed',
    'wager-withdrawn',
    'wager-ruled',
    'round-settled',
    'round-voided',
    'round-voided afterwards',
    'outcome-corrected afterwards',
    'owed',
    'chips taken in',
    'redeemed',
    'referral-decided',
    'bonus-numbers-drawn',
    'awarded',
    'imprisoned',
    'released',
  ])
    expect(seen.get(what) ?? 0, what).toBeGreaterThan(0)
})

const etg = settings.find(({ book }) => book.funds.money === 'credits')!

function play(floor: Floor, player: string, pocket: string, stake: number): void {
  for (const wish of [
    { do: 'place-your-bets' },
    { do: 'wager', player, spot: '17', stake },
    { do: 'wager', player, spot: 'red', stake: 200 },
    { do: 'withdraw', player, spot: 'red' },
    spin,
    { do: 'no-more-bets' },
    { do: 'ball-at-rest', pocket },
    { do: 'settle' },
  ])
    expect(floor.command(wish), wish.do).toBe(true)
}

test('a terminal that wins, is corrected and voided, cent by cent', () => {
  const floor = new Floor(etg)
  const [one] = floor.terminals as [TerminalCaller]
  const read = () => readingOf(floor.streams, floor.id, one.player)
  floor.attendant('buy-in', one.player, 10_000, {})
  floor.cashOutToTicket(one, 4_000)
  floor.redeem(one, floor.tickets[0]!.number)
  floor.redeem(one, floor.tickets[0]!.number)
  play(floor, one.player, '17', 100)
  play(floor, one.player, '18', 500)
  expect(read()).toEqual({
    cashIn: 10_000,
    ticketsIn: 4_000,
    cashOut: 0,
    ticketsOut: 4_000,
    ticketsInCount: 1,
    ticketsOutCount: 1,
    wagered: 600,
    won: 3_500,
    lost: 500,
    returned: 100,
    returnedByVoid: 0,
    roundsPlayed: 2,
    roundsVoided: 0,
    adjusted: 0,
    awarded: 0,
    owed: 0,
    staked: 0,
    balance: 13_000,
  })
  const mended = { by: 'pit-supervisor', reason: 'misread' }
  expect(floor.command({ do: 'correct-outcome', round: 1, pocket: '16', ...mended })).toBe(true)
  expect(read()).toMatchObject({ won: 3_500, adjusted: -3_600, balance: 9_400, roundsPlayed: 2 })
  expect(floor.command({ do: 'void-rounds', rounds: [2], code: 'ball-broke', ...mended })).toBe(true)
  expect(read()).toMatchObject({ lost: 500, adjusted: -3_100, balance: 9_900, roundsVoided: 1, returnedByVoid: 0 })
  floor.command({ do: 'place-your-bets' })
  floor.command({ do: 'wager', player: one.player, spot: '17', stake: 300 })
  expect(read()).toMatchObject({ staked: 300, wagered: 900, balance: 9_600 })
  floor.command({ do: 'interruption' })
  expect(read()).toMatchObject({ staked: 0, returnedByVoid: 300, balance: 9_900, roundsVoided: 2, roundsPlayed: 2 })
  expect(floor.command({ do: 'refer', by: 'dealer', round: 3, reason: 'a quarrel' })).toBe(true)
  const stands = { do: 'decide', by: 'shift-manager', decision: 'stands', round: 3, reason: 'for the wait' }
  expect(floor.command({ ...stands, awards: { [one.player]: 250 } })).toBe(true)
  expect(read()).toMatchObject({ awarded: 250, adjusted: -3_100, won: 3_500, balance: 10_150 })
})

test('a payout that is corrected is owed, and paid back from a credit or by hand', () => {
  const floor = new Floor(etg)
  const [one] = floor.terminals as [TerminalCaller]
  const read = () => readingOf(floor.streams, floor.id, one.player)
  const mended = { by: 'pit-supervisor', reason: 'misread' }
  floor.attendant('buy-in', one.player, 400, {})
  play(floor, one.player, '18', 100)
  play(floor, one.player, '17', 100)
  floor.cashOutToTicket(one, 3_800)
  expect(floor.command({ do: 'correct-outcome', round: 2, pocket: '18', ...mended })).toBe(true)
  expect(read()).toMatchObject({ ticketsOut: 3_800, adjusted: -3_600, owed: 3_600, balance: 0 })
  expect(floor.command({ do: 'void-rounds', rounds: [1], code: 'ball-broke', ...mended })).toBe(true)
  expect(read()).toMatchObject({ adjusted: -3_500, owed: 3_500, balance: 0 })
  floor.attendant('buy-in', one.player, 5_000, {})
  expect(floor.command({ do: 'repay', player: one.player, amount: 3_000 })).toBe(true)
  expect(read()).toMatchObject({ cashIn: 5_400, owed: 500, balance: 2_000 })
})

test("tickets that attendants sell and pay are no terminal's", () => {
  const house = new TestHouse()
  const { keyMaterial, now } = house
  const dealer = staffAs('dealer')
  const { number } = house.done(
    issueTicket(house, { amount: 500 as Cents, table: 'one' }, dealer, now, keyMaterial),
  ).ticket
  house.done(redeemTicket(house, { number, table: 'one' }, dealer, now))
  const terminal = house.terminal('one')
  const other = house.done(issueTicket(house, { amount: 700 as Cents }, terminal, now, keyMaterial)).ticket
  house.done(cancelTicket(house.tickets, { number: other.number, reason: 'lost' }, staffAs('pit-manager'), now))
  const meters = house.ticketJournal.reduce(meterTickets, noMeters())
  expect(meters.keys()).toEqual(['one\n', `one\n${terminal.player}`])
  expect(attendantTicketsOf(meters, 'one')).toEqual({ sold: 500, paid: 500 })
  expect(attendantTicketsOf(meters, 'two')).toEqual({ sold: 0, paid: 0 })
  expect(ticketsMetered(meters)).toEqual({ issued: 1_200, redeemed: 500 })
  expect(readingOf([meters], 'one', terminal.player)).toMatchObject({ ticketsOut: 700, ticketsIn: 0 })
  expect(readingOf([], 'one', 'nobody').balance).toBe(zero)
})

test('a round of a hundred thousand lines is counted by player', () => {
  const lines = Array.from({ length: 100_000 }, (_, at) => ({
    player: `p${Math.floor(at / 20)}`,
    spot: '17',
    stake: 100,
    result: 'lost',
    pays: 35,
    paid: 0,
    collected: 100,
    returned: 0,
    clause: '1',
  }))
  const event = { type: 'round-settled', round: 1, pocket: '0', lines, clause: '1' } as unknown as TableEvent
  const meters = meterTable(noMeters(), 'one', event)
  expect(meters.size).toBe(5_000)
  expect(readingOf([meters], 'one', 'p7')).toMatchObject({ lost: 2_000, roundsPlayed: 1 })
})
