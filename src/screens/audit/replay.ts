import { bookById } from '../../books/index.ts'
import { bookByFingerprint } from '../../books/registry.ts'
import type { Book } from '../../books/rule-book.ts'
import { noHouseRules } from '../../engine/house-rules.ts'
import { PersistentMap } from '../../engine/persistent-map.ts'
import type { TableState } from '../../engine/table.ts'
import type { RuleCheck } from '../../record/rule-check.ts'
import { isOfHouse, type TableEntry } from '../../record/table-entry.ts'
import { replay } from '../../record/table-memory.ts'
import { settingOf } from '../../story/nouns.ts'
import { opening } from '../../story/opening.ts'
import type { Passage } from '../../story/passages.ts'
import { tellEvents } from '../../story/tell-events.ts'
import { tellForbidden, tellRefusal } from '../../story/tell-refusals.ts'
import type { StoryWords } from '../../words/vocabulary.ts'

/** The table after an entry. An entry that fits no state is a broken journal: it throws. */
export const replayEntry = (state: TableState | null, entry: TableEntry): TableState =>
  replay(state ?? undefined, entry)

/** Whether the rule book comes to the same again. `house`: who may ask at all is for the house to say, not the book. */
export type Again = 'same' | 'differs' | 'house'

/** Decides the next entry of a journal again. */
export async function decidedAgain(rules: RuleCheck, entry: TableEntry): Promise<Again> {
  if ((await rules.problemWith(entry)) !== null) return 'differs'
  return 'refused' in entry && isOfHouse(entry.refused) ? 'house' : 'same'
}

/** One entry of a round, with the table before and after it. */
export type ToldStep = { seq: number; entry: TableEntry; before: TableState | null; after: TableState }
export type Step = ToldStep & { hash: string; again: Again }

type Numbered = { seq: number; hash: string; entry: TableEntry }

export function stepOf(before: TableState | null, numbered: Numbered, again: Again): Step {
  return { ...numbered, before, after: replayEntry(before, numbered.entry), again }
}

/** What it was, in somebody's words, each sentence with its clauses. */
export function toldIn(words: StoryWords, { before, after, entry }: ToldStep): readonly Passage[] {
  const book = bookThen(entry) ?? bookOf(after)
  if ('opened' in entry || !before)
    return opening({ book, state: after, answers: PersistentMap.of(), house: noHouseRules }, words)
  if ('forbidden' in entry)
    return tellForbidden(entry.refused, entry.forbidden, { ...settingOf(words, book), before, after })
  const scene = { ...settingOf(words, book), command: entry.command, before, after }
  return 'events' in entry ? tellEvents(entry.events, scene) : tellRefusal(entry.refused, scene)
}

/** The book that an entry says it was decided by. */
const bookThen = ({ book }: TableEntry): Book | undefined => (book === null ? undefined : bookByFingerprint(book))

function bookOf({ setup }: TableState): Book {
  const book = bookById(setup.book)
  if (!book) throw new Error(`There is no rule book ${setup.book}`)
  return book
}
