import './next-step.css'
import { money } from '../../words/plain-text.ts'
import { PocketBadge } from '../kit/pocket.tsx'
import { linesForeseen, payoutsIn } from '../staff/payouts.ts'
import { common } from '../words/common.ts'
import { dealer } from '../words/desk.ts'
import { editionOf } from '../words/names.ts'
import { type DealerDesk, isLed, useCommand } from './dealer-desk.ts'
import { OpenStep } from './open-step.tsx'
import { OutcomeStep } from './outcome-step.tsx'
import { DealerTrouble } from './parts.tsx'
import { SpinStep } from './spin-step.tsx'
import { type Give, StepButton, StepWords } from './step-button.tsx'
import { type DealerStep, stepOf } from './steps.ts'

type StepOf<Name extends DealerStep['step']> = Extract<DealerStep, { step: Name }>

/** What to say and do next: one large button, what it does, and by which rule. */
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

/** Steps that are somebody else's. */
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
          text={step.reason && dealer.decisionMeans(step.reason)}
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
