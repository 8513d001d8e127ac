import './audit-page.css'
import './audit.css'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Glance } from '../../wire/floor-shapes.ts'
import { grouped } from '../../words/plain-text.ts'
import { Button, Note } from '../kit/controls.tsx'
import { Select, Tabs } from '../kit/fields.tsx'
import { houseBook } from '../kit/house-books.ts'
import { failureText, forgetSession, type Staff, signOut } from '../kit/session.ts'
import { ForStaff } from '../kit/sign-in.tsx'
import { Empty, NoTable, type ScreenProps } from '../kit/status.tsx'
import { LanguageButton } from '../kit/top-bar.tsx'
import { anybody, useApi } from '../kit/use-api.ts'
import { useWindowEvent } from '../kit/use-page.ts'
import { EventsPanel } from '../staff/events-panel.tsx'
import { WhoIsHere } from '../staff/who-is-here.tsx'
import { audit } from '../words/audit.ts'
import { common } from '../words/common.ts'
import { events } from '../words/desk.ts'
import { BooksTab } from './books.tsx'
import { HouseTab } from './house-tab.tsx'
import { exportLines, Proof } from './proof.tsx'
import { type JournalReading, openReading } from './reading.ts'
import { PrintRound } from './round-page.tsx'
import { roundIn } from './round-search.ts'
import { Search } from './search.tsx'
import { type RoundStep, roundEntries, stepsOf, stepVerdict } from './steps.ts'
import { TableThen } from './table-then.tsx'
import { Timeline } from './timeline.tsx'

const readers: readonly string[] = ['shift-manager', 'auditor', 'administrator']

export default function Audit({ table }: ScreenProps) {
  return (
    <ForStaff title={audit.title} means={audit.deskMeans}>
      {(who) => (readers.includes(who.role) ? <AuditDesk key={who.token} who={who} first={table} /> : <NotHere />)}
    </ForStaff>
  )
}

const NotHere = () => (
  <Empty title={audit.title} text={audit.forWhom} action={{ label: common.signOut, onPress: () => void signOut() }} />
)

type AuditTab = 'rounds' | 'house' | 'events' | 'books'
const tabNames: readonly AuditTab[] = ['rounds', 'house', 'events', 'books']

function AuditDesk({ who, first }: { who: Staff; first: string }) {
  const seesHouse = who.role === 'auditor' || who.role === 'administrator'
  const tabs = tabNames.filter((name) => seesHouse || name !== 'house')
  const [tab, setTab] = useState<AuditTab>(tabs.find((name) => location.hash === `#${name}`) ?? 'rounds')
  const { body: tables, failure } = useApi(anybody, 'GET /api/tables')
  const labels: Record<AuditTab, string> = {
    rounds: audit.tabRounds,
    house: audit.tabHouse,
    events: events.tab,
    books: audit.tabBooks,
  }
  return (
    <div class="desk">
      <header class="row desk-bar">
        <hgroup>
          <h1>{audit.title}</h1>
          <p class="fine">{audit.deskMeans}</p>
        </hgroup>
        <Tabs
          label={audit.tabs}
          tabs={tabs.map((name) => ({ tab: name, label: labels[name] }))}
          shown={tab}
          onShow={setTab}
        />
        <LanguageButton />
        <WhoIsHere who={who} />
      </header>
      {failure && <Note tone="warning" text={failureText(failure)} />}
      {tab === 'rounds' && !tables && !failure && <p class="blank">{common.loading}</p>}
      {tab === 'rounds' && tables && <RoundsTab who={who} tables={tables} first={first} />}
      {tab === 'house' && <HouseTab who={who} />}
      {tab === 'events' && (
        <main class="audit-books">
          <EventsPanel who={who} tableName={(id) => tables?.find((one) => one.id === id)?.name ?? id} />
        </main>
      )}
      {tab === 'books' && <BooksTab who={who} />}
    </div>
  )
}

/** `/audit/TABLE#round-12-3`: the table, the round and the step, so that what was found can be pointed at. */
function placeInHash(hash: string): { round: number | null; step: number } {
  const match = /^#round-(\d+)(?:-(\d+))?$/.exec(hash)
  return match ? { round: Number(match[1]), step: Number(match[2] ?? 1) - 1 } : { round: null, step: 0 }
}

function RoundsTab({ who, tables, first }: { who: Staff; tables: readonly Glance[]; first: string }) {
  const isUnknown = first !== '' && !tables.some(({ id }) => id === first)
  if (isUnknown) return <NoTable />
  if (tables.length === 0) return <p class="blank">{common.noTables}</p>
  return <RoundsOf who={who} tables={tables} first={first || tables[0]!.id} />
}

function RoundsOf({ who, tables, first }: { who: Staff; tables: readonly Glance[]; first: string }) {
  const [table, setTable] = useState(first)
  const [place, setPlace] = useState(() => placeInHash(location.hash))
  const reading = useMemo(() => openReading(table, who.token), [table, who.token])
  useEffect(() => () => reading.stop(), [reading])
  useWindowEvent('hashchange', () => setPlace(placeInHash(location.hash)))
  const show = (next: { round: number | null; step: number }, at = table) => {
    setPlace(next)
    const hash = next.round === null ? '' : `#round-${next.round}-${next.step + 1}`
    history.replaceState(null, '', `/audit/${encodeURIComponent(at)}${hash}`)
  }
  const choose = (id: string) => {
    setTable(id)
    show({ round: null, step: 0 }, id)
  }
  return (
    <div class="audit-desk">
      <aside class="audit-left">
        <Select
          label={common.table}
          value={table}
          onInput={choose}
          options={tables.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
        />
        <RoundsFound
          key={table}
          reading={reading}
          glance={tables.find(({ id }) => id === table)!}
          place={place}
          onShow={(round) => show({ round, step: 0 })}
        />
      </aside>
      <Replay
        key={`${table} ${place.round}`}
        reading={reading}
        place={place}
        onStep={(step) => show({ ...place, step })}
      />
    </div>
  )
}

type FoundProps = {
  reading: JournalReading
  glance: Glance
  place: { round: number | null }
  onShow: (round: number) => void
}

function RoundsFound({ reading, glance, place, onShow }: FoundProps) {
  const { status, entries, failed } = reading.progress.value
  useEffect(() => {
    if (failed === 401) forgetSession()
  }, [failed])
  const book = houseBook(glance.book)
  return (
    <>
      {status === 'reading' && <p class="fine">{audit.reading(grouped(entries))}</p>}
      {status === 'failed' && (
        <Note
          tone="warning"
          text={audit.failed}
          fine={failed ? failureText({ status: failed }) : audit.failedMidway(String(entries))}
        />
      )}
      {book && <Search book={book} index={reading.index} entries={entries} shown={place.round} onShow={onShow} />}
    </>
  )
}

type ReplayProps = {
  reading: JournalReading
  place: { round: number | null; step: number }
  onStep: (step: number) => void
}

/** One round, step by step, beside the table as it stood. */
function Replay({ reading, place, onStep }: ReplayProps) {
  const progress = reading.progress.value
  const { status } = progress
  const verdictOf = (step: RoundStep) => stepVerdict(progress, step)
  const found = place.round === null ? undefined : roundIn(reading.index, place.round)
  const { seqs, leftOut } = found ? roundEntries(found) : { seqs: [], leftOut: 0 }
  const key = `${seqs.length} ${seqs.at(-1)}`
  const steps = useMemo(() => (found ? stepsOf(reading, seqs) : []), [reading, found, key])
  const at = Math.max(0, Math.min(place.step, steps.length - 1))
  const step = steps[at]
  if (!found || !step)
    return (
      <main class="audit-main is-empty">
        <Proof reading={reading} />
        <p class="blank">{status === 'reading' ? common.loading : audit.chooseRound}</p>
      </main>
    )
  return (
    <main class="audit-main">
      <div class="audit-middle">
        <header class="apart">
          <h2>{common.round(found.round)}</h2>
          <PrintRound table={reading.table} found={found} steps={steps} leftOut={leftOut} verdictOf={verdictOf} />
          <Button size="small" look="quiet" onPress={() => exportLines(reading, seqs, `-round-${found.round}`)}>
            {audit.exportRound}
          </Button>
        </header>
        <Timeline
          steps={steps}
          at={at}
          leftOut={leftOut}
          concludedBy={found.to}
          verdictOf={verdictOf}
          onStep={onStep}
        />
      </div>
      <div class="column audit-right">
        <TableThen book={step.book} step={step} found={found} />
        <Proof reading={reading} />
      </div>
    </main>
  )
}
