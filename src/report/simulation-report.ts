import type { Book } from '../books/rule-book.ts'
import { type Columns, columnChart, spreadRows } from '../charts/charts.ts'
import { fractionText, toNumber } from '../engine/fraction.ts'
import type { Cents } from '../engine/money.ts'
import { distribution, type ResultChance } from '../engine/odds.ts'
import { parseSpot, spotsOf } from '../engine/spots.ts'
import { kindIn } from '../words/naming.ts'
import { percent } from '../words/percents.ts'
import { capitalise, grouped, money } from '../words/plain-text.ts'
import type { SimulationAnswer } from './answer-file.ts'
import type { Block, Report, ReportCell } from './report-blocks.ts'
import type { ReportWords } from './report-text.ts'
import { countCell, fractionCell, limitsText, moneyCell, percentCell } from './report-text.ts'

type SimulatedWagers = Parameters<typeof distribution>[1]

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
  const results = distribution(book, wagers)
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
    {
      kind: 'picture',
      title: report.figureNames.return,
      caption: report.spreadCaption,
      svg: spreadRows(report.figureNames.return, spreadsOf(answer, report), (value) => percent(value, 3)),
    },
  ]
}

const spreadsOf = (
  { returnToPlayer: at, interval: [low, high], expected, agrees }: SimulationAnswer,
  report: ReportWords['report'],
) => [{ label: report.figureNames.return, at, low, high, mark: expected, isOutside: !agrees }]

function figureTable(answer: SimulationAnswer, report: ReportWords['report']): Block {
  const { hitRate, standardDeviation, longestLosingRun, sessions } = answer
  const range = (bounds: readonly number[] | null, text: (value: number) => string): ReportCell =>
    bounds === null ? { text: '–', value: null } : { text: bounds.map(text).join(' – '), value: bounds.join(' ') }
  const mark = (agrees: boolean | null): ReportCell =>
    agrees === null
      ? { text: '', value: null }
      : {
          text: agrees ? report.agrees : report.disagrees,
          value: agrees ? 'agrees' : 'disagrees',
          tone: agrees ? 'good' : 'warning',
        }
  const share = (value: number): string => percent(value, 4)
  const exact = (value: number | null, fraction: string | null): ReportCell =>
    value === null
      ? { text: '–', value: null }
      : { text: fraction === null ? share(value) : `${share(value)} = ${fraction}`, value }
  const orNone = (value: number | null): ReportCell => (value === null ? { text: '–', value: null } : moneyCell(value))
  return {
    kind: 'table',
    name: 'figures',
    title: report.playedBesideExact,
    columns: [
      { key: 'figure', title: report.figure },
      { key: 'played', title: report.asPlayed, isNumber: true },
      { key: 'interval', title: report.trueFigureIn, isNumber: true },
      { key: 'exact', title: report.exact, isNumber: true, isLong: true },
      { key: 'verdict', title: '' },
    ],
    rows: [
      [
        report.figureNames.return,
        percentCell(answer.returnToPlayer, 4),
        range(answer.interval, share),
        exact(answer.expected, answer.exact),
        mark(answer.agrees),
      ],
      [
        report.figureNames.hitRate,
        percentCell(hitRate.played, 4),
        range(hitRate.interval, share),
        exact(hitRate.exact, hitRate.exactFraction),
        mark(hitRate.agrees),
      ],
      [
        report.figureNames.deviation,
        moneyCell(standardDeviation.played),
        range(null, share),
        orNone(standardDeviation.exact),
        { text: '', value: null },
      ],
      [
        report.figureNames.longestLosingRun,
        countCell(longestLosingRun.played),
        range(longestLosingRun.range, grouped),
        exact(null, null),
        mark(longestLosingRun.agrees),
      ],
      ...(sessions && sessions.ruin.exact !== null
        ? [
            [
              report.figureNames.ruin,
              percentCell(sessions.ruin.played, 4),
              range(sessions.ruin.interval, share),
              exact(sessions.ruin.exact, null),
              mark(sessions.ruin.agrees),
            ],
          ]
        : []),
    ],
  }
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
    {
      kind: 'table',
      name: 'stakes',
      title: report.firstStakes,
      columns: [
        { key: 'spot', title: report.spot },
        { key: 'kind', title: report.kindOfWager },
        { key: 'stake', title: report.stake, isNumber: true },
      ],
      rows: wagers.map(({ spot, stake }) => [
        spot.spot,
        capitalise(kindIn(nouns, edition, spot.kind)),
        moneyCell(stake),
      ]),
    },
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

/** What one round of the first stakes can bring, each result with its exact chance. */
export function oneRound(results: readonly ResultChance[], { report }: ReportWords): Block[] {
  const mean = results.reduce((sum, { result, probability }) => sum + result * toNumber(probability), 0)
  const columns: Columns['columns'] = results.map(({ result, probability }) => ({
    label: money(result),
    value: toNumber(probability),
    look: result > 0 ? 'marked' : 'plain',
  }))
  return [
    { kind: 'text', text: report.oneRoundMeans(money(mean)) },
    ...(columns.length > COLUMNS_MAX
      ? []
      : [
          {
            kind: 'picture' as const,
            title: report.distribution,
            svg: columnChart(report.distribution, { columns, format: percent, axis: report.resultAxis }),
          },
        ]),
    {
      kind: 'table',
      name: 'distribution',
      title: report.distribution,
      columns: [
        { key: 'result', title: report.result, isNumber: true },
        { key: 'probability', title: report.probability, isNumber: true, isLong: true },
        { key: 'share', title: report.share, isNumber: true },
      ],
      rows: results.map(({ result, probability }) => [
        moneyCell(result),
        fractionCell(probability),
        {
          text: percent(toNumber(probability), 4),
          value: fractionText(probability) === '1' ? 1 : toNumber(probability),
        },
      ]),
    },
  ]
}
