import { useState } from 'preact/hooks'
import { Radios } from '../kit/fields.tsx'
import { editionOf } from '../words/editions.ts'
import { pit } from '../words/pit.ts'
import { type ActionProps, otherVersions } from './action-list.ts'
import { CommandDialog } from './command-dialog.tsx'

/** Reading 25: between rounds, to another version of the same game. */
export function BookDialog(props: ActionProps) {
  const others = otherVersions(props.table.book)
  const [chosen, setChosen] = useState(others.length === 1 ? others[0]!.id : '')
  const daysOf = (id: string) => {
    const { from, until } = others.find((one) => one.id === id)!.inForce
    return pit.bookDays(from, until)
  }
  return (
    <CommandDialog
      {...props}
      title={pit.setBook}
      command="set-book"
      draft={chosen === '' ? null : (reason) => ({ do: 'set-book', book: chosen, reason })}
      does={() => pit.setBookDoes(chosen)}
      confirm={pit.setBook}
      look="warning"
    >
      <Radios
        label={pit.setBook}
        value={chosen}
        onInput={setChosen}
        options={others.map((book) => ({
          value: book.id,
          label: `${editionOf(book).title} (${book.id})`,
          fine: daysOf(book.id),
        }))}
      />
    </CommandDialog>
  )
}
