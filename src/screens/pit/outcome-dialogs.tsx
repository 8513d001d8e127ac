import { useState } from 'preact/hooks'
import type { Book, Pocket } from '../../books/rule-book.ts'
import { whatVoidsRounds } from '../../engine/decisions/afterwards.ts'
import type { ForesightFacts } from '../../engine/foresee.ts'
import type { StaffRecall } from '../../wire/floor-shapes.ts'
import { Note } from '../kit/controls.tsx'
import { Radios, Select } from '../kit/fields.tsx'
import { PocketBadge } from '../kit/pocket.tsx'
import { common } from '../words/common.ts'
import { pit } from '../words/desk.ts'
import { voidReason } from '../words/names.ts'
import type { ActionProps } from './action-list.ts'
import { returnedText } from './foreseen-changes.tsx'
import { type PastRoundFound, RoundFound, RoundNumber, useRoundNumber } from './past-round.tsx'
import { PitDialog, type PitDialogProps } from './pit-dialog.tsx'

const concludedIn = (found: PastRoundFound): StaffRecall | null => (found && !('status' in found) ? found : null)

// Correction ----------------------------------------------------------------------------------------------------------

/** Before settlement: nothing has moved yet, the outcome alone changes. */
export function CorrectNow(props: ActionProps) {
  const { table } = props
  const view = table.connection.view.value!
  const [pocket, setPocket] = useState('')
  const round = view.round ?? 0
  const named = view.differs && view.pocket !== null ? [view.pocket, view.differs] : []
  return (
    <PitDialog
      {...props}
      title={pit.correctNow}
      command="correct-outcome"
      draft={pocket === '' ? null : (reason) => ({ do: 'correct-outcome', round, pocket, reason })}
      does={() => pit.correctNowDoes(round, pocket)}
      confirm={pocket === '' ? common.confirm : pit.itIs(pocket)}
    >
      {named.length > 0 && <Note tone="info" text={pit.waitsDiffersText(named[0]!, named[1]!)} />}
      <PocketChoice
        book={table.book}
        value={pocket}
        onInput={setPocket}
        except={view.differs ? null : view.pocket}
        first={named}
      />
    </PitDialog>
  )
}

/** Readings 16 and 28: settled again by the wheel, also when it was made void by mistake; later rounds stand. */
export function CorrectPast(props: ActionProps) {
  const { table, who, round: asked } = props
  const [pocket, setPocket] = useState('')
  const past = useRoundNumber(table, who, asked)
  const before = concludedIn(past.found)
  const isChosen = before !== null && pocket !== ''
  return (
    <PitDialog
      {...props}
      title={pit.correctPast}
      command="correct-outcome"
      draft={isChosen ? (reason) => ({ do: 'correct-outcome', round: before.round, pocket, reason }) : null}
      does={() => (before ? correctionText(before, pocket) : '')}
      confirm={pocket === '' ? common.confirm : pit.itIs(pocket)}
      look="warning"
    >
      <RoundNumber asked={asked} past={past} />
      <RoundFound table={table} found={past.found} />
      {before && <PocketChoice book={table.book} value={pocket} onInput={setPocket} except={before.pocket} />}
    </PitDialog>
  )
}

const correctionText = ({ round, pocket }: StaffRecall, to: Pocket): string =>
  pocket === null ? pit.correctVoidDoes(round, to) : pit.correctPastDoes(round, pocket, to)

type PocketChoiceProps = {
  book: Book
  value: string
  onInput: (pocket: string) => void
  except: Pocket | null
  /** The named pockets come before all others. */
  first?: readonly Pocket[]
}

const PocketChoice = ({ book, value, onInput, except, first = [] }: PocketChoiceProps) => (
  <Radios
    label={pit.choosePocket}
    look="grid"
    value={value}
    onInput={onInput}
    options={[...new Set([...first, ...book.wheel.pockets])].map((pocket) => ({
      value: pocket,
      label: <PocketBadge book={book} pocket={pocket} />,
      disabled: pocket === except,
    }))}
  />
)

// Void ----------------------------------------------------------------------------------------------------------------

export function VoidNow({ table, who, onClose }: ActionProps) {
  const round = table.connection.view.value!.round ?? 0
  const does = (facts: ForesightFacts) => pit.decideVoidDoes(round, returnedText(facts))
  return <VoidDialog table={table} who={who} onClose={onClose} title={pit.voidNow} round={round} does={does} />
}

/** Reading 17: what was settled is reversed. */
export function VoidPast({ table, who, round: asked, onClose }: ActionProps) {
  const past = useRoundNumber(table, who, asked)
  const found = concludedIn(past.found)
  const round = found?.pocket == null ? null : found.round
  const does = () => pit.voidPastDoes(round ?? 0)
  return (
    <VoidDialog table={table} who={who} onClose={onClose} title={pit.voidRound} round={round} does={does}>
      <RoundNumber asked={asked} past={past} />
      <RoundFound table={table} found={past.found} />
    </VoidDialog>
  )
}

type VoidProps = Pick<PitDialogProps, 'table' | 'who' | 'onClose' | 'title' | 'does' | 'children'> & {
  /** Null while it is not found. */
  round: number | null
}

function VoidDialog({ round, children, ...rest }: VoidProps) {
  const { book } = rest.table
  const [code, setCode] = useState('')
  const isChosen = round !== null && code !== ''
  return (
    <PitDialog
      {...rest}
      command="void-rounds"
      draft={isChosen ? (reason) => ({ do: 'void-rounds', rounds: [round], code, reason }) : null}
      look="warning"
    >
      {children}
      <Select
        label={pit.why}
        value={code}
        onInput={setCode}
        options={[
          { value: '', label: pit.choose },
          ...whatVoidsRounds(book).map((row) => ({
            value: row.code,
            label: `${voidReason(book, row.code)} (${row.clause})`,
          })),
        ]}
      />
    </PitDialog>
  )
}
