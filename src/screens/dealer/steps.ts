import type { Book, Clause, Pocket } from '../../books/rule-book.ts'
import { clauseOf } from '../../engine/clauses.ts'
import type { CommandName } from '../../engine/language.ts'
import { memoByIdentity } from '../../engine/memo.ts'
import { offers } from '../../engine/offers.ts'
import type { Refusal } from '../../engine/refusals.ts'
import { isUnderWay } from '../../engine/table.ts'
import { stateFromView } from '../../engine/view-state.ts'
import type { DealerView } from '../../engine/views.ts'

/** The next steps of a dealer. The large button shows one of them at a time. */
export type DealerStep =
  | { step: 'open'; clause: Clause }
  | { step: 'table-closed' }
  | { step: 'spin'; clause: Clause }
  | { step: 'close'; clause: Clause }
  | { step: 'outcome'; clause: Clause }
  | { step: 'draw'; clause: Clause }
  | { step: 'settle'; pocket: Pocket; clause: Clause }
  | { step: 'differs'; pockets: readonly [Pocket, Pocket]; clause: Clause }
  | { step: 'decision'; reason: string; clause: Clause }
  | { step: 'resume'; isAtRest: boolean; clause: Clause }

/** Several parts of the console ask on one view; a large layout is settled once to know that it can be. */
export const stepOf = (book: Book, view: DealerView): DealerStep => nextSteps(view, book)
const nextSteps = memoByIdentity((view: DealerView, book: Book) => nextStep(book, view))

/** The first of a round's commands that the engine accepts now; where it accepts none, the refusal of `settle` names what is missing. */
function nextStep(book: Book, view: DealerView): DealerStep {
  const state = stateFromView(view)
  const offered = offers(book, state, { role: 'dealer' })
  const can = (name: CommandName) => offered[name].refusal === null
  const by = (name: CommandName) => ({ clause: clauseOf(offered[name]) })
  if (!isUnderWay(state.round))
    return can('place-your-bets') ? { step: 'open', ...by('place-your-bets') } : { step: 'table-closed' }
  if (can('resume')) return { step: 'resume', isAtRest: view.pocket !== null, ...by('resume') }
  if (can('spin')) return { step: 'spin', ...by('spin') }
  if (can('no-more-bets')) return { step: 'close', ...by('no-more-bets') }
  const { refusal } = offered.settle
  return refusal ? waitedFor(refusal, view) : { step: 'settle', pocket: view.pocket!, ...by('settle') }
}

function waitedFor(refusal: Refusal, { referred }: DealerView): DealerStep {
  const { refused, pockets } = refusal
  const clause = clauseOf(refusal)
  switch (refused) {
    case 'round-is-referred':
      return { step: 'decision', reason: referred!, clause }
    case 'results-differ':
      return { step: 'differs', pockets: pockets as readonly [Pocket, Pocket], clause }
    case 'bonus-numbers-not-drawn':
      return { step: 'draw', clause }
    default:
      return { step: 'outcome', clause }
  }
}

/**
 * Whether the dealer may report the ball beside the step that asks for it: with bets open, while the round is referred, and
 * again once a number is known, with a count or another number.
 */
export const mayReportBall = (book: Book, view: DealerView): boolean => ballReports(view, book)
const ballReports = memoByIdentity((view: DealerView, book: Book): boolean => {
  const { step } = stepOf(book, view)
  return step !== 'outcome' && offers(book, stateFromView(view), { role: 'dealer' })['ball-at-rest'].refusal === null
})

/** Revolutions as a person types them; nothing where none are typed. */
export const revolutionsIn = (text: string): { revolutions?: number } =>
  /^\d+$/.test(text) ? { revolutions: Number(text) } : {}

/** A pocket as a person types it: 7, 07, 00, s, mbs; null: the wheel has no such pocket. */
export function readPocket({ wheel }: Book, text: string): string | null {
  const typed = text.trim().toUpperCase()
  if (wheel.pockets.includes(typed)) return typed
  const plain = /^0+[1-9]/.test(typed) ? typed.replace(/^0+/, '') : typed
  return wheel.pockets.includes(plain) ? plain : null
}
