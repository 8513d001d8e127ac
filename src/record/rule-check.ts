import { readRules } from '../book-files/read-book.ts'
import { bareBook } from '../books/bare-book.ts'
import { rulesOf } from '../books/rule-book.ts'
import { decide } from '../engine/decide.ts'
import { type Decision, isRefusal } from '../engine/decision.ts'
import { type HouseRules, noHouseRules } from '../engine/house-rules.ts'
import { isProblem, readCommand } from '../engine/language.ts'
import { readSetup } from '../engine/table.ts'
import { bookOfThen, withRecorded } from './book-of-then.ts'
import { isSame } from './canonical.ts'
import { fingerprintOf } from './known-books.ts'
import { forgottenBy, withRounds } from './recalled-rounds.ts'
import { isOfHouse, isSealedSecret, type TableEntry } from './table-entry.ts'
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

const headFields = ['v', 'salt', 'at', 'actor', 'book', 'house'] as const

/** The fields of each kind of entry, beside those that all have. */
function fieldsOfKind(entry: TableEntry): readonly string[] {
  if ('opened' in entry) return ['opened', 'ruleBook']
  if ('forbidden' in entry) return ['forbidden', 'refused']
  return 'refused' in entry ? ['command', 'refused'] : ['command', 'ruleBook', 'sealed', 'events']
}

/** Finds what an entry or its command should not hold. Events, setups and refusals are compared with the result of deciding again. */
function foreignProblem(entry: TableEntry): string | null {
  const known = [...headFields, ...fieldsOfKind(entry)]
  const foreign = Object.keys(entry).find((field) => !known.includes(field))
  if (foreign !== undefined) return `it has a field ${foreign}, which no entry of its kind has`
  if ('forbidden' in entry) {
    const odd = Object.keys(entry.forbidden).find((field) => !['do', 'by', 'at', 'id', 'hash'].includes(field))
    return odd === undefined ? null : `its forbidden command has a field ${odd}`
  }
  if (!('command' in entry)) return null
  const read = readCommand(entry.command)
  if (isProblem(read)) return `its command is not valid: ${read.problem}`
  return isSame(read, entry.command) ? null : 'its command is not written as commands are'
}

/** Decides an entry again by the rule book of then and compares the result. */
function entryProblem(memory: TableMemory | null, entry: TableEntry): string | null {
  const foreign = foreignProblem(entry)
  if (foreign) return foreign
  if ('opened' in entry) return memory ? 'the table is set up twice' : setupProblem(entry)
  if (!memory) return 'the first entry of a table must be its setup'
  const command = 'command' in entry ? entry.command : null
  const { book, fingerprint } = bookOfThen(memory, command)
  if (!memory.books.some((one) => one.fingerprint === entry.book))
    return 'the table has no rule book with the fingerprint of this entry'
  if (entry.book !== fingerprint) return 'it was decided by another book than its round'
  const wrongCarried = carriedProblem(memory, entry) ?? sealedProblem(entry)
  if (wrongCarried) return wrongCarried
  if ('forbidden' in entry) return forbiddenProblem(entry)
  const again = decide(book, memory.state, entry.command, withRecorded(memory, rulesCarried(entry)))
  if ('refused' in entry) return isOfHouse(entry.refused) ? null : refusalProblem(entry.refused, again)
  const same = !isRefusal(again) && isSame(again.events, entry.events)
  return same ? null : `by the rule book ${entry.command.do} yields ${summary(again)}, not what is written`
}

function setupProblem({ actor, book, opened, ruleBook }: Extract<TableEntry, { opened: unknown }>): string | null {
  if (actor !== 'service') return 'only the service sets a table up'
  const wrongBook = ruleBookProblem(ruleBook, opened.book)
  if (wrongBook) return wrongBook
  if (fingerprintOf(ruleBook) !== book) return 'the rule book that it carries is not the one that it names'
  const { terminal, ...rest } = opened
  const again = readSetup({ ...rest, ...(terminal === null ? {} : { terminal }) }, () => ruleBook)
  return isSame(again, opened) ? null : 'its setup is not one that the book allows'
}

/** An entry carries a book where it sets one that the stream does not carry yet, and else none. */
function carriedProblem({ books }: TableMemory, entry: Exclude<TableEntry, { opened: unknown }>): string | null {
  const carried = (entry as { ruleBook?: unknown }).ruleBook
  const set = 'events' in entry ? entry.events.find((event) => event.type === 'book-set') : undefined
  const isFirst = set !== undefined && !books.some(({ book }) => book.id === set.to)
  if (!isFirst) return carried === undefined ? null : 'it carries a rule book that it does not need'
  return carried === undefined ? `it does not carry the rule book ${set.to}` : ruleBookProblem(carried, set.to)
}

/** An entry that commits to a draw carries the sealed secret, and no other does. Only the house can check what is sealed. */
function sealedProblem(entry: Exclude<TableEntry, { opened: unknown }>): string | null {
  const { sealed } = entry as { sealed?: unknown }
  const opened = 'events' in entry ? entry.events.find(({ type }) => type === 'betting-opened') : undefined
  const isCommitted = opened?.type === 'betting-opened' && opened.commitment !== undefined
  if (!isCommitted) return sealed === undefined ? null : 'it carries a sealed secret and commits to no draw'
  if (sealed === undefined) return 'it commits to a draw and carries no sealed secret'
  return isSealedSecret(sealed) ? null : 'its sealed secret is not written as those are'
}

function ruleBookProblem(carried: unknown, id: string): string | null {
  const read = readRules(carried)
  if ('problems' in read) {
    const { at, problem } = read.problems.find(({ level }) => level === 'error')!
    return `the rule book that it carries is none: ${at} ${problem}`
  }
  if (read.rules.id !== id) return `the rule book that it carries is not ${id}`
  return isSame(rulesOf(read.rules), carried) ? null : 'the rule book that it carries has more than rules'
}

/** The rules of the house as far as a journal tells them: the book that an entry changes to. */
function rulesCarried(entry: TableEntry): HouseRules {
  const carried = 'ruleBook' in entry ? entry.ruleBook : undefined
  return carried ? { bookById: (id) => (id === carried.id ? bareBook(carried) : undefined) } : noHouseRules
}

/** Checks the form alone: whether somebody lacked the position is checked against the house. */
function forbiddenProblem({ forbidden, refused }: Extract<TableEntry, { forbidden: unknown }>): string | null {
  if (!isOfHouse(refused)) return 'a command was forbidden by nobody'
  return /^[0-9a-f]{64}$/.test(forbidden.hash) ? null : 'it does not say what was forbidden'
}

function refusalProblem(refused: { refused: string }, again: Decision): string | null {
  return isRefusal(again) && isSame(again, refused) ? null : `by the rule book this yields ${summary(again)}`
}

const summary = (decision: Decision): string =>
  isRefusal(decision) ? `the refusal ${decision.refused}` : decision.events.map(({ type }) => type).join(', ')
