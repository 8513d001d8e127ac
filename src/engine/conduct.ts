import type { RuleBook } from '../books/rule-book.ts'
import { decide } from './decide.ts'
import { type Decision, isRefusal } from './decision.ts'
import { evolve } from './evolve.ts'
import { wholeHistory } from './history.ts'
import type { Command } from './language.ts'
import { PersistentMap } from './persistent-map.ts'
import { freshTable, type TableSetup, type TableState } from './table.ts'

/** A table in play: its book, its state, and what was answered to each command that carried an id, by giver and id. */
export type Table = { book: RuleBook; state: TableState; answers: PersistentMap<Decision> }

export const openTable = (book: RuleBook, setup: TableSetup): Table => ({
  book,
  state: freshTable(setup, wholeHistory()),
  answers: PersistentMap.of(),
})

/** What was answered to this command when it was given before. */
export const answerBefore = ({ answers }: Table, command: Command): Decision | undefined =>
  command.id === undefined ? undefined : answers.get(keyOf(command))

/** An id belongs to whoever gave it. A player who does not say who they are is the one whose wager it is. */
function keyOf(command: Command): string {
  const { role, name } = command.by
  const player = role === 'player' && 'player' in command ? command.player : undefined
  return JSON.stringify([role, name ?? player, command.id])
}

/** One command, decided and recorded. The same id twice from one giver is the same answer, not a second wager. */
export function conduct(table: Table, command: Command): { table: Table; answer: Decision } {
  const { book, state, answers } = table
  const before = answerBefore(table, command)
  if (before) return { table, answer: before }
  const answer = decide(book, state, command)
  return {
    table: {
      book,
      state: isRefusal(answer) ? state : answer.events.reduce(evolve, state),
      answers: command.id === undefined ? answers : answers.set(keyOf(command), answer),
    },
    answer,
  }
}
