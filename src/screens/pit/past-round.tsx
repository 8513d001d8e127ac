import './rule-dialog.css'
import { useState } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import type { Failure } from '../../client/api-calls.ts'
import type { Facts } from '../../engine/facts.ts'
import type { StaffRecall } from '../../wire/floor-shapes.ts'
import { Field, Note } from '../kit/controls.tsx'
import { PocketBadge } from '../kit/pocket.tsx'
import { failureText, type Staff } from '../kit/session.ts'
import { useRoundRecall } from '../staff/use-round-recall.ts'
import { common } from '../words/common.ts'
import { pit } from '../words/desk.ts'
import { voidReason } from '../words/names.ts'
import type { TableAtDesk } from './pit-desk.ts'

/** A concluded round as the service recalls it; null while it is loading, or no number is typed. */
export type PastRoundFound = StaffRecall | Failure | null
type PastRound = { text: string; setText: (text: string) => void; number: number | null; found: PastRoundFound }

/** The requested round, or the typed number: the journal has rounds of any age (reading 32). */
export function useRoundNumber(table: TableAtDesk, who: Staff, asked: number | null): PastRound {
  const [text, setText] = useState(asked === null ? '' : String(asked))
  const number = roundIn(text)
  return { text, setText, number, found: useRoundRecall(table.id, who.token, number) }
}

const roundIn = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : null)

export const RoundNumber = ({ asked, past: { text, setText } }: { asked: number | null; past: PastRound }) =>
  asked === null && (
    <div>
      <Field label={common.roundNumber} value={text} onInput={setText} inputMode="numeric" autofocus />
      <span class="fine">{pit.roundHint}</span>
    </div>
  )

/** Counts and irregularities on record, for the decision about the round (reading 29). */
export function FactList({ book, facts: { counts, reports } }: { book: Book; facts: Facts }) {
  if (counts.length + reports.length === 0) return null
  return (
    <section>
      <h3 class="caption">{pit.onRecord}</h3>
      <ul class="list">
        {factWords(book, { counts, reports }).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}

/** Facts of a round in words, in their order. */
export const factWords = (book: Book, { counts, reports }: Facts): string[] => [
  ...counts.map(({ source, revolutions }) => pit.revolutionsCounted(pit.sources[source], revolutions)),
  ...reports.map(({ code }) => pit.reported(voidReason(book, code))),
]

export function RoundFound({ table, found }: { table: TableAtDesk; found: PastRoundFound }) {
  if (found === null) return null
  if ('status' in found) return <Note tone="warning" text={found.status === 404 ? pit.roundGone : failureText(found)} />
  if (found.pocket === null)
    return <Note tone="info" text={pit.roundIsVoid(found.round)} fine={voidReason(table.book, found.void ?? '')} />
  return (
    <p class="flow pit-round">
      {common.round(found.round)} <PocketBadge book={table.book} pocket={found.pocket} />
    </p>
  )
}
