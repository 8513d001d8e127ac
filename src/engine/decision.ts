import type { RuleBook } from '../books/rule-book.ts'
import type { TableEvent } from './events.ts'
import type { HouseRules } from './house-rules.ts'
import type { CommandName, CommandOf } from './language.ts'
import type { Refusal } from './refusals.ts'
import type { TableState } from './table.ts'

export type Decision = { events: readonly TableEvent[] } | Refusal
export type Decide<Name extends CommandName> = (
  book: RuleBook,
  state: TableState,
  command: CommandOf<Name>,
  house: HouseRules,
) => Decision

export const isRefusal = (decision: object): decision is Refusal => 'refused' in decision
