import { bookById, books } from '../../books/index.ts'
import type { RuleBook } from '../../books/rule-book.ts'
import { decide } from '../../engine/decide.ts'
import { isRefusal } from '../../engine/decision.ts'
import { whatVoidsRounds } from '../../engine/decisions/afterwards.ts'
import { gameOf } from '../../engine/decisions/books.ts'
import { type Command, type CommandName, commands, leastFor } from '../../engine/language.ts'
import type { Role } from '../../engine/positions.ts'
import { stateFromView } from '../../engine/view-state.ts'
import type { PitView } from '../../engine/views.ts'
import type { Order } from '../../wire/command.ts'
import type { Staff } from '../kit/session.ts'
import { pit } from '../words/pit.ts'
import type { TableAtDesk } from './pit-desk.ts'
import { wagersToRule } from './table-facts.ts'

export type ActionName =
  | 'allow-early'
  | 'early'
  | 'decide'
  | 'stands'
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

/** What the dialog of an action is given; `round`: a past round, where it is about one. */
export type ActionProps = { table: TableAtDesk; who: Staff; round: number | null; onClose: () => void }

export type Listed = { action: ActionName; title: string; needs: Role; when: string; isPossible: boolean }

/** Everything that the pit may do at a table; what is not possible now says when it is. */
export function actionsAt(book: RuleBook, view: PitView): Listed[] {
  const { beforeSpin } = book.rules.closing
  const takes = takenBy(book, view)
  const needs = (name: CommandName) => leastFor(name, book)
  const [wager] = wagersToRule(view)
  const [round, reason] = [view.round ?? 0, '-']
  const pocket = book.wheel.pockets.find((one) => one !== view.pocket)
  return [
    {
      action: 'allow-early',
      title: pit.allowEarly,
      needs: needs('allow-early-close'),
      when: beforeSpin?.leave ? pit.allowEarlyWhen : beforeSpin ? pit.allowEarlyNotNeeded : pit.earlyNever,
      isPossible: takes({ do: 'allow-early-close' }),
    },
    {
      action: 'early',
      title: pit.early,
      needs: beforeSpin?.by ?? 'pit-manager',
      when: beforeSpin ? pit.earlyWhen : pit.earlyNever,
      isPossible: view.phase === 'betting-open' && takes({ do: 'no-more-bets' }),
    },
    {
      action: 'decide',
      title: pit.decide,
      needs: needs('decide'),
      when: pit.decideWhen,
      isPossible: takes({ do: 'decide', decision: 'void' }),
    },
    {
      action: 'rule',
      title: pit.rule,
      needs: needs('rule-on-wager'),
      when: book.rules.unclearWagers ? pit.ruleWhen : pit.ruleReferred,
      isPossible: takes({
        do: 'rule-on-wager',
        player: wager?.player,
        spot: wager?.spot ?? '',
        treatment: 'stands',
        reason,
      }),
    },
    {
      action: 'correct-now',
      title: pit.correctNow,
      needs: needs('correct-outcome'),
      when: pit.correctWhen,
      isPossible: takes({ do: 'correct-outcome', round, pocket, reason }),
    },
    {
      action: 'void-now',
      title: pit.voidNow,
      needs: needs('void-rounds'),
      when: pit.voidWhen,
      isPossible: takes({ do: 'void-rounds', rounds: [round], code: whatVoidsRounds(book)[0]?.code, reason }),
    },
    {
      action: 'book',
      title: pit.setBook,
      needs: needs('set-book'),
      when: otherVersions(book).length > 0 ? pit.setBookWhen : pit.setBookNever,
      isPossible: takes({ do: 'set-book', book: otherVersions(book)[0]?.id ?? '', reason }),
    },
    { action: 'limits', title: pit.limits, needs: needs('set-limits'), when: pit.limitsWhen, isPossible: true },
    tableAction(view),
  ]
}

/** Whether the table takes a command now from anybody at all. */
const takenBy =
  (book: RuleBook, view: PitView) =>
  (draft: Order): boolean =>
    !isRefusal(decide(book, stateFromView(view), { ...draft, by: { role: 'shift-manager' } } as Command, { bookById }))

/** Of the same game. */
export const otherVersions = ({ id }: RuleBook): RuleBook[] =>
  books.filter((other) => other.id !== id && gameOf(other.id) === gameOf(id))

const tableAction = ({ isClosing }: PitView): Listed =>
  isClosing
    ? {
        action: 'open',
        title: pit.openTableAgain,
        needs: commands['open-table'].by,
        when: pit.openTableDoes,
        isPossible: true,
      }
    : {
        action: 'close',
        title: pit.closeTable,
        needs: commands['close-table'].by,
        when: pit.closeTableDoes,
        isPossible: true,
      }
