import './pit-block.css'
import { winChart } from '../../charts/charts.ts'
import type { FigureSum, HourRow, RoundRow } from '../../wire/floor-shapes.ts'
import { money, shortMoney } from '../../words/plain-text.ts'
import { Chart, type LegendRow } from '../kit/chart.tsx'
import { dayAndTime, shortClock } from '../kit/time-text.ts'
import { common } from '../words/common.ts'
import { pit } from '../words/desk.ts'
import { bounds, type Grown, growth } from './house-figures.ts'

const HEIGHT = 240
const HOUR_MS = 3_600_000

/** A place along a chart: a time, or the number of a round. */
type ChartPlace = { at: number; isTime: boolean }

/** The house's win of each hour, beside what theory expects of it and what chance allows. */
export function HourChart({ title, rows }: { title: string; rows: readonly HourRow[] | null }) {
  const grown = rows?.map(({ win, theoreticalWin, variance }) => ({ win, ...bounds(theoreticalWin, variance) }))
  return <ChartPanel title={title} as="columns" grown={grown ?? null} places={(rows ?? []).map(chartStart)} />
}

type GrowthProps = { title: string; rows: readonly (HourRow | RoundRow)[] | null; total: FigureSum | null }

/** How win and theory grew, round by round at one table, hour by hour at several. */
export function GrowthChart({ title, rows, total }: GrowthProps) {
  const [first] = rows ?? []
  const places = first ? [chartStart(first), ...rows!.map(chartEnd)] : []
  return <ChartPanel title={title} as="line" grown={rows && total ? growth(rows, total) : null} places={places} />
}

type PanelProps = {
  title: string
  as: 'line' | 'columns'
  grown: readonly Grown[] | null
  places: readonly ChartPlace[]
}

function ChartPanel({ title, as, grown, places }: PanelProps) {
  const points = grown ? places.map((place, nth) => ({ ...grown[nth]!, label: placeName(place), at: place.at })) : []
  const draw = { points, as, format: (cents: number) => shortMoney(Math.round(cents)) }
  return (
    <section class="panel pit-block">
      <h2>{title}</h2>
      {!grown || places.length === 0 ? (
        <p class="fine">{grown ? pit.noRecent : common.loading}</p>
      ) : (
        <Chart
          height={HEIGHT}
          draw={(sheet) => winChart(pit.chartLabel(title), draw, sheet)}
          legend={legendOf(grown, places)}
        />
      )}
    </section>
  )
}

function legendOf(grown: readonly Grown[], places: readonly ChartPlace[]): LegendRow[] {
  const row = (name: string, look: LegendRow['look'], of: (point: Grown) => number): LegendRow => ({
    name,
    look,
    at: (nth) => (grown[nth] ? money(Math.round(of(grown[nth]))) : ''),
  })
  const at = (nth: number) => (places[nth] ? fullPlaceName(places[nth]) : '')
  return [
    { name: places[0]!.isTime ? pit.hourColumn : pit.roundAxis, look: 'none', at },
    row(pit.win, 'win', ({ win }) => win),
    row(pit.theory, 'theory', ({ theory }) => theory),
    { name: pit.chanceBand, look: 'band', at: (nth) => (grown[nth] ? bandText(grown[nth]) : '') },
  ]
}

const bandText = ({ low, high }: Grown): string => pit.fromTo(money(Math.round(low)), money(Math.round(high)))

/** By the time zone of the house, independent of this machine. */
const placeName = ({ at, isTime }: ChartPlace): string => (isTime ? shortClock(at) : String(at))
const fullPlaceName = ({ at, isTime }: ChartPlace): string => (isTime ? dayAndTime(at) : String(at))

const chartStart = (row: HourRow | RoundRow): ChartPlace =>
  'from' in row ? { at: Date.parse(row.from), isTime: true } : { at: row.round - 1, isTime: false }
const chartEnd = (row: HourRow | RoundRow): ChartPlace => {
  const { at, isTime } = chartStart(row)
  return { at: at + (isTime ? HOUR_MS : 1), isTime }
}
