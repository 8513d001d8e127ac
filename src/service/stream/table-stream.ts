import { type Book, type RuleBook, rulesOf } from '../../books/rule-book.ts'
import { decideByRules, positionRefusal } from '../../engine/decide.ts'
import { type Decision, isRefusal } from '../../engine/decision.ts'
import { gameOf } from '../../engine/decisions/books.ts'
import type { TableEvent } from '../../engine/events.ts'
import type { Concluded } from '../../engine/history.ts'
import type { Command } from '../../engine/language.ts'
import { prepareSettlement } from '../../engine/prepared-settlement.ts'
import { refusals } from '../../engine/refusals.ts'
import { isUnderWay, type TableSetup, type TableState } from '../../engine/table.ts'
import { type SystemCaller, serviceCaller, tableActor, type WheelCaller } from '../../house/caller.ts'
import { type HouseRefusal, isPositionTooLow, refuse as refuseByHouse } from '../../house/house-refusals.ts'
import { systemMayNot } from '../../house/permissions.ts'
import { type Stop, stoppedRefusal } from '../../house/stops.ts'
import { bookOfThen, type Describe, withRecorded } from '../../record/book-of-then.ts'
import { isSame } from '../../record/canonical.ts'
import { builtInBooks, describeRules, fingerprintOf, type KnownBooks } from '../../record/known-books.ts'
import { forgottenBy, recallRound, withRounds } from '../../record/recalled-rounds.ts'
import {
  decidedEntry,
  forbiddenEntry,
  hashOf,
  isLong,
  openingEntry,
  readTableEntry,
  type TableEntry,
  writeEntryInParts,
  writeTableEntry,
} from '../../record/table-entry.ts'
import { remember, type TableMemory } from '../../record/table-memory.ts'
import { readTableSnapshot, tableSnapshot, writeTableMemory } from '../../record/table-snapshot.ts'
import { type Journal, nodeSha256 } from '../journal/journal.ts'
import type { CommittedSecret, DrawSecrets } from '../secrets/draw-secrets.ts'
import { freshSalt } from '../secrets/key-material.ts'
import { Stream } from './stream.ts'
import type { CommandOutcome, Known, Missing, PermissionCheck, StreamKind } from './stream-kind.ts'
import type { StreamOptions } from './stream-options.ts'

/** The answer to a table command: the rule book's decision, or the refusal of the house where the caller may not give it. */
export type TableAnswer = Decision | { barred: HouseRefusal }
export const isBarred = (answer: TableAnswer): answer is { barred: HouseRefusal } => 'barred' in answer
export type TableStream = Stream<TableMemory, Command, TableEvent, TableAnswer, TableEntry>
/** `committed`: the commitment that the service adds to a command that opens a round with a bonus draw. */
type TableOutcome = CommandOutcome<TableEvent, TableAnswer> & { committed?: CommittedSecret | null }

const SNAPSHOT_AFTER = 5_000
const LARGE = 5_000

/**
 * `houseSeq`: the number of the house's last entry, on which decisions about permission rest. `draws`: the secrets that
 * the house commits to when betting opens; left out if it makes none.
 */
type TableOptions = StreamOptions & Partial<BooksOfHouse> & { houseSeq?: () => number; draws?: DrawSecrets }

/**
 * `books`: those that a table may change to. `onlyInForce`: rounds open only by books that are in force. `stopOf`: where the
 * house has stopped the table or its game.
 */
type BooksOfHouse = { books: KnownBooks; onlyInForce: boolean; stopOf: (game: string) => Stop | null }

/** Opens a table: from its journal if it has one, otherwise a new one with this setup. */
export function openTableStream(table: string, setup: TableSetup, options: TableOptions): Promise<TableStream> {
  const { now, houseSeq = noHouse, draws = null, salt = freshSalt, stopOf = noStop, ...house } = options
  const { books = builtInBooks, onlyInForce = false } = house
  // A book that is unknown here is carried by the journal of the table.
  const book = books.byId(setup.book)
  const when = { salt: salt(), at: now(), actor: tableActor(serviceCaller), house: houseSeq() }
  const opening = book && openingEntry({ ...when, book: fingerprintOf(book) }, setup, rulesOf(book))
  return Stream.open(table, tableKind(table, houseSeq, { books, onlyInForce, stopOf }, draws), options, opening)
}

/** A read-only table as its journal has it; null if it never existed. */
export async function readTable(table: string, journal: Journal, now: () => string): Promise<TableStream | null> {
  const { seq } = await journal.last(table)
  const house = { books: builtInBooks, onlyInForce: false, stopOf: noStop }
  return seq === 0 ? null : Stream.open(table, tableKind(table, noHouse, house, null), { journal, now })
}

const noHouse = (): number => 0
const noStop = (): null => null

/** The book in use: that of the round under way, or between rounds the table's own. */
export const bookOf = (memory: TableMemory): Book => bookOfThen(memory, null).book

/** The book that a command would be decided by now. */
export const bookOfCommand = (memory: TableMemory, command: Command): Book => bookOfThen(memory, command).book

export type TableCheck = PermissionCheck<TableMemory, Command, TableEvent, TableAnswer>

/**
 * The outcome of a command that the house refuses. A position that is too low is recorded at the table, as a forbidden
 * command.
 */
export const barredOutcome = (barred: HouseRefusal): TableOutcome => {
  return { events: [], answer: { barred }, isRefused: true, record: isPositionTooLow(barred) ? 'noted' : 'never' }
}

/** Gives a command of a caller without a token: a wheel, or a part of the service. */
export const giveAs = (
  table: TableStream,
  caller: WheelCaller | SystemCaller,
  command: Command,
): Promise<TableAnswer> =>
  table.submit(command, tableActor(caller), caller.kind === 'wheel' ? checkPosition : checkPart(caller))

const checkPart =
  ({ name }: SystemCaller): TableCheck =>
  (command, memory) => {
    const barred = systemMayNot(name, command)
    return barred ? { command, refused: barredOutcome(barred) } : checkPosition(command, memory)
  }

/** The check of callers who are trusted with the position in `by`. */
const checkPosition: TableCheck = (command, memory) => {
  const refusal = positionRefusal(bookOfCommand(memory, command), command)
  return refusal ? { command, refused: outcomeOf(refusal) } : { command }
}

const tableKind = (
  table: string,
  houseSeq: () => number,
  { books, onlyInForce, stopOf }: BooksOfHouse,
  draws: DrawSecrets | null,
): StreamKind<TableMemory, Command, TableEvent, TableAnswer, TableEntry> => ({
  fresh: null,
  snapshotAfter: () => SNAPSHOT_AFTER,
  decide: (memory, asked) => {
    const stopped = stoppedRefusal(stopOf(gameOf(memory.state.setup.book)), asked.do)
    if (stopped) return barredOutcome(stopped)
    const committed = commitmentFor(table, memory, asked, draws)
    const command = withCommitment(asked, committed)
    const rules = withRecorded(memory, { bookById: books.byId, onlyInForce })
    return { ...outcomeOf(decideByRules(bookOfCommand(memory, command), memory.state, command, rules)), committed }
  },
  check: checkPosition,
  missingFor: (memory, command) => missingRounds(table, memory, command),
  entryOf(memory, { salt, at, actor, command }, { answer, committed }: TableOutcome) {
    const book = bookOfThen(memory, isBarred(answer) ? null : command).fingerprint
    const head = { salt, at, actor, book, house: houseSeq() }
    if (isBarred(answer)) return barredEntry(head, command, answer.barred)
    const beside = { ruleBook: firstUsed(memory, answer, books), sealed: committed?.sealed }
    return decidedEntry(head, withCommitment(command, committed), answer, beside)
  },
  remember: (memory, entry, seq) => remember(memory, table, seq, entry, describedBy(books)),
  write: (entry) => (isLong(entry) ? writeEntryInParts(entry) : writeTableEntry(entry)),
  read: readTableEntry,
  answerOf,
  isSameRequest,
  // This refusal is one of the house, not of the book.
  idTaken: (id) => ({ barred: refuseByHouse('id-used-for-another', { id }) }),
  *writeSnapshot(memory, hash) {
    return tableSnapshot(yield* writeTableMemory(memory), hash)
  },
  readSnapshot: (snapshot, entryAt) => readTableSnapshot(snapshot, entryAt, describedBy(books)),
  // Just after a round the state is small.
  isGoodMoment: ({ state }) => !isUnderWay(state.round),
  // The results of a large layout are computed when bets close and when the ball rests.
  prepare: (memory, events) =>
    events.some(({ type }) => type === 'betting-closed' || type === 'outcome-determined') && isLarge(memory.state)
      ? prepareSettlement(bookOf(memory), memory.state)
      : null,
})

function barredEntry(head: Parameters<typeof forbiddenEntry>[0], command: Command, barred: HouseRefusal): TableEntry {
  if (!isPositionTooLow(barred)) throw new Error(`${barred.refused} is not recorded at a table`)
  return forbiddenEntry(head, command, barred, nodeSha256)
}

const describedBy =
  (books: KnownBooks): Describe =>
  (rules) =>
    describeRules(books, rules)

/** The rules of the book that a table changes to, if its journal does not carry them yet. */
function firstUsed({ books }: TableMemory, decision: Decision, known: KnownBooks): RuleBook | undefined {
  const set = isRefusal(decision) ? undefined : decision.events.find((event) => event.type === 'book-set')
  if (!set || books.some(({ book }) => book.id === set.to)) return undefined
  return rulesOf(known.byId(set.to)!)
}

/** Reading 32: a round of any age can be corrected. A round that the table has forgotten is read from the journal. */
function missingRounds(table: string, memory: TableMemory, command: Command): Missing<TableMemory> | null {
  const rounds = forgottenBy(command, memory)
  if (rounds.length === 0) return null
  return {
    key: JSON.stringify([memory.lastChange, ...rounds]),
    async find(reader) {
      const found: Concluded[] = []
      for (const round of rounds) {
        const concluded = await recallRound(reader, table, round, memory)
        if (concluded) found.push(concluded)
      }
      return (now) => withRounds(now, found)
    },
  }
}

const outcomeOf = (decision: Decision): TableOutcome =>
  isRefusal(decision)
    ? { events: [], answer: decision, isRefused: true, record: refusals[decision.refused].recorded ? 'noted' : 'never' }
    : { events: decision.events, answer: decision, isRefused: false, record: 'always' }

const isLarge = ({ round }: TableState): boolean =>
  isUnderWay(round) && round.wagers.values().reduce((count, { spots }) => count + spots.size, 0) > LARGE

/** Commits to a fresh secret where a command opens a round with a bonus draw. */
function commitmentFor(
  table: string,
  memory: TableMemory,
  command: Command,
  draws: DrawSecrets | null,
): CommittedSecret | null {
  if (command.do !== 'place-your-bets' || !draws || !bookOfCommand(memory, command).rules.bonus) return null
  return draws.commit(table, memory.state.roundsOpened + 1)
}

/** The house's own commitment replaces any in the command, whoever opens the round. */
const withCommitment = (command: Command, committed: CommittedSecret | null | undefined): Command =>
  committed ? ({ ...command, commitment: committed.commitment } as Command) : command

/** Compares commands without their caller: the actor identifies the caller, whose name or position may have changed. */
const isSameCommand = (first: Command, again: Command): boolean => isSame(asAsked(first), asAsked(again))

/** A command without the fields that the service adds. */
function asAsked({ at: _, by: __, ...asked }: Command): object {
  const { commitment: ___, ...rest } = asked as { commitment?: string }
  return rest
}

function isSameRequest(entry: TableEntry, command: Command): boolean {
  if ('forbidden' in entry) return entry.forbidden.hash === hashOf(command, nodeSha256)
  return 'command' in entry && isSameCommand(entry.command, command)
}

function answerOf(entry: TableEntry): Known<TableAnswer> | null {
  if ('opened' in entry) return null
  const { id } = 'forbidden' in entry ? entry.forbidden : entry.command
  if (id === undefined) return null
  if ('forbidden' in entry) return { actor: entry.actor, id, answer: { barred: entry.refused } }
  return { actor: entry.actor, id, answer: 'events' in entry ? { events: entry.events } : entry.refused }
}

/** How long a client that has seen newer state than this node waits for the replica to catch up. */
const CATCHES_UP_MS = 3_000

/**
 * Waits until the replica has caught up with the entry that a client saw at another node, so that no client is shown
 * older state. The entry is durable, so reading the journal finds it. The client's number alone is not trusted: reading
 * stops at the end of the journal. A table that rests at this node is read as well. Null if the replica has caught up
 * already.
 */
export function catchUpWith(table: TableStream, known?: number): Promise<void> | null {
  const caughtUp = known !== undefined && known > table.durable ? catchUp(table) : table.upToDate()
  if (!caughtUp) return null
  const late = new Promise<void>((resolve) => setTimeout(resolve, CATCHES_UP_MS).unref())
  // A replica that cannot be read stops with an alarm. The client then gets the present view.
  return Promise.race([caughtUp.catch(() => {}), late])
}

const catchUp = (table: TableStream): Promise<void> | null => (table.role === 'follower' ? table.catchUp() : null)
