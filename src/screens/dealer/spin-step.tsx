import { useSignal } from '@preact/signals'
import type { CommandFields } from '../../wire/command.ts'
import { Button } from '../kit/controls.tsx'
import { bound } from '../kit/fields.tsx'
import { foreseeAt } from '../staff/use-foresight.ts'
import { keep, readKept } from '../storage.ts'
import { dealer } from '../words/desk.ts'
import { nouns, voidReason } from '../words/names.ts'
import { type DealerDesk, isLed, mayAct } from './dealer-desk.ts'
import { voidIn } from './effects.ts'
import { Choice, LeaveGiven } from './parts.tsx'
import { type Give, StepButton } from './step-button.tsx'

type BallDirection = 'clockwise' | 'anticlockwise'
type WheelDirection = BallDirection | 'still'
const against = { clockwise: 'anticlockwise', anticlockwise: 'clockwise', still: 'clockwise' } as const

/** Dealers spin one way and the next time the other, the ball always against the wheel. */
export function SpinStep({ desk, clause, give }: { desk: DealerDesk; clause: string; give: Give }) {
  const key = `dealer.wheel.${desk.table}`
  const wheel = useSignal<WheelDirection>(readKept(key) === 'anticlockwise' ? 'clockwise' : 'anticlockwise')
  const ball = useSignal<BallDirection>(against[wheel.peek()])
  const turn = (direction: WheelDirection) => {
    wheel.value = direction
    ball.value = against[direction]
  }
  const draft = { do: 'spin', ball: ball.value, wheel: wheel.value }
  const fault = voidIn(foreseeAt(desk, draft))
  const means = fault
    ? dealer.spinVoids(voidReason(desk.book, fault.code ?? ''))
    : dealer.spinMeans(nouns.motions[ball.value], nouns.motions[wheel.value])
  const remembering = async (command: CommandFields) => {
    const isGiven = await give.give(command)
    if (isGiven) keep(key, wheel.peek())
    return isGiven
  }
  return (
    <StepButton
      desk={desk}
      give={{ ...give, give: remembering }}
      title={dealer.spin}
      means={means}
      clause={fault?.clause ?? clause}
      draft={draft}
      isLed={isLed(desk)}
      isWarning={fault !== null}
      note={<LeaveGiven desk={desk} />}
    >
      <Choice
        label={dealer.wheelTurns}
        isInline
        value={wheel.value}
        onInput={turn}
        options={directions('clockwise', 'anticlockwise', 'still')}
      />
      <Choice label={dealer.ballRuns} isInline {...bound(ball)} options={directions('clockwise', 'anticlockwise')} />
      <CloseEarly desk={desk} />
    </StepButton>
  )
}

const directions = <D extends WheelDirection>(...values: readonly D[]) =>
  values.map((value) => ({ value, text: nouns.motions[value] }))

function CloseEarly({ desk }: { desk: DealerDesk }) {
  const isOffered = desk.view.phase === 'betting-open' && desk.book.rules.closing.beforeSpin && mayAct(desk)
  if (!isOffered) return null
  return (
    <Button size="small" onPress={() => (desk.dialog.value = { name: 'close-early' })}>
      {dealer.closeEarly}
    </Button>
  )
}
