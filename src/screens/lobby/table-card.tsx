import './table-card.css'
import type { Edition } from '../../books/edition.ts'
import { layoutNames } from '../../engine/spots.ts'
import { capitalise } from '../../words/plain-text.ts'
import { memo } from '../kit/components.tsx'
import { LinkButton, Note } from '../kit/controls.tsx'
import { houseBook } from '../kit/house-books.ts'
import { briefLimits } from '../kit/limits-text.ts'
import { PhaseRing, timesOf } from '../kit/phase-ring.tsx'
import { Results } from '../kit/pocket.tsx'
import { stageOf } from '../kit/stage.ts'
import { common } from '../words/common.ts'
import { lobby } from '../words/lobby.ts'
import { editionOf } from '../words/names.ts'
import { GamePicture } from './game-picture.tsx'
import type { TableGlance } from './use-floor.ts'

/** `ahead`: of the service's clock, in milliseconds; null: it is not heard, and nothing is counted. */
type TableCardProps = {
  table: TableGlance
  ahead: number | null
  /** The one table to go to: its button is gold. */
  isNext: boolean
}

export const TableCard = memo(function TableCard({ table, ahead, isNext }: TableCardProps) {
  const book = houseBook(table.book)
  const edition = book && editionOf(book)
  const stage = stageOf({ phase: table.phase, powerOut: false })
  const times = ahead === null ? {} : timesOf(table, (told) => Date.parse(told) - ahead)
  const limits = book ? briefLimits(book, table.layout, table.limits) : null
  return (
    <li class="panel lobby-table">
      {book && <GamePicture book={book} layout={table.layout} isRunning={isRunning(table)} last={lastNumber(table)} />}
      <header>
        <h2>{table.short}</h2>
        <PhaseRing stage={stage} size={40} isShort {...times} />
        <p class="fine">{aboutOf(table, edition)}</p>
      </header>
      <div class="row lobby-results">{book && <Results book={book} results={table.results} count={16} isCut />}</div>
      {table.stopped && <Note tone="warning" text={common.stopped} />}
      <dl>
        <Fact name={common.limits} text={limits ?? common.limitsNone} />
        <Fact name={lobby.terminals} text={freeOf(table.terminals)} />
        <Fact name={lobby.round} text={table.round === null ? '–' : String(table.round)} />
      </dl>
      <a
        class={`button${isNext ? ' is-primary' : ''}${isFull(table.terminals) ? ' is-quiet' : ''}`}
        href={`/play/${table.id}`}
        aria-label={common.labelled(lobby.play, table.short)}
      >
        {lobby.play}
      </a>
      <nav class="row lobby-staff" aria-label={common.labelled(lobby.staff, table.short)}>
        <span class="fine">{lobby.staff}</span>
        <LinkButton
          href={`/dealer/${table.id}`}
          text={lobby.dealer}
          label={common.labelled(lobby.dealer, table.short)}
        />
        <LinkButton
          href={`/display/${table.id}`}
          text={lobby.display}
          label={common.labelled(lobby.display, table.short)}
        />
      </nav>
    </li>
  )
})

const Fact = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt class="caption">{name}</dt>
    <dd>{text}</dd>
  </div>
)

/** A ball runs, or is not down yet on every screen. */
function isRunning({ phase, round, results }: TableGlance): boolean {
  if (phase === 'ball-spinning' || phase === 'betting-closed' || phase === 'outcome-determined') return true
  return phase === 'settled' && results[0]?.round !== round
}

const lastNumber = ({ results }: TableGlance): string | null => results[0]?.pocket ?? null

/**
 * The one table to go to: where bets are taken, and the most time is left. It stays the one until no more bets is called
 * there and another one takes bets.
 */
export function nextTable(tables: readonly TableGlance[], before: string | null): string | null {
  const free = tables.filter(({ stopped, terminals }) => !stopped && !isFull(terminals))
  const open = free.filter(({ phase }) => phase === 'betting-open')
  const kept = (open.length > 0 ? open : free).find(({ id }) => id === before)
  const closing = ({ closesAt }: TableGlance) => (closesAt === null ? Number.MAX_VALUE : Date.parse(closesAt))
  return (kept ?? open.toSorted((a, b) => closing(b) - closing(a))[0] ?? free[0])?.id ?? null
}

const isFull = ({ total, free }: TableGlance['terminals']): boolean => total > 0 && free === 0

function freeOf(terminals: TableGlance['terminals']): string {
  if (terminals.total === 0) return lobby.noTerminals
  return isFull(terminals) ? lobby.full : lobby.free(terminals.free, terminals.total)
}

/** The facts that distinguish games: house, version, and layout and terminal where there is a choice. */
function aboutOf({ layout, terminal }: TableGlance, book: Edition | undefined): string {
  const parts = [
    book?.texts.title,
    book?.texts.operator,
    book && lobby.version(book.version),
    book && layoutNames(book).length > 1 ? lobby.layout(layout) : null,
    terminal && capitalise(terminal),
  ]
  return parts.filter(Boolean).join(' · ')
}
