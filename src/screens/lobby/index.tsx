import './lobby.css'
import { useEffect, useState } from 'preact/hooks'
import { bookById } from '../../books/index.ts'
import type { RuleBook } from '../../books/rule-book.ts'
import { kindsOf, layoutNames } from '../../engine/spots.ts'
import type { Glance } from '../../wire/floor-shapes.ts'
import { tables } from '../kit/api.ts'
import { Field, Note } from '../kit/controls.tsx'
import { houseSign } from '../kit/house-sign.ts'
import { briefLimits } from '../kit/limits-text.ts'
import { PhaseRing, timesOf } from '../kit/phase-ring.tsx'
import { Results } from '../kit/pocket.tsx'
import { stageOf } from '../kit/stage.ts'
import { Empty } from '../kit/status.tsx'
import { LanguageButton } from '../kit/top-bar.tsx'
import { common } from '../words/common.ts'
import { editionOf } from '../words/editions.ts'
import { lobby } from '../words/lobby.ts'

const EVERY_MS = 2_000

/** The floor at a glance. It asks again every two seconds, and says when it is not answered. */
function useFloor(): { floor: readonly Glance[] | null; isAway: boolean } {
  const [floor, setFloor] = useState<readonly Glance[] | null>(null)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    let isOver = false
    const ask = async () => {
      if (document.hidden) return
      const reply = await tables()
      if (isOver) return
      if (reply.ok) setFloor(reply.body)
      setAway(!reply.ok)
    }
    void ask()
    const timer = setInterval(ask, EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      isOver = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])
  return { floor, isAway }
}

export default function Lobby() {
  const { floor, isAway } = useFloor()
  const [sought, setSought] = useState('')
  if (!floor && !isAway) return <Empty title={common.loading} />
  return (
    <div class="lobby">
      <header class="lobby-header">
        <img src="/icon.svg" alt="" width="44" height="44" />
        <div>
          <h1>{houseSign.value.name}</h1>
          <p class="fine">{lobby.tagline}</p>
        </div>
        <nav aria-label={lobby.staff}>
          <a class="button is-quiet is-small" href="/pit">
            {common.pitDesk}
          </a>
          <a class="button is-quiet is-small" href="/audit">
            {lobby.audit}
          </a>
          <a class="button is-quiet is-small" href="/lab">
            {lobby.lab}
          </a>
          <LanguageButton />
        </nav>
      </header>
      <main>
        {isAway && <Note tone="warning" text={common.serviceAway} />}
        {floor?.length === 0 && (
          <section class="panel lobby-none">
            <h2>{lobby.noTables}</h2>
            <p class="fine">{lobby.noTablesMeans}</p>
          </section>
        )}
        {floor && floor.length >= MANY && (
          <div class="lobby-search">
            <Field label={lobby.find} value={sought} onInput={setSought} autocomplete="off" />
          </div>
        )}
        {floor && floor.length > 0 && found(floor, sought).length === 0 && <p class="fine">{lobby.noneFound}</p>}
        <ul class="lobby-tables" aria-label={lobby.tables}>
          {found(floor ?? [], sought).map((table) => (
            <TableCard key={table.id} table={table} />
          ))}
        </ul>
      </main>
    </div>
  )
}

/** From so many tables on they are found by typing. */
const MANY = 6

/** Every word that is typed stands somewhere in what a table is called. */
export function found(floor: readonly Glance[], sought: string): readonly Glance[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return floor
  return floor.filter(({ name, title, id, book, layout, terminal }) => {
    const told = [name, title, id, book, layout, terminal].join(' ').toLowerCase()
    return words.every((word) => told.includes(word))
  })
}

function TableCard({ table }: { table: Glance }) {
  const book = bookById(table.book)
  const edition = book && editionOf(book)
  const stage = stageOf({ phase: table.phase, powerOut: false })
  const limits = briefLimits(table.limits, book ? kindsOf(book, table.layout) : [])
  return (
    <li class="panel lobby-table">
      <header>
        <h2>{table.name}</h2>
        <PhaseRing stage={stage} size={32} isShort {...timesOf(table, Date.parse)} />
        <p>{edition?.title ?? table.title}</p>
        <p class="fine">{aboutOf(table, edition)}</p>
      </header>
      <div class="lobby-felt">{book && <Results book={book} results={table.results} count={16} />}</div>
      {table.stopped && <Note tone="warning" text={common.stopped} />}
      <dl>
        <Fact name={common.limits} told={limits ?? common.limitsNone} />
        <Fact name={lobby.terminals} told={freeOf(table.terminals)} />
        <Fact name={lobby.round} told={table.round === null ? '–' : String(table.round)} />
      </dl>
      <footer>
        <nav class="lobby-staff" aria-label={`${lobby.staff}: ${table.name}`}>
          <a class="button is-quiet" href={`/dealer/${table.id}`} aria-label={`${lobby.dealer}: ${table.name}`}>
            {lobby.dealer}
          </a>
          <a class="button is-quiet" href={`/display/${table.id}`} aria-label={`${lobby.display}: ${table.name}`}>
            {lobby.display}
          </a>
        </nav>
        <a class="button is-primary" href={`/play/${table.id}`} aria-label={`${lobby.play}: ${table.name}`}>
          {lobby.play}
        </a>
      </footer>
    </li>
  )
}

const Fact = ({ name, told }: { name: string; told: string }) => (
  <div>
    <dt class="caption">{name}</dt>
    <dd>{told}</dd>
  </div>
)

function freeOf({ total, free }: Glance['terminals']): string {
  if (total === 0) return lobby.noTerminals
  return free === 0 ? lobby.full : lobby.free(free, total)
}

/** What tells one game from the next: house, version, and layout and terminal where there is a choice. */
function aboutOf({ layout, terminal }: Glance, book: RuleBook | undefined): string {
  const parts = [
    book?.operator,
    book && lobby.version(book.version),
    book && layoutNames(book).length > 1 ? lobby.layout(layout) : null,
    terminal && terminal.charAt(0).toUpperCase() + terminal.slice(1),
  ]
  return parts.filter(Boolean).join(' · ')
}
