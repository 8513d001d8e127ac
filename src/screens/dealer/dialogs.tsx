import './dialogs.css'
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { clauseOf } from '../../engine/clauses.ts'
import { isForesight } from '../../engine/foresee.ts'
import { ANY_REASON, type IrregularityOffer, irregularityOffers } from '../../engine/offers.ts'
import type { Role } from '../../engine/positions.ts'
import { stateFromView } from '../../engine/view-state.ts'
import type { WheelStatus } from '../../wheel/status.ts'
import { Dialog, type Fact, Facts, Field, Note } from '../kit/controls.tsx'
import { bound, TextArea } from '../kit/fields.tsx'
import { clock } from '../kit/time-text.ts'
import { foreseeAt } from '../staff/use-foresight.ts'
import { common } from '../words/common.ts'
import { dealer, faultName, wheelStates, wheelWarnings } from '../words/desk.ts'
import { editionOf, nouns, voidReason } from '../words/names.ts'
import { CashDesk } from './cash-desk.tsx'
import type { DealerDesk } from './dealer-desk.ts'
import { DealerDialog, type OpenProps } from './dealer-dialog.tsx'
import { Choice, DealerTrouble, LeaveGiven, Rule } from './parts.tsx'
import { Refer } from './refer-dialog.tsx'
import { SeveralPieces } from './several-pieces.tsx'
import { readPocket, revolutionsIn } from './steps.ts'

/** The open dialog of the console, if any. */
export function Dialogs({ desk }: { desk: DealerDesk }) {
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
    case 'ball':
      return <BallReport {...props} />
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

/** After the bonus draw, the console asks for a reason, because the person who voids the round knows the numbers. */
function NoSpin({ desk, onClose }: OpenProps) {
  const reason = useSignal('')
  const text = reason.value.trim()
  const needsReason = desk.view.draw !== null
  const order = { do: 'no-spin', ...(text === '' ? {} : { reason: text }) }
  return (
    <DealerDialog
      isForRound
      desk={desk}
      onClose={onClose}
      title={dealer.noSpinTitle}
      says={dealer.noSpinSays}
      draft={needsReason && text === '' ? null : order}
      asks={order}
    >
      {needsReason && <TextArea label={common.reason} {...bound(reason)} hint={dealer.reasonAfterDraw} />}
    </DealerDialog>
  )
}

/** Reading 26: what is possible now; once the ball rests or the bonus numbers are drawn, with a reason. */
function Irregularities({ desk, onClose }: OpenProps) {
  const { book, view } = desk
  const code = useSignal<string | null>(null)
  const reason = useSignal('')
  const text = reason.value.trim()
  const needsReason = view.pocket !== null || view.draw !== null
  const { role } = desk.who
  const offered = useMemo(() => irregularityOffers(book, stateFromView(view), { role: role as Role }), [view, role])
  const possible = offered.filter(({ refusal }) => refusal === null)
  const order = (why: string) => ({ do: 'irregularity', code: code.value, ...(why === '' ? {} : { reason: why }) })
  return (
    <DealerDialog
      isForRound
      desk={desk}
      onClose={onClose}
      title={dealer.irregularityTitle}
      width={possible.length > 0 ? 'wide' : 'normal'}
      {...(code.value === null ? {} : { confirm: common.confirm })}
      draft={code.value === null || (needsReason && text === '') ? null : order(text)}
      asks={code.value === null ? null : order(needsReason ? ANY_REASON : text)}
    >
      <div class="column">
        {possible.length === 0 ? (
          <DealerTrouble trouble={offered[0]?.refusal ? { refused: offered[0].refusal } : null} />
        ) : (
          <IrregularityChoice desk={desk} rows={possible} {...bound(code)} />
        )}
        {needsReason && possible.length > 0 && (
          <TextArea
            label={common.reason}
            {...bound(reason)}
            hint={view.pocket === null ? dealer.reasonAfterDraw : dealer.reasonNeeded}
          />
        )}
      </div>
    </DealerDialog>
  )
}

type IrregularityChoiceProps = {
  desk: DealerDesk
  rows: readonly IrregularityOffer[]
  value: string | null
  onInput: (code: string) => void
}

const IrregularityChoice = ({ desk: { book }, rows, value, onInput }: IrregularityChoiceProps) => (
  <fieldset class="radios dealer-irregularities">
    <legend class="fine">{dealer.irregularityIntro}</legend>
    {rows.map((row, index) => (
      <label key={row.code}>
        <input
          type="radio"
          name="irregularity"
          autofocus={index === 0}
          checked={value === row.code}
          onChange={() => onInput(row.code)}
        />
        <span>{voidReason(book, row.code)}</span>
        <Rule clause={clauseOf(row)} />
      </label>
    ))}
  </fieldset>
)

/** Readings 10, 11 and 29: where the dealer sees the ball, and the revolutions counted, beside what is on record. */
function BallReport({ desk, onClose }: OpenProps) {
  const { book, view } = desk
  const number = useSignal(view.pocket ?? '')
  const revolutions = useSignal('')
  const pocket = readPocket(book, number.value)
  const counted = revolutionsIn(revolutions.value)
  const isNews = pocket !== null && (pocket !== view.pocket || counted.revolutions !== undefined)
  return (
    <DealerDialog
      isForRound
      isForm
      desk={desk}
      onClose={onClose}
      title={dealer.ballTitle}
      confirm={dealer.confirmBall}
      draft={isNews ? { do: 'ball-at-rest', pocket, ...counted } : null}
    >
      <p class="fine">{dealer.ballMeans}</p>
      <Field
        label={dealer.number}
        {...bound(number)}
        maxLength={3}
        autofocus
        error={number.value !== '' && pocket === null ? dealer.noSuchPocket(number.value) : null}
      />
      <Field
        label={dealer.revolutions}
        {...bound(revolutions)}
        inputMode="numeric"
        maxLength={3}
        placeholder={dealer.notCounted}
      />
    </DealerDialog>
  )
}

function PowerFailure({ desk, onClose }: OpenProps) {
  return (
    <DealerDialog
      isForRound
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
    <DealerDialog
      isForRound
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
        {...bound(which)}
        options={[
          { value: 'whole', text: dealer.interruptionWhole },
          { value: 'some', text: dealer.interruptionSome },
        ]}
      />
      {isSome && <CutOff players={Object.keys(desk.view.seats)} cut={cut.value} onCut={(all) => (cut.value = all)} />}
    </DealerDialog>
  )
}

type CutOffProps = { players: readonly string[]; cut: readonly string[]; onCut: (cut: readonly string[]) => void }

function CutOff({ players, cut, onCut }: CutOffProps) {
  return (
    <fieldset class="radios dealer-cut-off">
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

function CloseEarly({ desk, onClose }: OpenProps) {
  const draft = { do: 'no-more-bets' }
  const foreseen = foreseeAt(desk, draft)
  const clause = isForesight(foreseen) ? foreseen.clauses[0] : null
  return (
    <DealerDialog
      isForRound
      desk={desk}
      onClose={onClose}
      title={dealer.closeEarly}
      says={editionOf(desk.book).texts.closing}
      confirm={dealer.closeEarly}
      draft={draft}
    >
      <p>
        {dealer.closeEarlyMeans} {clause && <Rule clause={clause} />}
      </p>
      <LeaveGiven desk={desk} />
    </DealerDialog>
  )
}

/** The wheel's status and faults. */
export function WheelDialog({ desk: { view }, onClose }: { desk: DealerDesk; onClose: () => void }) {
  const { wheel } = view
  const means = wheel === null ? dealer.wheelNoneMeans : wheel.connected ? dealer.wheelOkMeans : dealer.wheelLostMeans
  return (
    <Dialog title={dealer.wheelDialog} onClose={onClose}>
      <div class="column">
        <Note tone={wheel && !wheel.connected ? 'warning' : 'info'} text={means} />
        {wheel?.warnings.map((warning) => (
          <Note key={warning} tone="warning" text={wheelWarnings[warning]} />
        ))}
        {wheel && <Facts class="lines facts" facts={factsOf(wheel)} />}
        {wheel && <Faults wheel={wheel} />}
      </div>
    </Dialog>
  )
}

function factsOf({ state, ball, rotor, heardAt }: WheelStatus): Fact[] {
  const facts: Fact[] = [
    [dealer.wheelSays, state === null ? dealer.wheelSaysNothing : wheelStates[state]],
    [dealer.ballRuns, ball && nouns.motions[ball]],
    [dealer.wheelTurns, rotor && nouns.motions[rotor]],
    [dealer.heardAt, heardAt && clock(heardAt)],
  ]
  return facts.filter(([, value]) => value)
}

function Faults({ wheel: { faults, faultAt } }: { wheel: WheelStatus }) {
  return (
    <>
      <h3 class="caption">
        {faults.length === 0 ? dealer.noFaults : dealer.faults}
        {faultAt && ` · ${clock(faultAt)}`}
      </h3>
      <ol class="list dealer-faults">
        {faults.map((fault, index) => (
          <li key={`${faults.length - index} ${fault.fault}`}>{faultName(fault)}</li>
        ))}
      </ol>
    </>
  )
}
