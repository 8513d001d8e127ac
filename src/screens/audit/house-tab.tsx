import './audit-page.css'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button, DataTable, Field, Note } from '../kit/controls.tsx'
import { Select } from '../kit/fields.tsx'
import { failureText, forgetSession, type Staff } from '../kit/session.ts'
import { clock, dayAndTime } from '../kit/time-text.ts'
import { audit, houseKinds } from '../words/audit.ts'
import { common } from '../words/common.ts'
import { language } from '../words/speech.ts'
import { type HouseKind, type HouseRead, type HouseRow, houseRows, readHouse } from './house-record.ts'
import { exportText } from './proof.tsx'
import { timesOf } from './round-search.ts'

const SHOWN_FIRST = 100
type HouseJournal = HouseRead | null
type HouseFilter = { kind: string; text: string; from: string; until: string }
const noFilter: HouseFilter = { kind: '', text: '', from: '', until: '' }

/** Every change of people, terminals and tickets, with its caller. */
export function HouseTab({ who }: { who: Staff }) {
  const [told, setTold] = useState<HouseJournal>(null)
  useEffect(() => {
    let isCurrent = true
    void readHouse(who.token).then(
      (read) => isCurrent && setTold(read),
      () => isCurrent && setTold({ status: 0 }),
    )
    return () => {
      isCurrent = false
    }
  }, [who.token])
  if (told && 'status' in told && told.status === 401) forgetSession()
  return (
    <main class="audit-books">
      {!told && <p class="blank">{common.loading}</p>}
      {told && 'status' in told && (
        <Note tone="warning" text={told.status === 403 ? audit.houseForWhom : failureText(told)} />
      )}
      {told && 'lines' in told && <Record texts={told.texts} lines={told.lines} />}
    </main>
  )
}

function Record({ texts, lines }: Extract<HouseJournal, { lines: unknown }>) {
  const [fields, setFields] = useState(noFilter)
  const [count, setCount] = useState(SHOWN_FIRST)
  const rows = useMemo(() => houseRows(lines), [lines, language.value])
  const found = useMemo(() => rows.filter((row) => fits(row, fields)), [rows, fields])
  const set = (name: keyof HouseFilter) => (value: string) => setFields({ ...fields, [name]: value })
  return (
    <>
      <div class="flow audit-toolbar">
        <Select label={audit.houseKind} value={fields.kind} onInput={set('kind')} options={kindOptions()} />
        <Field type="datetime-local" label={audit.from} value={fields.from} onInput={set('from')} />
        <Field type="datetime-local" label={audit.until} value={fields.until} onInput={set('until')} />
        <Field label={audit.houseFilter} value={fields.text} onInput={set('text')} />
        <Button onPress={() => exportText(texts.house, 'house')}>{audit.exportAll}</Button>
        <Button onPress={() => exportText(texts.tickets, 'tickets')}>{audit.exportTickets}</Button>
      </div>
      <p>
        <span role="status">{audit.houseFound(found.length)}</span> <span class="fine">{audit.houseMeans}</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a small screen, it is scrolled with the arrow keys */}
      <section class="panel audit-clauses" aria-label={audit.tabHouse} tabIndex={0}>
        <HouseTable rows={found.slice(0, count)} />
      </section>
      {found.length > count && (
        <Button look="quiet" size="small" onPress={() => setCount(count + SHOWN_FIRST)}>
          {audit.showMore}
        </Button>
      )}
    </>
  )
}

const HouseTable = ({ rows }: { rows: readonly HouseRow[] }) => (
  <DataTable
    caption={audit.tabHouse}
    rows={rows}
    rowKey={({ key }) => key}
    empty={audit.houseNone}
    columns={[
      { title: audit.time, cell: ({ at }) => `${dayAndTime(at).slice(0, 10)} ${clock(at)}` },
      { title: audit.what, cell: ({ what }) => <b>{what}</b> },
      { title: audit.about, cell: ({ about }) => about },
      { title: audit.who, cell: ({ who }) => who },
      { title: common.reason, cell: ({ reason }) => reason },
      { title: audit.entryColumn, cell: ({ seq, hash }) => <code title={hash}>{`${seq} ${hash.slice(0, 8)}…`}</code> },
    ]}
  />
)

const kindOptions = () => [
  { value: '', label: audit.everywhere },
  ...(Object.keys(houseKinds) as HouseKind[]).map((value) => ({ value, label: houseKinds[value] })),
]

function fits(row: HouseRow, { kind, text, ...times }: HouseFilter): boolean {
  const { from = 0, until = Number.POSITIVE_INFINITY } = timesOf(times)
  const at = Date.parse(row.at)
  const said = `${row.what} ${row.about} ${row.who} ${row.reason}`.toLowerCase()
  return (kind === '' || row.kind === kind) && at >= from && at <= until && said.includes(text.trim().toLowerCase())
}
