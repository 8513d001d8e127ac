import './table-actions.css'
import type { Position } from '../../books/rule-book.ts'
import type { PitView } from '../../engine/views.ts'
import { isUnderWay } from '../dealer/stacks.ts'
import { mayAct } from '../kit/confirm.tsx'
import { Button } from '../kit/controls.tsx'
import type { Staff } from '../kit/session.tsx'
import { roleName } from '../words/names.ts'
import { pit } from '../words/pit.ts'
import type { TableAtDesk } from './desk.ts'
import { LimitsDialog } from './limits-dialog.tsx'
import { CorrectNow, CorrectPast, VoidNow, VoidPast } from './outcome-dialogs.tsx'
import { CloseTable, Decide, EarlyClose, OpenTable } from './round-dialogs.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { awaitsSettlement } from './table-facts.ts'

export type ActionName =
  | 'early'
  | 'decide'
  | 'correct-now'
  | 'rule'
  | 'void-now'
  | 'correct-past'
  | 'void-past'
  | 'limits'
  | 'close'
  | 'open'

/** What is being done, to which table; a past round where it is about one. */
export type Acting = { table: string; action: ActionName; round?: number }

type Listed = { action: ActionName; title: string; needs: Position; when: string; isPossible: boolean }

/** Everything that the pit may do at a table; what is not possible now says when it is. */
function listOf({ book, connection }: TableAtDesk): Listed[] {
  const view = connection.view.value
  if (!view) return []
  const { closing, referral, correction, unclearWagers, voidedRounds } = book.rules
  const isAtRest = awaitsSettlement(view)
  return [
    {
      action: 'early',
      title: pit.early,
      needs: closing.beforeSpin?.by ?? 'pit-manager',
      when: closing.beforeSpin ? pit.earlyWhen : pit.earlyNever,
      isPossible: view.phase === 'betting-open' && closing.beforeSpin !== null,
    },
    {
      action: 'decide',
      title: pit.decide,
      needs: referral.by,
      when: pit.decideWhen,
      isPossible: view.phase === 'referred',
    },
    {
      action: 'rule',
      title: pit.rule,
      needs: unclearWagers?.by ?? 'pit-supervisor',
      when: unclearWagers ? pit.ruleWhen : pit.ruleNever,
      isPossible: unclearWagers !== null && isAtRest,
    },
    { action: 'correct-now', title: pit.correctNow, needs: correction.by, when: pit.correctWhen, isPossible: isAtRest },
    {
      action: 'void-now',
      title: pit.voidNow,
      needs: voidedRounds.by,
      when: pit.voidWhen,
      isPossible: isUnderWay(view),
    },
    { action: 'limits', title: pit.limits, needs: 'pit-supervisor', when: pit.limitsWhen, isPossible: true },
    tableAction(view),
  ]
}

const tableAction = ({ isClosing }: PitView): Listed =>
  isClosing
    ? { action: 'open', title: pit.openTableAgain, needs: 'pit-supervisor', when: pit.openTableDoes, isPossible: true }
    : { action: 'close', title: pit.closeTable, needs: 'pit-supervisor', when: pit.closeTableDoes, isPossible: true }

type ActionsProps = { table: TableAtDesk; who: Staff; onAct: (action: ActionName) => void }

export function TableActions({ table, who, onAct }: ActionsProps) {
  return (
    <section class="pit-actions panel" aria-label={pit.actions}>
      <h2>{pit.actions}</h2>
      <ul>
        {listOf(table).map(({ action, title, needs, when, isPossible }) => (
          <li key={action}>
            <Button size="small" disabled={!isPossible || !mayAct(who.role, needs)} onPress={() => onAct(action)}>
              {title}
            </Button>
            <small class="fine">
              {when} {!mayAct(who.role, needs) && pit.takes(roleName(needs))}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

export type ActionProps = { table: TableAtDesk; who: Staff; round: number | null; onClose: () => void }

const dialogs = {
  early: EarlyClose,
  decide: Decide,
  'correct-now': CorrectNow,
  rule: RuleDialog,
  'void-now': VoidNow,
  'correct-past': CorrectPast,
  'void-past': VoidPast,
  limits: LimitsDialog,
  close: CloseTable,
  open: OpenTable,
} as const

export function ActionDialog({ action, ...rest }: ActionProps & { action: ActionName }) {
  const Shown = dialogs[action]
  return <Shown {...rest} />
}
