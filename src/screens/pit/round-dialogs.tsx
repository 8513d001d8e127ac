import { pit } from '../words/desk.ts'
import type { ActionProps } from './action-list.ts'
import { PitDialog, type PitDialogProps } from './pit-dialog.tsx'

type RoundDialogProps = ActionProps &
  Pick<PitDialogProps, 'title' | 'look'> & {
    command: 'allow-early-close' | 'no-more-bets' | 'close-table' | 'open-table'
    does: (round: number) => string
  }

/** A command that is confirmed, and nothing more. */
function RoundDialog({ does, command, ...props }: RoundDialogProps) {
  const round = props.table.connection.view.value?.round ?? 0
  const takesReason = command === 'close-table' || command === 'open-table'
  return (
    <PitDialog
      {...props}
      command={command}
      draft={(reason) => ({ do: command, ...(takesReason ? { reason } : {}) })}
      does={() => does(round)}
      reason={takesReason ? 'needed' : 'none'}
    />
  )
}

/** Reading 8: then the dealer may call it, in this round. */
export const AllowEarlyClose = (props: ActionProps) => (
  <RoundDialog {...props} title={pit.allowEarly} command="allow-early-close" does={pit.allowEarlyDoes} />
)

/** Reading 8: before the spin only as the book allows. */
export const EarlyClose = (props: ActionProps) => (
  <RoundDialog {...props} title={pit.early} command="no-more-bets" does={pit.earlyDoes} />
)

export const CloseTable = (props: ActionProps) => (
  <RoundDialog {...props} title={pit.closeTable} command="close-table" does={() => pit.closeTableDoes} look="warning" />
)

export const OpenTable = (props: ActionProps) => (
  <RoundDialog {...props} title={pit.openTableAgain} command="open-table" does={() => pit.openTableDoes} />
)
