import './table-then.css'
import type { Book } from '../../books/rule-book.ts'
import { type Concluded, recall } from '../../engine/history.ts'
import type { TableState } from '../../engine/table.ts'
import { dealerView } from '../../engine/views.ts'
import type { TableEntry } from '../../record/table-entry.ts'
import { Note } from '../kit/controls.tsx'
import { Felt, type FeltProps } from '../kit/felt.tsx'
import { PhaseRing } from '../kit/phase-ring.tsx'
import { stageOf } from '../kit/stage.ts'
import { stacksIn, stacksOf } from '../staff/stacks.ts'
import { tintsOf } from '../staff/tints.ts'
import { audit } from '../words/audit.ts'
import { common } from '../words/common.ts'
import { voidReason } from '../words/names.ts'
import { Accounts } from './accounts.tsx'
import type { RoundFound } from './round-search.ts'
import type { RoundStep } from './steps.ts'

/** The table as it stood after a step: the layout, and the money of each player of the round. */
export function TableThen({ book, step, found }: { book: Book; step: RoundStep; found: RoundFound }) {
  const { after } = step
  const shown = feltAt(book, step, found.round)
  return (
    <section class="audit-table-then" aria-label={audit.asItStood}>
      <header class="apart">
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

type FeltThen = {
  /** Null: the table had forgotten the round by then, and what happened does not say. */
  phase: TableState['round']['phase'] | null
  powerOut: boolean
  code: string | null
  felt: Pick<FeltProps, 'stacks' | 'pocket' | 'draw'>
}

/**
 * While it was played, the layout; once it was concluded, how each wager came out, as that stood then. A round that the
 * table had forgotten is as what was done to it says: the phase that the table is in is another round's.
 */
export function feltAt(book: Book, { after, entry }: Pick<RoundStep, 'after' | 'entry'>, round: number): FeltThen {
  const { round: now, history } = after
  const view = dealerView(book, after)
  const concluded = recall(history, round) ?? changedBy(entry, round)
  if (concluded) {
    const { pocket, draw, code, lines } = concluded
    const stacks = stacksOf(lines, tintsOf(view.seats))
    return { phase: code ? 'void' : 'settled', powerOut: false, code, felt: { pocket, draw, stacks } }
  }
  if ('round' in now && now.round !== round && round < now.round)
    return { phase: null, powerOut: false, code: null, felt: { pocket: null, draw: null, stacks: [] } }
  const { pocket, draw, powerOut } = view
  return { phase: now.phase, powerOut, code: null, felt: { pocket, draw, stacks: stacksIn(view) } }
}

type Changed = Pick<Concluded, 'pocket' | 'draw' | 'code' | 'lines'>

/** The state of a round after an entry. */
function changedBy(entry: TableEntry, round: number): Changed | undefined {
  const events = 'events' in entry ? entry.events : []
  for (const event of events) {
    if (!('round' in event) || event.round !== round) continue
    if (event.type === 'outcome-corrected') return { pocket: event.to, draw: null, code: null, lines: event.lines }
    if (event.type === 'round-voided') return { pocket: null, draw: null, code: event.code, lines: event.lines }
  }
  return undefined
}
