import './dealer-dialog.css'
import './dialogs.css'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { type ForesightFacts, isForesight } from '../../engine/foresee.ts'
import type { Order } from '../../wire/command.ts'
import { Button, Dialog, Note } from '../kit/controls.tsx'
import { isUnderWay } from '../staff/stacks.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/dealer.ts'
import { type Desk, foreseeAt, useCommand } from './dealer-desk.ts'
import { effectText, voidIn } from './effects.ts'
import { Rule, SaidNo } from './parts.tsx'

export type OpenProps = { desk: Desk; onClose: () => void }
type ActionProps = OpenProps & {
  title: string
  says?: string
  /** Where it says more than that the round is void. */
  confirm?: string
  /** Null while something is still to be chosen or filled in. */
  draft: Order | null
  /** What is foreseen, where that is known before the draft is full. */
  asks?: Order | null
  /** More to choose or to fill in, before what it does. */
  children?: ComponentChildren
  /** What it does stands beside what is chosen, not below. */
  isWide?: boolean
}

/** Says what will happen and by which rule, and does it only then. It is for the round that it was opened in. */
export function ActionDialog({
  desk,
  onClose,
  title,
  says,
  draft,
  asks = draft,
  children,
  isWide,
  ...rest
}: ActionProps) {
  const round = useRef(desk.view.round)
  const { give, isBusy, said } = useCommand(desk)
  const isOver = !isUnderWay(desk.view) || desk.view.round !== round.current
  const foreseen = isOver || !asks ? null : foreseeAt(desk, asks)
  const refused = foreseen && !isForesight(foreseen) ? foreseen : null
  const isVoid = foreseen !== null && voidIn(foreseen) !== null
  const act = async () => {
    if (draft && (await give(draft))) onClose()
  }
  const footer = (
    <>
      <Button onPress={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={isOver || isBusy || !draft || refused !== null} onPress={() => void act()}>
        {rest.confirm && !isVoid ? rest.confirm : dealer.confirmVoid(desk.view.round ?? 0)}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} footer={footer} width={isWide ? 'wide' : children ? 'normal' : 'narrow'}>
      <div class={`dealer-dialog${isWide ? ' is-wide' : ''}`}>
        {says && <p class="dealer-says">“{says}”</p>}
        {children}
        <div class="dealer-dialog">
          {foreseen && isForesight(foreseen) && <Effects foreseen={foreseen} />}
          {isOver && <Note tone="warning" text={dealer.needsRound} />}
          <SaidNo said={refused ?? said} />
        </div>
      </div>
    </Dialog>
  )
}

export function Effects({ foreseen }: { foreseen: ForesightFacts }) {
  const worded = foreseen.effects.flatMap((one) => {
    const text = effectText(foreseen, one)
    return text === null ? [] : [{ ...one, text }]
  })
  if (worded.length === 0) return null
  return (
    <section class="dealer-effects" aria-label={dealer.happens} aria-live="polite">
      <h3 class="caption">{dealer.happens}</h3>
      <ul>
        {worded.map(({ effect, text, clause }) => (
          <li key={effect}>
            <span>{text}</span> <Rule clause={clause ?? ''} />
          </li>
        ))}
      </ul>
    </section>
  )
}
