import './pit-block.css'
import './wheels.css'
import { useState } from 'preact/hooks'
import type { Book, Pocket } from '../../books/rule-book.ts'
import { colourOf } from '../../engine/pocket-colour.ts'
import { type WheelWork, wheelWorks } from '../../house/wheel-work.ts'
import { type Fit, fitOf, spinsMissing } from '../../lab/chi-square.ts'
import { UNUSUAL, VERY_UNUSUAL } from '../../lab/hold-chance.ts'
import type { WheelRow } from '../../wire/wheel-shapes.ts'
import { chanceText } from '../../words/plain-text.ts'
import { serviceFor } from '../kit/api.ts'
import { Button, DataTable, Field, Note } from '../kit/controls.tsx'
import { Select } from '../kit/fields.tsx'
import { failureText, mayAct, type Staff } from '../kit/session.ts'
import { dayAndTime } from '../kit/time-text.ts'
import { useApi } from '../kit/use-api.ts'
import { apiTrouble, Confirm } from '../staff/command-dialog.tsx'
import { common } from '../words/common.ts'
import { pit } from '../words/desk.ts'
import { reasonText } from '../words/names.ts'
import { pText } from './house-figures.ts'
import { type PitDesk, type TableAtDesk, tableIn, tableName, tableOptions } from './pit-desk.ts'

type Doing = { install: string } | { note: string }
type TabProps = { desk: PitDesk; who: Staff }

/** Wheels by their serial numbers: where each stands, the work on it, and whether its results look like equal chances. */
export function WheelsTab({ desk, who }: TabProps) {
  const { body, failure, again } = useApi(who, 'GET /api/wheels')
  const [doing, setDoing] = useState<Doing | null>(null)
  const isBarred = !(who.role === 'administrator' || mayAct(who.role, 'pit-supervisor'))
  const close = () => {
    setDoing(null)
    again()
  }
  return (
    <div class="column pit-wheels">
      <p class="fine">{pit.looks}</p>
      {failure && <Note tone="warning" text={failureText(failure)} />}
      {!body && !failure && <p class="fine">{common.loading}</p>}
      {(body ?? []).map((row) => (
        <WheelPanel
          key={`${row.wheel} ${row.table} ${row.order.length}`}
          desk={desk}
          row={row}
          isBarred={isBarred}
          onDo={setDoing}
        />
      ))}
      {doing && <WorkDialog desk={desk} who={who} doing={doing} onClose={close} />}
    </div>
  )
}

type PanelProps = { desk: PitDesk; row: WheelRow; isBarred: boolean; onDo: (doing: Doing) => void }

function WheelPanel({ desk, row, isBarred, onDo }: PanelProps) {
  const { wheel, table, order, counts, tables, log } = row
  const spunAt = tables[0] ?? (table === null ? undefined : { table })
  const book = spunAt && tableIn(desk, spunAt.table)?.book
  const name = wheel === null ? pit.namelessWheel(tableName(desk, table ?? spunAt?.table ?? '')) : pit.wheelNamed(wheel)
  const doing: Doing | null = wheel !== null ? { note: wheel } : table !== null ? { install: table } : null
  return (
    <section class="panel pit-block">
      <header class="row">
        <h2>{name}</h2>
        <small>{placeText(desk, row)}</small>
        <WheelStatus table={table === null ? undefined : tableIn(desk, table)} />
        {doing && (
          <Button size="small" disabled={isBarred} onPress={() => onDo(doing)}>
            {'note' in doing ? pit.noteWork : pit.nameWheel}
          </Button>
        )}
      </header>
      {order.length === 0 ? (
        <p class="fine">{pit.spins(0)}</p>
      ) : (
        <Results statistics={wheelStatistics(order, counts)} book={book} name={name} />
      )}
      {tables.length > 1 && (
        <p class="fine">{tables.map((one) => pit.spinsAt(tableName(desk, one.table), one.spins)).join(' · ')}</p>
      )}
      {log.length > 0 && <WheelLog desk={desk} log={log} />}
    </section>
  )
}

type ResultsProps = { statistics: WheelStatistics; book: Book | undefined; name: string }

function Results({ statistics, book, name }: ResultsProps) {
  const { fit, verdict } = statistics
  const isPlain = verdict === 'fits' || verdict === 'too-few'
  return (
    <>
      <p class="fine">
        {pit.spins(fit.spins)}
        {verdict !== 'too-few' && ` · ${pit.chiSquare(fit.statistic.toFixed(1), fit.degreesOfFreedom, pText(fit.p))}`}
      </p>
      <Note tone={isPlain ? 'info' : 'warning'} text={verdictText(statistics)} />
      {book && <Bars book={book} name={name} statistics={statistics} />}
    </>
  )
}

const placeText = (desk: PitDesk, { wheel, table, since }: WheelRow): string => {
  if (wheel === null || since === null) return ''
  return table === null
    ? pit.wheelStored(dayAndTime(since))
    : pit.wheelStands(tableName(desk, table), dayAndTime(since))
}

function WheelStatus({ table }: { table: TableAtDesk | undefined }) {
  const view = table?.connection.view.value
  if (!view) return null
  return <small>{view.wheel ? (view.wheel.connected ? pit.wheelThere : pit.wheelAway) : pit.noWheel}</small>
}

const WheelLog = ({ desk, log }: { desk: PitDesk; log: WheelRow['log'] }) => (
  <DataTable
    caption={pit.wheelLog}
    empty=""
    rows={log}
    rowKey={({ at, work }) => `${at} ${work}`}
    columns={[
      { title: pit.workTime, cell: ({ at }) => dayAndTime(at) },
      { title: pit.wheelWork, cell: ({ work }) => pit.works[work] },
      { title: common.table, cell: ({ table }) => (table === null ? '–' : tableName(desk, table)) },
      { title: pit.technician, cell: ({ technician }) => technician },
      { title: common.reason, cell: ({ reason }) => reasonText(reason) },
      {
        title: pit.enteredBy,
        cell: ({ by }) => ('badge' in by ? `${by.name} (${by.badge})` : Object.values(by).join('')),
      },
    ]}
  />
)

/** A new wheel at a table, or work on one that the house knows. */
function WorkDialog({ desk, who, doing, onClose }: TabProps & { doing: Doing; onClose: () => void }) {
  const isNew = 'install' in doing
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<WheelWork>('levelled')
  const [table, setTable] = useState(isNew ? doing.install : (tableOptions(desk)[0]?.value ?? ''))
  const [technician, setTechnician] = useState('')
  const wheel = isNew ? typed.trim() : doing.note
  const work = isNew ? 'installed' : picked
  const act = async (reason: string) => {
    const body = { wheel, work, technician: technician.trim(), reason, ...(work === 'installed' ? { table } : {}) }
    return apiTrouble(await serviceFor(who.token).call('POST /api/wheels/work', { body }))
  }
  const isFull = wheel !== '' && technician.trim() !== ''
  return (
    <Confirm
      title={isNew ? pit.nameWheel : `${pit.noteWork}: ${pit.wheelNamed(wheel)}`}
      does={isFull ? pit.workDoes[work] : null}
      act={act}
      onClose={onClose}
    >
      {isNew ? (
        <Field label={pit.serialNumber} value={typed} onInput={setTyped} autofocus maxLength={32} />
      ) : (
        <Select
          label={pit.wheelWork}
          value={picked}
          onInput={(value) => setPicked(value as WheelWork)}
          options={wheelWorks.map((value) => ({ value, label: pit.works[value] }))}
        />
      )}
      {work === 'installed' && (
        <Select label={common.table} value={table} onInput={setTable} options={tableOptions(desk)} />
      )}
      <Field label={pit.technician} value={technician} onInput={setTechnician} maxLength={64} />
    </Confirm>
  )
}

function verdictText({ verdict, missing, fit }: WheelStatistics): string {
  switch (verdict) {
    case 'too-few':
      return pit.tooFew(missing, fit.expected.toFixed(1))
    case 'fits':
      return pit.fits(chanceText(fit.p))
    case 'unusual':
      return pit.unusual(chanceText(fit.p))
    case 'very-unusual':
      return pit.veryUnusual(chanceText(fit.p))
    case 'too-even':
      return pit.tooEven(chanceText(1 - fit.p))
  }
}

const [WIDE, HIGH, FOOT] = [26, 84, 22]

/** One bar per pocket in the order of the wheel, and a line at what is expected. */
function Bars({ book, name, statistics }: { book: Book; name: string; statistics: WheelStatistics }) {
  const { counts, fit } = statistics
  const most = Math.max(2, ...counts.map(({ count }) => count), fit.expected * 1.5)
  const y = (count: number) => HIGH - (count / most) * (HIGH - 16)
  const width = counts.length * WIDE
  return (
    <svg class="pit-bars" viewBox={`0 0 ${width} ${HIGH + FOOT}`} role="img" aria-label={pit.wheelBars(name)}>
      {counts.map(({ pocket, count }, index) => (
        <g key={pocket} transform={`translate(${index * WIDE} 0)`}>
          <title>{pit.counted(pocket, count)}</title>
          <rect
            class="pit-bar"
            data-colour={colourOf(book, pocket)}
            x="3"
            width={WIDE - 6}
            y={y(count)}
            height={HIGH - y(count)}
            rx="2"
          />
          {count > 0 && (
            <text x={WIDE / 2} y={y(count) - 4}>
              {count}
            </text>
          )}
          <text class="pit-bar-pocket" x={WIDE / 2} y={HIGH + 15}>
            {pocket}
          </text>
        </g>
      ))}
      <line class="pit-baseline" x1="0" x2={width} y1={HIGH} y2={HIGH} />
      {fit.expected > 0 && (
        <g class="pit-expected">
          <title>{pit.expectedLine(fit.expected.toFixed(1))}</title>
          <line x1="0" x2={width} y1={y(fit.expected)} y2={y(fit.expected)} />
        </g>
      )}
    </svg>
  )
}

/** The tests on the results of one wheel. */
type WheelStatistics = {
  counts: readonly { pocket: Pocket; count: number }[]
  fit: Fit
  /** The number of further results that the test needs; 0 if it has enough. */
  missing: number
  verdict: WheelVerdict
}

/**
 * `too-few`: the test says nothing yet. `fits`: nothing speaks against equal chances, which proves nothing either.
 * `unusual`, `very-unusual`: equal chances give this seldom. `too-even`: they give this seldom too.
 */
type WheelVerdict = 'too-few' | 'fits' | 'unusual' | 'very-unusual' | 'too-even'

/** In the order of the wheel, so that a worn part of it shows as neighbours. `counts`: in the same order. */
export function wheelStatistics(order: readonly Pocket[], counts: readonly number[]): WheelStatistics {
  const fit = fitOf(counts)
  const missing = spinsMissing(fit)
  return {
    counts: order.map((pocket, at) => ({ pocket, count: counts[at]! })),
    fit,
    missing,
    verdict: missing > 0 ? 'too-few' : verdictOn(fit.p),
  }
}

function verdictOn(p: number): WheelVerdict {
  if (p < VERY_UNUSUAL) return 'very-unusual'
  if (p < UNUSUAL) return 'unusual'
  return p > 1 - VERY_UNUSUAL ? 'too-even' : 'fits'
}
