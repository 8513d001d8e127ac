import './check.css'
import { useMemo, useState } from 'preact/hooks'
import { isUnderWay, type TableState } from '../../engine/table.ts'
import { type Bundle, booksOf } from '../../receipts/bundle.ts'
import { CarriedBooks } from '../../record/carried-books.ts'
import { readTableEntry } from '../../record/table-entry.ts'
import type { Vocabulary } from '../../words/vocabulary.ts'
import { stepOf, type ToldStep, toldIn } from '../audit/steps.ts'

const ROUNDS_TOLD = 50

/** The rounds of a journal as a story: those since the time that was asked for, at most the last fifty. */
export function BundleStory({ bundle, words }: { bundle: Bundle; words: Vocabulary }) {
  const { page } = words.receipts
  const tables = useMemo(
    () => [...bundle.streams.keys()].map((stream) => [stream, roundsIn(bundle, stream)] as const),
    [bundle],
  )
  return (
    <section class="check-story">
      <h2>{page.story}</h2>
      {tables.map(([stream, rounds]) => (
        <div key={stream}>
          <h3>{stream}</h3>
          {rounds.length > ROUNDS_TOLD && <p class="check-fine">{page.onlySeen(ROUNDS_TOLD, rounds.length)}</p>}
          {rounds.slice(-ROUNDS_TOLD).map(({ round, steps }) => (
            <RoundTold key={round} round={round} steps={steps} words={words} />
          ))}
        </div>
      ))}
    </section>
  )
}

function RoundTold({ round, steps, words }: { round: number; steps: readonly ToldStep[]; words: Vocabulary }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {words.receipts.page.rounds} {round}
      </summary>
      {isOpen &&
        steps.flatMap((step) =>
          toldIn(words, step).map((passage, at) =>
            'says' in passage ? <p key={`${step.seq} ${at}`}>{passage.says}</p> : null,
          ),
        )}
    </details>
  )
}

type RoundSteps = { round: number; steps: ToldStep[] }

/** A journal that is not sound is told as far as it can be followed. */
function roundsIn(bundle: Bundle, stream: string): RoundSteps[] {
  const { streams, about } = bundle
  const rounds: RoundSteps[] = []
  const books = new CarriedBooks(booksOf(bundle))
  let state: TableState | null = null
  try {
    for (const stored of streams.get(stream) ?? []) {
      books.take(readTableEntry(stored.body))
      const step: ToldStep = stepOf(state, stored, books)
      const now = step.after.round
      const round: number = isUnderWay(now) || (state && isUnderWay(state.round)) ? step.after.roundsOpened : 0
      state = step.after
      if (round === 0 || (about.from !== null && step.entry.at < about.from)) continue
      const last = rounds.at(-1)
      if (last?.round === round) last.steps.push(step)
      else rounds.push({ round, steps: [step] })
    }
  } catch {
    return rounds
  }
  return rounds
}
