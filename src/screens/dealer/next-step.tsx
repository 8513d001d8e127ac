import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { colourOf } from '../felt.ts'
import { Button } from '../kit/controls.tsx'
import { money } from '../kit/money.ts'
import { PocketBadge } from '../kit/pocket.tsx'
import { keep, kept } from '../kit/storage.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/dealer.ts'
import { voidReason } from '../words/voids.ts'
import { type Desk, isLed, mayAct, useCommand } from './desk.ts'
import { readPocket, revolutionsFault, spinFault } from './effects.ts'
import { Choice, Rule, SaidNo } from './parts.tsx'
import { foreseen, payoutsIn } from './payouts.ts'
import { type Step, stepOf } from './steps.ts'

type StepOf<Name extends Step['step']> = Extract<Step, { step: Name }>
type Give = ReturnType<typeof useCommand>

/** What to say and do next: one large button, what it does, and by which rule. */
export function NextStep({ desk }: { desk: Desk }) {
  const isUnspun = useSignal(false)
  const give = useCommand(desk)
  const seen = stepOf(desk.book, desk.view, isUnspun.value ? false : desk.spun)
  return (
    <section class="panel dealer-next" aria-label={dealer.next}>
      {desk.glance?.stopped ? (
        <Words title={dealer.stopped} text={dealer.stoppedMeans} />
      ) : (
        <StepBody desk={desk} step={seen} give={give} onUnspun={() => (isUnspun.value = true)} />
      )}
      {give.said && (
        <div class="dealer-next-said">
          <SaidNo said={give.said} />
        </div>
      )}
    </section>
  )
}

type BodyProps = { desk: Desk; step: Step; give: Give; onUnspun: () => void }

function StepBody({ desk, step, give, onUnspun }: BodyProps) {
  switch (step.step) {
    case 'open':
      return <Open desk={desk} step={step} give={give} />
    case 'spin':
      return <Spin desk={desk} step={step} give={give} />
    case 'close':
      return (
        <Act
          desk={desk}
          give={give}
          says={step.says}
          means={dealer.closeMeans}
          clause={step.clause}
          draft={{ do: 'no-more-bets' }}
          isLed={isLed(desk)}
        />
      )
    case 'outcome':
      return <Outcome desk={desk} step={step} give={give} onUnspun={onUnspun} />
    case 'settle':
      return <Settle desk={desk} step={step} give={give} />
    case 'resume':
      return <Resume desk={desk} step={step} give={give} />
    default:
      return <Waiting step={step} />
  }
}

/** Steps that are somebody else's. */
function Waiting({ step }: { step: StepOf<'table-closed' | 'draw' | 'differs' | 'decision'> }) {
  switch (step.step) {
    case 'table-closed':
      return <Words title={dealer.tableClosed} text={dealer.tableClosedMeans} href="/pit" />
    case 'draw':
      return <Words title={dealer.drawing} clause={step.clause} />
    case 'differs':
      return <Words title={dealer.differ(...step.pockets)} text={dealer.differMeans} clause={step.clause} href="/pit" />
    case 'decision':
      return <Words title={dealer.decision} text={dealer.decisionMeans(step.reason)} clause={step.clause} href="/pit" />
  }
}

type WordsProps = { title: string; text?: string; clause?: string; href?: string }

function Words({ title, text, clause, href }: WordsProps) {
  return (
    <div class="dealer-words" role="status">
      <strong>{title}</strong>
      <p>
        {text} {clause && <Rule clause={clause} />}
      </p>
      {href && (
        <a class="button is-small" href={href}>
          {dealer.pitDesk}
        </a>
      )}
    </div>
  )
}

type ActProps = {
  desk: Desk
  give: Give
  /** What the dealer says aloud; without it `title` stands on the button. */
  says?: string
  title?: ComponentChildren
  means: string
  clause: string
  draft: { do: string; [field: string]: unknown } | null
  /** The wheel does it by itself. */
  isLed?: boolean
  isWarning?: boolean
  children?: ComponentChildren
}

/** Long enough that a second press, meant for the step before, does not do this one. */
const PAUSE_MS = 500

function Act({ desk, give, says, title, means, clause, draft, isLed: led, isWarning, children }: ActProps) {
  const look = isWarning ? 'warning' : led ? 'plain' : 'primary'
  const isPossible = mayAct(desk) && draft !== null && !give.isBusy
  const act = useRef<HTMLDivElement>(null)
  const since = useRef(Date.now())
  useEffect(() => {
    if (desk.atStep.current) act.current?.querySelector('button')?.focus()
  }, [desk.atStep])
  const press = () => {
    if (draft && Date.now() - since.current > PAUSE_MS) void give.give(draft)
  }
  return (
    <>
      <div class="dealer-act" ref={act}>
        <Button class="dealer-step" size="large" look={look} disabled={!isPossible} onPress={press}>
          <span class="dealer-step-words">
            <strong>{says ? `“${says}”` : title}</strong>
            <small>
              {means} <Rule clause={clause} />
            </small>
          </span>
        </Button>
        {led && draft && mayAct(desk) && <p class="fine">{dealer.wheelLeads}</p>}
        {!mayAct(desk) && <p class="fine">{dealer.watching}</p>}
      </div>
      {children && <div class="dealer-options">{children}</div>}
    </>
  )
}

function Open({ desk, step, give }: { desk: Desk; step: StepOf<'open'>; give: Give }) {
  return (
    <Act
      desk={desk}
      give={give}
      says={step.says}
      means={dealer.openMeans((desk.view.round ?? 0) + 1)}
      clause={step.clause}
      draft={{ do: 'place-your-bets' }}
      isLed={isLed(desk)}
    />
  )
}

// The spin ------------------------------------------------------------------------------------------------------------

type Direction = 'clockwise' | 'anticlockwise'
type WheelDirection = Direction | 'still'
const opposite = { clockwise: 'anticlockwise', anticlockwise: 'clockwise', still: 'clockwise' } as const

/** Dealers spin one way and the next time the other, the ball always against the wheel. */
function Spin({ desk, step, give }: { desk: Desk; step: StepOf<'spin'>; give: Give }) {
  const key = `dealer.wheel.${desk.table}`
  const wheel = useSignal<WheelDirection>(kept(key) === 'anticlockwise' ? 'clockwise' : 'anticlockwise')
  const ball = useSignal<Direction>(opposite[wheel.peek()])
  const turn = (direction: WheelDirection) => {
    wheel.value = direction
    ball.value = opposite[direction]
  }
  const fault = spinFault(desk.book, { ball: ball.value, wheel: wheel.value })
  const draft = { do: 'spin', ball: ball.value, wheel: wheel.value }
  const remembering: Give = {
    ...give,
    give: async (command) => {
      const isGiven = await give.give(command)
      if (isGiven) keep(key, wheel.peek())
      return isGiven
    },
  }
  return (
    <Act
      desk={desk}
      give={remembering}
      title={dealer.spin}
      means={
        fault
          ? dealer.spinVoids(voidReason(desk.book, fault.code))
          : dealer.spinMeans(dealer[ball.value], dealer[wheel.value])
      }
      clause={fault?.clause ?? step.clause}
      draft={draft}
      isLed={isLed(desk)}
      isWarning={fault !== null}
    >
      <Choice
        label={dealer.wheelTurns}
        isInline
        value={wheel.value}
        onChange={turn}
        options={(['clockwise', 'anticlockwise', 'still'] as const).map((value) => ({ value, text: dealer[value] }))}
      />
      <Choice
        label={dealer.ballRuns}
        isInline
        value={ball.value}
        onChange={(direction) => {
          ball.value = direction
        }}
        options={(['clockwise', 'anticlockwise'] as const).map((value) => ({ value, text: dealer[value] }))}
      />
      {desk.view.phase === 'betting-open' && desk.book.rules.closing.beforeSpin && mayAct(desk) && (
        <Button
          look="quiet"
          size="small"
          onPress={() => {
            desk.dialog.value = { name: 'close-early' }
          }}
        >
          {dealer.closeEarly}
        </Button>
      )}
    </Act>
  )
}

// The outcome ---------------------------------------------------------------------------------------------------------

type OutcomeProps = { desk: Desk; step: StepOf<'outcome'>; give: Give; onUnspun: () => void }

function Outcome({ desk, step, give, onUnspun }: OutcomeProps) {
  const revolutions = useSignal('')
  const pocket = readPocket(desk.book, desk.picked.value)
  const counted = /^\d+$/.test(revolutions.value) ? Number(revolutions.value) : null
  const fault = revolutionsFault(desk.book, counted)
  const draft =
    pocket === null ? null : { do: 'ball-at-rest', pocket, ...(counted === null ? {} : { revolutions: counted }) }
  const { revolutionsMin } = desk.book.rules.spin
  return (
    <Act
      desk={desk}
      give={give}
      title={
        pocket === null ? (
          isLed(desk) ? (
            common.wheelRunning
          ) : (
            dealer.pickOutcome
          )
        ) : (
          <>
            <PocketBadge book={desk.book} pocket={pocket} /> “{called(desk, pocket)}”
          </>
        )
      }
      means={fault ? dealer.tooFew(revolutionsMin) : pocket === null ? outcomeHint(desk) : dealer.outcomeMeans}
      clause={fault ?? step.clause}
      draft={draft}
      isLed={isLed(desk)}
      isWarning={fault !== null}
    >
      {mayAct(desk) && (
        <form
          class="dealer-outcome"
          onSubmit={(event) => {
            event.preventDefault()
            if (draft) void give.give(draft)
          }}
        >
          <PocketField desk={desk} isRead={pocket !== null} />
          <label class="field">
            <span>{dealer.revolutions}</span>
            <input
              inputMode="numeric"
              maxLength={3}
              value={revolutions.value}
              placeholder={dealer.notCounted}
              onInput={({ currentTarget }) => {
                revolutions.value = currentTarget.value
              }}
            />
          </label>
          <input type="submit" hidden />
        </form>
      )}
      {desk.spun === null && !isLed(desk) && mayAct(desk) && (
        <Button look="quiet" size="small" onPress={onUnspun}>
          {dealer.ballNotSpun}
        </Button>
      )}
    </Act>
  )
}

const outcomeHint = (desk: Desk): string => (isLed(desk) ? dealer.pickOutcomeLed : dealer.pickOutcomeMeans)

/** What the dealer calls: the number and its colour. */
const called = ({ book }: Desk, pocket: string): string => `${pocket}, ${common.pocketColour(colourOf(book, pocket))}`

/** A number typed anywhere on the console goes here: the dealer's eyes are on the wheel. */
function PocketField({ desk: { picked, dialog }, isRead }: { desk: Desk; isRead: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      const isElsewhere = (event.target as Element).closest('input, select, textarea, dialog')
      if (isElsewhere || dialog.peek() || event.ctrlKey || event.altKey || event.metaKey) return
      if (/^[0-9smb]$/i.test(event.key)) field.current?.focus()
    }
    addEventListener('keydown', heard)
    return () => removeEventListener('keydown', heard)
  }, [dialog])
  const text = picked.value
  return (
    <label class="field">
      <span>{dealer.number}</span>
      <input
        ref={field}
        value={text}
        maxLength={3}
        autocomplete="off"
        aria-invalid={text !== '' && !isRead}
        onInput={({ currentTarget }) => {
          picked.value = currentTarget.value
        }}
      />
      {text !== '' && !isRead && <em role="alert">{dealer.noSuchPocket(text)}</em>}
    </label>
  )
}

// The end of a round --------------------------------------------------------------------------------------------------

function Settle({ desk, step, give }: { desk: Desk; step: StepOf<'settle'>; give: Give }) {
  const { book, view, spots } = desk
  const lines = foreseen(book, view, step.pocket, view.draw)
  const { paid, totals } = payoutsIn(lines, spots)
  const means =
    lines.length === 0
      ? dealer.settleNothing
      : paid.length === 0
        ? dealer.settleNobody(money(totals.collected))
        : dealer.settleMeans(money(totals.paid), paid.length, money(totals.collected))
  return (
    <Act
      desk={desk}
      give={give}
      title={
        <>
          <PocketBadge book={book} pocket={step.pocket} /> {dealer.settle(step.pocket)}
        </>
      }
      means={means}
      clause={step.clause}
      draft={{ do: 'settle' }}
    />
  )
}

function Resume({ desk, step, give }: { desk: Desk; step: StepOf<'resume'>; give: Give }) {
  return (
    <Act
      desk={desk}
      give={give}
      title={dealer.resume}
      means={step.isAtRest ? dealer.resumeAtRest : dealer.resumeRunning}
      clause={step.clause}
      draft={{ do: 'resume' }}
    />
  )
}
