import { useState } from 'preact/hooks'
import { barredFrom, Cited, Confirm, give } from '../kit/confirm.tsx'
import { Note } from '../kit/controls.tsx'
import { Radios } from '../kit/fields.tsx'
import { money } from '../kit/money.ts'
import { pit } from '../words/pit.ts'
import type { ActionProps } from './action-props.ts'
import { stakesIn } from './table-facts.ts'

/** Reading 8: before the spin only as the book allows. */
export function EarlyClose({ table, who, onClose }: ActionProps) {
  const { beforeSpin } = table.book.rules.closing
  const round = table.connection.view.value?.round ?? 0
  if (!beforeSpin) return null
  return (
    <Confirm
      title={pit.early}
      does={pit.earlyDoes(round)}
      cites={<Cited book={table.book} clauses={[beforeSpin.clause]} />}
      barred={barredFrom(who, beforeSpin.by)}
      reason="none"
      confirm={pit.early}
      act={give(table, () => ({ do: 'no-more-bets' }))}
      onClose={onClose}
    />
  )
}

export function Decide({ table, who, onClose }: ActionProps) {
  const view = table.connection.view.value!
  const { referral } = table.book.rules
  const [decision, setDecision] = useState('')
  const round = view.round ?? 0
  const { wagers, players, total } = stakesIn(view)
  const stakes = wagers === 0 ? pit.noWagers : pit.wagersOf(wagers, players, money(total))
  const cannot = view.pocket === null ? pit.settleNeedsOutcome : view.differs ? pit.settleNeedsOne : undefined
  const does = {
    void: pit.decideVoidDoes(round, stakes),
    settle: pit.decideSettleDoes(round, view.pocket ?? ''),
    '': null,
  }[decision as 'void' | 'settle' | '']
  return (
    <Confirm
      title={pit.decide}
      does={does}
      cites={<Cited book={table.book} clauses={[referral.clause]} />}
      barred={barredFrom(who, referral.by)}
      confirm={decision === 'settle' ? pit.decideSettle : pit.decideVoid}
      look={decision === 'void' ? 'warning' : 'primary'}
      act={give(table, (reason) => ({ do: 'decide', decision, reason }))}
      onClose={onClose}
    >
      {view.referred !== null && (
        <Note tone="info" text={pit.waitsReferred(round)} fine={pit.reasonGiven(view.referred)} />
      )}
      <Radios
        label={pit.decide}
        value={decision}
        onInput={setDecision}
        options={[
          { value: 'void', label: pit.decideVoid },
          { value: 'settle', label: pit.decideSettle, disabled: cannot !== undefined, fine: cannot },
        ]}
      />
    </Confirm>
  )
}

export function CloseTable({ table, who, onClose }: ActionProps) {
  return (
    <Confirm
      title={pit.closeTable}
      does={pit.closeTableDoes}
      cites={<Cited book={table.book} clauses={[]} />}
      barred={barredFrom(who, 'pit-supervisor')}
      confirm={pit.closeTable}
      look="warning"
      act={give(table, (reason) => ({ do: 'close-table', reason }))}
      onClose={onClose}
    />
  )
}

export function OpenTable({ table, who, onClose }: ActionProps) {
  return (
    <Confirm
      title={pit.openTableAgain}
      does={pit.openTableDoes}
      cites={<Cited book={table.book} clauses={[]} />}
      barred={barredFrom(who, 'pit-supervisor')}
      confirm={pit.openTableAgain}
      act={give(table, (reason) => ({ do: 'open-table', reason }))}
      onClose={onClose}
    />
  )
}
