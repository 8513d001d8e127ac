import './lab-results.css'
import { type Columns, columnChart } from '../../charts/charts.ts'
import { fractionText, toNumber } from '../../engine/fraction.ts'
import type { LayoutFigures } from '../../lab/layout-odds.ts'
import { percent, signedMoney } from '../../words/plain-text.ts'
import { Chart } from '../kit/chart.tsx'
import { DataTable } from '../kit/controls.tsx'
import { lab } from '../words/lab.ts'

/** The whole distribution: as columns, and in figures. */
export function DistributionPanel({ figures: { results } }: { figures: LayoutFigures }) {
  return (
    <section class="panel lab-distribution">
      <h2>{lab.distribution}</h2>
      <Chart height={220} draw={(sheet) => columnChart(lab.distributionLabel, columnsOf(results), sheet)} />
      <div class="lab-results">
        <DataTable
          caption={lab.distribution}
          rows={results}
          rowKey={({ result }) => result}
          columns={[
            { title: lab.result, isNumber: true, cell: ({ result }) => signedMoney(result) },
            { title: lab.chance, isNumber: true, cell: ({ probability }) => percent(toNumber(probability), 4) },
            { title: lab.fraction, isNumber: true, cell: ({ probability }) => fractionText(probability) },
          ]}
        />
      </div>
    </section>
  )
}

const columnsOf = (results: LayoutFigures['results']): Columns => ({
  columns: results.map(({ result, probability }) => ({
    label: signedMoney(result).replace(/\.00$/, ''),
    value: toNumber(probability),
    look: result > 0 ? 'marked' : result === 0 ? 'even' : 'plain',
  })),
  format: (chance) => percent(chance, 1),
})
