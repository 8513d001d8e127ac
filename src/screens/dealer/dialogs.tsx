import './dealer-dialog.css'
import './dialogs.css'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { decide } from '../../engine/decide.ts'
import { isRefusal } from '../../engine/decision.ts'
import { type Foresight, isForesight } from '../../engine/foresee.ts'
import { stateFromView } from '../../engine/view-state.ts'
import type { Order } from '../../wire/command.ts'
import { Button, Dialog, Note } from '../kit/controls.tsx'
import { TextArea } from '../kit/fields.tsx'
import { common } from '../words/common.ts'
import { dealer } from '../words/dealer.ts'
import { voidReason } from '../words/editions.ts'
import { CashDesk } from './cash-desk.tsx'
import { type Desk, foreseeAt, useCommand } from './dealer-desk.ts'
import { effectText, voidIn } from './effects.ts'
import { Choice, Rule, SaidNo } from './parts.tsx'
import { SeveralPieces } from './several-pieces.tsx'
import { isUnderWay } from './stacks.ts'
import { WheelDialog } from './wheel-dialog.tsx'

/** What is open over the console, if anything. */
export function Dialogs({ desk }: { desk: Desk }) {
  const { dialog } = desk
  const open = dialog.value
  if (!open) return null
  const props = {
    desk,
    onClose: () => {
      dialog.value = null
    },
  }
  switch (open.name) {
    case 'no-spin':
      return <NoSpin {...props} />
    case 'irregularity':
      return <Irregularities {...props} />
    case 'power-failure':
      return <PowerFailure {...props} />
    case 'interruption':
      return <Interruption {...props} />
    case 'refer':
      return <Refer {...props} />
    case 'close-early':
      return <CloseEarly {...props} />
    case 'wheel':
      return <WheelDialog {...props} />
    case 'several-pieces':
      return <SeveralPieces {...props} player={open.player} />
    default:
      return <CashDesk {...props} kind={open.name} player={open.player} />
  }
}

type OpenProps = { desk: Desk; onClose: () => void }
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
function ActionDialog({ desk, onClose, title, says, draft, asks = draft, children, isWide, ...rest }: ActionProps) {
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

function Effects({ foreseen }: { foreseen: Foresight }) {
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

function NoSpin({ desk, onClose }: OpenProps) {
  return (
    <ActionDialog
      desk={desk}
      onClose={onClose}
      title={dealer.noSpinTitle}
      says={dealer.noSpinSays}
      draft={{ do: 'no-spin' }}
    />
  )
}

function Irregularities({ desk, onClose }: OpenProps) {
  const { book, view } = desk
  const code = useSignal<string | null>(null)
  const reason = useSignal('')
  const text = reason.value.trim()
  const clauses = useMemo(
    () => new Map(book.irregularities.map((row) => [row.code, clauseFor(desk, row.code)])),
    [view],
  )
  return (
    <ActionDialog
      desk={desk}
      onClose={onClose}
      title={dealer.irregularityTitle}
      isWide
      {...(code.value === null ? {} : { confirm: common.confirm })}
      draft={
        code.value === null ? null : { do: 'irregularity', code: code.value, ...(text === '' ? {} : { reason: text }) }
      }
    >
      {view.pocket !== null && (
        <TextArea
          label={common.reason}
          value={reason.value}
          onInput={(now) => (reason.value = now)}
          hint={dealer.reasonNeeded}
        />
      )}
      <fieldset class="dealer-irregularities">
        <legend class="fine">{dealer.irregularityIntro}</legend>
        {book.irregularities.map((row, index) => (
          <label key={row.code}>
            <input
              type="radio"
              name="irregularity"
              autofocus={index === 0}
              checked={code.value === row.code}
              onChange={() => {
                code.value = row.code
              }}
            />
            <span>{voidReason(book, row.code)}</span>
            <Rule clause={clauses.get(row.code) ?? row.clause} />
          </label>
        ))}
      </fieldset>
    </ActionDialog>
  )
}

/** What it is decided by now: an interruption depends on where the ball is. */
function clauseFor(desk: Desk, code: string): string | undefined {
  const decision = decide(desk.book, stateFromView(desk.view), { do: 'irregularity', code, by: { role: 'dealer' } })
  const [event] = isRefusal(decision) ? [] : decision.events
  return event && 'clause' in event ? event.clause : undefined
}

function PowerFailure({ desk, onClose }: OpenProps) {
  return (
    <ActionDialog
      desk={desk}
      onClose={onClose}
      title={dealer.powerFailure}
      confirm={dealer.confirmPower}
      draft={{ do: 'power-failure' }}
    />
  )
}

function Interruption({ desk, onClose }: OpenProps) {
  const which = useSignal<'whole' | 'some'>('whole')
  const cut = useSignal<readonly string[]>([])
  const isSome = which.value === 'some'
  const some = { do: 'interruption', terminals: cut.value }
  return (
    <ActionDialog
      desk={desk}
      onClose={onClose}
      title={dealer.interruptionTitle}
      confirm={dealer.confirmInterruption}
      draft={!isSome ? { do: 'interruption' } : cut.value.length === 0 ? null : some}
      asks={isSome ? some : { do: 'interruption' }}
    >
      <Choice
        label={dealer.interruption}
        isHeard
        autofocus
        value={which.value}
        onChange={(value) => {
          which.value = value
        }}
        options={[
          { value: 'whole', text: dealer.interruptionWhole },
          { value: 'some', text: dealer.interruptionSome },
        ]}
      />
      {isSome && <CutOff players={Object.keys(desk.view.seats)} cut={cut.value} onCut={(all) => (cut.value = all)} />}
    </ActionDialog>
  )
}

type CutOffProps = { players: readonly string[]; cut: readonly string[]; onCut: (cut: readonly string[]) => void }

function CutOff({ players, cut, onCut }: CutOffProps) {
  return (
    <fieldset class="dealer-cut-off">
      <legend class="caption">{dealer.whichTerminals}</legend>
      {players.map((player) => (
        <label key={player}>
          <input
            type="checkbox"
            checked={cut.includes(player)}
            onChange={({ currentTarget }) =>
              onCut(currentTarget.checked ? [...cut, player] : cut.filter((one) => one !== player))
            }
          />
          {player}
        </label>
      ))}
    </fieldset>
  )
}

function Refer({ desk, onClose }: OpenProps) {
  const reason = useSignal('')
  const text = reason.value.trim()
  return (
    <ActionDialog
      desk={desk}
      onClose={onClose}
      title={dealer.referTitle}
      confirm={dealer.confirmRefer}
      draft={text === '' ? null : { do: 'refer', reason: text }}
      asks={{ do: 'refer', reason: text }}
    >
      <TextArea
        label={common.reason}
        value={reason.value}
        onInput={(now) => (reason.value = now)}
        hint={dealer.reasonNeeded}
        autofocus
      />
    </ActionDialog>
  )
}

function CloseEarly({ desk, onClose }: OpenProps) {
  const draft = { do: 'no-more-bets' }
  const foreseen = foreseeAt(desk, draft)
  const [clause = ''] = isForesight(foreseen) ? foreseen.clauses : []
  return (
    <ActionDialog
      desk={desk}
      onClose={onClose}
      title={dealer.closeEarly}
      says={desk.book.rules.closing.says}
      confirm={dealer.closeEarly}
      draft={draft}
    >
      <p>
        {dealer.closeEarlyMeans} <Rule clause={clause} />
      </p>
    </ActionDialog>
  )
}
