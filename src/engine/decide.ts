import type { RuleBook } from '../books/rule-book.ts'
import { type Decide, type Decision, isRefusal } from './decision.ts'
import { correctOutcome, voidRounds } from './decisions/afterwards.ts'
import { setBook } from './decisions/books.ts'
import { settleRound } from './decisions/conclusion.ts'
import { buyIn, cashOut, repay } from './decisions/funds.ts'
import { announceNoSpin, interrupt, irregularity, powerFailure, resume } from './decisions/irregularities.ts'
import { decideReferral, refer } from './decisions/referrals.ts'
import {
  allowEarlyClose,
  ballAtRest,
  bonusNumbers,
  closeTable,
  noMoreBets,
  openTable,
  placeYourBets,
  setLimits,
  spin,
} from './decisions/round.ts'
import { ruleOnWager } from './decisions/rulings.ts'
import { placeWager, withdrawWager } from './decisions/wagers.ts'
import type { EventType } from './events.ts'
import { type HouseRules, noHouseRules } from './house-rules.ts'
import { type Command, type CommandName, type CommandOf, isForWheel, leastFor } from './language.ts'
import { tooLow } from './positions.ts'
import { type Refusal, refuse } from './refusals.ts'
import type { TableState } from './table.ts'

const decisions: { [Name in CommandName]: Decide<Name> } = {
  'buy-in': buyIn,
  'cash-out': cashOut,
  repay,
  'place-your-bets': placeYourBets,
  wager: placeWager,
  withdraw: withdrawWager,
  spin,
  'no-more-bets': noMoreBets,
  'allow-early-close': allowEarlyClose,
  'bonus-numbers': bonusNumbers,
  'ball-at-rest': ballAtRest,
  'rule-on-wager': ruleOnWager,
  settle: settleRound,
  irregularity,
  'no-spin': announceNoSpin,
  'power-failure': powerFailure,
  resume,
  interruption: interrupt,
  refer,
  decide: decideReferral,
  'correct-outcome': correctOutcome,
  'void-rounds': voidRounds,
  'close-table': closeTable,
  'open-table': openTable,
  'set-book': setBook,
  'set-limits': setLimits,
}

/**
 * Decides a command: events or a refusal. Pure: time, chance and the wheel arrive in the command.
 *
 * @example
 * const decision: Decision = decide(roulette3, state, command)
 */
export const decide = (
  book: RuleBook,
  state: TableState,
  command: Command,
  house: HouseRules = noHouseRules,
): Decision => positionRefusal(book, command) ?? decideByRules(book, state, command, house)

/** Decides a command whose caller's permission was checked before. */
export function decideByRules(book: RuleBook, state: TableState, command: Command, house: HouseRules): Decision {
  const decideThis = decisions[command.do] as Decide<CommandName>
  return withTime(decideThis(book, state, command as CommandOf<CommandName>, house), command.at)
}

/** Events that carry a time, because the table displays it. No decision depends on it. */
const shownWithTime: ReadonlySet<EventType> = new Set(['betting-opened', 'round-settled', 'round-voided'])

function withTime(decision: Decision, at: string | undefined): Decision {
  if (at === undefined || isRefusal(decision)) return decision
  if (!decision.events.some(({ type }) => shownWithTime.has(type))) return decision
  return { events: decision.events.map((event) => (shownWithTime.has(event.type) ? { ...event, at } : event)) }
}

/** Decides permission by the position that the command's own `by` states, as scripts do. */
export function positionRefusal(book: RuleBook, command: Command): Refusal | null {
  const { by } = command
  const needs = leastFor(command.do, book)
  const { clause } = book.rules.higherPosition
  const lacking = tooLow(by.role, needs)
  if (lacking) return refuse('position-too-low', { ...lacking, clause })
  if (by.role === 'wheel' && !isForWheel(command.do)) return refuse('position-too-low', { needs, by: by.role, clause })
  if (by.role === 'player' && by.name !== undefined && 'player' in command && command.player !== by.name)
    return refuse('not-for-this-player', { player: command.player, by: by.name })
  return null
}
