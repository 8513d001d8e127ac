import './pit-block.css'
import './wheels.css'
import type { Book, Pocket } from '../../books/rule-book.ts'
import { colourOf } from '../../engine/pocket-colour.ts'
import { type Fit, fitOf, spinsMissing } from '../../lab/chi-square.ts'
import { UNUSUAL, VERY_UNUSUAL } from '../../lab/hold-chance.ts'
import { chanceText } from '../../words/plain-text.ts'
import { Note } from '../kit/controls.tsx'
import { failureText, type Staff } from '../kit/session.ts'
import { useApi } from '../kit/use-api.ts'
import { common } from '../words/common.ts'
import { pit } from '../words/desk.ts'
import { figuresBy, pText } from './house-figures.ts'
import type { PitDesk, TableAtDesk } from './pit-desk.ts'

/** Whether the results of each wheel look like equal chances. */
export function WheelsTab({ desk, who }: { desk: PitDesk; who: Staff }) {
  const tables = desk.tables.value
  return (
    <div class="column pit-wheels">
      <p class="fine">{pit.looks}</p>
      {tables.map((table) => (
        <WheelPanel key={table.id} table={table} token={who.token} />
      ))}
    </div>
  )
}

function WheelPanel({ table, token }: { table: TableAtDesk; token: string }) {
  const order = table.connection.view.value?.wheelOrder ?? table.book.wheel.order
  const { body, failure } = useApi({ token }, 'GET /api/tables/:id/figures', figuresBy(table.id, 'round'))
  const rounds = body?.by === 'round' ? body.figures : []
  const results = rounds.flatMap(({ pocket }) => (pocket === null ? [] : [pocket]))
  const statistics = wheelStatistics(order, results)
  const { fit, verdict } = statistics
  return (
    <section class="panel pit-block">
      <header class="row">
        <h2>{table.name}</h2>
        <small>
          {pit.spins(fit.spins)}
          {verdict !== 'too-few' && ` · ${pit.chiSquare(fit.statistic.toFixed(1), fit.degreesOfFreedom, pText(fit.p))}`}
        </small>
        <WheelStatus table={table} />
      </header>
      {failure && <Note tone="warning" text={failureText(failure)} />}
      {!body && !failure && <p class="fine">{common.loading}</p>}
      {body && (
        <>
          <Note
            tone={verdict === 'fits' || verdict === 'too-few' ? 'info' : 'warning'}
            text={verdictText(statistics)}
          />
          <Bars book={table.book} name={table.name} statistics={statistics} />
        </>
      )}
    </section>
  )
}

function WheelStatus({ table }: { table: TableAtDesk }) {
  const wheel = table.connection.view.value?.wheel
  return <small>{wheel ? (wheel.connected ? pit.wheelThere : pit.wheelAway) : pit.noWheel}</small>
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

/** In the order of the wheel, so that a worn part of it shows as neighbours. */
export function wheelStatistics(order: readonly Pocket[], results: readonly Pocket[]): WheelStatistics {
  const counted = new Map<Pocket, number>()
  for (const pocket of results) counted.set(pocket, (counted.get(pocket) ?? 0) + 1)
  const counts = order.map((pocket) => ({ pocket, count: counted.get(pocket) ?? 0 }))
  const fit = fitOf(counts.map(({ count }) => count))
  const missing = spinsMissing(fit)
  return { counts, fit, missing, verdict: missing > 0 ? 'too-few' : verdictOn(fit.p) }
}

function verdictOn(p: number): WheelVerdict {
  if (p < VERY_UNUSUAL) return 'very-unusual'
  if (p < UNUSUAL) return 'unusual'
  return p > 1 - VERY_UNUSUAL ? 'too-even' : 'fits'
}
