import { useState } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import { isInForce } from '../../engine/in-force.ts'
import { Radios } from '../kit/fields.tsx'
import { pit } from '../words/desk.ts'
import { editionOf } from '../words/names.ts'
import { type ActionProps, otherVersions } from './action-list.ts'
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

/** Reading 25: between rounds, to another version of the same game. */
export function BookDialog(props: ActionProps) {
  const others = otherVersions(props.table.book)
  const [chosen, setChosen] = useState(others.length === 1 ? others[0]!.id : '')
  return (
    <PitDialog
      {...props}
      title={pit.setBook}
      command="set-book"
      draft={chosen === '' ? null : (reason) => ({ do: 'set-book', book: chosen, reason })}
      does={() => pit.setBookDoes(chosen)}
      look="warning"
    >
      <Radios
        label={pit.setBook}
        value={chosen}
        onInput={setChosen}
        options={others.map((book) => ({
          value: book.id,
          label: `${editionOf(book).texts.title} (${book.id})`,
          fine: daysOf(book),
        }))}
      />
    </PitDialog>
  )
}

/** When it is in force, and whether that is now. */
function daysOf(book: Book): string {
  const { from, until } = book.inForce
  const isNow = isInForce(book, new Date().toISOString())
  return [pit.bookDays(from, until), ...(isNow ? [] : [pit.bookNotNow])].join(' ')
}
