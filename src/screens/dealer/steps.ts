import type { Clause, Pocket, RuleBook } from '../../books/rule-book.ts'
import { decide } from '../../engine/decide.ts'
import { type Decision, isRefusal } from '../../engine/decision.ts'
import type { Command } from '../../engine/language.ts'
import type { Refusal } from '../../engine/refusals.ts'
import { isUnderWay } from '../../engine/table.ts'
import { stateFromView } from '../../engine/view-state.ts'
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

const stepsByView = new WeakMap<DealerView, Step>()

/** Several parts of the console ask on one view; a large layout is settled once to know that it can be. */
export function stepOf(book: RuleBook, view: DealerView): Step {
  const before = stepsByView.get(view)
  if (before) return before
  const step = nextStep(book, view)
  stepsByView.set(view, step)
  return step
}

type Ask = (command: Pick<Command, 'do'> & object) => Decision

/** The first of a round's commands that the engine takes now; where it takes none, its refusal says what is waited for. */
function nextStep(book: RuleBook, view: DealerView): Step {
  const state = stateFromView(view)
  const ask: Ask = (command) => decide(book, state, { ...command, by: { role: 'dealer' } } as Command)
  if (!isUnderWay(state.round)) return openStep(book, ask)
  const resumed = clauseIn(ask({ do: 'resume' }))
  if (resumed !== null) return { step: 'resume', isAtRest: view.pocket !== null, clause: resumed }
  const spun = clauseIn(ask({ do: 'spin', ball: 'clockwise', wheel: 'anticlockwise' } as Command))
  if (spun !== null) return { step: 'spin', clause: spun }
  const closed = clauseIn(ask({ do: 'no-more-bets' }))
  if (closed !== null) return { step: 'close', says: book.rules.closing.says, clause: closed }
  const settled = ask({ do: 'settle' })
  return isRefusal(settled) ? waitedFor(settled, view) : settleStep(settled, view.pocket!)
}

function openStep({ rules }: RuleBook, ask: Ask): Step {
  const clause = clauseIn(ask({ do: 'place-your-bets' }))
  return clause === null ? { step: 'table-closed' } : { step: 'open', says: rules.opening.says, clause }
}

const settleStep = (decision: Decision, pocket: Pocket): Step => ({
  step: 'settle',
  pocket,
  clause: clauseIn(decision) ?? '',
})

function waitedFor({ refused, clause = '', pockets }: Refusal, { referred }: DealerView): Step {
  switch (refused) {
    case 'round-is-referred':
      return { step: 'decision', reason: referred ?? '', clause }
    case 'results-differ':
      return { step: 'differs', pockets: pockets as readonly [Pocket, Pocket], clause }
    case 'bonus-numbers-not-drawn':
      return { step: 'draw', clause }
    default:
      return { step: 'outcome', clause }
  }
}

/** The rule that a command is taken by; null: it is refused. */
function clauseIn(decision: Decision): Clause | null {
  if (isRefusal(decision)) return null
  const [event] = decision.events
  return event && 'clause' in event ? (event.clause ?? '') : ''
}
