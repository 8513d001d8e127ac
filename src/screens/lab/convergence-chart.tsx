import './convergence-chart.css'
import './lab-charts.css'
import { percent } from '../../words/percents.ts'
import { lab } from '../words/lab.ts'
import { countText } from './lab-text.ts'
import type { LabProgress } from './simulate-worker.ts'

const SIZE = { w: 640, h: 220, left: 64, bottom: 26, top: 10 }

type ConvergenceChartProps = { points: readonly LabProgress[]; rounds: number; exact: number }

/** The return as it is played, the band in which the true one lies closing in on the exact one. */
export function ConvergenceChart({ points, rounds, exact }: ConvergenceChartProps) {
  const reach = Math.max(1e-6, ...points.map(({ interval: [low, high] }) => Math.max(exact - low, high - exact))) * 1.05
  const x = (at: number): number => SIZE.left + (at / rounds) * (SIZE.w - SIZE.left - 8)
  const y = (value: number): number =>
    SIZE.top + ((exact + reach - value) / (2 * reach)) * (SIZE.h - SIZE.bottom - SIZE.top)
  const line = (of: (point: LabProgress) => number): string =>
    points.map((point, nth) => `${nth === 0 ? 'M' : 'L'}${x(point.rounds)} ${y(of(point))}`).join('')
  const back = [...points].reverse().map((point) => `L${x(point.rounds)} ${y(point.interval[0])}`)
  return (
    <figure class="lab-convergence">
      <figcaption>{lab.convergence}</figcaption>
      <svg class="lab-chart" viewBox={`0 0 ${SIZE.w} ${SIZE.h}`} role="img" aria-label={lab.convergenceLabel}>
        <path class="lab-band" d={`${line(({ interval }) => interval[1])}${back.join('')}Z`} />
        {[exact - reach * 0.9, exact, exact + reach * 0.9].map((value) => (
          <g key={value} class={value === exact ? 'lab-exact' : 'lab-scale'}>
            <line x1={SIZE.left} x2={SIZE.w} y1={y(value)} y2={y(value)} />
            <text x={SIZE.left - 6} y={y(value) + 4} text-anchor="end">
              {percent(value)}
            </text>
          </g>
        ))}
        <path class="lab-line" d={line(({ returnToPlayer }) => returnToPlayer)} />
        <text x={SIZE.w} y={SIZE.h - 8} text-anchor="end">
          {countText(rounds)}
        </text>
      </svg>
    </figure>
  )
}
