import type { Edition } from '../books/edition.ts'
import { impossible } from '../engine/impossible.ts'
import type { By } from '../engine/positions.ts'
import { sumsOf } from '../engine/sums.ts'
import { roleIn } from '../words/naming.ts'
import { capitalise } from '../words/plain-text.ts'
import type { Happening, HappeningEvent, JournalFigures } from './journal-figures.ts'
import type { ReportCell, ReportColumn, ReportSection, ReportTable } from './report-blocks.ts'
import type { JournalWords, ReportWords } from './report-text.ts'
import { countCell, limitsText, momentCell, moneyCell } from './report-text.ts'

type Type = HappeningEvent['type']
type HappeningEventOf<T extends Type> = Extract<HappeningEvent, { type: T }>
type HappeningOf<T extends Type> = Happening & { event: HappeningEventOf<T> }

const of = <T extends Type>(happenings: readonly Happening[], ...types: T[]): HappeningOf<T>[] =>
  happenings.filter(({ event }) => (types as Type[]).includes(event.type)) as HappeningOf<T>[]

/** What went otherwise than usual, and what staff decided about it. */
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
        otherTable(happenings, words),
      ],
    },
    {
      title: report.decisions,
      blocks: [
        correctionTable(of(happenings, 'outcome-corrected'), words),
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

const headColumns = ({ report }: ReportWords): ReportColumn[] => [
  { key: 'at', title: report.time, isTight: true },
  { key: 'table', title: report.table, isTight: true },
]
const roundColumn = ({ report }: ReportWords): ReportColumn => ({ key: 'round', title: report.round, isNumber: true })
const tailColumns = ({ report }: ReportWords): ReportColumn[] => [
  { key: 'by', title: report.by },
  { key: 'reason', title: report.reason, isLong: true },
]
const head = ({ at, table }: Happening): ReportCell[] => [momentCell(at), table]

/** Whoever decided it, or else whoever asked. */
function whoCell(by: By | undefined, actor: string, { nouns }: ReportWords): ReportCell {
  const name = by?.name ?? actor
  if (!by) return { text: actor, value: name }
  const role = capitalise(roleIn(nouns, by.role))
  return { text: by.role === 'wheel' ? role : `${role}, ${name}`, value: name }
}

function voidTable(rows: readonly HappeningOf<'round-voided'>[], words: JournalWords): ReportTable {
  const { report } = words
  return {
    kind: 'table',
    name: 'voids',
    title: report.voids,
    columns: [
      ...headColumns(words),
      roundColumn(words),
      { key: 'code', title: report.why },
      { key: 'clause', title: report.clause },
      { key: 'stakes', title: report.stakesBack, isNumber: true },
      ...tailColumns(words),
    ],
    rows: rows.map((row): ReportCell[] => [
      ...head(row),
      row.event.round,
      {
        text: `${irregularityText(row.book, row.event.code, words)}${row.event.adjustments ? ` (${report.afterwards})` : ''}`,
        value: row.event.code,
      },
      row.event.clause,
      moneyCell(sumsOf(row.event.lines).staked),
      whoCell(row.event.by, row.actor, words),
      row.event.reason ?? '',
    ]),
    empty: report.noVoids,
  }
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
  return {
    kind: 'table',
    name: 'irregularities',
    title: report.otherIrregularities,
    columns: [
      ...headColumns(words),
      roundColumn(words),
      { key: 'what', title: report.what },
      { key: 'details', title: report.details },
      { key: 'clause', title: report.clause },
      ...tailColumns(words),
    ],
    rows: of(happenings, ...others).map((row): ReportCell[] => [
      ...head(row),
      row.event.round,
      { text: roundEvents[row.event.type], value: row.event.type },
      detailsOf(row.event, row.book, words),
      row.event.clause,
      whoCell('by' in row.event ? row.event.by : undefined, row.actor, words),
      ('reason' in row.event ? row.event.reason : undefined) ?? '',
    ]),
    empty: report.noOthers,
  }
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

function correctionTable(rows: readonly HappeningOf<'outcome-corrected'>[], words: ReportWords): ReportTable {
  const { report } = words
  return {
    kind: 'table',
    name: 'corrections',
    title: report.corrections,
    columns: [
      ...headColumns(words),
      roundColumn(words),
      { key: 'from', title: report.before },
      { key: 'to', title: report.after },
      { key: 'players', title: report.playersConcerned, isNumber: true },
      { key: 'adjusted', title: report.adjusted, isNumber: true },
      ...tailColumns(words),
    ],
    rows: rows.map((row): ReportCell[] => [
      ...head(row),
      row.event.round,
      row.event.from ?? { text: report.void, value: 'void' },
      row.event.to,
      countCell(row.event.adjustments.length),
      moneyCell(row.event.adjustments.reduce((sum, { amount }) => sum + amount, 0)),
      whoCell(row.event.by, row.actor, words),
      row.event.reason,
    ]),
    empty: report.noCorrections,
    note: report.adjustedMeans,
  }
}

function referralTable(
  rows: readonly HappeningOf<'round-referred' | 'referral-decided'>[],
  words: ReportWords,
): ReportTable {
  const { report } = words
  return {
    kind: 'table',
    name: 'referrals',
    title: report.referrals,
    columns: [
      ...headColumns(words),
      roundColumn(words),
      { key: 'what', title: report.what },
      { key: 'clause', title: report.clause },
      ...tailColumns(words),
    ],
    rows: rows.map((row): ReportCell[] => [
      ...head(row),
      row.event.round,
      row.event.type === 'round-referred'
        ? { text: report.referred, value: 'referred' }
        : { text: report.decided(report.decisionNames[row.event.decision]), value: row.event.decision },
      row.event.clause,
      whoCell(row.event.by, row.actor, words),
      row.event.reason ?? '',
    ]),
    empty: report.noReferrals,
  }
}

function awardTable(rows: readonly HappeningOf<'referral-decided'>[], words: ReportWords): ReportTable {
  const { report } = words
  return {
    kind: 'table',
    name: 'awards',
    title: report.awards,
    columns: [
      ...headColumns(words),
      roundColumn(words),
      { key: 'player', title: report.player },
      { key: 'amount', title: report.amount, isNumber: true },
      ...tailColumns(words),
    ],
    rows: rows.flatMap((row) =>
      (row.event.awards ?? []).map(({ player, amount }): ReportCell[] => [
        ...head(row),
        row.event.round,
        player,
        moneyCell(amount),
        whoCell(row.event.by, row.actor, words),
        row.event.reason ?? '',
      ]),
    ),
    empty: report.noAwards,
  }
}

function limitTable(rows: readonly HappeningOf<'limits-set'>[], words: JournalWords): ReportTable {
  const { report } = words
  return {
    kind: 'table',
    name: 'limits',
    title: report.limitsSet,
    columns: [
      ...headColumns(words),
      { key: 'before', title: report.before },
      { key: 'after', title: report.after },
      ...tailColumns(words),
    ],
    rows: rows.map((row): ReportCell[] => [
      ...head(row),
      limitsText(row.event.from, editionFor(row.book, words), words),
      limitsText(row.event.to, editionFor(row.book, words), words),
      whoCell(row.event.by, row.actor, words),
      row.event.reason ?? '',
    ]),
    empty: report.noLimitsSet,
  }
}

function floorTable(happenings: readonly Happening[], words: ReportWords): ReportTable {
  const { report, roundEvents } = words
  return {
    kind: 'table',
    name: 'floor',
    title: report.tablesAndBooks,
    columns: [
      ...headColumns(words),
      { key: 'what', title: report.what },
      { key: 'details', title: report.details },
      ...tailColumns(words),
    ],
    rows: of(happenings, 'book-set', 'table-closed', 'table-opened').map((row): ReportCell[] => [
      ...head(row),
      { text: roundEvents[row.event.type], value: row.event.type },
      row.event.type === 'book-set' ? report.bookChanged(row.event.from, row.event.to) : '',
      whoCell(row.event.by, row.actor, words),
      row.event.reason,
    ]),
    empty: report.noFloor,
  }
}

function countTable({ tables, house }: JournalFigures, { report }: ReportWords): ReportTable {
  return {
    kind: 'table',
    name: 'refusals',
    title: report.limitsMet,
    columns: [
      { key: 'table', title: report.table, isTight: true },
      { key: 'outside_limits', title: report.outsideLimits, isNumber: true },
      { key: 'refused', title: report.refusedOnRecord, isNumber: true },
    ],
    rows: [
      ...tables.map(({ table, outsideLimits, refused }): ReportCell[] => [
        table,
        countCell(outsideLimits),
        countCell(refused),
      ]),
      ...(house
        ? [
            [
              { text: report.theHouse, value: 'house' },
              { text: '–', value: null },
              countCell(house.refused),
            ] as ReportCell[],
          ]
        : []),
    ],
  }
}
