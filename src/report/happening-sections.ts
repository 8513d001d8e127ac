import type { Edition } from '../books/edition.ts'
import { impossible } from '../engine/impossible.ts'
import type { By } from '../engine/positions.ts'
import { sumsOf } from '../engine/sums.ts'
import { reasonIn, roleIn } from '../words/naming.ts'
import { capitalise } from '../words/plain-text.ts'
import type { DealerVoids, Happening, HappeningEvent, JournalFigures } from './journal-figures.ts'
import {
  type ColumnOf,
  noFigure,
  type ReportCell,
  type ReportSection,
  type ReportTable,
  tableBlock,
} from './report-blocks.ts'
import type { JournalWords, ReportWords } from './report-text.ts'
import { countCell, limitsText, momentCell, moneyCell, percentCell } from './report-text.ts'

type Type = HappeningEvent['type']
type HappeningEventOf<T extends Type> = Extract<HappeningEvent, { type: T }>
type HappeningOf<T extends Type> = Happening & { event: HappeningEventOf<T> }

const of = <T extends Type>(happenings: readonly Happening[], ...types: T[]): HappeningOf<T>[] =>
  happenings.filter(({ event }) => (types as Type[]).includes(event.type)) as HappeningOf<T>[]

/** Irregular events, and the decisions of the staff about them. */
export function happeningSections(figures: JournalFigures, words: JournalWords): ReportSection[] {
  const { happenings, happeningsLeftOut } = figures
  const { report } = words
  return [
    {
      title: report.irregularities,
      blocks: [
        ...(happeningsLeftOut === 0
          ? []
          : [{ kind: 'verdict' as const, tone: 'plain' as const, text: report.leftOut(happeningsLeftOut) }]),
        voidTable(of(happenings, 'round-voided'), words),
        ...afterDrawTables(figures, words),
        otherTable(happenings, words),
      ],
    },
    {
      title: report.decisions,
      blocks: [
        correctionTable(of(happenings, 'outcome-corrected', 'round-settled'), words),
        referralTable(of(happenings, 'round-referred', 'referral-decided'), words),
        awardTable(of(happenings, 'referral-decided'), words),
      ],
    },
    {
      title: report.limitsAndTables,
      blocks: [
        limitTable(of(happenings, 'limits-set'), words),
        floorTable(happenings, words),
        countTable(figures, words),
      ],
    },
  ]
}

const headColumns = <Row extends Happening>(words: JournalWords): ColumnOf<Row>[] => [
  { key: 'at', title: words.report.time, isTight: true, cell: ({ at }) => momentCell(at, words) },
  { key: 'table', title: words.report.table, isTight: true, cell: ({ table }) => table },
]
const roundColumn = ({ report }: ReportWords): ColumnOf<{ event: { round: number } }> => ({
  key: 'round',
  title: report.round,
  isNumber: true,
  cell: ({ event }) => event.round,
})
const clauseColumn = ({ report }: ReportWords): ColumnOf<{ event: { clause: string } }> => ({
  key: 'clause',
  title: report.clause,
  cell: ({ event }) => event.clause,
})
const tailColumns = (words: ReportWords): ColumnOf<Happening>[] => [
  { key: 'by', title: words.report.by, cell: (row) => whoCell(row, words) },
  { key: 'reason', title: words.report.reason, isLong: true, cell: (row) => reasonCell(row, words) },
]

function reasonCell({ event }: Happening, { nouns }: ReportWords): ReportCell {
  const reason = ('reason' in event ? event.reason : undefined) ?? ''
  return { text: reasonIn(nouns, reason), value: reason }
}

/** The person who decided, or the person who asked. */
function whoCell({ event, actor }: Happening, { nouns }: ReportWords): ReportCell {
  const by: By | undefined = 'by' in event ? event.by : undefined
  const name = by?.name ?? actor
  if (!by) return { text: actor, value: name }
  const role = capitalise(roleIn(nouns, by.role))
  return { text: by.role === 'wheel' ? role : `${role}, ${name}`, value: name }
}

function voidTable(rows: readonly HappeningOf<'round-voided'>[], words: JournalWords): ReportTable {
  const { report } = words
  const voidText = ({ book, event: { code, adjustments } }: (typeof rows)[number]): string =>
    `${irregularityText(book, code, words)}${adjustments ? ` (${report.afterwards})` : ''}`
  return tableBlock({ name: 'voids', title: report.voids, empty: report.noVoids }, rows, [
    ...headColumns(words),
    roundColumn(words),
    { key: 'code', title: report.why, cell: (row) => ({ text: voidText(row), value: row.event.code }) },
    clauseColumn(words),
    {
      key: 'stakes',
      title: report.stakesBack,
      isNumber: true,
      cell: ({ event }) => moneyCell(sumsOf(event.lines).staked),
    },
    ...tailColumns(words),
  ])
}

/** Voids by people who knew the bonus numbers, and how often each dealer's rounds are void before the draw and after. */
function afterDrawTables({ happenings, dealerVoids }: JournalFigures, words: JournalWords): ReportTable[] {
  if (dealerVoids.length === 0) return []
  const { report } = words
  const rows = of(happenings, 'round-voided').filter(({ event }) => event.afterDraw)
  const one = { name: 'voids-after-draw', title: report.voidsAfterDraw, empty: report.noVoidsAfterDraw }
  const count = (key: string, title: string, value: (row: DealerVoids) => number): ColumnOf<DealerVoids> => ({
    key,
    title,
    isNumber: true,
    cell: (row) => countCell(value(row)),
  })
  return [
    tableBlock(one, rows, [
      ...headColumns<(typeof rows)[number]>(words),
      roundColumn(words),
      {
        key: 'code',
        title: report.why,
        cell: ({ book, event: { code } }) => ({ text: irregularityText(book, code, words), value: code }),
      },
      { key: 'drawn', title: report.drawnNumbers, cell: ({ drawn = [] }) => drawn.join(' ') },
      ...tailColumns(words),
    ]),
    tableBlock({ name: 'voids-by-dealer', title: report.voidsByDealer, note: report.voidsByDealerMeans }, dealerVoids, [
      { key: 'dealer', title: report.by, cell: dealerCell },
      count('rounds', report.roundsOpened, ({ rounds }) => rounds),
      count('void_before', report.voidBefore, ({ voidBefore }) => voidBefore),
      { key: 'rate_before', title: report.rateBefore, isNumber: true, cell: (row) => percentCell(rateBefore(row)) },
      count('draws', report.draws, ({ draws }) => draws),
      count('void_after', report.voidAfter, ({ voidAfter }) => voidAfter),
      { key: 'rate_after', title: report.rateAfter, isNumber: true, cell: rateAfterCell },
    ]),
  ]
}

const dealerCell = ({ dealer, name }: DealerVoids): ReportCell => ({
  text: name === null ? dealer : `${name} (${dealer})`,
  value: dealer,
})

const rateBefore = ({ rounds, voidBefore }: DealerVoids): number | null => (rounds === 0 ? null : voidBefore / rounds)
const rateAfter = ({ draws, voidAfter }: DealerVoids): number | null => (draws === 0 ? null : voidAfter / draws)

function rateAfterCell(row: DealerVoids): ReportCell {
  const cell = percentCell(rateAfter(row))
  const isHigher = (rateAfter(row) ?? 0) > (rateBefore(row) ?? 0)
  return isHigher && typeof cell === 'object' ? { ...cell, tone: 'warning' } : cell
}

function editionFor(id: string, { books, bookById }: JournalWords): Edition | undefined {
  const book = bookById(id)
  return book && books.edition(book)
}

function irregularityText(id: string, code: string, words: JournalWords): string {
  const told = editionFor(id, words)?.texts.irregularities[code]
  return capitalise(told ?? (words.nouns.voids as Readonly<Record<string, string>>)[code] ?? code)
}

const others = [
  'results-differed',
  'revolutions-counted',
  'irregularity-reported',
  'wager-ruled',
  'power-failed',
  'play-resumed',
  'play-interrupted',
  'early-close-allowed',
] as const

function otherTable(happenings: readonly Happening[], words: JournalWords): ReportTable {
  const { report, roundEvents } = words
  const about = { name: 'irregularities', title: report.otherIrregularities, empty: report.noOthers }
  return tableBlock(about, of(happenings, ...others), [
    ...headColumns(words),
    roundColumn(words),
    { key: 'what', title: report.what, cell: ({ event: { type } }) => ({ text: roundEvents[type], value: type }) },
    { key: 'details', title: report.details, cell: ({ event, book }) => detailsOf(event, book, words) },
    clauseColumn(words),
    ...tailColumns(words),
  ])
}

function detailsOf(event: HappeningEventOf<(typeof others)[number]>, book: string, words: JournalWords): string {
  const { report } = words
  switch (event.type) {
    case 'wager-ruled':
      return report.ruled(event.player, event.spot, report.treatments[event.treatment], event.to ?? null)
    case 'results-differed':
      return report.otherResult(event.pocket)
    case 'revolutions-counted':
      return report.counted(report.sources[event.source], event.revolutions)
    case 'irregularity-reported':
      return irregularityText(book, event.code, words)
    case 'play-interrupted':
      return event.terminals?.join(', ') ?? ''
    case 'power-failed':
    case 'play-resumed':
    case 'early-close-allowed':
      return ''
    default:
      return impossible(event)
  }
}

function correctionTable(
  rows: readonly HappeningOf<'outcome-corrected' | 'round-settled'>[],
  words: JournalWords,
): ReportTable {
  const { report } = words
  const pocketsOf = ({ event }: (typeof rows)[number]) =>
    event.type === 'round-settled' ? { from: event.pocket, to: event.pocket } : event
  const adjusted = ({ event }: (typeof rows)[number]) => event.adjustments.reduce((sum, { amount }) => sum + amount, 0)
  const about = { title: report.corrections, empty: report.noCorrections, note: report.adjustedMeans }
  return tableBlock({ name: 'corrections', ...about }, rows, [
    ...headColumns(words),
    roundColumn(words),
    { key: 'from', title: report.before, cell: (row) => pocketsOf(row).from ?? { text: report.void, value: 'void' } },
    { key: 'to', title: report.after, cell: (row) => pocketsOf(row).to },
    {
      key: 'players',
      title: report.playersConcerned,
      isNumber: true,
      cell: ({ event }) => countCell(event.adjustments.length),
    },
    { key: 'adjusted', title: report.adjusted, isNumber: true, cell: (row) => moneyCell(adjusted(row)) },
    ...tailColumns(words),
  ])
}

function referralTable(
  rows: readonly HappeningOf<'round-referred' | 'referral-decided'>[],
  words: JournalWords,
): ReportTable {
  const { report } = words
  const whatCell = ({ event }: (typeof rows)[number]): ReportCell =>
    event.type === 'round-referred'
      ? { text: report.referred, value: 'referred' }
      : { text: report.decided(report.decisionNames[event.decision]), value: event.decision }
  return tableBlock({ name: 'referrals', title: report.referrals, empty: report.noReferrals }, rows, [
    ...headColumns(words),
    roundColumn(words),
    { key: 'what', title: report.what, cell: whatCell },
    clauseColumn(words),
    ...tailColumns(words),
  ])
}

function awardTable(decided: readonly HappeningOf<'referral-decided'>[], words: JournalWords): ReportTable {
  const { report } = words
  const awards = decided.flatMap((row) => (row.event.awards ?? []).map((award) => ({ ...row, ...award })))
  return tableBlock({ name: 'awards', title: report.awards, empty: report.noAwards }, awards, [
    ...headColumns(words),
    roundColumn(words),
    { key: 'player', title: report.player, cell: ({ player }) => player },
    { key: 'amount', title: report.amount, isNumber: true, cell: ({ amount }) => moneyCell(amount) },
    ...tailColumns(words),
  ])
}

function limitTable(rows: readonly HappeningOf<'limits-set'>[], words: JournalWords): ReportTable {
  const { report } = words
  const shown = (row: (typeof rows)[number], which: 'from' | 'to') =>
    limitsText(row.event[which], editionFor(row.book, words), words)
  return tableBlock({ name: 'limits', title: report.limitsSet, empty: report.noLimitsSet }, rows, [
    ...headColumns(words),
    { key: 'before', title: report.before, cell: (row) => shown(row, 'from') },
    { key: 'after', title: report.after, cell: (row) => shown(row, 'to') },
    ...tailColumns(words),
  ])
}

function floorTable(happenings: readonly Happening[], words: JournalWords): ReportTable {
  const { report, roundEvents } = words
  const rows = of(happenings, 'book-set', 'table-closed', 'table-opened')
  return tableBlock({ name: 'floor', title: report.tablesAndBooks, empty: report.noFloor }, rows, [
    ...headColumns(words),
    { key: 'what', title: report.what, cell: ({ event: { type } }) => ({ text: roundEvents[type], value: type }) },
    {
      key: 'details',
      title: report.details,
      cell: ({ event }) => (event.type === 'book-set' ? report.bookChanged(event.from, event.to) : ''),
    },
    ...tailColumns(words),
  ])
}

function countTable({ tables, house }: JournalFigures, { report }: ReportWords): ReportTable {
  const ofTables = tables.map(({ table, outsideLimits, refused }) => ({
    name: table as ReportCell,
    outside: countCell(outsideLimits),
    refused,
  }))
  const ofHouse = { name: { text: report.theHouse, value: 'house' }, outside: noFigure }
  const rows = house ? [...ofTables, { ...ofHouse, refused: house.refused }] : ofTables
  return tableBlock({ name: 'refusals', title: report.limitsMet }, rows, [
    { key: 'table', title: report.table, isTight: true, cell: ({ name }) => name },
    { key: 'outside_limits', title: report.outsideLimits, isNumber: true, cell: ({ outside }) => outside },
    { key: 'refused', title: report.refusedOnRecord, isNumber: true, cell: ({ refused }) => countCell(refused) },
  ])
}
