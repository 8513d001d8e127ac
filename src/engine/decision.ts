import type { RuleBook } from '../books/rule-book.ts'
import type { TableEvent } from './events.ts'
import type { HouseRules } from './house-rules.ts'
import type { CommandName, CommandOf } from './language.ts'
import type { Refusal } from './refusals.ts'
import type { TableState } from './table.ts'

/** The answer to a command: events, or a refusal with its facts and clause. */
export type Decision = { events: readonly TableEvent[] } | Refusal
export type Decide<Name extends CommandName> = (
  book: RuleBook,
  state: TableState,
  command: CommandOf<Name>,
  house: HouseRules,
) => Decision

/**
 * Tells a refusal from events.
 *
 * @example
 * if (isRefusal(decision)) console.log(decision.refused)
 * else console.log(decision.events.length)
 */
export const isRefusal = (decision: object): decision is Refusal => 'refused' in decision
