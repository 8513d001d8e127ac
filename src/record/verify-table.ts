import type { RuleBook } from '../books/rule-book.ts'
import type { Command } from '../engine/language.ts'
import { moment } from '../house/time.ts'
import { accountsProblem } from './accounts.ts'
import type { RecordedBook } from './book-of-then.ts'
import { IndexCheck, withIndexRemark } from './index-check.ts'
import type { JournalReader } from './journal-reader.ts'
import { builtInBooks, fingerprintOf } from './known-books.ts'
import { ruleProblem } from './rule-check.ts'
import { BEHIND_MAX, Standing } from './standing.ts'
import type { StreamReport } from './stream-report.ts'
import { atOnce, type Evidence, walk } from './stream-walk.ts'
import { actorProblem } from './table-actors.ts'
import { type CommandEntry, type TableEntry, tableEntryFrom } from './table-entry.ts'
import { remember, type TableMemory } from './table-memory.ts'
import { tableSnapshot, writeTableMemory } from './table-snapshot.ts'
import { entryName, type VerifiedHouse } from './verify-house.ts'
import { WalkedRounds } from './walked-rounds.ts'

/** `namesHouse`: somebody acted whom only the house can know. */
export type VerifiedTable = { report: StreamReport; namesHouse: boolean }

/** Every decision against the book of then; who asked, against the house; every balance, against the meters. */
export async function verifyTable(
  evidence: Evidence,
  stream: string,
  house: VerifiedHouse | null,
): Promise<VerifiedTable> {
  const { reader } = evidence
  let before: TableEntry | null = null
  let namesHouse = false
  let memory: TableMemory | null = null
  const walked = new WalkedRounds(reader, stream)
  const index = new IndexCheck(reader, stream)
  const commitments = new CommittedRounds()
  const asked = new Set<string>()
  const remarks: string[] = []
  const standing = witness(house, reader)
  const report = await walk(evidence, stream, {
    remarks,
    snapshot: (hash) => tableSnapshot(atOnce(writeTableMemory(memory!)), hash),
    async take(plain, { seq }) {
      const entry = tableEntryFrom(plain)
      namesHouse ||= isOfHouseKind(entry.actor)
      const problem =
        headProblem(entry, before) ??
        timeProblem(entry, before, standing) ??
        (await ruleProblem(memory, entry, walked)) ??
        commitments.problemWith(entry, memory) ??
        askedTwice(asked, entry) ??
        ('opened' in entry ? null : actorProblem(standing, stream, bookOf(memory, entry), askedIn(entry))) ??
        ticketless(house, entryName({ stream, seq }), entry)
      if (problem) return problem
      walked.take(entry, seq)
      await index.take(plain, seq, entry)
      memory = remember(memory, stream, seq, entry)
      before = entry
      return null
    },
  })
  const end = memory as TableMemory | null
  const rounds = end?.state.roundsOpened ?? 0
  remarks.push(...(end?.books ?? []).flatMap(foreignRules))
  const problem = report.finding || !end ? null : accountsProblem(stream, end, house?.meters ?? null)
  const finding = problem ? { stream, seq: null, problem } : report.finding
  return { namesHouse, report: await withIndexRemark({ ...report, rounds, finding }, index) }
}

/** A journal is decided by the books that it carries. One whose id means other rules to this program is worth a look. */
function foreignRules({ fingerprint, book: { id } }: RecordedBook): string[] {
  const own = builtInBooks.byId(id)
  if (!own || fingerprintOf(own) === fingerprint) return []
  return [`its rule book ${id} is ${fingerprint}; this program's is ${fingerprintOf(own)}`]
}

/** Of a forbidden command, as much of it as there is. */
const askedIn = (entry: Exclude<TableEntry, { opened: unknown }>): CommandEntry =>
  'forbidden' in entry ? { ...entry, command: entry.forbidden as unknown as Command } : entry

/** A house that is wrong itself is no witness. In a store without one, nobody was signed in and no terminal was there. */
function witness(house: VerifiedHouse | null, { isWhole }: JournalReader): Standing | null {
  if (house) return house.report.finding ? null : house.standing
  return isWhole ? new Standing() : null
}

const isOfHouseKind = (actor: string): boolean => /^(staff|terminal|console):/.test(actor)

function headProblem(entry: TableEntry, before: TableEntry | null): string | null {
  const { house, at } = entry
  if (!Number.isSafeInteger(house) || house < 0) return 'it does not say which entry of the house it rests on'
  if (before && house < before.house) return 'it rests on an older entry of the house'
  return !('opened' in entry) && askedIn(entry).command.at !== at ? 'its time is not that of its command' : null
}

/**
 * Time runs on within a stream, and between the entry of the house that a decision rests on and the next one; but for a
 * correction of the clock that is itself on record.
 */
function timeProblem({ at, house }: TableEntry, before: TableEntry | null, standing: Standing | null): string | null {
  const isBack = before !== null && moment(at) < moment(before.at)
  if (isBack && !standing?.isCorrectedBetween(before.house, house, at))
    return `it is of ${at}, before the entry before it`
  return standing ? amongHouse(standing, house, at) : null
}

function amongHouse(standing: Standing, house: number, at: string): string | null {
  if (house > standing.entries) return `it rests on entry ${house} of the house, which is not there`
  if (standing.correctionsAhead({ house, at }).length > 0) return null
  if (house > 0 && moment(at) < moment(standing.times[house]!))
    return `it is of ${at}, before the entry of the house that it rests on`
  const next = standing.corrections.find(({ seq }) => seq === house + 1)?.from ?? standing.times[house + 1]
  return next !== undefined && moment(at) > moment(next) + BEHIND_MAX
    ? `it is of ${at}, long after the next entry of the house, which it does not know`
    : null
}

/** The book of an entry that was decided again: the stream carries it. */
const bookOf = (memory: TableMemory | null, { book }: TableEntry): RuleBook =>
  memory!.books.find(({ fingerprint }) => fingerprint === book)!.book

function askedTwice(asked: Set<string>, entry: TableEntry): string | null {
  const id = 'opened' in entry ? undefined : askedIn(entry).command.id
  if (id === undefined) return null
  const key = `${entry.actor} ${id}`
  if (asked.has(key)) return `the command ${id} of ${entry.actor} is there twice`
  asked.add(key)
  return null
}

/** A house that has begun to commit to its draws does not leave one out: that is where it would choose the numbers. */
class CommittedRounds {
  #hasBegun = false

  problemWith(entry: TableEntry, memory: TableMemory | null): string | null {
    const opened = 'events' in entry ? entry.events.find(({ type }) => type === 'betting-opened') : undefined
    if (opened?.type !== 'betting-opened' || !bookOf(memory, entry).rules.bonus) return null
    if (opened.commitment === undefined && this.#hasBegun)
      return `round ${opened.round} was opened without a commitment to its draw, unlike rounds before it`
    this.#hasBegun ||= opened.commitment !== undefined
    return null
  }
}

/** Credits come to a terminal and leave it by ticket alone. */
function ticketless(house: VerifiedHouse | null, at: string, entry: TableEntry): string | null {
  if (!house || !('events' in entry) || !entry.actor.startsWith('terminal:')) return null
  const { command } = entry
  if (command.do !== 'buy-in' && command.do !== 'cash-out') return null
  const ticket = house.tickets.get(at)
  house.tickets.delete(at)
  const isSameTicket =
    ticket?.did === command.do && ticket.player === command.player && ticket.amount === command.amount
  return isSameTicket ? null : `the house knows no ticket for this ${command.do}`
}
