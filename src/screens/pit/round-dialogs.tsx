import { useState } from 'preact/hooks'
import type { ForesightFacts } from '../../engine/foresee.ts'
import { leastFor } from '../../engine/language.ts'
import type { Order } from '../../wire/command.ts'
import { mayAct } from '../kit/confirm.tsx'
import { Note } from '../kit/controls.tsx'
import { Radios } from '../kit/fields.tsx'
import { useForesight } from '../kit/use-foresight.ts'
import { pit } from '../words/pit.ts'
import { refusalText } from '../words/refusal-text.ts'
import type { ActionProps } from './action-list.ts'
import { CommandDialog } from './command-dialog.tsx'
import { returnedText } from './foreseen-changes.tsx'

/** Reading 8: then the dealer may call it, in this round. */
export function AllowEarlyClose(props: ActionProps) {
  const round = props.table.connection.view.value?.round ?? 0
  return (
    <CommandDialog
      {...props}
      title={pit.allowEarly}
      command="allow-early-close"
      draft={() => ({ do: 'allow-early-close' })}
      does={() => pit.allowEarlyDoes(round)}
      reason="none"
      confirm={pit.allowEarly}
    />
  )
}

/** Reading 8: before the spin only as the book allows. */
export function EarlyClose(props: ActionProps) {
  const round = props.table.connection.view.value?.round ?? 0
  return (
    <CommandDialog
      {...props}
      title={pit.early}
      command="no-more-bets"
      draft={() => ({ do: 'no-more-bets' })}
      does={() => pit.earlyDoes(round)}
      reason="none"
      confirm={pit.early}
    />
  )
}

const decided =
  (decision: string) =>
  (reason: string): Order => ({ do: 'decide', decision, reason })

export function Decide(props: ActionProps) {
  const view = props.table.connection.view.value!
  const [decision, setDecision] = useState('')
  const round = view.round ?? 0
  const cannot = useNoSettling(props)
  const does = (facts: ForesightFacts) =>
    decision === 'void'
      ? pit.decideVoidDoes(round, returnedText(facts))
      : pit.decideSettleDoes(round, view.pocket ?? '')
  return (
    <CommandDialog
      {...props}
      title={pit.decide}
      command="decide"
      draft={decision === '' ? null : decided(decision)}
      does={does}
      confirm={decision === 'settle' ? pit.decideSettle : pit.decideVoid}
      look={decision === 'void' ? 'warning' : 'primary'}
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
    </CommandDialog>
  )
}

/** Why the round could not be settled if that were decided; undefined: it could, or nobody knows yet. */
function useNoSettling({ table, who }: ActionProps): string | undefined {
  const isTheirs = mayAct(who.role, leastFor('decide', table.book))
  const draft = isTheirs ? decided('settle')('-') : null
  const { reply } = useForesight(table.id, who.token, draft, table.connection.version.value)
  return reply && !reply.ok && reply.refused ? refusalText(reply.refused) : undefined
}

export function CloseTable(props: ActionProps) {
  return (
    <CommandDialog
      {...props}
      title={pit.closeTable}
      command="close-table"
      draft={(reason) => ({ do: 'close-table', reason })}
      does={() => pit.closeTableDoes}
      confirm={pit.closeTable}
      look="warning"
    />
  )
}

export function OpenTable(props: ActionProps) {
  return (
    <CommandDialog
      {...props}
      title={pit.openTableAgain}
      command="open-table"
      draft={(reason) => ({ do: 'open-table', reason })}
      does={() => pit.openTableDoes}
      confirm={pit.openTableAgain}
    />
  )
}
