/** Times are ISO texts; they are compared as moments, so that another way to write the same moment changes nothing. */
export const HOUR = 3_600_000
export const MINUTE = 60_000
export const DAY = 24 * HOUR

export function moment(time: string): number {
  const value = Date.parse(time)
  if (Number.isNaN(value)) throw new RangeError(`This is not a time: ${time}`)
  return value
}

/** The last moment of the year 9999: a later year has five digits, and no reader of the record takes those for a time. */
export const LAST_MOMENT = 253_402_300_799_999

/** Whether an entry can hold a moment: from 1970 to 9999. */
export const isRecordable = (value: number): boolean => value >= 0 && value <= LAST_MOMENT

/** Returns the time later by this much, or the last that an entry can hold. */
export const after = (time: string, milliseconds: number): string =>
  timeOf(Math.min(moment(time) + milliseconds, LAST_MOMENT))

/** A moment as ISO text, computed without `Date`: this folder uses no clock. */
function timeOf(value: number): string {
  const days = Math.floor(value / DAY)
  const { year, month, day } = dateOf(days)
  const rest = value - days * DAY
  const [hour, minute] = [Math.floor(rest / HOUR), Math.floor(rest / MINUTE) % 60]
  const seconds = (rest % MINUTE) / 1000
  const date = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`
  return `${date}T${digits(hour, 2)}:${digits(minute, 2)}:${seconds.toFixed(3).padStart(6, '0')}Z`
}

const digits = (value: number, count: number): string => String(value).padStart(count, '0')

const DAYS_OF_400_YEARS = 146_097
const DAYS_BEFORE_1970 = 719_468

/**
 * Days since 1970 as a date of the Gregorian calendar. The calculation begins years in March, so that the leap day is
 * the last.
 */
function dateOf(days: number): { year: number; month: number; day: number } {
  const since = days + DAYS_BEFORE_1970
  const era = Math.floor(since / DAYS_OF_400_YEARS)
  const dayOfEra = since - era * DAYS_OF_400_YEARS
  const leapDays = Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

/** Whether a time has come: at that very moment it has. */
export const hasCome = (time: string, now: string): boolean => moment(now) >= moment(time)
