import './dealer-dialog.css'
import './dialogs.css'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { Draft } from '../kit/connection.ts'
import { Button, Dialog, Note } from '../kit/controls.tsx'
import { TextArea } from '../kit/fields.tsx'
import { money } from '../kit/money.ts'
import { common } from '../words/common.ts'
import { dealer, effects } from '../words/dealer.ts'
import { voidReason } from '../words/editions.ts'
import { roleName } from '../words/names.ts'
import { CashDesk } from './cash-desk.tsx'
import { type Desk, mayAct, useCommand } from './desk.ts'
import {
  type Effect,
  interruptionEffects,
  irregularityEffects,
  noSpinEffects,
  powerFailureEffects,
  referralEffects,
} from './effects.ts'
import { Choice, Rule, SaidNo } from './parts.tsx'
import { stakedIn } from './payouts.ts'
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
  effects: readonly Effect[]
  confirm: string
  draft: Draft | null
  /** More to choose or to fill in, before what it does. */
  children?: ComponentChildren
  problem?: string | null
  /** What it does stands beside what is chosen, not below. */
  isWide?: boolean
}

/** Says what will happen and by which rule, and does it only then. It is for the round that it was opened in. */
function ActionDialog({ desk, onClose, title, says, confirm, draft, children, problem, isWide, ...rest }: ActionProps) {
  const round = useRef(desk.view.round)
  const { give, isBusy, said } = useCommand(desk)
  const isOver = !isUnderWay(desk.view) || desk.view.round !== round.current
  const act = async () => {
    if (draft && (await give(draft))) onClose()
  }
  const footer = (
    <>
      <Button onPress={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={isOver || isBusy || !draft || Boolean(problem)} onPress={() => void act()}>
        {confirm}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} footer={footer} width={isWide ? 'wide' : children ? 'normal' : 'narrow'}>
      <div class={`dealer-dialog${isWide ? ' is-wide' : ''}`}>
        {says && <p class="dealer-says">“{says}”</p>}
        {children}
        <div class="dealer-dialog">
          {rest.effects.length > 0 && <Effects desk={desk} effects={rest.effects} />}
          {isOver && <Note tone="warning" text={dealer.needsRound} />}
          {problem && <Note tone="warning" text={problem} />}
          <SaidNo said={said} />
        </div>
      </div>
    </Dialog>
  )
}

function Effects({ desk, effects: all }: { desk: Desk; effects: readonly Effect[] }) {
  return (
    <section class="dealer-effects" aria-label={dealer.happens} aria-live="polite">
      <h3 class="caption">{dealer.happens}</h3>
      <ul>
        {all.map(({ effect, clause }) => (
          <li key={effect}>
            <span>{effectText(desk, effect)}</span> <Rule clause={clause} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function effectText({ view }: Desk, effect: Effect['effect']): string {
  if (effect !== 'round-void') return effects[effect]
  const { total, players } = stakedIn(view.seats)
  return effects['round-void'](money(total), players)
}

function NoSpin({ desk, onClose }: OpenProps) {
  return (
    <ActionDialog
      desk={desk}
      onClose={onClose}
      title={dealer.noSpinTitle}
      says={dealer.noSpinSays}
      effects={noSpinEffects(desk.book, desk.view)}
      confirm={dealer.confirmVoid(desk.view.round ?? 0)}
      draft={{ do: 'no-spin' }}
    />
  )
}

function Irregularities({ desk, onClose }: OpenProps) {
  const { book, view } = desk
  const code = useSignal<string | null>(null)
  const told = code.value === null ? [] : irregularityEffects(book, view, code.value)
  const isVoid = told.some(({ effect }) => effect === 'round-void')
  return (
    <ActionDialog
      desk={desk}
      onClose={onClose}
      title={dealer.irregularityTitle}
      isWide
      effects={told}
      confirm={isVoid || code.value === null ? dealer.confirmVoid(view.round ?? 0) : common.confirm}
      draft={code.value === null ? null : { do: 'irregularity', code: code.value }}
    >
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
            <Rule clause={irregularityEffects(book, view, row.code)[0]?.clause ?? row.clause} />
          </label>
        ))}
      </fieldset>
    </ActionDialog>
  )
}

function PowerFailure({ desk, onClose }: OpenProps) {
  return (
    <ActionDialog
      desk={desk}
      onClose={onClose}
      title={dealer.powerFailure}
      effects={powerFailureEffects(desk.book, desk.view)}
      confirm={dealer.confirmPower}
      draft={{ do: 'power-failure' }}
    />
  )
}

function Interruption({ desk, onClose }: OpenProps) {
  const which = useSignal<'whole' | 'some'>('whole')
  const cut = useSignal<readonly string[]>([])
  const isSome = which.value === 'some'
  const told = interruptionEffects(desk.book, desk.view, isSome)
  const isVoid = told.some(({ effect }) => effect === 'round-void')
  const someDraft = cut.value.length === 0 ? null : { do: 'interruption', terminals: cut.value }
  return (
    <ActionDialog
      desk={desk}
      onClose={onClose}
      title={dealer.interruptionTitle}
      effects={told}
      confirm={isVoid ? dealer.confirmVoid(desk.view.round ?? 0) : dealer.confirmInterruption}
      draft={isSome ? someDraft : { do: 'interruption' }}
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
      effects={referralEffects(desk.book, desk.view)}
      confirm={dealer.confirmRefer}
      draft={text === '' ? null : { do: 'refer', reason: text }}
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
  const rule = desk.book.rules.closing.beforeSpin
  if (!rule) return null
  const isAllowed = mayAct(desk, rule.by)
  return (
    <ActionDialog
      desk={desk}
      onClose={onClose}
      title={dealer.closeEarly}
      says={desk.book.rules.closing.says}
      effects={[]}
      confirm={dealer.closeEarly}
      draft={{ do: 'no-more-bets' }}
      problem={isAllowed ? null : dealer.closeEarlyBy(roleName(rule.by))}
    >
      <p>
        {dealer.closeEarlyMeans} <Rule clause={rule.clause} />
      </p>
    </ActionDialog>
  )
}
