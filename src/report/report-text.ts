import type { Edition } from '../books/edition.ts'
import type { Book } from '../books/rule-book.ts'
import { type Fraction, fractionText, toNumber } from '../engine/fraction.ts'
import { PAYOUT } from '../engine/limits.ts'
import type { Signature } from '../house/caller.ts'
import { type HouseCalendar, isShownTwice, timeIn, zonedText } from '../print/zone-time.ts'
import { kindIn } from '../words/naming.ts'
import { capitalise, grouped, money, percent, plainMoney } from '../words/plain-text.ts'
import type { Vocabulary } from '../words/vocabulary.ts'
import { noFigure, type ReportCell } from './report-blocks.ts'

/** The words and formats of a report; `tag` names the language. */
export type ReportWords = Pick<
  Vocabulary,
  | 'report'
  | 'nouns'
  | 'books'
  | 'common'
  | 'pit'
  | 'meterNames'
  | 'holdVerdicts'
  | 'roundEvents'
  | 'houseEvents'
  | 'sessionEndNames'
  | 'alarms'
  | 'commands'
  | 'faultNotes'
  | 'faults'
  | 'lineFaults'
  | 'machineFaults'
  | 'refusals'
> & { readonly tag: string }

/** Words of a report on a journal, with the books that it was played by. */
export type JournalWords = ReportWords & {
  readonly bookById: (id: string) => Book | undefined
  readonly calendar: HouseCalendar
}

/** The origin of a report: operator, house, calendar, time and program. An empty operator is the house itself. */
export type ReportMaker = {
  readonly operator: string
  readonly house: string
  readonly address: string
  readonly calendar: HouseCalendar
  readonly made: string
  readonly program: string
}
export type Zoned = { readonly calendar: HouseCalendar }

/** The name of a caller in an event, with the badge. */
export function signedText(by: Signature): string {
  if ('badge' in by) return `${by.name} (${by.badge})`
  if ('terminal' in by) return by.terminal
  return 'console' in by ? `console: ${by.console}` : by.system
}

/** The form of figures in a report, and in a file of figures. */

/** Money in a file of figures: dollars and cents, without anything else. */
export const moneyValue = (cents: number): string => plainMoney(cents).replaceAll(',', '')

export const moneyCell = (cents: number): ReportCell => ({ text: money(cents), value: moneyValue(cents) })
export const countCell = (value: number): ReportCell => ({ text: grouped(value), value })
export const percentCell = (part: number | null, digits = 2): ReportCell =>
  part === null ? noFigure : { text: percent(part, digits), value: part }
export const fractionCell = (value: Fraction): ReportCell => ({ text: fractionText(value), value: fractionText(value) })
export const numberCell = (value: number | null, digits = 4): ReportCell =>
  value === null ? noFigure : { text: value.toFixed(digits).replace('-', '−'), value }

/** "1 in 37", as a number. */
export function oneIn(chance: Fraction): string {
  const times = 1 / toNumber(chance)
  return times < 1000 ? times.toFixed(2) : grouped(Math.round(times))
}

const two = (value: number): string => String(value).padStart(2, '0')

/**
 * As the clocks of the house show it: 2026-11-16 21:05. In the hour that they show twice, the offset says which of both it
 * is.
 */
export function momentText(time: string, { calendar: { timeZone } }: Zoned, withSeconds = false): string {
  const [year, month, day, clock] = timeIn(timeZone, time)
  const offset = isShownTwice(timeZone, Date.parse(time)) ? ` ${zonedText(timeZone, time).slice(-6)}` : ''
  return `${year}-${two(month)}-${two(day)} ${clock.slice(0, withSeconds ? 8 : 5)}${offset}`
}

type AnyLimits = Readonly<Record<string, { readonly min?: number | undefined; readonly max?: number | undefined }>>

/** The limits of a table, each with the kind of wager that it is for. */
export function limitsText(
  limits: AnyLimits,
  book: Edition | undefined,
  { report, nouns }: Pick<ReportWords, 'report' | 'nouns'>,
): string {
  const kindName = (kind: string) => (book ? kindIn(nouns, book, kind) : kind)
  const rows = Object.entries(limits).map(([kind, { min, max }]) => {
    const other = kind === PAYOUT ? nouns.maximumPayout : kindName(kind)
    const name = kind === 'default' ? report.allWagers : capitalise(other)
    return `${name} ${min === undefined ? '' : money(min)}–${max === undefined ? '' : money(max)}`
  })
  return rows.length === 0 ? report.noLimits : rows.join('; ')
}

/** In a file of figures a time has the offset of the house's clocks. */
export const momentValue = (time: string, { calendar: { timeZone } }: Zoned): string => zonedText(timeZone, time)
export const momentCell = (time: string, zoned: Zoned): ReportCell => ({
  text: momentText(time, zoned, true),
  value: momentValue(time, zoned),
})
