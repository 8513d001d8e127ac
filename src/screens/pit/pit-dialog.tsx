import './pit-dialog.css'
import type { ForesightFacts } from '../../engine/foresee.ts'
import { type CommandName, leastFor } from '../../engine/language.ts'
import { ANY_REASON } from '../../engine/offers.ts'
import type { CommandFields } from '../../wire/command.ts'
import { Note, RefusalNote } from '../kit/controls.tsx'
import { barredFrom, failureText } from '../kit/session.ts'
import { Cited, CommandDialog, type CommandDialogProps } from '../staff/command-dialog.tsx'
import type { Foreseeing } from '../staff/use-foresight.ts'
import { pit } from '../words/desk.ts'
import type { ActionProps } from './action-list.ts'
import { Changes, OutsideNote } from './foreseen-changes.tsx'
import type { TableAtDesk } from './pit-desk.ts'

export type PitDialogProps = Pick<ActionProps, 'table' | 'who' | 'onClose'> &
  Pick<CommandDialogProps, 'title' | 'confirm' | 'look' | 'reason' | 'draft' | 'children'> & {
    command: CommandName
    /** The foreseen result, in one sentence or several. */
    does: (facts: ForesightFacts) => string | readonly string[]
    passing?: NonNullable<CommandDialogProps['passing']> & { does: string; note: string }
    send?: (draft: CommandFields) => ReturnType<CommandDialogProps['send']>
  }

/** A command of the pit. Its preview comes from the service, because corrections are about rounds that no view has. */
export function PitDialog({ table, who, command, does, ...rest }: PitDialogProps) {
  const { draft, passing, children } = rest
  const barred = barredFrom(who, leastFor(command, table.book))
  return (
    <CommandDialog
      send={table.connection.send}
      {...rest}
      source={{ table: table.id, token: who.token, version: table.connection.version.value }}
      asks={draft && !barred ? draft(ANY_REASON) : null}
      barred={barred}
      width={children ? 'wide' : 'normal'}
      preview={(foreseeing) =>
        !barred && (
          <Foreseen table={table} foreseeing={foreseeing} isChosen={draft !== null} does={does} passing={passing} />
        )
      }
    />
  )
}

type ForeseenProps = Pick<PitDialogProps, 'does'> & {
  table: TableAtDesk
  foreseeing: Foreseeing
  isChosen: boolean
  passing: PitDialogProps['passing']
}

/** It keeps its place while it is loading, so that the elements below it do not move. */
function Foreseen(props: ForeseenProps) {
  const { isChosen, foreseeing } = props
  const { facts, failure, isAsking } = foreseeing
  return (
    <section
      class={`pit-foreseen${isAsking ? ' is-asking' : ''}`}
      aria-label={pit.foreseen}
      aria-live="polite"
      aria-busy={isAsking}
    >
      {!isChosen && <p class="fine">{pit.foreseenHere}</p>}
      {isChosen && (facts || failure) && (
        <div class="column pit-foreseen-answer">
          <ForeseenAnswer {...props} />
        </div>
      )}
      {isChosen && isAsking && <p class="pit-foreseen-asking fine">{pit.foreseeing}</p>}
    </section>
  )
}

function ForeseenAnswer({ table, foreseeing: { facts, failure }, does, passing }: ForeseenProps) {
  if (facts)
    return (
      <>
        {[does(facts)].flat().map((text) => (
          <p key={text} class="confirm-does">
            {text}
          </p>
        ))}
        <Changes facts={facts} />
        <OutsideNote facts={facts} />
        <Cited book={table.book} clauses={facts.clauses} />
      </>
    )
  if (!failure) return null
  if (passing && failure.refused?.refused === passing.refused)
    return (
      <>
        <p class="confirm-does">{passing.does}</p>
        <Note tone="info" text={passing.note} />
      </>
    )
  return failure.refused ? (
    <RefusalNote refused={failure.refused} />
  ) : (
    <Note tone="warning" text={failureText(failure)} />
  )
}
