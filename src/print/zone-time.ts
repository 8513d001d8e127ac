type Parts = [year: number, month: number, day: number, clock: string]

const HOUR = 3_600_000
const QUARTER = HOUR / 4
const DAY = 24 * HOUR

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
  formats.set(timeZone, format)
  return format
}

/** A moment as the clocks of a time zone show it: year, month, day, and the time of day. */
export function timeIn(timeZone: string, time: string | number): Parts {
  const parts = formatIn(timeZone).formatToParts(new Date(time))
  const { year, month, day, hour, minute, second } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return [Number(year), Number(month), Number(day), `${hour}:${minute}:${second}`]
}

/** The place that a zone is called after. */
export const placeOfZone = (timeZone: string): string => timeZone.split('/').at(-1)!.replaceAll('_', ' ')

const two = (value: number): string => String(value).padStart(2, '0')

const dateText = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`

/** A calendar with the hour at which its days begin: a gaming day may begin at 06:00 and end at 06:00 of the next date. */
export type HouseCalendar = { readonly timeZone: string; readonly dayStart: string }

/** Offsets of zones by the quarter of an hour: zones change their offset on a quarter. */
const offsets = new Map<string, Map<number, number>>()
const OFFSETS_MAX = 100_000

/** The lead of a zone's clocks over UTC at a moment, in milliseconds. */
export function offsetAt(timeZone: string, at: number): number {
  const quarter = Math.floor(at / QUARTER)
  let known = offsets.get(timeZone)
  if (!known || known.size > OFFSETS_MAX) {
    known = new Map()
    offsets.set(timeZone, known)
  }
  const offset = known.get(quarter) ?? computeOffset(timeZone, quarter * QUARTER)
  known.set(quarter, offset)
  return offset
}

function computeOffset(timeZone: string, at: number): number {
  const [year, month, day, clock] = timeIn(timeZone, at)
  return Date.parse(`${dateText(year, month, day)}T${clock}Z`) - at
}

/**
 * Returns the moment when the clocks of a zone show this day and time (2026-11-16T06:00). Where they show it twice, it
 * is the first; where they skip it, the moment of the change. NaN if the day or time does not exist.
 */
export function zonedMoment(timeZone: string, local: string): number {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return asUtc
  const [before, after] = [offsetAt(timeZone, asUtc - DAY), offsetAt(timeZone, asUtc + DAY)]
  const fits = [before, after].map((offset) => asUtc - offset).filter((at) => at + offsetAt(timeZone, at) === asUtc)
  return fits.length > 0 ? Math.min(...fits) : changeBetween(timeZone, asUtc - Math.max(before, after), asUtc - before)
}

/** Whether the clocks of a zone show the time of a moment at another moment too. */
export function isShownTwice(timeZone: string, at: number): boolean {
  const local = at + offsetAt(timeZone, at)
  const others = [-DAY, DAY].map((way) => local - offsetAt(timeZone, at + way))
  return others.some((other) => other !== at && other + offsetAt(timeZone, other) === local)
}

/** The first moment with the later offset, by halves down to a second. */
function changeBetween(timeZone: string, from: number, to: number): number {
  const later = offsetAt(timeZone, to)
  let [low, high] = [from - QUARTER, to]
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000
    if (offsetAt(timeZone, middle) === later) high = middle
    else low = middle
  }
  return high
}

/** The time in a zone as ISO text with its offset: 2026-10-25T01:30:00.000+01:00. */
export function zonedText(timeZone: string, time: string): string {
  const at = Date.parse(time)
  const offset = offsetAt(timeZone, at)
  const minutes = Math.abs(offset) / 60_000
  const sign = offset < 0 ? '-' : '+'
  return `${new Date(at + offset).toISOString().slice(0, -1)}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** The moment at which an hour of a zone's clocks begins. */
export function hourStart(timeZone: string, at: number): number {
  const local = at + offsetAt(timeZone, at)
  return at - (local - Math.floor(local / HOUR) * HOUR)
}

/** When the gaming day of a date begins. */
export const dayStart = ({ timeZone, dayStart }: HouseCalendar, date: string): number =>
  zonedMoment(timeZone, `${date}T${dayStart}`)

/** The date of the gaming day that a moment lies in. */
export function gamingDate(calendar: HouseCalendar, at: number): string {
  const [year, month, day] = timeIn(calendar.timeZone, at)
  const date = dateText(year, month, day)
  return at < dayStart(calendar, date) ? dateAfter(date, -1) : date
}

/** The date a number of days later. */
export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * DAY).toISOString().slice(0, 10)
