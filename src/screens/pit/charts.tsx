import type { HourRow, RoundRow, Sum } from '../../wire/floor-shapes.ts'
import './pit-block.css'
import { common } from '../words/common.ts'
import { pit } from '../words/pit.ts'
import { bounds, type Grown, growth } from './house-figures.ts'
import { Plot, type PlotLine } from './plot.tsx'

const HEIGHT = 240

type ChartProps<Row> = { title: string; rows: readonly Row[] | null }

/** The house's win of each hour, beside what theory expects of it and what chance allows. */
export function HourChart({ title, rows }: ChartProps<HourRow>) {
  return (
    <ChartPanel
      title={title}
      isKnown={rows !== null}
      isTime
      x={(rows ?? []).map(({ from }) => Date.parse(from) / 1000)}
      lines={linesOf(
        (rows ?? []).map(({ win, theoreticalWin, variance }) => ({ win, ...bounds(theoreticalWin, variance) })),
        'bars',
      )}
    />
  )
}

/** How win and theory grew, round by round at one table, hour by hour at several. */
export function GrowthChart({ title, rows, total }: ChartProps<HourRow | RoundRow> & { total: Sum | null }) {
  const [first] = rows ?? []
  return (
    <ChartPanel
      title={title}
      isKnown={rows !== null && total !== null}
      isTime={first !== undefined && 'from' in first}
      x={first ? [startOf(first), ...rows!.map(endOf)] : []}
      lines={linesOf(rows && total ? growth(rows, total) : [], 'line')}
    />
  )
}

type PanelProps = { title: string; isKnown: boolean; isTime: boolean; x: readonly number[]; lines: readonly PlotLine[] }

function ChartPanel({ title, isKnown, isTime, x, lines }: PanelProps) {
  return (
    <section class="panel pit-block">
      <h2>{title}</h2>
      {!isKnown || x.length === 0 ? (
        <p class="fine">{isKnown ? pit.noRecent : common.loading}</p>
      ) : (
        <Plot
          label={pit.chartLabel(title)}
          height={HEIGHT}
          xLabel={isTime ? pit.hourColumn : pit.roundAxis}
          isTime={isTime}
          x={x}
          lines={lines}
        />
      )}
    </section>
  )
}

const HOUR = 3600
const startOf = (row: HourRow | RoundRow): number => ('from' in row ? Date.parse(row.from) / 1000 : row.round - 1)
const endOf = (row: HourRow | RoundRow): number => ('from' in row ? Date.parse(row.from) / 1000 + HOUR : row.round)

const linesOf = (grown: readonly Grown[], as: 'line' | 'bars'): PlotLine[] => [
  { label: pit.win, colour: '--ivory', as, values: grown.map(({ win }) => win) },
  {
    label: pit.theory,
    colour: '--info',
    as: as === 'bars' ? 'marks' : 'line',
    values: grown.map(({ theory }) => theory),
  },
  { label: pit.chanceFrom, colour: '--ink-soft', as: 'edge', values: grown.map(({ low }) => low) },
  { label: pit.chanceTo, colour: '--ink-soft', as: 'edge', values: grown.map(({ high }) => high) },
]
