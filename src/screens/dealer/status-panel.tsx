import './status-panel.css'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { leastFor } from '../../engine/language.ts'
import type { WheelStatus } from '../../wheel/status.ts'
import { elapsedText } from '../../words/plain-text.ts'
import { Button } from '../kit/controls.tsx'
import { PlugIcon, WarningIcon } from '../kit/icons.tsx'
import { PhaseRing, timesOf } from '../kit/phase-ring.tsx'
import { shownStage } from '../kit/stage.ts'
import { useNow } from '../kit/use-page.ts'
import { isUnderWay } from '../staff/stacks.ts'
import { common, roundName, stopText } from '../words/common.ts'
import { dealer, wheelStates, wheelWarnings } from '../words/desk.ts'
import { clauseName, reasonText, voidReason } from '../words/names.ts'
import { type DealerDesk, mayAct, type OpenDialog } from './dealer-desk.ts'
import { roundsToRefer } from './refer-dialog.tsx'
import { mayReportBall } from './steps.ts'

/** The phase of the round, the state of the wheel, and commands about the round, always within reach. */
export function StatusPanel({ desk }: { desk: DealerDesk }) {
  return (
    <section class="panel dealer-status" aria-label={common.table}>
      <PhaseRing
        stage={shownStage(desk.view)}
        size={44}
        fine={roundStatusText(desk)}
        {...timesOf(desk.view, desk.localTime)}
      />
      <div class="dealer-signs">
        <PhaseClock desk={desk} />
        <WheelButton desk={desk} />
      </div>
      <Actions desk={desk} />
    </section>
  )
}

function roundStatusText({ book, view }: DealerDesk): string {
  const round = roundName(view.round)
  if (view.void) return `${round} · ${voidReason(book, view.void.code)} · ${clauseName(view.void.clause)}`
  if (view.gamingStop) {
    const { gamingStop, phase } = view
    const told = shownStage(view) === 'stopped' ? [] : [stopText(gamingStop, phase)]
    return [round, ...told, reasonText(gamingStop.reason)].join(' · ')
  }
  return view.isClosing ? `${round} · ${dealer.closesAfter}` : round
}

function PhaseClock({ desk: { view, localTime } }: { desk: DealerDesk }) {
  const isOpen = view.phase === 'betting-open' && view.openedAt !== null
  const seconds = useSecondsSince(`${view.round} ${view.phase}`, isOpen ? localTime(view.openedAt!) : null)
  return (
    <div class="dealer-clock" role="timer" aria-label={dealer.elapsed} title={dealer.elapsed}>
      {elapsedText(seconds)}
    </div>
  )
}

/** Faults call for the eye until the dealer has read them; what is wrong now, as long as it is. */
function WheelButton({ desk: { view, isLive, dialog } }: { desk: DealerDesk }) {
  const { wheel } = view
  const told = `${wheel?.faultAt} ${wheel?.faults.length}`
  const read = useSignal('')
  const faults = told === read.value ? 0 : (wheel?.faults.length ?? 0)
  const isWrong = !isLive || faults > 0 || (wheel !== null && (!wheel.connected || wheel.warnings.length > 0))
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
      {[isLive ? wheelWord(wheel) : dealer.wheelUnknown, ...(faults > 0 ? [dealer.wheelFaults(faults)] : [])].join(
        ', ',
      )}
    </Button>
  )
}

/** Its state, while it sends. */
function wheelWord(wheel: WheelStatus | null): string {
  if (wheel === null) return dealer.wheelNone
  if (!wheel.connected) return dealer.wheelLost
  const [warning] = wheel.warnings
  if (warning) return wheelWarnings[warning]
  return wheel.state === null ? dealer.wheelOk : dealer.wheelNow(wheelStates[wheel.state])
}

function Actions({ desk }: { desk: DealerDesk }) {
  const { book, view, dialog } = desk
  const { noSpin, powerFailure, interruption } = book.rules
  const isIdle = !isUnderWay(view) || !mayAct(desk)
  const isTooLate = view.pocket !== null
  const open = (name: Exclude<OpenDialog, { player: unknown }>['name']) => () => {
    dialog.value = { name }
  }
  return (
    <div class="row dealer-actions">
      {noSpin && (
        <Button
          class="dealer-no-spin"
          look="warning"
          disabled={isIdle || isTooLate || !mayAct(desk, leastFor('no-spin', book))}
          onPress={open('no-spin')}
        >
          {dealer.noSpin}
        </Button>
      )}
      <Button disabled={isIdle} onPress={open('irregularity')}>
        {dealer.irregularity}
      </Button>
      <Button disabled={!mayAct(desk) || !mayReportBall(book, view)} onPress={open('ball')}>
        {dealer.ball}
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
      <Button disabled={!mayAct(desk) || roundsToRefer(desk.view).length === 0} onPress={open('refer')}>
        {dealer.refer}
      </Button>
    </div>
  )
}

/** Seconds since `what` changed: by the service's time if it states one, otherwise since this screen noticed. */
function useSecondsSince(what: string, told: number | null): number {
  const seen = useRef({ what, at: Date.now() })
  if (seen.current.what !== what) seen.current = { what, at: Date.now() }
  return (useNow(500) - (told ?? seen.current.at)) / 1_000
}
