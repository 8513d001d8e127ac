import { type Columns, columnChart, pValueRows } from '../charts/charts.ts'
import { grouped, percent } from '../words/plain-text.ts'
import type { RandomnessAnswer } from './answer-file.ts'
import {
  type Block,
  noFigure,
  pictureOf,
  type Report,
  type ReportCell,
  type ReportSection,
  tableBlock,
} from './report-blocks.ts'
import type { ReportWords } from './report-text.ts'
import { countCell, numberCell, percentCell } from './report-text.ts'

type Test = RandomnessAnswer['tests'][number]
type TestedWheel = NonNullable<RandomnessAnswer['wheels']>[number]

/** A report of tests of chance. Real wheels have one part each, with the bias that this number of spins can detect. */
export function randomnessReport(answer: RandomnessAnswer, words: ReportWords): Report {
  const { report } = words
  const { source, book, count: size, seed, wheels } = answer
  const made: ReportSection[] = wheels
    ? wheels.map((wheel, nth) => ({
        title: report.wheelCalled(wheel.wheel),
        blocks: wheelBlocks(wheel, answer.level, words),
        onNewPage: nth > 0,
      }))
    : [{ title: report.testsTitle, blocks: testBlocks('tests', answer.tests, answer.level, answer.counts, words) }]
  return {
    kind: report.randomnessKind,
    title: { draw: report.sourceDraw, wheel: report.sourceWheel }[source] ?? report.sourceJournal,
    subtitle: [book ?? source, ...(size === undefined ? [] : [report.resultsOf(grouped(size))])].join(' · '),
    sections: [
      {
        title: report.verdictTitle,
        blocks: [
          verdictBlock(answer, words),
          {
            kind: 'facts',
            rows: [
              [report.source, source],
              [report.book, book ?? [...new Set(wheels?.map((wheel) => wheel.book))].join(', ')],
              [report.level, percent(1 - answer.level, 0)],
              [report.testCount, grouped(answer.tests.length)],
              ...(seed === undefined ? [] : ([[report.seed, seed ?? '–']] as const)),
            ],
          },
          { kind: 'text', text: report.holmMeans },
        ],
      },
      ...made,
    ],
    foot: report.labFoot,
  }
}

function verdictBlock({ passed, tests, level }: RandomnessAnswer, { report }: ReportWords): Block {
  const failed = tests.filter((test) => test.passed === false).map(({ name }) => namedTest(name, report))
  const untold = tests.filter((test) => test.passed === null).length
  const silent = untold === 0 ? '' : ` ${report.testsTooFew(untold, tests.length)}`
  if (passed === null) return { kind: 'verdict', tone: 'plain', text: report.tooFewToSay }
  const words = passed ? report.passedAt(percent(1 - level, 0)) : report.failedIn(failed.join(', '))
  return { kind: 'verdict', tone: passed ? 'good' : 'warning', text: `${words}${silent}` }
}

/** In the list of all wheels a test is named after its wheel. */
function namedTest(name: string, report: ReportWords['report']): string {
  const at = name.lastIndexOf(': ')
  return at < 0 ? report.testName(name) : `${name.slice(0, at)}: ${report.testName(name.slice(at + 2))}`
}

function testBlocks(
  name: string,
  tests: readonly Test[],
  level: number,
  counts: RandomnessAnswer['counts'],
  { report }: ReportWords,
): Block[] {
  const judged = tests.flatMap(({ name, p, adjusted }) =>
    adjusted === null ? [] : [{ name: report.testName(name), p: adjusted, alone: p! }],
  )
  return [
    ...countsBlocks(counts, report),
    ...(judged.length === 0
      ? []
      : [pictureOf(report.pChart, pValueRows(report.pChart, judged, level), report.pCaption)]),
    testTable(name, tests, report),
  ]
}

/** Below this a count is not spread evenly about what is expected, and a band would promise too much. */
const EXPECTED_FOR_BAND = 5

/** How often each number came, against what chance expects and, where there are enough, what 99 of 100 counts keep to. */
function countsBlocks(counts: RandomnessAnswer['counts'], report: ReportWords['report']): Block[] {
  if (!counts || counts.length === 0) return []
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const expects = all / counts.length
  const hasBand = expects >= EXPECTED_FOR_BAND
  const spread = hasBand ? 2.576 * Math.sqrt(expects * (1 - 1 / counts.length)) : 0
  const columns: Columns['columns'] = counts.map(({ pocket, count }) => ({
    label: pocket,
    value: count,
    look: hasBand && Math.abs(count - expects) > spread ? 'marked' : 'plain',
  }))
  const across = { at: expects, low: Math.max(0, expects - spread), high: expects + spread }
  const chart = { columns, format: grouped, across, base: hasBand ? expects : 0, isWhole: true }
  const caption = hasBand ? report.countsCaption : report.countsCaptionFew
  return [pictureOf(report.countsChart, columnChart(report.countsChart, chart), caption)]
}

function testTable(name: string, tests: readonly Test[], report: ReportWords['report']): Block {
  const verdict = (passed: boolean | null): ReportCell =>
    passed === null
      ? { text: report.tooFew, value: null }
      : {
          text: passed ? report.passed : report.failed,
          value: passed ? 'passed' : 'failed',
          tone: passed ? 'good' : 'warning',
        }
  return tableBlock({ name, title: report.testsTitle }, tests, [
    {
      key: 'test',
      title: report.test,
      isTight: true,
      cell: ({ name }) => ({ text: report.testName(name), value: name }),
    },
    { key: 'statistic', title: report.statistic, isNumber: true, cell: ({ statistic }) => numberCell(statistic, 3) },
    { key: 'degrees', title: report.degrees, isNumber: true, cell: ({ degrees }) => numberCell(degrees, 0) },
    { key: 'p', title: 'p', isNumber: true, cell: ({ p }) => numberCell(p, 6) },
    { key: 'p_holm', title: report.byHolm, isNumber: true, cell: ({ adjusted }) => numberCell(adjusted, 6) },
    { key: 'verdict', title: '', isTight: true, cell: ({ passed }) => verdict(passed) },
    { key: 'how', title: report.how, cell: ({ name, how }) => ({ text: report.testMeans(name, how), value: how }) },
  ])
}

/** A log is called by its path, of which the end says enough. */
const fileNameOf = (wheel: string): string => wheel.replace(/^.*[/\\](?=.)/, '').replace(/[^\w.-]+/g, '_')

function wheelBlocks(tested: TestedWheel, level: number, words: ReportWords): Block[] {
  const { report } = words
  const { wheel, book, spins, tests, power, counts, tables = [], log } = tested
  const isSilent = tests.every(({ p }) => p === null)
  return [
    {
      kind: 'facts',
      rows: [
        [report.book, book],
        [report.spins, grouped(spins)],
        ...tables.map(({ table, spins }) => [report.spinsAt(table), grouped(spins)] as const),
      ],
    },
    ...acceptanceBlocks(tested, report),
    ...(isSilent ? [{ kind: 'verdict' as const, tone: 'plain' as const, text: report.tooFewToSay }] : []),
    ...testBlocks(`tests-${fileNameOf(wheel)}`, tests, level, spins === 0 ? undefined : counts, words),
    ...powerBlocks(wheel, power, report),
    ...(log ? [logTable(wheel, log, report)] : []),
  ]
}

/** A wheel is accepted over ten thousand spins. Over fewer the report says so, beside what those cannot show. */
function acceptanceBlocks({ accepted, acceptanceSpins, spins }: TestedWheel, report: ReportWords['report']): Block[] {
  if (accepted === undefined || acceptanceSpins === undefined) return []
  const needed = grouped(acceptanceSpins)
  if (accepted === null)
    return [{ kind: 'verdict', tone: 'plain', text: report.notEnoughToAccept(needed, grouped(spins)) }]
  const text = accepted ? report.acceptedOver(grouped(spins), needed) : report.notAcceptedOver(grouped(spins), needed)
  return [{ kind: 'verdict', tone: accepted ? 'good' : 'warning', text }]
}

const logTable = (wheel: string, log: NonNullable<TestedWheel['log']>, report: ReportWords['report']): Block =>
  tableBlock({ name: `log-${fileNameOf(wheel)}`, title: report.wheelLog, empty: report.noWheelLog }, log, [
    { key: 'at', title: report.time, isTight: true, cell: ({ at }) => at },
    { key: 'work', title: report.wheelWork, cell: ({ work }) => ({ text: report.wheelWorks[work], value: work }) },
    { key: 'table', title: report.table, cell: ({ table }) => table ?? noFigure },
    { key: 'technician', title: report.technician, cell: ({ technician }) => technician },
    { key: 'reason', title: report.reason, isLong: true, cell: ({ reason }) => reason },
  ])

function powerBlocks(
  wheel: string,
  { power, pocketBias, tilt, spinsFor }: TestedWheel['power'],
  report: ReportWords['report'],
): Block[] {
  const found = (bias: number | null): string => (bias === null ? report.noBias : report.biasOf(percent(bias, 0)))
  return [
    { kind: 'text', text: report.powerMeans(percent(power, 0), found(pocketBias), found(tilt)) },
    tableBlock({ name: `power-${fileNameOf(wheel)}`, title: report.powerTable, note: report.notAbsent }, spinsFor, [
      { key: 'bias', title: report.bias, isNumber: true, cell: ({ bias }) => percentCell(bias, 0) },
      { key: 'spins_pocket', title: report.forPocket, isNumber: true, cell: ({ pocket }) => countCell(pocket) },
      { key: 'spins_tilt', title: report.forTilt, isNumber: true, cell: ({ tilt }) => countCell(tilt) },
    ]),
  ]
}
