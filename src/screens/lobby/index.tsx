import './lobby.css'
import { useRef, useState } from 'preact/hooks'
import { Field, LinkButton, Note } from '../kit/controls.tsx'
import { houseSign } from '../kit/house-sign.ts'
import { checkPageLink } from '../kit/receipt-link.ts'
import { Empty } from '../kit/status.tsx'
import { HouseMark, LanguageButton } from '../kit/top-bar.tsx'
import { common } from '../words/common.ts'
import { lobby } from '../words/lobby.ts'
import { nextTable, TableCard } from './table-card.tsx'
import { type TableGlance, useFloor } from './use-floor.ts'

export default function Lobby() {
  const { tables: floor, isAway, ahead } = useFloor()
  const [sought, setSought] = useState('')
  const next = useRef<string | null>(null)
  next.current = nextTable(floor ?? [], next.current)
  const matching = tablesNamed(floor ?? [], sought)
  if (!floor && !isAway) return <Empty title={common.loading} />
  return (
    <div class="lobby">
      <header class="row lobby-header">
        <HouseMark size={48} />
        <div>
          <h1>{houseSign.value.name}</h1>
          <p class="fine">{lobby.tagline}</p>
        </div>
        {floor && floor.length >= MANY && (
          <div class="lobby-search">
            <Field label={lobby.find} value={sought} onInput={setSought} autocomplete="off" />
          </div>
        )}
        <nav class="row" aria-label={lobby.staff}>
          <LinkButton href="/pit" text={common.pitDesk} />
          <LinkButton href="/audit" text={lobby.audit} />
          {houseSign.value.shows.lab && <LinkButton href="/lab" text={lobby.lab} />}
          <LanguageButton />
        </nav>
      </header>
      <main class="column">
        {isAway && <Note tone="warning" text={common.serviceAway} />}
        {floor?.length === 0 && (
          <section class="panel list blank">
            <h2>{lobby.noTables}</h2>
            <p class="fine">{lobby.noTablesMeans}</p>
          </section>
        )}
        {floor && floor.length > 0 && matching.length === 0 && <p class="fine">{lobby.noneFound}</p>}
        <ul class="flow lobby-tables" aria-label={lobby.tables}>
          {matching.map((table) => (
            <TableCard key={table.id} table={table} ahead={isAway ? null : ahead} isNext={table.id === next.current} />
          ))}
          <MoreTiles />
        </ul>
      </main>
      <footer class="row lobby-footer">
        <nav class="row" aria-label={lobby.staff}>
          <span class="fine">{lobby.staff}</span>
          <LinkButton href="/pit" text={common.pitDesk} />
          <LinkButton href="/audit" text={lobby.audit} />
        </nav>
        <nav class="row" aria-label={lobby.forEverybody}>
          {houseSign.value.shows.lab && <LinkButton href="/lab" text={lobby.lab} />}
          <LinkButton href={checkPageLink(houseSign.value.key)} text={lobby.check} />
        </nav>
      </footer>
    </div>
  )
}

/** Other pages for players. They fill the last row of tables. */
const MoreTiles = () => (
  <li class="lobby-more">
    {houseSign.value.shows.lab && (
      <a class="panel lobby-tile" href="/lab">
        <strong>{lobby.lab}</strong>
        <span class="fine">{lobby.labMeans}</span>
      </a>
    )}
    <a class="panel lobby-tile" href={checkPageLink(houseSign.value.key)}>
      <strong>{lobby.check}</strong>
      <span class="fine">{lobby.checkMeans}</span>
    </a>
  </li>
)

/** From this number of tables on there is a search field. */
const MANY = 12

/** Every word that is typed stands somewhere in what a table is called. */
export function tablesNamed(floor: readonly TableGlance[], sought: string): readonly TableGlance[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return floor
  return floor.filter(({ name, short, title, id, book, layout, terminal }) => {
    const text = [name, short, title, id, book, layout, terminal].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
