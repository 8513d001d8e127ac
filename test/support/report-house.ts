import { type CommandName, readCommand } from '../../src/engine/language.ts'
import type { StaffCaller, TerminalCaller } from '../../src/house/caller.ts'
import { callerOf } from '../../src/house/find-caller.ts'
import type { HouseCommandName } from '../../src/house/house-commands.ts'
import type { StaffRole } from '../../src/house/roles.ts'
import type { HouseCalendar } from '../../src/print/zone-time.ts'
import { allOf } from '../../src/record/journal-reader.ts'
import type { Stored } from '../../src/record/stored-entry.ts'
import type { Floor, TablePlan } from '../../src/service/floor/floor.ts'
import { openFloor } from '../../src/service/floor/open-floor.ts'
import { issueTicket, redeemTicket, sellTicket } from '../../src/service/floor/ticket-desk.ts'
import { freshToken, tokenHash } from '../../src/service/secrets/key-material.ts'
import { askHouse } from '../../src/service/stream/house-stream.ts'
import { memoryJournal } from './memory-journal.ts'
import { somePin, testKeyMaterial } from './secrets.ts'
import { cents } from './service.ts'
import { quietPlans } from './stream.ts'

/** For the tests of reports: a house that plays at given times, so that its report can be computed again by others. */

type Order = { do: CommandName; [field: string]: unknown }

const noFigures = { rounds: 0, handle: cents(0), win: cents(0), drop: cents(0) }

class PlayingHouse {
  readonly floor: Floor & { close(): Promise<void> }
  readonly #clock: { now: string }
  readonly #staff = new Map<string, StaffCaller>()
  readonly seats: readonly TerminalCaller[]

  constructor(floor: PlayingHouse['floor'], clock: { now: string }, seats: readonly TerminalCaller[]) {
    this.floor = floor
    this.#clock = clock
    this.seats = seats
  }

  /** Sets the clock. */
  at(time: string): this {
    this.#clock.now = new Date(time).toISOString()
    return this
  }

  get now(): string {
    return this.#clock.now
  }

  later(seconds: number): void {
    this.#clock.now = new Date(Date.parse(this.#clock.now) + seconds * 1_000).toISOString()
  }

  async join(badge: string, name: string, role: StaffRole): Promise<void> {
    const pin = somePin(this.floor.keyMaterial)
    await this.ask('add-staff', { badge, name, role, pin, by: { console: 'demo' } })
  }

  async signIn(badge: string): Promise<void> {
    const session = tokenHash(freshToken(this.floor.keyMaterial.chance))
    await this.ask('sign-in', { badge, session, by: { system: 'service' } })
    this.#staff.set(badge, callerOf(this.floor.house.settled.state, session, this.floor.presence) as StaffCaller)
  }

  /** The house is asked, and must say yes. */
  async ask(name: HouseCommandName, fields: object): Promise<void> {
    const { refused } = await askHouse(this.floor.house, { do: name, ...fields } as never)
    if (refused) throw new Error(`${name}: ${JSON.stringify(refused)}`)
  }

  take(badge: string, table: string): Promise<void> {
    return this.ask('take-table', { table, figures: noFigures, by: { badge } })
  }

  async give(table: string, actor: string, by: object, ...orders: readonly Order[]): Promise<void> {
    for (const order of orders) {
      const answer = await this.floor.rooms.get(table)!.table.submit(readCommand({ ...order, by }) as never, actor)
      if (answer && 'refused' in answer) throw new Error(`${order.do}: ${JSON.stringify(answer)}`)
    }
  }

  async dealer(badge: string, table: string, ...orders: readonly Order[]): Promise<void> {
    const { name, role } = this.#staff.get(badge)!
    await this.give(table, `staff:${badge}`, { role, name: `${name} (${badge})` }, ...orders)
  }

  async player({ table, terminal, player }: TerminalCaller, ...orders: readonly Order[]): Promise<void> {
    await this.give(table, `terminal:${terminal}`, { role: 'player', name: player }, ...orders)
  }

  /** A round at `single`, 40 seconds long. */
  async round(
    badge: string,
    wagers: readonly (readonly [seat: number, spot: string, stake: number])[],
    pocket: string,
  ) {
    await this.dealer(badge, 'single', { do: 'place-your-bets' })
    for (const [seat, spot, stake] of wagers)
      await this.player(this.seats[seat]!, { do: 'wager', player: this.seats[seat]!.player, spot, stake })
    this.later(25)
    await this.dealer(badge, 'single', spin, { do: 'no-more-bets' })
    this.later(15)
    await this.dealer(badge, 'single', { do: 'ball-at-rest', pocket }, { do: 'settle' })
  }

  async sell(badge: string, amount: number): Promise<string> {
    return numberIn(await sellTicket(this.floor, this.#staff.get(badge)!, { amount: cents(amount), table: 'single' }))
  }

  async print(seat: number, amount: number): Promise<string> {
    return numberIn(await issueTicket(this.floor, this.seats[seat]!, cents(amount)))
  }

  async redeem(who: number | string, number: string): Promise<void> {
    const caller = typeof who === 'number' ? this.seats[who]! : this.#staff.get(who)!
    mustBeDone(
      await redeemTicket(this.floor, caller, { number, ...(typeof who === 'number' ? {} : { table: 'single' }) }),
    )
  }
}

const spin: Order = { do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' }

function mustBeDone(reply: object): { ticket: { number: string } } {
  if ('done' in reply) return reply.done as { ticket: { number: string } }
  throw new Error(JSON.stringify(reply))
}
const numberIn = (reply: object): string => mustBeDone(reply).ticket.number

async function openHouse(start: string): Promise<{ house: PlayingHouse; entries: () => Promise<Stored[]> }> {
  const clock = { now: new Date(start).toISOString() }
  const journal = memoryJournal()
  const plans: TablePlan[] = quietPlans()
  const floor = await openFloor({ journal, keyMaterial: testKeyMaterial(), plans, now: () => clock.now })
  const seats: TerminalCaller[] = []
  for (let nth = 0; nth < 2; nth++) {
    const token = freshToken(floor.keyMaterial.chance)
    const added = {
      do: 'add-demo-terminal',
      table: 'single',
      credential: tokenHash(token),
      by: { system: 'demo' },
    } as const
    await askHouse(floor.house, added)
    seats.push(callerOf(floor.house.settled.state, tokenHash(token), floor.presence) as TerminalCaller)
  }
  const entries = async () => {
    const all = await Promise.all((await journal.streams()).map((stream) => allOf(journal.pages(stream))))
    return all.flat()
  }
  return { house: new PlayingHouse(floor, clock, seats), entries }
}

/**
 * Plays around one gaming day, which begins at `begins` and ends at `ends`: before it, in each of `within`, and after it.
 * Returns every entry of the journal.
 */
export async function playAround(
  { begins, ends, earlier }: { begins: string; ends: string; earlier: readonly string[] },
  within: readonly string[],
): Promise<Stored[]> {
  const { house, entries } = await openHouse(earlier[0]!)
  await house.join('1001', 'Siti', 'dealer')
  await house.join('1002', 'Raj', 'dealer')
  await house.join('2001', 'Mei', 'shift-manager')
  for (const badge of ['1001', '1002', '2001']) await house.signIn(badge)
  for (const [nth, time] of earlier.entries()) {
    house.at(time)
    await house.player(house.seats[0]!, { do: 'buy-in', player: house.seats[0]!.player, amount: 100_000 + nth * 700 })
    await house.round('1001', [[0, 'red', 2_000 + nth * 500]], '3')
  }
  house.at(begins)
  await house.take('1001', 'single')
  await house.player(house.seats[1]!, { do: 'buy-in', player: house.seats[1]!.player, amount: 50_000 })
  for (const [nth, time] of within.entries()) {
    house.at(time)
    await house.round(
      '1001',
      [
        [0, 'red', 2_500],
        [1, '17', 1_000],
        [1, 'even', 700],
      ],
      nth % 2 === 0 ? '17' : '32',
    )
    house.later(30)
  }
  await playIncidents(house)
  await playDecisions(house)
  await noteEvents(house)
  await tradeTickets(house)
  house.at(ends)
  await house.ask('leave-table', { table: 'single', figures: noFigures, by: { badge: '1002' } })
  await house.round('1002', [[0, 'black', 5_000]], '0')
  await house.floor.close()
  return entries()
}

/** Voids, a correction, an irregularity, limits, people: under another dealer, after what was played before. */
async function playIncidents(house: PlayingHouse): Promise<void> {
  house.later(300)
  await house.take('1002', 'single')
  await house.dealer('1002', 'single', { do: 'place-your-bets' })
  await house.player(house.seats[0]!, { do: 'wager', player: house.seats[0]!.player, spot: 'odd', stake: 1_500 })
  house.later(20)
  await house.dealer('1002', 'single', { do: 'no-spin' })
  house.later(60)
  await house.round(
    '1002',
    [
      [0, 'odd', 1_500],
      [1, '5', 500],
    ],
    '5',
  )
  house.later(45)
  await house.dealer('2001', 'single', { do: 'correct-outcome', round: 3, pocket: '4', reason: 'read wrongly' })
  await house.dealer('2001', 'single', {
    do: 'set-limits',
    limits: { default: { min: 500, max: 50_000 } },
    reason: 'a quiet night',
  })
  await house.ask('set-pin', {
    badge: '1001',
    pin: somePin(house.floor.keyMaterial),
    reason: 'forgotten',
    by: { console: 'demo' },
  })
  await house.ask('change-role', { badge: '1002', role: 'pit-supervisor', reason: 'promoted', by: { console: 'demo' } })
  const marks = [{ mark: 'a'.repeat(64), count: 3 }]
  const badges = [
    { badge: '1001', count: 2 },
    { badge: null, count: 1 },
  ]
  await house.ask('count-wrong-tries', { badges, marks, by: { system: 'service' } })
}

/** A ruling, an irregularity, a referral with an award, and the table closed and opened. */
async function playDecisions(house: PlayingHouse): Promise<void> {
  house.later(60)
  const [first, second] = house.seats as [TerminalCaller, TerminalCaller]
  await house.dealer('1002', 'single', { do: 'place-your-bets' })
  for (const { player, ...seat } of [first, second])
    await house.player({ player, ...seat }, { do: 'wager', player, spot: 'low', stake: 900 })
  await house.dealer('1002', 'single', spin, { do: 'no-more-bets' }, { do: 'ball-at-rest', pocket: '7' })
  const unclear = { player: first.player, spot: 'low', treatment: 'returned', reason: 'the chip leant' }
  await house.dealer('2001', 'single', { do: 'rule-on-wager', ...unclear })
  house.later(20)
  await house.dealer('1002', 'single', { do: 'settle' }, { do: 'place-your-bets' }, spin)
  await house.dealer('1002', 'single', { do: 'irregularity', code: 'foreign-object', reason: 'a coin' })
  const awards = { [second.player]: 750 }
  await house.dealer('1002', 'single', { do: 'refer', round: 4, reason: 'the screen was dark' })
  await house.dealer('2001', 'single', { do: 'decide', decision: 'stands', round: 4, reason: 'it was', awards })
  await house.dealer('2001', 'single', { do: 'close-table', reason: 'the wheel is levelled' })
  house.later(20)
  await house.dealer('2001', 'single', { do: 'open-table', reason: 'it is level' })
}

/** Significant events, open and acknowledged, the configuration, and gaming stopped and resumed. */
async function noteEvents(house: PlayingHouse): Promise<void> {
  const system = { by: { system: 'service' } }
  const siti = { by: { badge: '2001' } }
  const note = (count: number, facts: object) =>
    house.ask('note-events', { events: [{ facts, at: house.now, count }], ...system })
  const fault = { alarm: 'wheel-fault', table: 'single', fault: { fault: 'silence', game: null } }
  await note(1, fault)
  house.later(30)
  await note(4, fault)
  await note(1, { alarm: 'service-stopped', table: null, node: 'croupier' })
  const [one] = house.floor.house.settled.state.significant.values()
  house.later(30)
  await house.ask('acknowledge-events', { numbers: [one!.number], note: 'the cable was loose', ...siti })
  await note(1, { alarm: 'large-cash', table: 'single', what: 'bought-in', who: 'ann', amount: 1_000_000 })
  const configuration = (settings: object) =>
    house.ask('note-configuration', { node: 'croupier', digest: 'a'.repeat(64), settings, ...system })
  await configuration({ ticketDays: '90', 'tables.single': '{}' })
  await configuration({ ticketDays: '30', largeWin: '5' })
  const all = { scope: 'house', of: '' }
  await house.ask('stop-gaming', { ...all, when: 'after-round', reason: 'the inspector asks', ...siti })
  await house.ask('stop-gaming', { ...all, when: 'now', reason: 'the inspector asks', ...siti })
  await house.ask('resume-gaming', { ...all, reason: 'cleared', ...siti })
}

/** Sold, redeemed at a terminal and at the counter, issued by a terminal, and left open. */
async function tradeTickets(house: PlayingHouse): Promise<void> {
  house.later(60)
  await house.signIn('1001')
  const sold = await house.sell('1001', 20_000)
  await house.redeem(0, sold)
  const issued = await house.print(1, 12_300)
  house.later(5)
  await house.redeem('1001', issued)
  await house.print(0, 4_500)
}

export const houses: readonly {
  zone: string
  date: string
  calendar: HouseCalendar
  times: Parameters<typeof playAround>[0]
  within: readonly string[]
}[] = [
  {
    zone: 'London, when the clocks go back',
    date: '2026-10-24',
    calendar: { timeZone: 'Europe/London', dayStart: '06:00' },
    times: {
      begins: '2026-10-24T05:00:00Z',
      ends: '2026-10-25T06:00:00Z',
      earlier: ['2025-12-31T20:00:00Z', '2026-01-01T05:30:00Z', '2026-09-30T10:00:00Z', '2026-10-24T04:58:00Z'],
    },
    within: ['2026-10-24T05:10:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:10:00Z', '2026-10-25T01:40:00Z'],
  },
  {
    zone: 'London, when they go forward',
    date: '2026-03-28',
    calendar: { timeZone: 'Europe/London', dayStart: '06:00' },
    times: {
      begins: '2026-03-28T06:00:00Z',
      ends: '2026-03-29T05:00:00Z',
      earlier: ['2025-11-02T20:00:00Z', '2026-03-01T05:59:00Z', '2026-03-28T05:59:00Z'],
    },
    within: ['2026-03-28T06:10:00Z', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'],
  },
  {
    zone: 'Singapore',
    date: '2026-11-16',
    calendar: { timeZone: 'Asia/Singapore', dayStart: '06:00' },
    times: {
      begins: '2026-11-15T22:00:00Z',
      ends: '2026-11-16T22:00:00Z',
      earlier: ['2025-12-31T21:59:00Z', '2025-12-31T22:00:00Z', '2026-10-31T22:00:00Z', '2026-11-15T21:58:00Z'],
    },
    within: ['2026-11-15T22:00:30Z', '2026-11-16T10:00:00Z', '2026-11-16T16:30:00Z'],
  },
]
