import './lobby.css'
import { useEffect, useState } from 'preact/hooks'
import { bookById } from '../../books/index.ts'
import { limitsFor } from '../../engine/limits.ts'
import { layoutNames } from '../../engine/spots.ts'
import { type Glance, tables } from '../kit/api.ts'
import { Note } from '../kit/controls.tsx'
import { rangeText } from '../kit/limits-text.ts'
import { PhaseRing } from '../kit/phase-ring.tsx'
import { Results } from '../kit/pocket.tsx'
import { stageOf } from '../kit/stage.ts'
import { Empty } from '../kit/status.tsx'
import { LanguageButton } from '../kit/top-bar.tsx'
import { common } from '../words/common.ts'
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
  if (!floor && !isAway) return <Empty title={common.loading} />
  return (
    <div class="lobby">
      <header class="lobby-header">
        <img src="/icon.svg" alt="" width="44" height="44" />
        <div>
          <h1>{common.appName}</h1>
          <p class="fine">{lobby.tagline}</p>
        </div>
        <nav aria-label={lobby.staff}>
          <a class="button is-quiet is-small" href="/pit">
            {lobby.pit}
          </a>
          <a class="button is-quiet is-small" href="/audit">
            {lobby.audit}
          </a>
          <LanguageButton />
        </nav>
      </header>
      <main>
        {isAway && <Note tone="warning" text={common.serviceAway} />}
        {floor?.length === 0 && <p class="fine">{lobby.noTables}</p>}
        <ul class="lobby-tables" aria-label={lobby.tables}>
          {floor?.map((table) => (
            <TableCard key={table.id} table={table} />
          ))}
        </ul>
      </main>
    </div>
  )
}

function TableCard({ table }: { table: Glance }) {
  const book = bookById(table.book)
  const stage = stageOf({ phase: table.phase, powerOut: false })
  return (
    <li class="panel lobby-table">
      <header>
        <div>
          <h2>{table.title}</h2>
          <p class="fine">{aboutOf(table)}</p>
        </div>
        <PhaseRing stage={stage} size={32} isShort />
      </header>
      <div class="lobby-felt">{book && <Results book={book} results={table.results} count={12} />}</div>
      {table.stopped && <Note tone="warning" text={lobby.stoppedMeans} />}
      <footer>
        <dl>
          <dt class="caption">{common.limits}</dt>
          <dd>
            {table.limits.default ? rangeText(limitsFor({ default: table.limits.default }, 'red')) : common.limitsNone}
          </dd>
        </dl>
        <a class="button is-quiet is-small" href={`/dealer/${table.id}`}>
          {lobby.dealer}
        </a>
        <a class="button is-quiet is-small" href={`/display/${table.id}`}>
          {lobby.display}
        </a>
        <a class="button is-primary" href={`/play/${table.id}`} aria-label={`${lobby.play}: ${table.name}`}>
          {lobby.play}
        </a>
      </footer>
    </li>
  )
}

/** What tells one table from the next: house, version, and layout and terminal where there is a choice. */
function aboutOf({ book: id, layout, terminal, round }: Glance): string {
  const book = bookById(id)
  const parts = [
    book?.operator,
    book && lobby.version(book.version),
    book && layoutNames(book).length > 1 ? lobby.layout(layout) : null,
    terminal && terminal.charAt(0).toUpperCase() + terminal.slice(1),
    round === null ? common.noRound : common.round(round),
  ]
  return parts.filter(Boolean).join(' · ')
}
