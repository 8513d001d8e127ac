import { bookById } from '../books/index.ts'
import { bookByFingerprint } from '../books/registry.ts'
import type { RuleBook } from '../books/rule-book.ts'
import { decide } from '../engine/decide.ts'
import { type Decision, isRefusal } from '../engine/decision.ts'
import { gameOf } from '../engine/decisions/books.ts'
import { readSetup } from '../engine/table.ts'
import { bookFor } from './book-of-then.ts'
import { isSame } from './canonical.ts'
import { forgottenBy, withRounds } from './recalled-rounds.ts'
import { isOfHouse, type TableEntry } from './table-entry.ts'
import type { TableMemory } from './table-memory.ts'
import type { WalkedRounds } from './walked-rounds.ts'

/**
 * Decides the next entry of a table again, by the rule book of then. Null: the book decides the same, or the house alone
 * refused it. `memory`: of the table before the entry.
 */
export async function ruleProblem(
  memory: TableMemory | null,
  entry: TableEntry,
  rounds: WalkedRounds,
): Promise<string | null> {
  return entryProblem(memory && (await recalledFor(entry, memory, rounds)), entry)
}

/** Adds the forgotten rounds that a command is about, read from the entries before it. */
async function recalledFor(entry: TableEntry, memory: TableMemory, walked: WalkedRounds): Promise<TableMemory> {
  const forgotten = 'command' in entry ? forgottenBy(entry.command, memory) : []
  if (forgotten.length === 0) return memory
  const rounds = await Promise.all(forgotten.map((round) => walked.read(round, memory)))
  return withRounds(
    memory,
    rounds.filter((round) => round !== undefined),
  )
}

/** Decides an entry again by the rule book of then and compares the result. */
function entryProblem(memory: TableMemory | null, entry: TableEntry): string | null {
  const book = bookByFingerprint(entry.book)
  if ('opened' in entry) return memory ? 'the table is set up twice' : setupProblem(entry)
  if (!memory) return 'a journal begins with its setup'
  const isOfGame = book && gameOf(book.id) === gameOf(memory.state.setup.book)
  if (!isOfGame) return 'it was decided by no book of this table'
  const wrongBook = bookProblem(memory, entry, book)
  if (wrongBook) return wrongBook
  if ('forbidden' in entry) return forbiddenProblem(entry)
  const again = decide(book, memory.state, entry.command, { bookById })
  if ('refused' in entry) return isOfHouse(entry.refused) ? null : refusalProblem(entry.refused, again)
  const same = !isRefusal(again) && isSame(again.events, entry.events)
  return same ? null : `by the rule book ${entry.command.do} comes to ${summary(again)}, not to what is written`
}

function setupProblem({ actor, book, opened }: Extract<TableEntry, { opened: unknown }>): string | null {
  if (actor !== 'service') return 'only the service sets a table up'
  const found = bookByFingerprint(book)
  if (found?.id !== opened.book) return `there is no rule book ${opened.book}`
  const { terminal, ...rest } = opened
  const again = readSetup({ ...rest, ...(terminal === null ? {} : { terminal }) }, () => found)
  return isSame(again, opened) ? null : 'its setup is not one that the book allows'
}

/** A round stays with the book that opened it. Between rounds the table's own book decides. */
function bookProblem(
  { openedBy, state }: TableMemory,
  entry: Exclude<TableEntry, { opened: unknown }>,
  { id }: RuleBook,
): string | null {
  const command = 'command' in entry ? entry.command : null
  const due = bookFor(openedBy, state, command, null)
  if (due === null) return id === state.setup.book ? null : 'it was decided by no book of this table'
  return due === entry.book ? null : 'it was decided by another book than its round'
}

/** Checks the form alone: whether somebody lacked the position is checked against the house. */
function forbiddenProblem({ forbidden, refused }: Extract<TableEntry, { forbidden: unknown }>): string | null {
  if (!isOfHouse(refused)) return 'a command was forbidden by nobody'
  return /^[0-9a-f]{64}$/.test(forbidden.hash) ? null : 'it does not say what was forbidden'
}

function refusalProblem(refused: { refused: string }, again: Decision): string | null {
  return isRefusal(again) && isSame(again, refused) ? null : `by the rule book this comes to ${summary(again)}`
}

const summary = (decision: Decision): string =>
  isRefusal(decision) ? `the refusal ${decision.refused}` : decision.events.map(({ type }) => type).join(', ')
