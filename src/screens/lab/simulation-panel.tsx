import './simulation-panel.css'
import './lab-results.css'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { winChart } from '../../charts/charts.ts'
import { toNumber } from '../../engine/fraction.ts'
import { bookLimits, type Limits, limitsFor, outsideOf } from '../../engine/limits.ts'
import { spotsOf } from '../../engine/spots.ts'
import type { LayoutFigures } from '../../lab/layout-odds.ts'
import { planCalled } from '../../lab/plan.ts'
import type { SimulationResult } from '../../lab/simulation-result.ts'
import { grouped, money, percent, readMoney, signedMoney } from '../../words/plain-text.ts'
import { Chart } from '../kit/chart.tsx'
import { Button, DataTable, Field, Note } from '../kit/controls.tsx'
import { Select } from '../kit/fields.tsx'
import { lab } from '../words/lab.ts'
import { nouns, spotName } from '../words/names.ts'
import type { LabLayout } from './layout-link.ts'
import type { LabNews, LabOrder, LabProblem, LabProgress } from './simulate-worker.ts'

type SimulationRun = {
  order: LabOrder
  began: number
  points: readonly LabProgress[]
  result: SimulationResult | null
  problem: LabProblem | null
}

/** The same chips, played very often in a thread of the browser. */
export function SimulationPanel({ layout, figures }: { layout: LabLayout; figures: LayoutFigures }) {
  const [fields, setFields] = useState({ rounds: '20000000', plan: 'flat', bankroll: '', seed: '1' })
  const { run, start, stop } = useSimulation(layout)
  const limits = useMemo(() => bookLimits(layout.book, layout.layout), [layout.book, layout.layout])
  const outside = outsideIn(layout, limits)
  const asked = orderOf(layout, limits, fields)
  const order = outside === null ? asked : null
  const isRunning = run !== null && run.result === null && run.problem === null
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    onInput: (value: string) => setFields((before) => ({ ...before, [name]: value })),
  })
  return (
    <section class="panel lab-simulation">
      <h2>{lab.simulation}</h2>
      <p class="fine">{lab.simulationMeans}</p>
      <div class="lab-orders">
        <Field label={lab.rounds} inputMode="numeric" error={asked ? null : lab.notRounds} {...field('rounds')} />
        <Select
          label={lab.plan}
          {...field('plan')}
          options={Object.entries(lab.plans).map(([value, label]) => ({ value, label }))}
        />
        <Field label={lab.bankroll} inputMode="decimal" placeholder={lab.noBankroll} {...field('bankroll')} />
        <Field label={lab.seed} maxLength={64} {...field('seed')} />
        {isRunning ? (
          <Button onPress={stop}>{lab.stop}</Button>
        ) : (
          <Button look="primary" disabled={!order} onPress={() => order && start(order)}>
            {lab.start}
          </Button>
        )}
      </div>
      {outside !== null && <Note tone="warning" text={outside} />}
      {run && <SimulationProgress run={run} />}
      {run && run.points.length > 0 && (
        <ConvergenceChart points={run.points} rounds={run.order.rounds} exact={toNumber(figures.returnToPlayer)} />
      )}
      {run?.problem && <Note tone="warning" text={problemText(run.problem)} />}
      {run?.result && <SimulationOutcome result={run.result} />}
    </section>
  )
}

/** Describes the stake that is outside the limits; null if there is none. */
function outsideIn({ book, layout, stakes }: LabLayout, limits: Limits): string | null {
  const { byId } = spotsOf(book, layout)
  for (const [id, stake] of stakes) {
    const spot = byId.get(id)!
    const outside = outsideOf(limits, spot.kind, stake)
    if (outside === null) continue
    const { min, max } = limitsFor(limits, spot.kind)
    const bound = money(outside === 'under-minimum' ? min : max)
    return lab.outsideLimits(spotName(book, spot), money(stake), nouns.outside[outside], bound)
  }
  return null
}

type SimulationFields = Record<'rounds' | 'plan' | 'bankroll' | 'seed', string>

function orderOf({ book, layout, stakes }: LabLayout, limits: Limits, fields: SimulationFields) {
  const rounds = Number(fields.rounds.replaceAll(/[,\s]/g, ''))
  const bankroll = fields.bankroll.trim() === '' ? null : readMoney(fields.bankroll)
  const isWrong = !Number.isInteger(rounds) || rounds < 1_000 || rounds > 100_000_000
  if (isWrong || (bankroll === null && fields.bankroll.trim() !== '')) return null
  const wagers = [...stakes].map(([spot, stake]) => ({ spot, stake }))
  const plan = planCalled(fields.plan)!
  return { book, layout, wagers, limits, plan, rounds, bankroll, seed: fields.seed } satisfies LabOrder
}

/** One thread at a time; other chips on the felt end what was played with those before. */
function useSimulation(layout: LabLayout) {
  const [run, setRun] = useState<SimulationRun | null>(null)
  const worker = useRef<Worker | null>(null)
  const stop = (): void => {
    worker.current?.terminate()
    worker.current = null
    setRun(null)
  }
  useEffect(() => stop, [layout])
  const start = (order: LabOrder): void => {
    worker.current?.terminate()
    const fresh = new Worker(new URL('./simulate-worker.ts', import.meta.url), { type: 'module' })
    worker.current = fresh
    setRun({ order, began: performance.now(), points: [], result: null, problem: null })
    fresh.onmessage = ({ data }: MessageEvent<LabNews>) => {
      setRun((before) => before && { ...before, ...withNews(before, data) })
      if (!('progress' in data)) fresh.terminate()
    }
    fresh.onerror = ({ message: why }) => setRun((before) => before && { ...before, problem: { code: 'failed', why } })
    fresh.postMessage(order)
  }
  return { run, start, stop }
}

const withNews = ({ points }: SimulationRun, news: LabNews): Partial<SimulationRun> =>
  'progress' in news ? { points: [...points, news.progress] } : news

function SimulationProgress({ run: { order, began, points, result } }: { run: SimulationRun }) {
  const rounds = points.at(-1)?.rounds ?? 0
  const part = rounds / order.rounds
  const left = part === 0 ? null : ((performance.now() - began) / part) * (1 - part)
  return (
    <div class="lines lab-progress">
      <progress max={order.rounds} value={rounds} aria-label={lab.simulation} />
      <span class="fine">
        {lab.progress(Math.floor(part * 100), grouped(rounds))}
        {!result && left !== null && `, ${lab.timeLeft(Math.ceil(left / 1000))}`}
      </span>
    </div>
  )
}

const problemText = (problem: LabProblem): string =>
  problem.code === 'stakes-too-large' ? lab.stakesTooLarge : `${lab.failed} ${problem.why}`

type PlayedFigure = { played: number; interval: readonly number[] | null; exact: number | null }
type FigureRow = { name: string; played: string; interval: string; exact: string }

const figureRow = (name: string, figure: PlayedFigure, text: (value: number) => string): FigureRow => ({
  name,
  played: text(figure.played),
  interval: figure.interval?.map(text).join(' – ') ?? '–',
  exact: figure.exact === null ? '–' : text(figure.exact),
})

const share = (value: number): string => percent(value, 3)

function figureRows(result: SimulationResult): FigureRow[] {
  const { returnToPlayer, interval, expected, hitRate, longestLosingRun: losing, heldRounds, sessions } = result
  return [
    figureRow(lab.returnToPlayer, { played: returnToPlayer, interval, exact: expected }, share),
    figureRow(lab.hitRate, { ...hitRate, exact: hitRate.exact ?? 0 }, share),
    figureRow(lab.longestRun, { played: losing.played, interval: losing.range, exact: null }, grouped),
    ...(heldRounds > 0 ? [figureRow(lab.held, { played: heldRounds, interval: null, exact: null }, grouped)] : []),
    ...(sessions
      ? [
          figureRow(lab.ruin, sessions.ruin, share),
          figureRow(lab.session, { ...sessions.meanResult, interval: null }, signedMoney),
        ]
      : []),
  ]
}

function SimulationOutcome({ result }: { result: SimulationResult }) {
  const { disagreements } = result
  return (
    <>
      <Note
        tone={disagreements.length === 0 ? 'info' : 'warning'}
        text={disagreements.length === 0 ? lab.agrees : lab.disagrees}
      />
      <div class="lab-results">
        <DataTable
          caption={lab.simulation}
          rows={figureRows(result)}
          rowKey={({ name }) => name}
          columns={[
            { title: '', cell: ({ name }) => name },
            { title: lab.played, isNumber: true, cell: ({ played }) => played },
            { title: lab.interval, isNumber: true, cell: ({ interval }) => interval },
            { title: lab.exact, isNumber: true, cell: ({ exact }) => exact },
          ]}
        />
      </div>
    </>
  )
}

type ConvergenceChartProps = { points: readonly LabProgress[]; rounds: number; exact: number }

/** The simulated return, with its confidence interval, which narrows around the exact one. */
export function ConvergenceChart({ points, rounds, exact }: ConvergenceChartProps) {
  const drawn = points.map(({ rounds: at, returnToPlayer, interval: [low, high] }) => {
    return { label: grouped(at), at, win: returnToPlayer, theory: exact, low, high }
  })
  const chart = { points: drawn, as: 'line', format: percent, until: rounds, isClose: true } as const
  return (
    <div>
      <p class="fine">{lab.convergence}</p>
      <Chart height={220} draw={(sheet) => winChart(lab.convergenceLabel, chart, sheet)} />
    </div>
  )
}
