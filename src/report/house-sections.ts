import type { Reading } from '../house/meters.ts'
import { grouped, money } from '../words/plain-text.ts'
import type { HouseSpanFigures, JournalFigures } from './journal-figures.ts'
import {
  type Block,
  type ColumnOf,
  type ReportCell,
  type ReportSection,
  type ReportTable,
  tableBlock,
} from './report-blocks.ts'
import type { JournalWords, ReportWords } from './report-text.ts'
import { countCell, momentCell, moneyCell } from './report-text.ts'

/** Terminals' meters and tickets; without the record of the house that is said instead. */
export function houseSections({ house }: JournalFigures, words: JournalWords): ReportSection[] {
  const { report } = words
  if (!house)
    return [{ title: report.terminalsAndTickets, blocks: [{ kind: 'verdict', tone: 'plain', text: report.noHouse }] }]
  return [
    { title: report.terminals, blocks: terminalBlocks(house, words) },
    {
      title: report.tickets,
      blocks: [ticketTiles(house, words), ...leftOut(house, words), moveTable(house, words), openTable(house, words)],
    },
  ]
}

const moneyMeters = ['cashIn', 'ticketsIn', 'cashOut', 'ticketsOut', 'staked', 'owed', 'balance'] as const
const playMeters = ['wagered', 'won', 'lost', 'returned', 'returnedByVoid', 'adjusted', 'awarded'] as const
const countMeters = ['roundsPlayed', 'roundsVoided'] as const

function terminalBlocks({ terminals }: HouseSpanFigures, words: ReportWords): Block[] {
  const { report, meterNames } = words
  type Row = (typeof terminals)[number]
  const first: ColumnOf<Row>[] = [
    { key: 'terminal', title: report.terminal, isTight: true, cell: ({ terminal }) => terminal },
    { key: 'table', title: report.table, isTight: true, cell: ({ table }) => table },
  ]
  const columnsOf = (names: readonly (keyof Reading)[], cellOf: (value: number) => ReportCell): ColumnOf<Row>[] =>
    names.map((name) => ({
      key: name,
      title: meterNames[name as keyof typeof meterNames],
      isNumber: true,
      cell: ({ reading }) => cellOf(reading[name]),
    }))
  const [empty, note] = [report.noTerminals, report.metersMeans]
  return [
    tableBlock({ name: 'terminals-money', title: report.metersMoney, note, empty }, terminals, [
      ...first,
      ...columnsOf(moneyMeters, moneyCell),
    ]),
    tableBlock({ name: 'terminals-play', title: report.metersPlay, empty }, terminals, [
      ...first,
      ...columnsOf(playMeters, moneyCell),
      ...columnsOf(countMeters, countCell),
    ]),
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

const moveTable = ({ tickets }: HouseSpanFigures, words: JournalWords): ReportTable => {
  const { report } = words
  return tableBlock({ name: 'tickets', title: report.ticketList, empty: report.noTickets }, tickets, [
    { key: 'at', title: report.time, isTight: true, cell: ({ at }) => momentCell(at, words) },
    { key: 'what', title: report.what, cell: ({ what }) => ({ text: report.ticketMoves[what], value: what }) },
    { key: 'number', title: report.ticketNumber, cell: ({ number }) => number },
    { key: 'amount', title: report.amount, isNumber: true, cell: ({ amount }) => moneyCell(amount) },
    { key: 'place', title: report.place, cell: ({ place }) => place },
  ])
}

function openTable({ openTickets, openTicketsLeftOut }: HouseSpanFigures, words: JournalWords): ReportTable {
  const { report } = words
  const note = openTicketsLeftOut === 0 ? {} : { note: report.leftOut(openTicketsLeftOut) }
  return tableBlock(
    { name: 'open-tickets', title: report.openTickets, ...note, empty: report.noOpenTickets },
    openTickets,
    [
      {
        key: 'issued',
        title: report.ticketMoves.issued,
        isTight: true,
        cell: ({ issued }) => momentCell(issued, words),
      },
      { key: 'number', title: report.ticketNumber, cell: ({ number }) => number },
      { key: 'amount', title: report.amount, isNumber: true, cell: ({ amount }) => moneyCell(amount) },
      { key: 'place', title: report.place, cell: ({ place }) => place },
      { key: 'expires', title: report.expires, isTight: true, cell: ({ expires }) => momentCell(expires, words) },
      {
        key: 'state',
        title: report.state,
        cell: ({ isExpired }) => {
          const state = isExpired ? 'expired' : 'open'
          return { text: report.ticketStates[state], value: state }
        },
      },
    ],
  )
}
