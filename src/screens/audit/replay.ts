import { bookById } from '../../books/index.ts'
import type { RuleBook } from '../../books/rule-book.ts'
import { bookByFingerprint } from '../../books/shelf.ts'
import { decide } from '../../engine/decide.ts'
import { isRefusal } from '../../engine/decision.ts'
import { gameOf } from '../../engine/decisions/books.ts'
import { noHouseRules } from '../../engine/house-rules.ts'
import { PersistentMap } from '../../engine/persistent-map.ts'
import type { TableState } from '../../engine/table.ts'
import { isLackOfAuthority } from '../../house/house-refusals.ts'
import { isSame } from '../../record/canonical.ts'
import type { TableEntry } from '../../record/table-entry.ts'
import { replay } from '../../record/table-memory.ts'
import { opening } from '../../story/opening.ts'
import type { Passage } from '../../story/passages.ts'
import { settingOf } from '../../story/setting.ts'
import { tellEvents } from '../../story/tell-events.ts'
import { tellForbidden, tellRefusal } from '../../story/tell-refusals.ts'
import type { StoryWords } from '../../words/vocabulary.ts'

/** The table after an entry. An entry that fits no state is a broken journal: it throws. */
export const replayEntry = (state: TableState | null, entry: TableEntry): TableState =>
  replay(state ?? undefined, entry)

/** Whether the rule book comes to the same again. `house`: who may ask at all is for the house to say, not the book. */
export type Again = 'same' | 'differs' | 'house'

export function decidedAgain(state: TableState | null, entry: TableEntry): Again {
  const book = bookThen(entry)
  if ('opened' in entry) return book?.id === entry.opened.book && !state ? 'same' : 'differs'
  // A round that another version of the game opened is decided by that one, to its last correction.
  if (!book || !state || gameOf(book.id) !== gameOf(state.setup.book)) return 'differs'
  if ('forbidden' in entry) return 'house'
  const again = decide(book, state, entry.command, { bookById })
  if ('events' in entry) return !isRefusal(again) && isSame(again.events, entry.events) ? 'same' : 'differs'
  if (isLackOfAuthority(entry.refused)) return 'house'
  return isRefusal(again) && isSame(again, entry.refused) ? 'same' : 'differs'
}

/** One entry of a round, with the table before and after it. */
export type Step = {
  seq: number
  hash: string
  entry: TableEntry
  before: TableState | null
  after: TableState
  again: Again
}

type Numbered = { seq: number; hash: string; entry: TableEntry }

export function stepOf(before: TableState | null, { seq, hash, entry }: Numbered): Step {
  const after = replayEntry(before, entry)
  return { seq, hash, entry, before, after, again: decidedAgain(before, entry) }
}

/** What it was, in somebody's words, each sentence with its clauses. */
export function toldIn(words: StoryWords, { before, after, entry }: Step): readonly Passage[] {
  const book = bookThen(entry) ?? bookOf(after)
  if ('opened' in entry || !before)
    return opening({ book, state: after, answers: PersistentMap.of(), house: noHouseRules }, words)
  if ('forbidden' in entry)
    return tellForbidden(entry.refused, entry.forbidden, { ...settingOf(words, book), before, after })
  const scene = { ...settingOf(words, book), command: entry.command, before, after }
  return 'events' in entry ? tellEvents(entry.events, scene) : tellRefusal(entry.refused, scene)
}

/** The book that an entry says it was decided by. */
const bookThen = ({ book }: TableEntry): RuleBook | undefined => (book === null ? undefined : bookByFingerprint(book))

function bookOf({ setup }: TableState): RuleBook {
  const book = bookById(setup.book)
  if (!book) throw new Error(`There is no rule book ${setup.book}`)
  return book
}
