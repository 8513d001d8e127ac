import type { Clause, Pocket, RuleBook } from '../../books/rule-book.ts'
import type { DealerView } from '../../engine/views.ts'

/** What a dealer does next. One of these at a time is the large button. */
export type Step =
  | { step: 'open'; says: string; clause: Clause }
  | { step: 'table-closed' }
  | { step: 'spin'; clause: Clause }
  | { step: 'close'; says: string; clause: Clause }
  | { step: 'outcome'; clause: Clause }
  | { step: 'draw'; clause: Clause }
  | { step: 'settle'; pocket: Pocket; clause: Clause }
  | { step: 'differs'; pockets: readonly [Pocket, Pocket]; clause: Clause }
  | { step: 'decision'; reason: string; clause: Clause }
  | { step: 'resume'; isAtRest: boolean; clause: Clause }

type Seen = Pick<DealerView, 'phase' | 'pocket' | 'draw' | 'powerOut' | 'isClosing' | 'referred' | 'spun' | 'differs'>

export function stepOf({ rules }: RuleBook, view: Seen): Step {
  if (view.powerOut) return resumeStep(rules, view.pocket !== null)
  switch (view.phase) {
    case 'closed':
    case 'settled':
    case 'void':
      return view.isClosing ? { step: 'table-closed' } : { step: 'open', ...rules.opening }
    case 'betting-open':
      return { step: 'spin', clause: rules.spin.clause }
    case 'ball-spinning':
      return { step: 'close', says: rules.closing.says, clause: rules.closing.whileSpinning }
    case 'betting-closed':
      return view.spun ? { step: 'outcome', clause: rules.outcome.clause } : { step: 'spin', clause: rules.spin.clause }
    case 'outcome-determined':
      return concluding(rules, view)
    case 'referred':
      return { step: 'decision', reason: view.referred ?? '', clause: rules.referral.clause }
  }
}

function resumeStep({ powerFailure }: RuleBook['rules'], isAtRest: boolean): Step {
  const { clause = '', playContinues = '' } = powerFailure ?? {}
  return { step: 'resume', isAtRest, clause: isAtRest ? clause : playContinues }
}

function concluding(rules: RuleBook['rules'], { pocket, differs, draw }: Seen): Step {
  if (differs !== null) return { step: 'differs', pockets: [pocket!, differs], clause: rules.correction.clause }
  if (rules.bonus && !draw) return { step: 'draw', clause: rules.bonus.clause }
  return { step: 'settle', pocket: pocket!, clause: rules.positionOfChips.clause }
}
