import './round-page.css'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../kit/controls.tsx'
import { PrintIcon } from '../kit/icons.tsx'
import { clock, dayAndTime } from '../kit/time-text.ts'
import { audit } from '../words/audit.ts'
import { common } from '../words/common.ts'
import { Accounts } from './accounts.tsx'
import type { RoundFound } from './round-search.ts'
import type { RoundStep } from './steps.ts'
import { StepDetail, stepTitle, type VerdictOf } from './timeline.tsx'

type RoundPageProps = {
  table: string
  found: RoundFound
  steps: readonly RoundStep[]
  leftOut: number
  verdictOf: VerdictOf
}

/** Prints the round: on paper stands its page alone, on the screen the button alone. */
export function PrintRound(props: RoundPageProps) {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    if (!isPrinting) return
    const done = () => setPrinting(false)
    addEventListener('afterprint', done)
    print()
    return () => removeEventListener('afterprint', done)
  }, [isPrinting])
  return (
    <>
      <Button size="small" look="quiet" onPress={() => setPrinting(true)}>
        <PrintIcon size={18} /> {audit.printRound}
      </Button>
      {isPrinting && <RoundPage {...props} />}
    </>
  )
}

/** Every step with its clauses and its hash, and the accounts after the last. */
function RoundPage({ table, found, steps, leftOut, verdictOf }: RoundPageProps) {
  const last = steps.at(-1)!
  return (
    <article class="audit-print" aria-label={audit.printRound}>
      <h1>
        {common.table} {table} · {common.round(found.round)}
      </h1>
      <p>
        {last.after.setup.book} · {dayAndTime(steps[0]!.entry.at)} – {dayAndTime(last.entry.at)}
      </p>
      {leftOut > 0 && <p>{audit.leftOut(String(leftOut))}</p>}
      <ol>
        {steps.map((step) => (
          <li key={step.seq}>
            <h2>
              {clock(step.entry.at)} · {stepTitle(step)}
            </h2>
            <StepDetail step={step} verdict={verdictOf(step)} isOnPaper />
          </li>
        ))}
      </ol>
      <h2>{audit.accountsAfter}</h2>
      <Accounts step={last} players={[...found.players]} />
    </article>
  )
}
