import type { Book } from '../books/rule-book.ts'
import { type Columns, columnChart, spreadRows } from '../charts/charts.ts'
import { toNumber } from '../engine/fraction.ts'
import type { Limits } from '../engine/limits.ts'
import type { Cents } from '../engine/money.ts'
import { distribution, type ResultChance, type SpotWager } from '../engine/odds.ts'
import { parseSpot, spotsOf } from '../engine/spots.ts'
import { kindIn } from '../words/naming.ts'
import { capitalise, grouped, money, percent } from '../words/plain-text.ts'
import type { SimulationAnswer } from './answer-file.ts'
import { type Block, noFigure, pictureOf, type Report, type ReportCell, tableBlock } from './report-blocks.ts'
import type { ReportWords } from './report-text.ts'
import { countCell, fractionCell, limitsText, moneyCell, percentCell } from './report-text.ts'

type SimulatedWagers = readonly SpotWager[]

/** The wagers of a simulation on the spots of its book; a text says what is wrong with them. */
export function simulatedWagers(
  book: Book,
  { layout, wagers }: Pick<SimulationAnswer, 'layout' | 'wagers'>,
): SimulatedWagers | string {
  if (!Object.hasOwn(book.layouts, layout)) return `${book.id} has no layout ${layout}`
  const spots = spotsOf(book, layout)
  const placed = wagers.map(({ spot, stake }) => ({ spot: parseSpot(spots, spot), stake: stake as Cents, named: spot }))
  const wrong = placed.find(({ spot }) => !spot)
  return wrong ? `${book.id} has no spot ${wrong.named}` : (placed as unknown as SimulatedWagers)
}

/** A simulation beside what is exact. `wagers`: its own, of that book. */
export function simulationReport(
  book: Book,
  wagers: SimulatedWagers,
  answer: SimulationAnswer,
  words: ReportWords,
): Report {
  const { report } = words
  const results = distribution(book, wagers, answer.limits as Limits)
  return {
    kind: report.simulationKind,
    title: words.books.edition(book).texts.title,
    subtitle: `${book.id} · ${report.roundsOf(grouped(answer.rounds))} · ${report.planCalled(answer.plan)}`,
    sections: [
      { title: report.outcomeTitle, blocks: outcome(answer, words) },
      { title: report.playedTitle, blocks: blocksOfPlay(book, wagers, answer, words) },
      ...(answer.sessions ? [{ title: report.sessionsTitle, blocks: sessionBlocks(answer, words) }] : []),
      { title: report.oneRound, blocks: oneRound(results, words), onNewPage: true },
    ],
    foot: report.labFoot,
  }
}

function outcome(answer: SimulationAnswer, { report }: ReportWords): Block[] {
  const { disagreements, returnToPlayer, interval, staked, returned, played, rounds } = answer
  const agrees = disagreements.length === 0
  const named = disagreements.map((name) => (report.figureNames as Record<string, string>)[name] ?? name).join(', ')
  return [
    {
      kind: 'verdict',
      tone: agrees ? 'good' : 'warning',
      text: `${agrees ? report.agree : report.disagree(named)} ${report.holdTogether(answer.confidence * 100)}`,
    },
    {
      kind: 'tiles',
      tiles: [
        {
          name: report.figureNames.return,
          value: percent(returnToPlayer, 4),
          fine: interval.map((bound) => percent(bound, 3)).join(' – '),
        },
        {
          name: report.roundsPlayed,
          value: grouped(played),
          ...(played < rounds ? { fine: report.satOut(grouped(rounds - played)) } : {}),
        },
        { name: report.staked, value: money(staked) },
        { name: report.cameBack, value: money(returned) },
      ],
    },
    figureTable(answer, report),
    pictureOf(
      report.figureNames.return,
      spreadRows(report.figureNames.return, spreadsOf(answer, report), (value) => percent(value, 3)),
      report.spreadCaption,
    ),
  ]
}

const spreadsOf = (
  { returnToPlayer: at, interval: [low, high], expected, agrees }: SimulationAnswer,
  report: ReportWords['report'],
) => [{ label: report.figureNames.return, at, low, high, mark: expected, isOutside: !agrees }]

type FigureRow = { name: string; played: ReportCell; interval?: ReportCell; exact: ReportCell; agrees?: boolean | null }

function figureTable(answer: SimulationAnswer, report: ReportWords['report']): Block {
  const mark = (agrees: boolean | null): ReportCell =>
    agrees === null
      ? { text: '', value: null }
      : agrees
        ? { text: report.agrees, value: 'agrees', tone: 'good' }
        : { text: report.disagrees, value: 'disagrees', tone: 'warning' }
  return tableBlock({ name: 'figures', title: report.playedBesideExact }, figureRows(answer, report), [
    { key: 'figure', title: report.figure, cell: ({ name }) => name },
    { key: 'played', title: report.asPlayed, isNumber: true, cell: ({ played }) => played },
    { key: 'interval', title: report.trueFigureIn, isNumber: true, cell: ({ interval = noFigure }) => interval },
    { key: 'exact', title: report.exact, isNumber: true, isLong: true, cell: ({ exact }) => exact },
    { key: 'verdict', title: '', cell: ({ agrees = null }) => mark(agrees) },
  ])
}

function figureRows(answer: SimulationAnswer, { figureNames }: ReportWords['report']): FigureRow[] {
  const { hitRate, standardDeviation, longestLosingRun: run, sessions } = answer
  const share = (value: number): string => percent(value, 4)
  const range = (bounds: readonly number[], text: (value: number) => string): ReportCell => ({
    text: bounds.map(text).join(' – '),
    value: bounds.join(' '),
  })
  const exactShare = (value: number | null, fraction: string | null): ReportCell =>
    value === null ? noFigure : { text: fraction === null ? share(value) : `${share(value)} = ${fraction}`, value }
  const shareRow = (
    name: string,
    played: number,
    { interval, agrees }: { interval: readonly number[]; agrees: boolean | null },
    exact: ReportCell,
  ): FigureRow => ({ name, played: percentCell(played, 4), interval: range(interval, share), exact, agrees })
  return [
    shareRow(figureNames.return, answer.returnToPlayer, answer, exactShare(answer.expected, answer.exact)),
    shareRow(figureNames.hitRate, hitRate.played, hitRate, exactShare(hitRate.exact, hitRate.exactFraction)),
    {
      name: figureNames.deviation,
      played: moneyCell(standardDeviation.played),
      exact: standardDeviation.exact === null ? noFigure : moneyCell(standardDeviation.exact),
    },
    {
      name: figureNames.longestLosingRun,
      played: countCell(run.played),
      ...(run.range === null ? {} : { interval: range(run.range, grouped) }),
      exact: noFigure,
      agrees: run.agrees,
    },
    ...(sessions && sessions.ruin.exact !== null
      ? [shareRow(figureNames.ruin, sessions.ruin.played, sessions.ruin, exactShare(sessions.ruin.exact, null))]
      : []),
  ]
}

function blocksOfPlay(book: Book, wagers: SimulatedWagers, answer: SimulationAnswer, words: ReportWords): Block[] {
  const { report, nouns } = words
  const edition = words.books.edition(book)
  const { layout, plan, bankroll, seed, generator, heldRounds, limits } = answer
  return [
    {
      kind: 'facts',
      rows: [
        [report.book, book.id],
        [report.layout, layout],
        [report.plan, plan],
        [report.bankroll, bankroll === null ? '–' : money(bankroll)],
        [report.limits, limitsText(limits, edition, words)],
        [report.heldRounds, grouped(heldRounds)],
        [report.chanceFrom, generator],
        [report.seed, seed ?? '–'],
      ],
    },
    tableBlock({ name: 'stakes', title: report.firstStakes }, wagers, [
      { key: 'spot', title: report.spot, cell: ({ spot }) => spot.spot },
      { key: 'kind', title: report.kindOfWager, cell: ({ spot }) => capitalise(kindIn(nouns, edition, spot.kind)) },
      { key: 'stake', title: report.stake, isNumber: true, cell: ({ stake }) => moneyCell(stake) },
    ]),
  ]
}

function sessionBlocks({ sessions, limits }: SimulationAnswer, { report }: ReportWords): Block[] {
  const {
    rounds,
    count: sessionCount,
    ruined,
    ruin,
    meanResult,
    standardDeviation,
    best,
    worst,
    withoutLimits,
  } = sessions!
  const rows: [string, string][] = [
    [report.sessions, report.sessionsOf(grouped(sessionCount), grouped(rounds))],
    [report.ruined, `${grouped(ruined)} (${percent(ruin.played, 3)})`],
    [
      report.exactRuin,
      ruin.exact === null
        ? '–'
        : `${percent(ruin.exact, 6)}${ruin.errorBound === null ? '' : ` ± ${ruin.errorBound.toExponential(1)}`}`,
    ],
    [
      report.meanSession,
      `${money(meanResult.played)}${meanResult.exact === null ? '' : ` (${report.exact}: ${money(meanResult.exact)})`}`,
    ],
    [report.deviation, money(standardDeviation)],
    [report.bestSession, money(best)],
    [report.worstSession, money(worst)],
  ]
  if (withoutLimits && Object.keys(limits).length > 0)
    rows.push([report.withoutLimits, `${percent(withoutLimits.ruin, 6)}, ${money(withoutLimits.meanResult)}`])
  return [{ kind: 'facts', rows }]
}

const COLUMNS_MAX = 80

/** The possible results of one round with the first stakes, each with its exact chance. */
function oneRound(results: readonly ResultChance[], { report }: ReportWords): Block[] {
  const mean = results.reduce((sum, { result, probability }) => sum + result * toNumber(probability), 0)
  const columns: Columns['columns'] = results.map(({ result, probability }) => ({
    label: money(result),
    value: toNumber(probability),
    look: result > 0 ? 'marked' : 'plain',
  }))
  const chart = { columns, format: percent, axis: report.resultAxis }
  return [
    { kind: 'text', text: report.oneRoundMeans(money(mean)) },
    ...(columns.length > COLUMNS_MAX ? [] : [pictureOf(report.distribution, columnChart(report.distribution, chart))]),
    tableBlock({ name: 'distribution', title: report.distribution }, results, [
      { key: 'result', title: report.result, isNumber: true, cell: ({ result }) => moneyCell(result) },
      {
        key: 'probability',
        title: report.probability,
        isNumber: true,
        isLong: true,
        cell: ({ probability }) => fractionCell(probability),
      },
      {
        key: 'share',
        title: report.share,
        isNumber: true,
        cell: ({ probability }) => percentCell(toNumber(probability), 4),
      },
    ]),
  ]
}
