import type { Book } from '../books/rule-book.ts'
import { bookAbout } from './book-of-round.ts'
import { decide } from './decide.ts'
import { type Decision, isRefusal } from './decision.ts'
import { evolve } from './evolve.ts'
import { wholeHistory } from './history.ts'
import { type HouseRules, noHouseRules } from './house-rules.ts'
import type { Command } from './language.ts'
import { PersistentMap } from './persistent-map.ts'
import { freshTable, type TableSetup, type TableState } from './table.ts'

/**
 * A table in play: its book, its state, the answers to commands that carried an id (by caller and id), and the rules of
 * the house.
 */
export type Table = { book: Book; state: TableState; answers: PersistentMap<Decision>; house: HouseRules }

/**
 * Opens a table for a checked setup. `house`: rules of the house that are not in the book.
 *
 * @example
 * const setup = readSetup({ book: roulette3.id }, () => roulette3)
 * if (!isProblem(setup)) console.log(openTable(roulette3, setup).state.roundsOpened)
 */
export const openTable = (book: Book, setup: TableSetup, house: HouseRules = noHouseRules): Table => ({
  book,
  state: freshTable(setup, wholeHistory()),
  answers: PersistentMap.of(),
  house,
})

/**
 * The answer that this command was given before.
 *
 * @example
 * const again = answerBefore(table, command)
 * if (again) console.log('answered before')
 */
export const answerBefore = ({ answers }: Table, command: Command): Decision | undefined =>
  command.id === undefined ? undefined : answers.get(keyOf(command))

/** An id belongs to its caller. A player's terminal that sends no name stands for the player whose wager it is. */
function keyOf(command: Command): string {
  const { role, name } = command.by
  const player = role === 'player' && 'player' in command ? command.player : undefined
  return JSON.stringify([role, name ?? player, command.id])
}

/**
 * Decides one command and records its events. Commands are idempotent: the same id from the same caller gets the same
 * answer, not a second wager.
 *
 * @example
 * const { table: after, answer } = conduct(table, command)
 * if (isRefusal(answer)) console.log(answer.refused, answer.clause)
 */
export function conduct(table: Table, command: Command): { table: Table; answer: Decision } {
  const { book, state, answers, house } = table
  const before = answerBefore(table, command)
  if (before) return { table, answer: before }
  const answer = decide(bookAbout(book, state, command, house), state, command, house)
  const after = isRefusal(answer) ? state : answer.events.reduce(evolve, state)
  return {
    table: {
      book: after.setup.book === state.setup.book ? book : house.bookById(after.setup.book)!,
      state: after,
      answers: command.id === undefined ? answers : answers.set(keyOf(command), answer),
      house,
    },
    answer,
  }
}
