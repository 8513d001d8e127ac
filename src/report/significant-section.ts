import { isOpenEvent, type SignificantEvent } from '../house/significant.ts'
import { significantWords } from '../words/alarm-words.ts'
import type { JournalFigures, Period } from './journal-figures.ts'
import {
  type Block,
  type ColumnOf,
  type Report,
  type ReportCell,
  type ReportSection,
  type ReportTable,
  tableBlock,
} from './report-blocks.ts'
import { headingOf, spanText } from './report-heading.ts'
import { countCell, momentCell, type ReportMaker, type ReportWords, signedText, type Zoned } from './report-text.ts'

type EventWords = ReportWords & Zoned

/** Significant events of the period, and those from before it that were still open. Without the record of the house there are none. */
export function significantSection({ house }: JournalFigures, words: EventWords): ReportSection[] {
  if (!house) return []
  const { report } = words
  const { significant, significantLeftOut } = house
  const leftOut: Block[] =
    significantLeftOut === 0 ? [] : [{ kind: 'verdict', tone: 'plain', text: report.leftOut(significantLeftOut) }]
  return [{ title: report.significant, blocks: [...leftOut, significantTable(significant, words)] }]
}

/** A file of the events alone, with every fact of theirs, and in words. */
export function significantReport(
  rows: readonly SignificantEvent[],
  period: Period,
  words: ReportWords,
  maker: ReportMaker,
): Report {
  const zoned = { ...words, calendar: maker.calendar }
  const { report } = words
  const more: ColumnOf<SignificantEvent>[] = [
    { key: 'text', title: report.what, cell: ({ facts }) => significantWords(zoned, facts) },
    {
      key: 'facts',
      title: report.details,
      cell: ({ facts: { alarm: _, table: __, ...rest } }) => JSON.stringify(rest),
    },
  ]
  return {
    kind: report.journalKind,
    title: report.significant,
    subtitle: spanText(period, zoned),
    heading: headingOf(period, zoned, maker),
    sections: [{ title: report.significant, blocks: [significantTable(rows, zoned, more)] }],
    foot: report.journalFoot,
  }
}

function significantTable(
  rows: readonly SignificantEvent[],
  words: EventWords,
  more: readonly ColumnOf<SignificantEvent>[] = [],
): ReportTable {
  const { report } = words
  return tableBlock(
    {
      name: 'significant-events',
      title: report.significant,
      note: report.significantMeans,
      empty: report.noSignificant,
    },
    rows,
    [
      { key: 'number', title: report.number, isNumber: true, cell: ({ number }) => number },
      {
        key: 'kind',
        title: report.what,
        isLong: true,
        cell: ({ facts }) => ({ text: significantWords(words, facts), value: facts.alarm }),
      },
      {
        key: 'table',
        title: report.table,
        cell: ({ facts }) => ({ text: facts.table ?? report.theHouse, value: facts.table }),
      },
      { key: 'first', title: report.time, isTight: true, cell: ({ at }) => momentCell(at, words) },
      { key: 'last', title: report.lastTime, cell: (one) => lastCell(one, words) },
      { key: 'count', title: report.times, isNumber: true, cell: ({ count }) => countCell(count) },
      { key: 'open', title: report.state, cell: (one) => openCell(one, words) },
      { key: 'acknowledged', title: report.acknowledged, cell: (one) => acknowledgedCell(one, words) },
      { key: 'by', title: report.by, cell: ({ acknowledged }) => (acknowledged ? signedText(acknowledged.by) : '') },
      { key: 'note', title: report.note, isLong: true, cell: ({ acknowledged }) => acknowledged?.note ?? '' },
      ...more,
    ],
  )
}

const lastCell = ({ last, count }: SignificantEvent, words: EventWords): ReportCell => {
  const cell = momentCell(last, words)
  return count === 1 && typeof cell === 'object' ? { ...cell, text: '' } : cell
}

/** The state of an event. An event that needs no acknowledgement has none. */
function openCell(one: SignificantEvent, { report }: EventWords): ReportCell {
  if (isOpenEvent(one)) return { text: report.eventOpen, value: 'yes', tone: 'warning' }
  return { text: one.acknowledged ? report.acknowledged : '', value: 'no' }
}

const acknowledgedCell = ({ acknowledged }: SignificantEvent, words: EventWords): ReportCell =>
  acknowledged ? momentCell(acknowledged.at, words) : { text: '', value: null }
