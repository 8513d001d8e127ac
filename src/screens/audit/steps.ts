import type { Book } from '../../books/rule-book.ts'
import { noHouseRules } from '../../engine/house-rules.ts'
import { PersistentMap } from '../../engine/persistent-map.ts'
import type { TableState } from '../../engine/table.ts'
import type { CarriedBooks } from '../../record/carried-books.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { isOfHouse, readTableEntry, type TableEntry } from '../../record/table-entry.ts'
import { replay } from '../../record/table-memory.ts'
import { settingOf } from '../../story/nouns.ts'
import { opening } from '../../story/opening.ts'
import type { Passage } from '../../story/passages.ts'
import { tellEvents } from '../../story/tell-events.ts'
import { tellForbidden, tellRefusal } from '../../story/tell-refusals.ts'
import type { StoryWords } from '../../words/vocabulary.ts'
import type { JournalReading, ReadingProgress } from './reading.ts'
import type { RoundFound } from './round-search.ts'

/** One entry of a round, with the table before and after it. `book`: that which decided it. */
export type ToldStep = { seq: number; entry: TableEntry; book: Book; before: TableState | null; after: TableState }
export type RoundStep = ToldStep & { hash: string }

/** An entry that fits no state, or whose book no entry carries, is a broken journal: it throws. */
export function stepOf(before: TableState | null, stored: Omit<Stored, 'stream'>, books: CarriedBooks): RoundStep {
  const { seq, hash, body } = stored
  const entry = readTableEntry(body)
  const book = books.byFingerprint(entry.book)
  if (!book) throw new Error(`The journal does not carry the rule book ${entry.book}`)
  return { seq, hash, entry, book, before, after: replay(before ?? undefined, entry) }
}

/** The table as it was before an entry. */
export function stateBefore({ states, entries }: JournalReading, seq: number): TableState | null {
  const from = states.findLast((one) => one.seq <= seq)
  let state = from?.state ?? null
  for (let at = from?.seq ?? 1; at < seq; at++)
    state = replay(state ?? undefined, readTableEntry(entries[at - 1]!.body))
  return state
}

const STEPS_AT_EITHER_END = 400

/** A round's entries; of a very long one its beginning and its end. `leftOut`: how many are between. */
export function roundEntries({ from, to, later }: RoundFound): { seqs: number[]; leftOut: number } {
  const all = to - from + 1
  const leftOut = Math.max(0, all - 2 * STEPS_AT_EITHER_END)
  const played = Array.from(
    { length: all - leftOut },
    (_, index) => from + index + (leftOut > 0 && index >= STEPS_AT_EITHER_END ? leftOut : 0),
  )
  return { seqs: [...played, ...later], leftOut }
}

export function stepsOf(reading: JournalReading, seqs: readonly number[]): RoundStep[] {
  let last: RoundStep | undefined
  return seqs.map((seq) => {
    const before = last && last.seq === seq - 1 ? last.after : stateBefore(reading, seq)
    last = stepOf(before, reading.entries[seq - 1]!, reading.books)
    return last
  })
}

/** The verdict of `verify` on one entry. `house`: who may ask at all is for the house to say, not the book. */
export type StepVerdict = { again: 'same' | 'house' | 'unchecked' } | { again: 'wrong'; problem: string }

export function stepVerdict(
  { verdict, checked }: ReadingProgress,
  { seq, entry }: Pick<RoundStep, 'seq' | 'entry'>,
): StepVerdict {
  const finding = verdict && 'report' in verdict ? verdict.report.finding : null
  if (finding?.seq === seq) return { again: 'wrong', problem: finding.problem }
  const isChecked = finding && finding.seq !== null ? seq < finding.seq : seq <= checked
  if (!isChecked) return { again: 'unchecked' }
  return { again: 'refused' in entry && isOfHouse(entry.refused) ? 'house' : 'same' }
}

/** Tells a step in sentences, each with its clauses. */
export function toldIn(words: StoryWords, { before, after, entry, book }: ToldStep): readonly Passage[] {
  if ('opened' in entry || !before)
    return opening({ book, state: after, answers: PersistentMap.of(), house: noHouseRules }, words)
  if ('forbidden' in entry)
    return tellForbidden(entry.refused, entry.forbidden, { ...settingOf(words, book), before, after })
  const scene = { ...settingOf(words, book), command: entry.command, before, after }
  return 'events' in entry ? tellEvents(entry.events, scene) : tellRefusal(entry.refused, scene)
}
