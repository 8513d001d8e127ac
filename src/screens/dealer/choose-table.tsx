import './choose-table.css'
import { useEffect, useState } from 'preact/hooks'
import type { Glance } from '../../wire/floor-shapes.ts'
import { fetchTables } from '../kit/api.ts'
import { Note } from '../kit/controls.tsx'
import { houseBook } from '../kit/house-books.ts'
import { PhaseRing } from '../kit/phase-ring.tsx'
import { Results } from '../kit/pocket.tsx'
import { failureText, type Staff } from '../kit/session.ts'
import { stageOf } from '../kit/stage.ts'
import { Empty } from '../kit/status.tsx'
import { LanguageButton } from '../kit/top-bar.tsx'
import { WhoIsHere } from '../staff/who-is-here.tsx'
import { common } from '../words/common.ts'
import { dealer } from '../words/desk.ts'

const ASK_EVERY_MS = 3_000

/** Somebody signed in at no table: which one is theirs? */
export function ChooseTable({ who }: { who: Staff }) {
  const [floor, setFloor] = useState<readonly Glance[] | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  useEffect(() => {
    const ask = async () => {
      const reply = await fetchTables()
      if (reply.ok) setFloor(reply.body)
      setTrouble(reply.ok ? null : failureText(reply))
    }
    void ask()
    const timer = setInterval(ask, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  if (!floor) return <Empty title={trouble ?? common.loading} />
  return (
    <main class="dealer-choose">
      <header>
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
      <PhaseRing
        stage={stage}
        size={36}
        isShort
        fine={glance.round === null ? common.noRound : common.round(glance.round)}
      />
      {book && <Results book={book} results={glance.results} count={6} />}
    </a>
  )
}
