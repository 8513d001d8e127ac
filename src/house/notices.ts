import type { Award, EventOf, TableEvent } from '../engine/events.ts'
import { impossible } from '../engine/impossible.ts'
import { type Cents, subtract, sum, zero } from '../engine/money.ts'
import type { Line } from '../engine/settlement.ts'
import { type HouseCaller, signatureOf } from './caller.ts'
import { fieldRefusal } from './fields.ts'
import type { Notice } from './floor-records.ts'
import type { Decided, HouseDecision } from './house-events.ts'
import { type HouseState, seatOf } from './state.ts'

/** For one player, or for all at the table or in the notice's round except those with another notice of it. */
export type Addressed = { notice: Notice } & (
  | { player: string }
  | { everybody: 'at-table' | 'in-round'; except: readonly string[] }
)

type NoticeContext = { at: string; book: string }

/** The parts of an entry that players must know and may have missed; most events have none. */
export const noticesOf = (events: readonly TableEvent[], told: NoticeContext): Addressed[] =>
  events.flatMap((event) => noticesOfEvent(event, told, events))

function noticesOfEvent(event: TableEvent, told: NoticeContext, events: readonly TableEvent[]): Addressed[] {
  switch (event.type) {
    case 'outcome-corrected':
      return correctionNotices(event, told)
    case 'round-voided':
      return voidNotices(event, told)
    case 'wager-ruled':
      return [rulingNotice(event, told)]
    case 'referral-decided':
      return decisionNotices(event, told, events)
    case 'round-settled':
      return event.adjustments ? againNotices(event, told) : []
    case 'limits-set':
      return [{ everybody: 'at-table', except: [], notice: limitsNotice(event, told) }]
    case 'bought-in':
    case 'cashed-out':
    case 'owed-repaid':
    case 'betting-opened':
    case 'wager-placed':
    case 'wager-withdrawn':
    case 'ball-spun':
    case 'early-close-allowed':
    case 'betting-closed':
    case 'bonus-numbers-drawn':
    case 'outcome-determined':
    case 'results-differed':
    case 'revolutions-counted':
    case 'irregularity-reported':
    case 'round-referred':
    case 'power-failed':
    case 'play-resumed':
    case 'play-interrupted':
    case 'table-closed':
    case 'table-opened':
    case 'book-set':
      return []
    default:
      return impossible(event)
  }
}

const playersIn = (lines: readonly Line[]): string[] => [...new Set(lines.map(({ player }) => player))]
const ownLines = (lines: readonly Line[], player: string): Line[] => lines.filter((line) => line.player === player)
const netOfLines = (lines: readonly Line[]): Cents =>
  subtract(sum(lines.map(({ paid }) => paid)), sum(lines.map(({ collected }) => collected)))

type Adjusted = { lines: readonly Line[]; adjustments?: readonly { player: string; amount: Cents; owed: Cents }[] }

/** The result of a round now, and before its change. */
function changeFor({ lines, adjustments = [] }: Adjusted, player: string) {
  const own = adjustments.filter((one) => one.player === player)
  const amount = sum(own.map((one) => one.amount))
  const owed = sum(own.map((one) => one.owed))
  const after = netOfLines(ownLines(lines, player))
  return { before: subtract(after, amount), after, amount, ...(owed > 0 ? { owed } : {}) }
}

function correctionNotices(event: EventOf<'outcome-corrected'>, told: NoticeContext): Addressed[] {
  const { round, from, to, reason, clause } = event
  const about = { about: 'corrected', ...told, reason, clause, round, from, to } as const
  // The round waits to be settled: nobody has a result of it yet, and everybody has seen the number.
  if (event.lines.length === 0) return [{ everybody: 'in-round', except: [], notice: about }]
  return playersIn(event.lines).map((player) => ({ player, notice: { ...about, ...changeFor(event, player) } }))
}

/** A concluded round was settled again, by the same outcome. */
function againNotices(event: EventOf<'round-settled'>, told: NoticeContext): Addressed[] {
  const { round, pocket, reason = null, clause } = event
  const about = { about: 'settled-again', ...told, reason, clause, round, to: pocket } as const
  return playersIn(event.lines).map((player) => ({ player, notice: { ...about, ...changeFor(event, player) } }))
}

/** A round under way had no result yet: its stakes go back. */
function voidNotices(event: EventOf<'round-voided'>, told: NoticeContext): Addressed[] {
  const { round, code, clause, reason = null, lines } = event
  const about = { about: 'voided', ...told, reason, clause, round, code } as const
  return playersIn(lines).map((player) => {
    if (event.adjustments) return { player, notice: { ...about, ...changeFor(event, player) } }
    const amount = sum(ownLines(lines, player).map(({ stake }) => stake))
    return { player, notice: { ...about, after: zero, amount } }
  })
}

function rulingNotice(event: EventOf<'wager-ruled'>, told: NoticeContext): Addressed {
  const { player, round, spot, treatment, to, stake, reason, clause } = event
  const part = { ...(to === undefined ? {} : { toSpot: to }), ...(stake === undefined ? {} : { amount: stake }) }
  return { player, notice: { about: 'ruled', ...told, reason, clause, round, spot, treatment, ...part } }
}

/** Players with a changed award learn of the decision with it. A void or a new settlement has an event of its own. */
function decisionNotices(
  event: EventOf<'referral-decided'>,
  told: NoticeContext,
  events: readonly TableEvent[],
): Addressed[] {
  const { round, decision, awards = [], reason = null, clause } = event
  const about = { ...told, reason, clause, round, decision } as const
  const changed = awards.filter(({ amount, before = zero }) => amount !== before)
  const given = changed.map((award) => ({ player: award.player, notice: { ...about, ...awardChange(award) } }))
  if (events.some((one) => one.type === 'round-voided' || (one.type === 'round-settled' && one.adjustments)))
    return given
  const except = changed.map(({ player }) => player)
  return [...given, { everybody: 'in-round', except, notice: { about: 'decided', ...about } }]
}

/** `before` and `after`: the award; `amount`: what is added, or (negative) taken back. */
function awardChange({
  amount: after,
  before,
  owed,
}: Award): Pick<Notice, 'about' | 'before' | 'after' | 'amount' | 'owed'> {
  const debt = owed > 0 ? { owed } : {}
  if (before === undefined) return { about: 'awarded', after, amount: after, ...debt }
  return { about: 'award-changed', before, after, amount: subtract(after, before), ...debt }
}

const limitsNotice = ({ from, to, reason, clause }: EventOf<'limits-set'>, told: NoticeContext): Notice => ({
  about: 'limits',
  ...told,
  reason: reason ?? null,
  clause: clause ?? null,
  limits: { from, to },
})

/** `entry`: the table's entry, of which each player is notified once; 0: none. */
type Giving = { table: string; entry: number; notices: readonly { player: string; notice: Notice }[] }

/** Players who have a terminal at the table; the dealer informs those who stand at it. */
export function giveNotices(state: HouseState, giving: Giving, by: HouseCaller, now: string): HouseDecision {
  const { table, entry, notices } = giving
  if (entry > 0 && entry <= (state.noticed.get(table) ?? 0)) return { events: [] }
  const given = notices.flatMap(({ player, notice }) => {
    const terminal = state.seats.get(seatOf(table, player))
    return terminal === undefined || state.terminals.get(terminal)?.status === 'removed' ? [] : [{ terminal, notice }]
  })
  if (given.length === 0) return { events: [] }
  return { events: [{ type: 'notices-given', table, entry, notices: given, at: now, by: signatureOf(by) }] }
}

/** The player has read them, up to this number; reading them again changes nothing. */
export function readNotices(state: HouseState, { upTo }: { upTo: number }, by: HouseCaller, now: string): Decided {
  if (by.kind !== 'terminal') return { events: [] }
  const refused = fieldRefusal({ terminal: by.terminal })
  if (refused) return refused
  const unread = state.notices.get(by.terminal)?.unread ?? []
  if (!unread.some(({ number }) => number <= upTo)) return { events: [] }
  return { events: [{ type: 'notices-read', terminal: by.terminal, upTo, at: now }] }
}
