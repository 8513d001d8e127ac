import './dialogs.css'
import { useRef } from 'preact/hooks'
import type { ForesightFacts } from '../../engine/foresee.ts'
import type { CommandFields } from '../../wire/command.ts'
import { Note } from '../kit/controls.tsx'
import { CommandDialog, type CommandDialogProps } from '../staff/command-dialog.tsx'
import { isUnderWay } from '../staff/stacks.ts'
import { dealer } from '../words/desk.ts'
import type { DealerDesk } from './dealer-desk.ts'
import { effectText } from './effects.ts'
import { Refusal, Rule } from './parts.tsx'

export type OpenProps = { desk: DealerDesk; onClose: () => void }

type DealerDialogProps = OpenProps &
  Pick<CommandDialogProps, 'title' | 'width' | 'isAside' | 'missing' | 'isForm' | 'onDone' | 'children'> & {
    /** Null while something is still to be chosen or filled in. */
    draft: CommandFields | null
    asks?: CommandFields | null
    source?: CommandDialogProps['source']
    /** Left out where it only makes the round void. */
    confirm?: string
    says?: string
    /** A sentence about the result, where the foreseen effects have none. */
    means?: string | null
    clause?: string | undefined
    /** The dialog applies only to the round in which it was opened. */
    isForRound?: boolean
  }

/** A command of the dealer's. The result and its rule are foreseen on the view and shown before it is given. */
export function DealerDialog(props: DealerDialogProps) {
  const { desk, draft, asks = draft, confirm, says, means, clause, isForRound, width, children, ...rest } = props
  const round = useRef(desk.view.round)
  const isOver = isForRound && (!isUnderWay(desk.view) || desk.view.round !== round.current)
  return (
    <CommandDialog
      source={desk}
      {...rest}
      confirm={({ facts }) => (confirm && !isVoid(facts) ? confirm : dealer.confirmVoid(desk.view.round ?? 0))}
      draft={draft && (() => draft)}
      asks={isOver ? null : asks}
      send={desk.send}
      isLive={desk.isLive}
      reason="none"
      refusalIn="frame"
      refusalNote={Refusal}
      width={width ?? (children ? 'normal' : 'narrow')}
      place={isForRound && width === 'wide' ? 'aside' : 'below'}
      preview={({ facts }) => (
        <>
          {facts && <Effects foreseen={facts} />}
          {means && (
            <p>
              {means} {clause && <Rule clause={clause} />}
            </p>
          )}
          {isOver && <Note tone="warning" text={dealer.needsRound} />}
        </>
      )}
    >
      {says && <p class="dealer-says">“{says}”</p>}
      {children}
    </CommandDialog>
  )
}

const isVoid = (facts: ForesightFacts | null): boolean =>
  facts?.effects.some(({ effect }) => effect === 'round-void') ?? false

function Effects({ foreseen }: { foreseen: ForesightFacts }) {
  const worded = foreseen.effects.flatMap((one) => {
    const text = effectText(foreseen, one)
    return text === null ? [] : [{ ...one, text }]
  })
  if (worded.length === 0) return null
  return (
    <section class="note is-warning dealer-effects" aria-label={dealer.happens} aria-live="polite">
      <h3 class="caption">{dealer.happens}</h3>
      <ul>
        {worded.map(({ effect, text, clause }) => (
          <li key={effect}>
            <span>{text}</span> {clause !== null && <Rule clause={clause} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
