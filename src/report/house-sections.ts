import type { Reading } from '../house/meters.ts'
import { grouped, money } from '../words/plain-text.ts'
import type { HouseSpanFigures, JournalFigures } from './journal-figures.ts'
import type { Block, ReportCell, ReportColumn, ReportSection, ReportTable } from './report-blocks.ts'
import type { ReportWords } from './report-text.ts'
import { countCell, momentCell, moneyCell } from './report-text.ts'

/** Terminals' meters, tickets and the drop; without the record of the house that is said instead. */
export function houseSections({ house, tables }: JournalFigures, words: ReportWords): ReportSection[] {
  const { report } = words
  if (!house)
    return [{ title: report.terminalsAndTickets, blocks: [{ kind: 'verdict', tone: 'plain', text: report.noHouse }] }]
  const drops = tables.flatMap(({ table, drop }) => (drop ? [{ table, ...drop }] : []))
  return [
    { title: report.terminals, blocks: terminalBlocks(house, words) },
    {
      title: report.tickets,
      blocks: [ticketTiles(house, words), ...leftOut(house, words), moveTable(house, words), dropTable(drops, words)],
    },
  ]
}

const moneyMeters = ['cashIn', 'ticketsIn', 'cashOut', 'ticketsOut', 'staked', 'owed', 'balance'] as const
const playMeters = ['wagered', 'won', 'lost', 'returned', 'returnedByVoid', 'adjusted', 'awarded'] as const
const countMeters = ['roundsPlayed', 'roundsVoided'] as const

function terminalBlocks({ terminals }: HouseSpanFigures, words: ReportWords): Block[] {
  const { report, meterNames } = words
  const first: ReportColumn[] = [
    { key: 'terminal', title: report.terminal, isTight: true },
    { key: 'table', title: report.table, isTight: true },
  ]
  const column = (name: keyof Reading): ReportColumn => ({
    key: name,
    title: meterNames[name as keyof typeof meterNames],
    isNumber: true,
  })
  const rowsOf = (names: readonly (keyof Reading)[], counts: readonly (keyof Reading)[]): ReportCell[][] =>
    terminals.map(({ terminal, table, reading }) => [
      terminal,
      table,
      ...names.map((name) => moneyCell(reading[name])),
      ...counts.map((name) => countCell(reading[name])),
    ])
  return [
    {
      kind: 'table',
      name: 'terminals-money',
      title: report.metersMoney,
      columns: [...first, ...moneyMeters.map(column)],
      rows: rowsOf(moneyMeters, []),
      note: report.metersMeans,
      empty: report.noTerminals,
    },
    {
      kind: 'table',
      name: 'terminals-play',
      title: report.metersPlay,
      columns: [...first, ...playMeters.map(column), ...countMeters.map(column)],
      rows: rowsOf(playMeters, countMeters),
      empty: report.noTerminals,
    },
  ]
}

const ticketTiles = ({ totals, outstanding }: HouseSpanFigures, { report }: ReportWords): Block => ({
  kind: 'tiles',
  tiles: [
    ...(['issued', 'redeemed', 'cancelled'] as const).map((what) => ({
      name: report.ticketMoves[what],
      value: money(totals[what].amount),
      fine: report.ticketsOf(grouped(totals[what].count)),
    })),
    { name: report.outstanding, value: money(outstanding.amount), fine: report.ticketsOf(grouped(outstanding.count)) },
  ],
})

const leftOut = ({ ticketsLeftOut }: HouseSpanFigures, { report }: ReportWords): Block[] =>
  ticketsLeftOut === 0 ? [] : [{ kind: 'verdict', tone: 'plain', text: report.leftOut(ticketsLeftOut) }]

const moveTable = ({ tickets }: HouseSpanFigures, { report }: ReportWords): ReportTable => ({
  kind: 'table',
  name: 'tickets',
  title: report.ticketList,
  columns: [
    { key: 'at', title: report.time, isTight: true },
    { key: 'what', title: report.what },
    { key: 'number', title: report.ticketNumber },
    { key: 'amount', title: report.amount, isNumber: true },
    { key: 'place', title: report.place },
  ],
  rows: tickets.map(({ at, what, number, amount, place }) => [
    momentCell(at),
    { text: report.ticketMoves[what], value: what },
    number,
    moneyCell(amount),
    place,
  ]),
  empty: report.noTickets,
})

const dropTable = (
  drops: readonly { table: string; sold: number; paid: number }[],
  { report }: ReportWords,
): ReportTable => ({
  kind: 'table',
  name: 'drop',
  title: report.drop,
  columns: [
    { key: 'table', title: report.table, isTight: true },
    { key: 'sold', title: report.ticketsSold, isNumber: true },
    { key: 'paid', title: report.ticketsPaid, isNumber: true },
  ],
  rows: drops.map(({ table, sold, paid }) => [table, moneyCell(sold), moneyCell(paid)]),
})
