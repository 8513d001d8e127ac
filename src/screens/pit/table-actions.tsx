import './table-detail.css'
import { Button } from '../kit/controls.tsx'
import { mayAct, type Staff } from '../kit/session.ts'
import { pit } from '../words/desk.ts'
import { roleName } from '../words/names.ts'
import { type ActionName, type ActionProps, actionsAt } from './action-list.ts'
import { LimitsDialog } from './limits-dialog.tsx'
import { CorrectNow, CorrectPast, VoidNow, VoidPast } from './outcome-dialogs.tsx'
import type { TableAtDesk } from './pit-desk.ts'
import { DecideConcluded, DecideRound, ReferPast } from './referral-dialogs.tsx'
import { RuleDialog, RulePast } from './rule-dialog.tsx'
import { AllowEarlyClose, BookDialog, CloseTable, EarlyClose, OpenTable } from './table-dialogs.tsx'

/** The open action and its table; the past round that it concerns, if any. */
export type Acting = { table: string; action: ActionName; round?: number }

type ActionsProps = { table: TableAtDesk; who: Staff; onAct: (action: ActionName) => void }

export function TableActions({ table, who, onAct }: ActionsProps) {
  const view = table.connection.view.value
  return (
    <section class="pit-actions panel" aria-label={pit.actions}>
      <h2>{pit.actions}</h2>
      <ul>
        {(view ? actionsAt(table.book, view) : []).map(({ action, title, needs, when, isPossible }) => (
          <li key={action}>
            <Button size="small" disabled={!isPossible || !mayAct(who.role, needs)} onPress={() => onAct(action)}>
              {title}
            </Button>
            <small>
              {when} {!mayAct(who.role, needs) && pit.takes(roleName(needs))}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

const dialogs = {
  'allow-early': AllowEarlyClose,
  early: EarlyClose,
  decide: DecideRound,
  'decide-past': DecideConcluded,
  'rule-past': RulePast,
  'correct-now': CorrectNow,
  rule: RuleDialog,
  'void-now': VoidNow,
  'correct-past': CorrectPast,
  'void-past': VoidPast,
  'refer-past': ReferPast,
  limits: LimitsDialog,
  book: BookDialog,
  close: CloseTable,
  open: OpenTable,
} as const

export function ActionDialog({ action, ...rest }: ActionProps & { action: ActionName }) {
  const Shown = dialogs[action]
  return <Shown {...rest} />
}
