import { useState } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import { isInForce } from '../../engine/in-force.ts'
import { Radios } from '../kit/fields.tsx'
import { pit } from '../words/desk.ts'
import { editionOf } from '../words/names.ts'
import { type ActionProps, otherVersions } from './action-list.ts'
import { PitDialog } from './pit-dialog.tsx'

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
