import './plot.css'
import { useEffect, useRef } from 'preact/hooks'
import type uPlot from 'uplot'
import { houseSign } from '../kit/house-sign.ts'
import { money, shortMoney } from '../kit/money-text.ts'
import { dayAndTime, shortClock } from '../kit/time-text.ts'

/** One row of a chart, a value for every place on the x axis. */
export type PlotLine = {
  label: string
  colour: '--ivory' | '--info' | '--ink-soft'
  /** `edge`: one of the two bounds of what chance allows; between them it is shaded, or each is a small mark. */
  as: 'line' | 'bars' | 'marks' | 'edge'
  values: readonly number[]
}
type PlotProps = {
  label: string
  x: readonly number[]
  xLabel: string
  isTime?: boolean
  lines: readonly PlotLine[]
  height: number
}

/** Money over rounds or hours. uPlot is fetched only when the first chart is drawn. */
export function Plot({ label, x, xLabel, isTime = false, lines, height }: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const data = [x, ...lines.map(({ values }) => values)] as unknown as uPlot.AlignedData
  const shape = JSON.stringify([xLabel, isTime, height, lines.map(({ values: _, ...look }) => look)])
  const latest = useRef(data)
  latest.current = data
  useEffect(() => {
    let isGone = false
    const sized = new ResizeObserver(() => {
      if (box.current) plot.current?.setSize({ width: box.current.clientWidth, height })
    })
    void Promise.all([import('uplot'), import('./uplot.css')]).then(([{ default: UPlot }]) => {
      if (isGone || !box.current) return
      const { clientWidth } = box.current
      plot.current = new UPlot(
        optionsOf(UPlot, clientWidth, height, xLabel, isTime, lines),
        latest.current,
        box.current,
      )
      sized.observe(box.current)
    })
    return () => {
      isGone = true
      sized.disconnect()
      plot.current?.destroy()
      plot.current = null
    }
    // Values alone are set below; anything else is a new chart.
  }, [shape])
  useEffect(() => plot.current?.setData(data))
  return <div class="pit-plot" ref={box} role="img" aria-label={label} style={{ minHeight: `${height}px` }} />
}

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

function optionsOf(
  UPlot: typeof uPlot,
  width: number,
  height: number,
  xLabel: string,
  isTime: boolean,
  lines: readonly PlotLine[],
): uPlot.Options {
  const hasBars = lines.some(({ as }) => as === 'bars')
  const axis = {
    stroke: token('--ink-soft'),
    grid: { stroke: token('--edge'), width: 1 },
    ticks: { show: false },
    font: '13px Inter Variable',
  }
  return {
    width,
    height,
    cursor: { points: { size: 8 } },
    scales: { x: { time: isTime, range: isTime ? withinHours : atLeastOne }, y: { range: withZero } },
    axes: [
      { ...axis, size: 32, ...(isTime ? hourAxis : {}) },
      { ...axis, size: 84, values: (_, splits) => splits.map((value) => shortMoney(value)) },
    ],
    tzDate: (at) => UPlot.tzDate(new Date(at * 1000), houseSign.value.timeZone),
    series: [
      { label: xLabel, ...(isTime ? { value: wholeText } : {}) },
      ...lines.map((line) => seriesOf(UPlot, line, hasBars)),
    ],
    bands: hasBars ? [] : bandsOf(lines),
    legend: { markers: swatchesOf(lines, hasBars) },
  }
}

/** What chance allows is a shade without a line: its name has the shade beside it. */
const swatchesOf = (lines: readonly PlotLine[], hasBars: boolean): uPlot.Legend.Markers => {
  const lineOf = (index: number) => lines[index - 1]
  const isShade = (index: number) => lineOf(index)?.as === 'edge' && !hasBars
  return {
    stroke: (_, index) => token(isShade(index) ? '--info' : (lineOf(index)?.colour ?? '--ink-soft')),
    fill: (_, index) =>
      isShade(index) ? shade() : lineOf(index)?.as === 'bars' ? barFill(token(lineOf(index)!.colour)) : 'transparent',
    width: 1,
  }
}

const shade = (): string => `${token('--info')}1f`
const barFill = (stroke: string): string => `${stroke}99`

const HOUR = 3600
const hourAxis: uPlot.Axis = {
  incrs: [1, 2, 4, 6, 12, 24, 48, 168].map((hours) => hours * HOUR),
  values: (_, splits) => splits.map(hourText),
}

/** By the clock of the house, wherever the desk stands. */
export const hourText = (seconds: number): string => shortClock(seconds * 1000)
const wholeText = (_: uPlot, at: number | null): string => (at === null ? '–' : dayAndTime(at * 1000))

/** Half an hour more at both ends, so that every hour has its room. */
const withinHours: uPlot.Range.Function = ({ data: [hours] }) => [
  (hours[0] ?? 0) - HOUR / 2,
  (hours.at(-1) ?? 0) + HOUR / 2,
]
const atLeastOne: uPlot.Range.Function = (_, min, max) => [min, Math.max(max, min + 1)]

/** A chart of money shows where nothing is. */
function withZero(_: uPlot, min: number, max: number): [number, number] {
  const [low, high] = [Math.min(0, min ?? 0), Math.max(0, max ?? 0)]
  const room = Math.max((high - low) * 0.08, 100)
  return [low < 0 ? low - room : 0, high + room]
}

function bandsOf(lines: readonly PlotLine[]): uPlot.Band[] {
  const [low, high] = lines.flatMap(({ as }, index) => (as === 'edge' ? [index + 1] : []))
  return low && high ? [{ series: [high, low], fill: shade() }] : []
}

function seriesOf(UPlot: typeof uPlot, { label, colour, as }: PlotLine, hasBars: boolean): uPlot.Series {
  const stroke = token(colour)
  const value: uPlot.Series['value'] = (_, cents) => (cents === null ? '–' : money(Math.round(cents)))
  if (as === 'bars')
    return {
      label,
      stroke,
      fill: barFill(stroke),
      width: 1,
      value,
      paths: UPlot.paths.bars!({ size: [0.6, 56] }),
      points: { show: false },
    }
  if (as === 'edge' && !hasBars) return { label, stroke: 'transparent', value, points: { show: false } }
  if (as === 'marks' || as === 'edge')
    return {
      label,
      stroke,
      width: 0,
      value,
      paths: () => null,
      points: { show: true, size: as === 'edge' ? 5 : 11, width: 2, stroke, fill: token('--panel') },
    }
  return { label, stroke, width: 2, value, points: { show: false }, ...(colour === '--info' ? { dash: [6, 5] } : {}) }
}
