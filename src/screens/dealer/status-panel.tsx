import { useSignal } from '@preact/signals'
import type { Glance } from '../kit/api.ts'
import { Button } from '../kit/controls.tsx'
import { PlugIcon, WarningIcon } from '../kit/icons.tsx'
import { PhaseRing } from '../kit/phase-ring.tsx'
import { stageOf } from '../kit/stage.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/dealer.ts'
import { voidReason } from '../words/voids.ts'
import { clockText, useSecondsSince } from './clock.ts'
import { type Desk, mayAct, type OpenDialog } from './desk.ts'
import { isUnderWay } from './effects.ts'

/** Where the round is, what the wheel says, and what may happen to a round: always within reach. */
export function StatusPanel({ desk }: { desk: Desk }) {
  return (
    <section class="panel dealer-status" aria-label={common.table}>
      <PhaseRing stage={stageOf(desk.view)} size={44} fine={roundText(desk)} />
      <div class="dealer-signs">
        <PhaseClock desk={desk} />
        <WheelButton desk={desk} />
      </div>
      <Actions desk={desk} />
    </section>
  )
}

function roundText({ book, view }: Desk): string {
  const round = view.round === null ? common.noRound : common.round(view.round)
  if (view.void) return `${round} · ${voidReason(book, view.void.code)} · ${common.clause(view.void.clause)}`
  return view.isClosing ? `${round} · ${dealer.closesAfter}` : round
}

function PhaseClock({ desk: { view } }: { desk: Desk }) {
  const seconds = useSecondsSince(`${view.round} ${view.phase}`)
  return (
    <div class="dealer-clock" role="timer" aria-label={dealer.elapsed}>
      {clockText(seconds)}
    </div>
  )
}

/** Faults call for the eye until the dealer has read them. */
function WheelButton({ desk: { glance, isAnswering, dialog } }: { desk: Desk }) {
  const wheel = glance?.wheel ?? null
  const told = wheel?.faults.join('\n') ?? ''
  const read = useSignal('')
  const faults = told === read.value ? 0 : (wheel?.faults.length ?? 0)
  const isWrong = !isAnswering || faults > 0 || (wheel !== null && !wheel.connected)
  const word = !isAnswering || glance === null ? dealer.wheelUnknown : wheelWord(wheel)
  return (
    <Button
      class="dealer-wheel"
      size="small"
      look={isWrong ? 'warning' : 'plain'}
      onPress={() => {
        read.value = told
        dialog.value = { name: 'wheel' }
      }}
    >
      {isWrong ? <WarningIcon size={16} /> : <PlugIcon size={16} />}
      {faults > 0 ? `${word}, ${dealer.wheelFaults(faults)}` : word}
    </Button>
  )
}

function wheelWord(wheel: Glance['wheel']): string {
  if (wheel === null) return dealer.wheelNone
  return wheel.connected ? dealer.wheelOk : dealer.wheelLost
}

function Actions({ desk }: { desk: Desk }) {
  const { book, view, dialog } = desk
  const { noSpin, powerFailure, interruption } = book.rules
  const isIdle = !isUnderWay(view) || !mayAct(desk)
  const open = (name: Exclude<OpenDialog['name'], 'buy-in' | 'cash-out' | 'repay'>) => () => {
    dialog.value = { name }
  }
  return (
    <div class="dealer-actions">
      {noSpin && (
        <Button class="dealer-no-spin" look="warning" disabled={isIdle} onPress={open('no-spin')}>
          {dealer.noSpin}
        </Button>
      )}
      <Button disabled={isIdle} onPress={open('irregularity')}>
        {dealer.irregularity}
      </Button>
      {powerFailure && (
        <Button disabled={isIdle || view.powerOut} onPress={open('power-failure')}>
          {dealer.powerFailure}
        </Button>
      )}
      {interruption && (
        <Button disabled={isIdle} onPress={open('interruption')}>
          {dealer.interruption}
        </Button>
      )}
      <Button disabled={isIdle || view.phase === 'referred'} onPress={open('refer')}>
        {dealer.refer}
      </Button>
    </div>
  )
}
