import './distribution-panel.css'
import './lab-charts.css'
import { fractionText, toNumber } from '../../engine/fraction.ts'
import type { LayoutFigures } from '../../lab/layout-odds.ts'
import { percent } from '../../words/percents.ts'
import { DataTable } from '../kit/controls.tsx'
import { lab } from '../words/lab.ts'
import { percentOf, resultText } from './lab-text.ts'

/** The whole distribution: as columns, and in figures. */
export function DistributionPanel({ figures: { results } }: { figures: LayoutFigures }) {
  return (
    <section class="panel lab-distribution">
      <h2>{lab.distribution}</h2>
      <Columns results={results} />
      <div class="lab-results">
        <DataTable
          caption={lab.distribution}
          rows={results}
          rowKey={({ result }) => result}
          columns={[
            { title: lab.result, isNumber: true, cell: ({ result }) => resultText(result) },
            { title: lab.chance, isNumber: true, cell: ({ probability }) => percentOf(probability, 4) },
            { title: lab.fraction, isNumber: true, cell: ({ probability }) => fractionText(probability) },
          ]}
        />
      </div>
    </section>
  )
}

const SIZE = { w: 640, h: 220, left: 52, bottom: 26, top: 10 }

function Columns({ results }: { results: LayoutFigures['results'] }) {
  const chances = results.map(({ probability }) => toNumber(probability))
  const most = Math.max(...chances)
  const slot = (SIZE.w - SIZE.left) / results.length
  const foot = SIZE.h - SIZE.bottom
  const y = (chance: number): number => foot - (chance / most) * (foot - SIZE.top)
  const every = Math.ceil(70 / slot)
  return (
    <svg class="lab-chart" viewBox={`0 0 ${SIZE.w} ${SIZE.h}`} role="img" aria-label={lab.distributionLabel}>
      {[0, 0.5, 1].map((part) => (
        <g key={part} class="lab-scale">
          <line x1={SIZE.left} x2={SIZE.w} y1={y(part * most)} y2={y(part * most)} />
          <text x={SIZE.left - 6} y={y(part * most) + 4} text-anchor="end">
            {percent(part * most, 1)}
          </text>
        </g>
      ))}
      {results.map(({ result, probability }, nth) => {
        const w = Math.min(56, slot * 0.8)
        const middle = SIZE.left + (nth + 0.5) * slot
        const top = y(toNumber(probability))
        return (
          <g key={result} class={`lab-column is-${result > 0 ? 'won' : result === 0 ? 'even' : 'lost'}`}>
            <title>{`${resultText(result)}: ${percentOf(probability, 4)}`}</title>
            <rect x={middle - w / 2} y={top} width={w} height={Math.max(1, foot - top)} />
            {nth % every === 0 && (
              <text x={middle} y={SIZE.h - 8} text-anchor="middle">
                {resultText(result).replace(/\.00$/, '')}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
