import './next-step.css'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { colourOf } from '../../engine/pocket-colour.ts'
import type { CommandFields } from '../../wire/command.ts'
import { money } from '../../words/plain-text.ts'
import { Button, Field } from '../kit/controls.tsx'
import { bound } from '../kit/fields.tsx'
import { PocketBadge } from '../kit/pocket.tsx'
import { useWindowEvent } from '../kit/use-page.ts'
import { linesForeseen, payoutsIn } from '../staff/payouts.ts'
import { foreseeAt } from '../staff/use-foresight.ts'
import { keep, readKept } from '../storage.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/desk.ts'
import { editionOf, nouns, reasonText, voidReason } from '../words/names.ts'
import { type DealerDesk, isLed, mayAct, useCommand } from './dealer-desk.ts'
import { voidIn } from './effects.ts'
import { Choice, DealerTrouble, LeaveGiven } from './parts.tsx'
import { type Give, StepButton, StepWords } from './step-button.tsx'
import { type DealerStep, readPocket, revolutionsIn, stepOf } from './steps.ts'

type StepOf<Name extends DealerStep['step']> = Extract<DealerStep, { step: Name }>

/** The next step: one large button with its call, its effect and its rule. */
export function NextStep({ desk }: { desk: DealerDesk }) {
  const give = useCommand(desk)
  return (
    <section class="panel dealer-next" aria-label={common.nextStep}>
      {desk.isStopped ? (
        <StepWords title={dealer.stopped} text={dealer.stoppedMeans} />
      ) : (
        <StepBody desk={desk} step={stepOf(desk.book, desk.view)} give={give} />
      )}
      {give.trouble && (
        <div class="dealer-next-said">
          <DealerTrouble trouble={give.trouble} />
        </div>
      )}
    </section>
  )
}

function StepBody({ desk, step, give }: { desk: DealerDesk; step: DealerStep; give: Give }) {
  const shared = { desk, give, clause: 'clause' in step ? step.clause : '' }
  switch (step.step) {
    case 'open':
      return <OpenStep {...shared} says={editionOf(desk.book).texts.opening} />
    case 'spin':
      return <SpinStep {...shared} />
    case 'close':
      return (
        <StepButton
          {...shared}
          says={editionOf(desk.book).texts.closing}
          means={dealer.closeMeans}
          draft={{ do: 'no-more-bets' }}
          isLed={isLed(desk)}
        />
      )
    case 'outcome':
      return <OutcomeStep {...shared} />
    case 'settle':
      return <SettleStep {...shared} pocket={step.pocket} />
    case 'resume':
      return (
        <StepButton
          {...shared}
          title={dealer.resume}
          means={step.isAtRest ? dealer.resumeAtRest : dealer.resumeRunning}
          draft={{ do: 'resume' }}
        />
      )
    default:
      return <WaitingStep step={step} />
  }
}

/** Steps of other people. */
function WaitingStep({ step }: { step: StepOf<'table-closed' | 'draw' | 'differs' | 'decision'> }) {
  switch (step.step) {
    case 'table-closed':
      return <StepWords title={dealer.tableClosed} text={dealer.tableClosedMeans} href="/pit" />
    case 'draw':
      return <StepWords title={dealer.drawing} clause={step.clause} />
    case 'differs':
      return (
        <StepWords title={dealer.differ(...step.pockets)} text={dealer.differMeans} clause={step.clause} href="/pit" />
      )
    case 'decision':
      return (
        <StepWords
          title={dealer.decision}
          text={step.reason && dealer.decisionMeans(reasonText(step.reason))}
          clause={step.clause}
          href="/pit"
        />
      )
  }
}

function SettleStep({ desk, pocket, clause, give }: { desk: DealerDesk; pocket: string; clause: string; give: Give }) {
  return (
    <StepButton
      desk={desk}
      give={give}
      title={
        <>
          <PocketBadge book={desk.book} pocket={pocket} /> {dealer.settle(pocket)}
        </>
      }
      means={settleMeans(desk)}
      clause={clause}
      draft={{ do: 'settle' }}
    />
  )
}

function settleMeans({ book, view, spots }: DealerDesk): string {
  const lines = linesForeseen(book, view) ?? []
  const { paid, totals } = payoutsIn(lines, spots)
  if (lines.length === 0) return dealer.settleNothing
  if (paid.length === 0) return dealer.settleNobody(money(totals.collected))
  return dealer.settleMeans(money(totals.paid), paid.length, money(totals.collected))
}

/** How long betting is announced to be open, in seconds; none: until no more bets is called. */
const times = ['none', '20', '30', '45', '60'] as const
type Time = (typeof times)[number]

/** Opens a round. If the wheel does not announce its time, the dealer may: all screens then count down. */
export function OpenStep({ desk, says, clause, give }: { desk: DealerDesk; says: string; clause: string; give: Give }) {
  const key = `dealer.betting-time.${desk.table}`
  const time = useSignal<Time>(times.find((one) => one === readKept(key)) ?? 'none')
  const choose = (next: Time) => {
    time.value = next
    keep(key, next)
  }
  // The moment is that of the press.
  const announcing: Give = {
    ...give,
    give: (draft) =>
      give.give(time.value === 'none' ? draft : { ...draft, closesAt: inSeconds(desk, Number(time.value)) }),
  }
  return (
    <StepButton
      desk={desk}
      give={announcing}
      says={says}
      means={dealer.openMeans((desk.view.round ?? 0) + 1)}
      clause={clause}
      draft={{ do: 'place-your-bets' }}
      isLed={isLed(desk)}
    >
      {mayAct(desk) && !isLed(desk) && (
        <Choice
          label={dealer.bettingTime}
          value={time.value}
          onInput={choose}
          options={times.map((value) => ({
            value,
            text: value === 'none' ? dealer.untilCalled : dealer.seconds(Number(value)),
          }))}
        />
      )}
    </StepButton>
  )
}

/** The time in some seconds by the service's clock, which may differ from this machine's. */
function inSeconds({ localTime }: DealerDesk, seconds: number): string {
  const now = new Date()
  const ahead = now.getTime() - localTime(now.toISOString())
  return new Date(now.getTime() + ahead + seconds * 1_000).toISOString()
}

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

/** The pocket where the ball rests: picked on the layout or typed. */
export function OutcomeStep({ desk, clause, give }: { desk: DealerDesk; clause: string; give: Give }) {
  const revolutions = useSignal('')
  const pocket = readPocket(desk.book, desk.picked.value)
  const atRest = { do: 'ball-at-rest', ...revolutionsIn(revolutions.value) }
  const draft = pocket === null ? null : { ...atRest, pocket }
  // Too few revolutions are reported before the number, in whatever pocket the ball rests.
  const fault = voidIn(foreseeAt(desk, draft ?? { ...atRest, pocket: desk.book.wheel.pockets[0] }))
  const submit = (event: Event) => {
    event.preventDefault()
    if (draft && !give.isBusy) void give.give(draft)
  }
  return (
    <StepButton
      desk={desk}
      give={give}
      title={<Called desk={desk} pocket={pocket} />}
      means={
        fault ? dealer.tooFew(desk.book.rules.spin.revolutionsMin) : pocket === null ? hint(desk) : dealer.outcomeMeans
      }
      clause={fault?.clause ?? clause}
      draft={draft}
      isLed={isLed(desk)}
      isWarning={fault !== null}
    >
      {mayAct(desk) && (
        <form class="dealer-outcome" onSubmit={submit}>
          <PocketField desk={desk} isRead={pocket !== null} />
          <Field
            label={dealer.revolutions}
            {...bound(revolutions)}
            inputMode="numeric"
            maxLength={3}
            placeholder={dealer.notCounted}
          />
          <input type="submit" hidden />
        </form>
      )}
    </StepButton>
  )
}

const hint = (desk: DealerDesk): string => (isLed(desk) ? dealer.pickOutcomeLed : dealer.pickOutcomeMeans)

/** The dealer's call: the number and its colour. */
function Called({ desk, pocket }: { desk: DealerDesk; pocket: string | null }) {
  if (pocket === null) return <>{isLed(desk) ? common.wheelRunning : dealer.pickOutcome}</>
  return (
    <>
      <PocketBadge book={desk.book} pocket={pocket} /> “{pocket}, {nouns.colours[colourOf(desk.book, pocket)]}”
    </>
  )
}

/** A number typed anywhere on the console goes here: the dealer's eyes are on the wheel. */
function PocketField({ desk: { picked, dialog }, isRead }: { desk: DealerDesk; isRead: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  useWindowEvent('keydown', (event) => {
    const isElsewhere = (event.target as Element).closest('input, select, textarea, dialog')
    if (isElsewhere || dialog.peek() || event.ctrlKey || event.altKey || event.metaKey) return
    if (/^[0-9smb]$/i.test(event.key)) field.current?.focus()
  })
  const text = picked.value
  const isWrong = text !== '' && !isRead
  return (
    <label class="field">
      <span>{dealer.number}</span>
      <input
        ref={field}
        value={text}
        maxLength={3}
        autocomplete="off"
        aria-invalid={isWrong}
        onInput={({ currentTarget }) => {
          picked.value = currentTarget.value
        }}
      />
      {isWrong && <em role="alert">{dealer.noSuchPocket(text)}</em>}
    </label>
  )
}
