import { type Adjustment, type Award, type EventOf, movesNoMoney, type TableEvent } from '../engine/events.ts'
import { impossible } from '../engine/impossible.ts'
import { add, type Cents, negative, subtract, sum, zero } from '../engine/money.ts'
import { PersistentMap } from '../engine/persistent-map.ts'
import type { Line } from '../engine/settlement.ts'
import { sumsOf } from '../engine/sums.ts'
import type { TicketPlace, TicketStreamEvent } from './house-events.ts'
import { seatOf } from './state.ts'

/**
 * Meters of a terminal, counted from the events of its table and of the tickets, and from nothing else. They only ever
 * go up, as meters must: a correction or a void after the fact is counted in meters of its own and leaves what was
 * counted. A terminal is its table and its player, so each stream may be counted by itself: a reading adds them up.
 */
const counters = {
  boughtIn: 'credits that came to the table for money or a ticket',
  cashedOut: 'credits that left the table for money or a ticket',
  ticketsIn: 'redeemed here',
  ticketsOut: 'issued here',
  placed: 'staked',
  withdrawn: 'taken back while betting was open',
  won: 'paid, without the stake',
  lost: 'stakes collected',
  returned: 'stakes given back with a result: won, over the maximum, under the minimum, by a ruling',
  returnedByVoid: 'stakes given back because the round under way was void',
  credited: 'given by corrections and later voids',
  debited: 'taken by corrections and later voids, or owed',
  imprisoned: 'put in prison by corrections and later voids',
  released: 'let out of prison by corrections and later voids',
  awarded: 'given by decisions on referred rounds',
  owedMore: 'what a balance did not cover',
  owedLess: 'of that, paid back',
  roundsPlayed: 'rounds settled with a stake from here',
  roundsVoided: 'rounds void with a stake from here, at once or afterwards',
  ticketsInCount: 'tickets redeemed here',
  ticketsOutCount: 'tickets issued here',
} as const

export type CounterName = keyof typeof counters
type CountName = 'roundsPlayed' | 'roundsVoided' | 'ticketsInCount' | 'ticketsOutCount'
type Counters = Readonly<Record<Exclude<CounterName, CountName>, Cents> & Record<CountName, number>>
/** Meters by table and player. */
export type Meters = PersistentMap<Counters>

const atZero = Object.fromEntries(Object.keys(counters).map((name) => [name, 0])) as Counters

export const noMeters = (): Meters => PersistentMap.of()
/** A snapshot is the meters as JSON; this reads it back. */
export const metersFrom = (snapshot: unknown): Meters => PersistentMap.of(Object.entries(snapshot as object))

/** Counters from the meters of both streams: the table's own and the tickets'. */
export const countersOf = (streams: readonly Meters[], table: string, player: string): Counters =>
  streams.map((meters) => meters.get(seatOf(table, player)) ?? atZero).reduce(withCounts, atZero)

export function meterTickets(meters: Meters, event: TicketStreamEvent): Meters {
  switch (event.type) {
    case 'ticket-issued':
      return addAtPlace(meters, event.place, { ticketsOut: event.amount, ticketsOutCount: 1 })
    case 'ticket-redeemed':
      return addAtPlace(meters, event.place, { ticketsIn: event.amount, ticketsInCount: 1 })
    case 'ticket-cancelled':
    case 'ticket-copied':
    case 'refusal-recorded':
      return meters
    default:
      return impossible(event)
  }
}

const addAtPlace = (meters: Meters, place: TicketPlace, counts: Counts): Meters =>
  addCounts(meters, place.table, 'player' in place ? place.player : ATTENDANTS, counts)

/** The drop of a table, from its own meters: what was exchanged there for chips or credits, in cash or by ticket. */
export const dropOf = (meters: Meters): Cents => sum(meters.values().map(({ boughtIn }) => boughtIn))

/** Tickets that attendants sold and paid at a table are counted under a name that no player can have. */
const ATTENDANTS = ''

/** Tickets that attendants sold for cash at a table, and those that they paid. */
export function attendantTicketsOf(tickets: Meters, table: string): { sold: Cents; paid: Cents } {
  const { ticketsOut, ticketsIn } = countersOf([tickets], table, ATTENDANTS)
  return { sold: ticketsOut, paid: ticketsIn }
}

/** All tickets that the meters know of, of terminals and of attendants. */
export function ticketsMetered(tickets: Meters): { issued: Cents; redeemed: Cents } {
  const all = tickets.values().reduce(withCounts, atZero)
  return { issued: all.ticketsOut, redeemed: all.ticketsIn }
}

export function meterTable(meters: Meters, table: string, event: TableEvent): Meters {
  switch (event.type) {
    case 'bought-in':
      return addCounts(meters, table, event.player, { boughtIn: event.amount })
    case 'cashed-out':
      return addCounts(meters, table, event.player, { cashedOut: event.amount })
    case 'owed-repaid':
      return addCounts(meters, table, event.player, { owedLess: event.amount })
    case 'wager-placed':
      return addCounts(meters, table, event.player, { placed: event.stake })
    case 'wager-withdrawn':
      return addCounts(meters, table, event.player, { withdrawn: event.stake })
    case 'round-settled':
      return event.adjustments
        ? addAdjustments(meters, table, event.adjustments)
        : countedLines(meters, table, event.lines, 'roundsPlayed')
    case 'round-voided':
      return addVoid(meters, table, event)
    case 'outcome-corrected':
      return addAdjustments(meters, table, event.adjustments)
    case 'referral-decided':
      return addAwards(meters, table, event.awards ?? [])
    default:
      return movesNoMoney(event) ? meters : impossible(event)
  }
}

/** A round voided afterwards has its stakes counted already: only what it changes is new. */
function addVoid(meters: Meters, table: string, event: EventOf<'round-voided'>): Meters {
  const { lines, adjustments } = event
  if (!adjustments) return countedLines(meters, table, lines, 'roundsVoided')
  return [...sumsOf(lines).players.keys()].reduce(
    (after, player) => addCounts(after, table, player, { roundsVoided: 1 }),
    addAdjustments(meters, table, adjustments),
  )
}

type Counts = Partial<Record<CounterName, number>>

function addCounts(meters: Meters, table: string, player: string, counts: Counts): Meters {
  const seat = seatOf(table, player)
  return meters.set(seat, withCounts(meters.get(seat) ?? atZero, counts))
}

function withCounts(counters: Counters, more: Counts): Counters {
  const after: Record<CounterName, Cents | number> = { ...counters }
  for (const name in more) {
    const counter = name as CounterName
    after[counter] = add(after[counter] as Cents, more[counter] as Cents)
  }
  return after as Counters
}

function countedLines(
  meters: Meters,
  table: string,
  lines: readonly Line[],
  rounds: 'roundsPlayed' | 'roundsVoided',
): Meters {
  const back = rounds === 'roundsVoided' ? 'returnedByVoid' : 'returned'
  let after = meters
  for (const [player, { paid, collected, returned }] of sumsOf(lines).players)
    after = addCounts(after, table, player, { won: paid, lost: collected, [back]: returned, [rounds]: 1 })
  return after
}

const addAdjustments = (meters: Meters, table: string, adjustments: readonly Adjustment[]): Meters =>
  adjustments.reduce(
    (after, { player, amount, owed, imprisoned = zero }) =>
      addCounts(after, table, player, {
        ...(amount > 0 ? { credited: amount } : { debited: negative(amount) }),
        ...(imprisoned > 0 ? { imprisoned } : { released: negative(imprisoned) }),
        ...(owed > 0 ? { owedMore: owed } : { owedLess: negative(owed) }),
      }),
    meters,
  )

/** An award that a later decision takes back is a debit: a meter never goes down. */
const addAwards = (meters: Meters, table: string, awards: readonly Award[]): Meters =>
  awards.reduce((after, { player, amount, before = zero, owed }) => {
    const given = subtract(amount, before)
    return addCounts(after, table, player, {
      ...(given > 0 ? { awarded: given } : { debited: negative(given) }),
      ...(owed > 0 ? { owedMore: owed } : { owedLess: negative(owed) }),
    })
  }, meters)

/**
 * The meters. Two identities hold at every event, whatever is corrected or voided:
 *
 *     wagered = staked + lost + returned + returnedByVoid
 *     cashIn + ticketsIn + won + adjusted + awarded + owed = cashOut + ticketsOut + lost + staked + balance
 *
 * `staked`: on the layout now, with stakes in prison; `wagered`: staked and not taken back; `adjusted`: corrections and
 * later voids, net. The first identity leaves out what corrections put into prison (`imprisoned`) and let out (`released`).
 */
export type Reading = Readonly<
  Record<
    | 'cashIn'
    | 'ticketsIn'
    | 'cashOut'
    | 'ticketsOut'
    | 'wagered'
    | 'won'
    | 'lost'
    | 'returned'
    | 'returnedByVoid'
    | 'adjusted'
    | 'awarded'
    | 'owed'
    | 'staked'
    | 'balance',
    Cents
  > &
    Record<CountName, number>
>

/** Balance, owed and staked, computed from the meters alone. Their agreement with the table's ledger is the proof. */
export function readingOf(streams: readonly Meters[], table: string, player: string): Reading {
  const of = countersOf(streams, table, player)
  const wagered = subtract(of.placed, of.withdrawn)
  const back = add(of.returned, of.returnedByVoid)
  const [adjustment, owed] = [subtract(of.credited, of.debited), subtract(of.owedMore, of.owedLess)]
  const brought = subtract(of.boughtIn, of.cashedOut)
  const inPrison = subtract(of.imprisoned, of.released)
  const played = subtract(add(subtract(back, wagered), of.won), inPrison)
  return {
    cashIn: subtract(of.boughtIn, of.ticketsIn),
    ticketsIn: of.ticketsIn,
    cashOut: subtract(of.cashedOut, of.ticketsOut),
    ticketsOut: of.ticketsOut,
    wagered,
    won: of.won,
    lost: of.lost,
    returned: of.returned,
    returnedByVoid: of.returnedByVoid,
    adjusted: adjustment,
    awarded: of.awarded,
    owed,
    staked: add(subtract(wagered, add(of.lost, back)), inPrison),
    balance: add(add(brought, played), add(add(adjustment, of.awarded), owed)),
    roundsPlayed: of.roundsPlayed,
    roundsVoided: of.roundsVoided,
    ticketsInCount: of.ticketsInCount,
    ticketsOutCount: of.ticketsOutCount,
  }
}
