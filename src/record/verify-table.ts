import type { RuleBook } from '../books/rule-book.ts'
import type { Command } from '../engine/language.ts'
import { accountsProblem } from './accounts.ts'
import type { RecordedBook } from './book-of-then.ts'
import { entryTimeProblem, houseNumberProblem } from './entry-times.ts'
import { IndexCheck, withIndexRemark } from './index-check.ts'
import { builtInBooks, fingerprintOf } from './known-books.ts'
import { ruleProblem } from './rule-check.ts'
import type { StreamReport } from './stream-report.ts'
import { atOnce, type Evidence, walk } from './stream-walk.ts'
import { actorProblem } from './table-actors.ts'
import { type CommandEntry, type TableEntry, tableEntryFrom } from './table-entry.ts'
import { remember, type TableMemory } from './table-memory.ts'
import { tableSnapshot, writeTableMemory } from './table-snapshot.ts'
import { type VerifiedHouse, witness } from './verify-house.ts'
import { entryName, type VerifiedTickets } from './verify-tickets.ts'
import { WalkedRounds } from './walked-rounds.ts'

/** `namesHouse`: an entry names a caller whom only the house can know. */
export type VerifiedTable = { report: StreamReport; namesHouse: boolean }

/** Every decision against the book of then; who asked, against the house; every balance, against the meters. */
export async function verifyTable(
  evidence: Evidence,
  stream: string,
  house: VerifiedHouse | null,
  tickets: VerifiedTickets | null,
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
        entryTimeProblem(entry, before, standing) ??
        (await ruleProblem(memory, entry, walked)) ??
        commitments.problemWith(entry, memory) ??
        askedTwice(asked, entry) ??
        ('opened' in entry ? null : actorProblem(standing, stream, bookOf(memory, entry), askedIn(entry))) ??
        ticketless(tickets, entryName({ stream, seq }), entry)
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
  const problem = report.finding || !end ? null : accountsProblem(stream, end, tickets?.meters ?? null)
  const finding = problem ? { stream, seq: null, problem } : report.finding
  return { namesHouse, report: await withIndexRemark({ ...report, rounds, finding }, index) }
}

/** A journal is decided by the books that it carries. One whose id means other rules to this program is worth a look. */
function foreignRules({ fingerprint, book: { id } }: RecordedBook): string[] {
  const own = builtInBooks.byId(id)
  if (!own || fingerprintOf(own) === fingerprint) return []
  return [`its rule book ${id} is ${fingerprint}; this program's is ${fingerprintOf(own)}`]
}

/** The recorded part of a forbidden command. */
const askedIn = (entry: Exclude<TableEntry, { opened: unknown }>): CommandEntry =>
  'forbidden' in entry ? { ...entry, command: entry.forbidden as unknown as Command } : entry

const isOfHouseKind = (actor: string): boolean => /^(staff|terminal|console):/.test(actor)

function headProblem(entry: TableEntry, before: TableEntry | null): string | null {
  const { house, at } = entry
  const unknown = houseNumberProblem(house)
  if (unknown) return unknown
  if (before && house < before.house) return 'it rests on an older entry of the house'
  return !('opened' in entry) && askedIn(entry).command.at !== at ? 'its time is not that of its command' : null
}

/** The book of an entry that was decided again: the stream carries it. */
const bookOf = (memory: TableMemory | null, { book }: TableEntry): RuleBook =>
  memory!.books.find(({ fingerprint }) => fingerprint === book)!.book

function askedTwice(asked: Set<string>, entry: TableEntry): string | null {
  const id = 'opened' in entry ? undefined : askedIn(entry).command.id
  if (id === undefined) return null
  const key = `${entry.actor} ${id}`
  if (asked.has(key)) return `the command ${id} of ${entry.actor} occurs twice`
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
function ticketless(tickets: VerifiedTickets | null, at: string, entry: TableEntry): string | null {
  if (!tickets || !('events' in entry) || !entry.actor.startsWith('terminal:')) return null
  const { command } = entry
  if (command.do !== 'buy-in' && command.do !== 'cash-out') return null
  const ticket = tickets.credits.get(at)
  tickets.credits.delete(at)
  const isSameTicket =
    ticket?.did === command.do && ticket.player === command.player && ticket.amount === command.amount
  return isSameTicket ? null : `there is no ticket for this ${command.do}`
}
