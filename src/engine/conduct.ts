import type { RuleBook } from '../books/rule-book.ts'
import { decide } from './decide.ts'
import { type Decision, isRefusal } from './decision.ts'
import { evolve } from './evolve.ts'
import type { Command } from './language.ts'
import { PersistentMap } from './persistent-map.ts'
import { freshTable, type TableSetup, type TableState } from './table.ts'

/** A table in play: its book, its state, and what was answered to each command that carried an id. */
export type Table = { book: RuleBook; state: TableState; answers: PersistentMap<Decision> }

export const openTable = (book: RuleBook, setup: TableSetup): Table => ({
  book,
  state: freshTable(setup),
  answers: PersistentMap.of(),
})

/** One command, decided and recorded. The same id twice is the same answer, not a second wager. */
export function conduct(table: Table, command: Command): { table: Table; answer: Decision } {
  const { book, state, answers } = table
  const before = command.id === undefined ? undefined : answers.get(command.id)
  if (before) return { table, answer: before }
  const answer = decide(book, state, command)
  return {
    table: {
      book,
      state: isRefusal(answer) ? state : answer.events.reduce(evolve, state),
      answers: command.id === undefined ? answers : answers.set(command.id, answer),
    },
    answer,
  }
}
