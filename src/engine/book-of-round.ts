import type { Book } from '../books/rule-book.ts'
import { recall } from './history.ts'
import type { HouseRules } from './house-rules.ts'
import type { Command, CommandOf } from './language.ts'
import { isUnderWay, type TableState } from './table.ts'

/** The round that a command is about; null if it is about the table. */
export function roundAbout({ round }: TableState, command: Command | null): number | null {
  if (command?.do === 'correct-outcome') return command.round
  if (namesRound(command) && command.round !== undefined) return command.round
  if (command?.do === 'void-rounds') return Math.min(...command.rounds)
  return isUnderWay(round) ? round.round : null
}

type AboutRound = CommandOf<'refer'> | CommandOf<'decide'> | CommandOf<'rule-on-wager'>

const namesRound = (command: Command | null): command is AboutRound =>
  command?.do === 'refer' || command?.do === 'decide' || command?.do === 'rule-on-wager'

/** The id of the book by which a round was opened; undefined if the table has no such round any more. */
export const bookOfRound = ({ round, history }: TableState, number: number): string | undefined =>
  isUnderWay(round) && round.round === number ? round.book : recall(history, number)?.book

/** Reading 25: a round is decided by the book that it was opened by, to its last correction. */
export function bookAbout(book: Book, state: TableState, command: Command, { bookById }: HouseRules): Book {
  const about = roundAbout(state, command)
  const id = about === null ? undefined : bookOfRound(state, about)
  return id === undefined || id === book.id ? book : (bookById(id) ?? book)
}
