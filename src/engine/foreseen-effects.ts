import type { Clause, RuleBook } from '../books/rule-book.ts'
import { clauseOf } from './clauses.ts'
import { decide } from './decide.ts'
import { isRefusal } from './decision.ts'
import type { ChipMark, EventOf, TableEvent } from './events.ts'
import { recall } from './history.ts'
import { impossible } from './impossible.ts'
import { type Command, type CommandName, leastFor } from './language.ts'
import { isUnderWay, type TableState } from './table.ts'

/** The effects of an event on the people at the table, each with its rule. Screens word an effect by its code. */
export type EffectCode =
  | 'round-void'
  | 'void-after-draw'
  | 'stakes-returned'
  | 'round-settled'
  | 'settled-again'
  | 'later-rounds-stand'
  | 'outcome-changes'
  | 'outcome-stands'
  | 'betting-closes'
  | 'shift-manager-decides'
  | 'fact-recorded'
  | 'count-recorded'
  | 'results-differ'
  | 'play-waits'
  | 'no-spin-voids'
  | 'play-goes-on'
  | 'registered-settled'
  | 'not-registered-never-happened'
  | 'round-goes-on'
  | 'bets-open-again'
  | 'round-stands'
  | 'award-paid'
  | 'wager-stands'
  | 'wager-returned'
  | 'wager-moved'
  | 'rulings-replaced'
  | 'limits-hold'
  | 'limits-shown'
  | 'chips-marked'

/** `code`: the cause of a void round, actual or possible. `rulings`: the numbers of those that are replaced. */
export type Effect = { effect: EffectCode; clause: Clause | null; code?: string; rulings?: readonly number[] }

type Sides = { before: TableState; after: TableState }

export function effectsOf(book: RuleBook, sides: Sides, event: TableEvent, command: Command): Effect[] {
  switch (event.type) {
    case 'round-voided':
      return voidEffects(book, event, command)
    case 'round-settled':
      return event.adjustments ? againEffects(book, event.clause) : [{ effect: 'round-settled', clause: event.clause }]
    case 'outcome-corrected':
      return correctionEffects(book, sides.before, event)
    case 'betting-closed':
      return [{ effect: 'betting-closes', clause: event.clause }]
    case 'round-referred':
      return [{ effect: 'shift-manager-decides', clause: event.clause }]
    case 'referral-decided':
      return decisionEffects(event, sides.after)
    case 'power-failed':
      return powerEffects(book, sides.after, event)
    case 'play-interrupted':
      return interruptionEffects(book, event)
    case 'irregularity-reported':
      return [{ effect: 'fact-recorded', clause: event.clause, code: event.code }]
    case 'outcome-determined':
      return sides.before.round.phase === 'referred' ? [{ effect: 'fact-recorded', clause: event.clause }] : []
    case 'revolutions-counted':
      return [{ effect: countEffect(sides.before), clause: event.clause }]
    case 'results-differed':
      return [{ effect: 'results-differ', clause: book.rules.correction.clause }]
    case 'wager-ruled':
      return rulingEffects(event)
    case 'limits-set':
      return [
        { effect: book.rules.limits.policy === 'none' ? 'limits-shown' : 'limits-hold', clause: event.clause ?? null },
        ...markEffects(book, event),
      ]
    case 'book-set':
      return markEffects(book, event)
    case 'bought-in':
      return event.marked ? [{ effect: 'chips-marked', clause: event.clause ?? null }] : []
    case 'cashed-out':
    case 'owed-repaid':
    case 'betting-opened':
    case 'wager-placed':
    case 'wager-withdrawn':
    case 'ball-spun':
    case 'early-close-allowed':
    case 'bonus-numbers-drawn':
    case 'play-resumed':
    case 'table-closed':
    case 'table-opened':
      return []
    default:
      return impossible(event)
  }
}

/** A count that voids the round has an event of its own (reading 11). */
const countEffect = ({ round }: TableState): EffectCode =>
  round.phase === 'referred' ? 'fact-recorded' : 'count-recorded'

/** Chips that are out already are to be marked. */
const markEffects = ({ funds }: RuleBook, { marks }: { marks?: readonly ChipMark[] }): Effect[] =>
  marks ? [{ effect: 'chips-marked', clause: clauseOf(funds.colourChips) }] : []

/** Rounds that staff void by name rest on a rule of their own too (reading 17). */
function voidEffects(book: RuleBook, { code, clause, afterDraw }: EventOf<'round-voided'>, command: Command): Effect[] {
  return [
    { effect: 'round-void', clause, code },
    ...(afterDraw ? [{ effect: 'void-after-draw' as const, clause: clauseOf(book.rules.bonus) }] : []),
    ...(command.do === 'void-rounds'
      ? [{ effect: 'stakes-returned' as const, clause: book.rules.voidedRounds.returned }]
      : []),
  ]
}

/** A round that is void or settled by a decision has an event of its own for that. */
function decisionEffects(
  { decision, phase, awards, clause }: EventOf<'referral-decided'>,
  { round }: TableState,
): Effect[] {
  const goesOn = decision === 'continue' && isUnderWay(round)
  const isOpen = goesOn && (phase === 'betting-open' || phase === 'ball-spinning')
  return [
    ...(goesOn ? [{ effect: 'round-goes-on' as const, clause }] : []),
    ...(isOpen ? [{ effect: 'bets-open-again' as const, clause }] : []),
    ...(decision === 'stands' ? [{ effect: 'round-stands' as const, clause }] : []),
    ...(awards ? [{ effect: 'award-paid' as const, clause }] : []),
  ]
}

function rulingEffects({ treatment, replaces, clause }: EventOf<'wager-ruled'>): Effect[] {
  const ruled: Effect = { effect: `wager-${treatment}`, clause }
  return replaces ? [ruled, { effect: 'rulings-replaced', clause, rulings: replaces }] : [ruled]
}

function correctionEffects({ rules }: RuleBook, before: TableState, event: EventOf<'outcome-corrected'>): Effect[] {
  const { clause, round } = event
  if (!recall(before.history, round)) return [{ effect: 'outcome-changes', clause }]
  return againEffects({ rules }, clause)
}

const againEffects = ({ rules }: Pick<RuleBook, 'rules'>, clause: Clause): Effect[] => [
  { effect: 'settled-again', clause },
  { effect: 'later-rounds-stand', clause: rules.correction.laterRounds },
]

/** Reading 13. The engine says what may follow: play is resumed, or no spin is announced. */
function powerEffects(book: RuleBook, after: TableState, { ball, clause }: EventOf<'power-failed'>): Effect[] {
  const waits: Effect = { effect: 'play-waits', clause }
  const resumed = clauseThen(book, after, 'resume')
  if (ball === 'at-rest') return [waits, { effect: 'outcome-stands', clause: resumed }]
  const voided = clauseThen(book, after, 'no-spin')
  return [
    waits,
    ...(voided === null ? [] : [{ effect: 'no-spin-voids' as const, clause: voided }]),
    { effect: 'play-goes-on', clause: resumed },
  ]
}

type Plain = Extract<CommandName, 'resume' | 'no-spin'>

function clauseThen(book: RuleBook, state: TableState, name: Plain): Clause | null {
  const decision = decide(book, state, { do: name, by: { role: leastFor(name, book) } })
  if (isRefusal(decision)) return null
  const [event] = decision.events
  return event && 'clause' in event ? (event.clause ?? null) : null
}

/** Readings 14 and 15. */
function interruptionEffects({ rules }: RuleBook, { terminals, clause }: EventOf<'play-interrupted'>): Effect[] {
  if (!terminals) return [{ effect: 'outcome-stands', clause }]
  const { registered, notRegistered } = rules.interruption!
  return [
    { effect: 'registered-settled', clause: registered },
    { effect: 'not-registered-never-happened', clause: notRegistered },
  ]
}
