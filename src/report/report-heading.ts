import type { Period } from './journal-figures.ts'
import type { Report } from './report-blocks.ts'
import { momentText, type ReportMaker, type ReportWords, type Zoned } from './report-text.ts'

type HeadingWords = Pick<ReportWords, 'report'> & Zoned

/** The period of a report, as its subtitle. */
export function spanText({ from, to }: Period, words: HeadingWords): string {
  const { report } = words
  if (from === null && to === null) return report.wholeJournal
  return report.spanText(
    from === null ? report.theBeginning : momentText(from, words),
    to === null ? report.theEnd : momentText(to, words),
  )
}

/** The facts that stand on every page and in every file of figures. */
export function headingOf(period: Period, words: HeadingWords, maker: ReportMaker): NonNullable<Report['heading']> {
  const { report, calendar } = words
  const { operator, house, address, made, program } = maker
  return [
    { key: 'operator', name: report.licenceHolder, value: operator || house, place: 'left' },
    ...(operator && operator !== house
      ? [{ key: 'house', name: report.house, value: house, place: 'left' } as const]
      : []),
    ...(address ? [{ key: 'address', name: report.address, value: address, place: 'none' } as const] : []),
    { key: 'period', name: report.period, value: spanText(period, words), place: 'right' },
    { key: 'time_zone', name: report.timeZone, value: calendar.timeZone, place: 'right' },
    { key: 'gaming_day', name: report.gamingDay, value: report.gamingDayFrom(calendar.dayStart), place: 'none' },
    { key: 'made', name: report.made, value: momentText(made, words, true), place: 'foot' },
    { key: 'program', name: report.program, value: program, place: 'foot' },
  ]
}
