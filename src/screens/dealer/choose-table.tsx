import './choose-table.css'
import type { Glance } from '../../wire/floor-shapes.ts'
import { Note } from '../kit/controls.tsx'
import { houseBook } from '../kit/house-books.ts'
import { PhaseRing } from '../kit/phase-ring.tsx'
import { Results } from '../kit/pocket.tsx'
import { failureText, type Staff } from '../kit/session.ts'
import { stageOf } from '../kit/stage.ts'
import { Empty } from '../kit/status.tsx'
import { LanguageButton } from '../kit/top-bar.tsx'
import { anybody, usePolled } from '../kit/use-api.ts'
import { WhoIsHere } from '../staff/who-is-here.tsx'
import { common, roundName } from '../words/common.ts'
import { dealer } from '../words/desk.ts'

/** A choice of tables for a person who signed in without one. */
export function ChooseTable({ who }: { who: Staff }) {
  const { body: floor, failure } = usePolled(anybody, 'GET /api/tables')
  const trouble = failure && failureText(failure)
  if (!floor) return <Empty title={trouble ?? common.loading} />
  return (
    <main class="dealer-choose">
      <header class="row">
        <h1>{dealer.whichTable}</h1>
        <LanguageButton />
        <WhoIsHere who={who} />
      </header>
      {trouble && <Note tone="warning" text={trouble} />}
      <ul>
        {floor.map((one) => (
          <li key={one.id}>
            <TableLink glance={one} />
          </li>
        ))}
      </ul>
    </main>
  )
}

function TableLink({ glance }: { glance: Glance }) {
  const book = houseBook(glance.book)
  const stage = stageOf({ phase: glance.phase, powerOut: false })
  return (
    <a class="panel" href={`/dealer/${encodeURIComponent(glance.id)}`}>
      <strong>{glance.name}</strong>
      <PhaseRing stage={stage} size={36} isShort fine={roundName(glance.round)} />
      {book && <Results book={book} results={glance.results} count={6} />}
    </a>
  )
}
