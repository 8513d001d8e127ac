import { winChart } from '../../charts/charts.ts'
import { percent } from '../../words/plain-text.ts'
import { Chart } from '../kit/chart.tsx'
import { lab } from '../words/lab.ts'
import { countText } from './lab-text.ts'
import type { LabProgress } from './simulate-worker.ts'

type ConvergenceChartProps = { points: readonly LabProgress[]; rounds: number; exact: number }

/** The return as it is played, the band in which the true one lies closing in on the exact one. */
export function ConvergenceChart({ points, rounds, exact }: ConvergenceChartProps) {
  const drawn = points.map(({ rounds: at, returnToPlayer, interval: [low, high] }) => {
    return { label: countText(at), at, win: returnToPlayer, theory: exact, low, high }
  })
  const chart = { points: drawn, as: 'line', format: percent, until: rounds, isClose: true } as const
  return (
    <div>
      <p class="fine">{lab.convergence}</p>
      <Chart height={220} draw={(sheet) => winChart(lab.convergenceLabel, chart, sheet)} />
    </div>
  )
}
