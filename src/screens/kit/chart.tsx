import './chart.css'
import { type Signal, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Sheet } from '../../charts/charts.ts'

const ink: Sheet['ink'] = {
  text: 'var(--ink)',
  soft: 'var(--ink-soft)',
  line: 'var(--edge)',
  plain: 'var(--stripe)',
  marked: 'var(--brass)',
  even: 'var(--info)',
  win: 'var(--ivory)',
  theory: 'var(--info)',
  band: 'var(--chance-band)',
  outside: 'var(--warn)',
}

/** A name below a chart, with its figure at the point that is pointed at. */
export type LegendRow = { name: string; look: 'none' | 'win' | 'theory' | 'band'; at: (nth: number) => string }

type ChartProps = { draw: (sheet: Sheet) => string; height: number; legend?: readonly LegendRow[] }

/** A chart as wide as its place. It is drawn again when that or its figures change. */
export function Chart({ draw, height, legend }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const pointed = useSignal<number | null>(null)
  useLayoutEffect(() => {
    const sized = new ResizeObserver(() => setWidth(box.current?.clientWidth ?? 0))
    sized.observe(box.current!)
    return () => sized.disconnect()
  }, [])
  const svg = width > 0 ? draw({ width, height: height - 38, type: 13, ink, isLive: legend !== undefined }) : null
  useLayoutEffect(() => {
    if (svg !== null) box.current!.replaceChildren(pictureOf(svg))
  }, [svg])
  return (
    <figure class="chart">
      <div
        ref={box}
        style={{ minHeight: `${height}px` }}
        onPointerMove={({ target }) => {
          const nth = (target as Element).closest<SVGElement>('[data-nth]')?.dataset.nth
          pointed.value = nth === undefined ? null : Number(nth)
        }}
        onPointerLeave={() => (pointed.value = null)}
      />
      {legend && <Legend rows={legend} pointed={pointed} />}
    </figure>
  )
}

/** Read as XML, in which no script runs. */
const pictureOf = (svg: string): Node =>
  document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true)

const Legend = ({ rows, pointed }: { rows: readonly LegendRow[]; pointed: Signal<number | null> }) => (
  <ul class="flow chart-legend fine" aria-hidden="true">
    {rows.map(({ name, look, at }) => (
      <li key={name} data-look={look}>
        {name} {pointed.value !== null && <b>{at(pointed.value)}</b>}
      </li>
    ))}
  </ul>
)
