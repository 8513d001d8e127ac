import './table-then.css'
import type { Book } from '../../books/rule-book.ts'
import { Note } from '../kit/controls.tsx'
import { Felt } from '../kit/felt.tsx'
import { PhaseRing } from '../kit/phase-ring.tsx'
import { stageOf } from '../kit/stage.ts'
import { audit } from '../words/audit.ts'
import { common } from '../words/common.ts'
import { voidReason } from '../words/names.ts'
import { Accounts } from './accounts.tsx'
import { feltAt } from './felt-then.ts'
import type { RoundFound } from './round-search.ts'
import type { RoundStep } from './steps.ts'

/** The table as it stood after a step: the layout, and what everybody of the round had. */
export function TableThen({ book, step, found }: { book: Book; step: RoundStep; found: RoundFound }) {
  const { after } = step
  const shown = feltAt(book, step, found.round)
  return (
    <section class="audit-table-then" aria-label={audit.asItStood}>
      <header>
        <h2>{audit.asItStood}</h2>
        {shown.phase && (
          <PhaseRing
            stage={stageOf({ phase: shown.phase, powerOut: shown.powerOut })}
            size={32}
            isShort
            fine={shown.code ? voidReason(book, shown.code) : common.round(found.round)}
          />
        )}
      </header>
      {!shown.phase && <Note tone="info" text={audit.roundForgotten} />}
      <div class="audit-felt">
        <Felt book={book} layout={after.setup.layout} label={audit.asItStood} {...shown.felt} />
      </div>
      <Accounts step={step} players={[...found.players]} />
    </section>
  )
}
