import './lab-results.css'
import './figures-panel.css'
import { type Columns, columnChart } from '../../charts/charts.ts'
import { type Fraction, fractionText, minus, one, toNumber } from '../../engine/fraction.ts'
import type { LayoutFigures } from '../../lab/layout-odds.ts'
import { money, percent, signedMoney } from '../../words/plain-text.ts'
import { Chart } from '../kit/chart.tsx'
import { DataTable } from '../kit/controls.tsx'
import { lab } from '../words/lab.ts'
import { commandOf, type LabLayout } from './layout-link.ts'

const percentOf = (chance: Fraction, digits = 2): string => percent(toNumber(chance), digits)

/** `named`: what the command line calls the book. */
type FiguresPanelProps = { figures: LayoutFigures; layout: LabLayout; named: string }

/** The result of one round with these chips in a few exact figures. */
export function FiguresPanel({ figures, layout, named }: FiguresPanelProps) {
  const { staked, returnToPlayer, hitRate, ahead, even, behind, mean, standardDeviation, best, worst } = figures
  const edge = minus(one, returnToPlayer)
  return (
    <section class="panel lab-figures" aria-label={lab.exactly}>
      <h2>{lab.exactly}</h2>
      <dl>
        <Figure name={lab.onFelt} value={money(staked)} />
        <Figure
          name={lab.returns}
          value={percentOf(returnToPlayer, 4)}
          fine={fractionText(returnToPlayer)}
          id="return"
        />
        <Figure name={lab.edge} value={money(-mean)} fine={percentOf(edge, 4)} />
        <Figure name={lab.wins} value={percentOf(hitRate)} fine={fractionText(hitRate)} id="hit-rate" />
        <Figure name={lab.ahead} value={percentOf(ahead)} fine={fractionText(ahead)} id="ahead" />
        {even.n > 0n && <Figure name={lab.even} value={percentOf(even)} fine={fractionText(even)} />}
        <Figure name={lab.behind} value={percentOf(behind)} fine={fractionText(behind)} id="behind" />
        <Figure name={lab.deviation} value={money(standardDeviation)} id="deviation" />
        <Figure
          name={lab.best}
          value={signedMoney(best.result)}
          fine={lab.withChance(percentOf(best.probability, 3))}
          id="best"
        />
        <Figure
          name={lab.worst}
          value={signedMoney(worst.result)}
          fine={lab.withChance(percentOf(worst.probability, 3))}
          id="worst"
        />
      </dl>
      <p class="lines lab-command">
        <span class="fine">{lab.commandLine}</span>
        <code>{commandOf(layout, named)}</code>
      </p>
    </section>
  )
}

function Figure({ name, value, fine, id }: { name: string; value: string; fine?: string; id?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-figure={id}>{value}</dd>
      {fine && <dd class="fine">{fine}</dd>}
    </div>
  )
}

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
