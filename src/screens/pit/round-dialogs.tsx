import { pit } from '../words/desk.ts'
import type { ActionProps } from './action-list.ts'
import { PitDialog } from './pit-dialog.tsx'

/** Reading 8: then the dealer may call it, in this round. */
export function AllowEarlyClose(props: ActionProps) {
  const round = props.table.connection.view.value?.round ?? 0
  return (
    <PitDialog
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
    <PitDialog
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

export function CloseTable(props: ActionProps) {
  return (
    <PitDialog
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
    <PitDialog
      {...props}
      title={pit.openTableAgain}
      command="open-table"
      draft={(reason) => ({ do: 'open-table', reason })}
      does={() => pit.openTableDoes}
      confirm={pit.openTableAgain}
    />
  )
}
