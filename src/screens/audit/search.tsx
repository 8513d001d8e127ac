import './search.css'
import { useState } from 'preact/hooks'
import type { Book } from '../../books/rule-book.ts'
import { Button, Field } from '../kit/controls.tsx'
import { ResultBadge } from '../kit/pocket.tsx'
import { dayAndTime } from '../kit/time-text.ts'
import { audit, markNames } from '../words/audit.ts'
import { common } from '../words/common.ts'
import {
  type Mark,
  noFields,
  type RoundFound,
  type RoundIndex,
  type SearchFields,
  search,
  wantedOf,
} from './round-search.ts'

const allMarks = Object.keys(markNames) as Mark[]
const SHOWN_FIRST = 60

type SearchProps = {
  book: Book
  index: RoundIndex
  /** How much of the journal is in the index: it grows while it is read. */
  entries: number
  shown: number | null
  onShow: (round: number) => void
}

/** Rounds by number, time, player, or what was out of the ordinary. */
export function Search({ book, index, shown, onShow }: SearchProps) {
  const [fields, setFields] = useState(noFields)
  const [count, setCount] = useState(SHOWN_FIRST)
  const set = (name: keyof SearchFields) => (value: string) => setFields({ ...fields, [name]: value })
  const found = search(index, wantedOf(fields))
  return (
    <section class="list audit-search" aria-label={audit.search}>
      <div class="audit-fields">
        <Field label={common.roundNumber} value={fields.round} onInput={set('round')} inputMode="numeric" />
        <Field label={common.player} value={fields.player} onInput={set('player')} />
        <Field type="datetime-local" label={audit.from} value={fields.from} onInput={set('from')} />
        <Field type="datetime-local" label={audit.until} value={fields.until} onInput={set('until')} />
      </div>
      <Marks chosen={fields.marks} onChoose={(marks) => setFields({ ...fields, marks })} />
      <p class="apart audit-count fine">
        <span role="status">{audit.found(found.length)}</span>
        {fields !== noFields && (
          <Button look="quiet" size="small" onPress={() => setFields(noFields)}>
            {common.clear}
          </Button>
        )}
      </p>
      <RoundList
        book={book}
        rounds={found.slice(0, count)}
        isEmpty={index.rounds.length === 0}
        shown={shown}
        onShow={onShow}
      />
      {found.length > count && (
        <Button look="quiet" size="small" onPress={() => setCount(count + SHOWN_FIRST)}>
          {audit.showMore}
        </Button>
      )}
    </section>
  )
}

function Marks({ chosen, onChoose }: { chosen: readonly Mark[]; onChoose: (marks: readonly Mark[]) => void }) {
  const toggle = (mark: Mark) =>
    onChoose(chosen.includes(mark) ? chosen.filter((one) => one !== mark) : [...chosen, mark])
  return (
    <fieldset class="flow audit-marks">
      <legend class="legend">{audit.marks}</legend>
      {allMarks.map((mark) => (
        <label key={mark} class="row">
          <input type="checkbox" checked={chosen.includes(mark)} onChange={() => toggle(mark)} />
          {markNames[mark]}
        </label>
      ))}
    </fieldset>
  )
}

const aboutRound = ({ marks, wagers, players, drawn }: RoundFound): string =>
  [
    audit.wagers(wagers, players.size),
    ...[...marks].map((mark) => markNames[mark]),
    ...(marks.has('void-after-draw') ? [audit.drawn(drawn.join(' '))] : []),
  ].join(', ')

type RoundListProps = {
  book: Book
  rounds: readonly RoundFound[]
  isEmpty: boolean
  shown: number | null
  onShow: (round: number) => void
}

function RoundList({ book, rounds, isEmpty, shown, onShow }: RoundListProps) {
  if (rounds.length === 0) return <p class="fine">{isEmpty ? audit.noRounds : audit.noneFound}</p>
  return (
    <ol class="audit-rounds" aria-label={audit.roundsList}>
      {rounds.map((found) => (
        <li key={found.round}>
          <button
            type="button"
            class="choice"
            aria-current={found.round === shown ? 'true' : undefined}
            onClick={() => onShow(found.round)}
          >
            <b>{found.round}</b>
            {found.concludedAt ? (
              <ResultBadge book={book} result={{ round: found.round, pocket: found.pocket, void: found.void }} />
            ) : (
              <small>{audit.underWay}</small>
            )}
            <span>
              {dayAndTime(found.openedAt)}
              <small>{aboutRound(found)}</small>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
