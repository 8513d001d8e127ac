import type { Book } from '../../books/rule-book.ts'
import { gameOf } from '../../engine/decisions/books.ts'
import { type CommandName, earlyCloseLeave, leastFor } from '../../engine/language.ts'
import { offers } from '../../engine/offers.ts'
import type { Role } from '../../engine/positions.ts'
import { stateFromView } from '../../engine/view-state.ts'
import type { PitView } from '../../engine/views.ts'
import { houseBook, houseBooks } from '../kit/house-books.ts'
import type { Staff } from '../kit/session.ts'
import { pit } from '../words/desk.ts'
import type { TableAtDesk } from './pit-desk.ts'

export type ActionName =
  | 'allow-early'
  | 'early'
  | 'decide'
  | 'decide-past'
  | 'rule-past'
  | 'correct-now'
  | 'rule'
  | 'void-now'
  | 'correct-past'
  | 'void-past'
  | 'refer-past'
  | 'limits'
  | 'book'
  | 'close'
  | 'open'

/** The arguments of an action's dialog; `round`: the past round that it concerns, if any. */
export type ActionProps = { table: TableAtDesk; who: Staff; round: number | null; onClose: () => void }

type Listed = { action: ActionName; title: string; needs: Role; when: string; isPossible: boolean }

/** All commands that the pit may give at a table in general; an impossible one states when it becomes possible. */
export function actionsAt(book: Book, view: PitView): Listed[] {
  const { beforeSpin } = book.rules.closing
  const offered = offers(
    book,
    stateFromView(view),
    { role: 'shift-manager' },
    { bookById: houseBook, books: houseBooks() },
  )
  const listed = (action: ActionName, command: CommandName, title: string, when: string): Listed => {
    const isPossible = offered[command].refusal === null
    return { action, title, needs: leastFor(command, book), when, isPossible }
  }
  const leaveWhen = earlyCloseLeave(book) ? pit.allowEarlyWhen : beforeSpin ? pit.allowEarlyNotNeeded : pit.earlyNever
  const early = listed('early', 'no-more-bets', pit.early, beforeSpin ? pit.earlyWhen : pit.earlyNever)
  const isBeforeSpin = view.phase === 'betting-open'
  const ruleWhen = book.rules.unclearWagers ? pit.ruleWhen : pit.ruleReferred
  const bookWhen = otherVersions(book).length > 0 ? pit.setBookWhen : pit.setBookNever
  return [
    listed('allow-early', 'allow-early-close', pit.allowEarly, leaveWhen),
    { ...early, needs: beforeSpin?.by ?? 'pit-manager', isPossible: isBeforeSpin && early.isPossible },
    listed('decide', 'decide', pit.decide, pit.decideWhen),
    listed('rule', 'rule-on-wager', pit.rule, ruleWhen),
    listed('correct-now', 'correct-outcome', pit.correctNow, pit.correctWhen),
    listed('void-now', 'void-rounds', pit.voidNow, pit.voidWhen),
    listed('book', 'set-book', pit.setBook, bookWhen),
    // Between rounds; until then the dialog waits.
    { ...listed('limits', 'set-limits', pit.limits, pit.limitsWhen), isPossible: true },
    view.isClosing
      ? listed('open', 'open-table', pit.openTableAgain, pit.openTableDoes)
      : listed('close', 'close-table', pit.closeTable, pit.closeTableDoes),
  ]
}

/** The other versions of the same game. */
export const otherVersions = ({ id }: Book): Book[] =>
  houseBooks().filter((other) => other.id !== id && gameOf(other.id) === gameOf(id))
