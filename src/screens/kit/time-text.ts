import { houseSign } from './house-sign.ts'

/** Moments as people read them: by the clock of the house, on every screen, wherever its machine stands. */
const dateParts = (at: number | string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: houseSign.value.timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  return Object.fromEntries(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]))
}

export const clock = (at: number | string): string => {
  const { hour, minute, second } = dateParts(at)
  return `${hour}:${minute}:${second}`
}

/** Hours and minutes. */
export const shortClock = (at: number | string): string => clock(at).slice(0, 5)

export const dayOf = (at: number | string): string => {
  const { year, month, day } = dateParts(at)
  return `${year}-${month}-${day}`
}

export const dayAndTime = (at: number | string): string => `${dayOf(at)} ${shortClock(at)}`

/** The moment when the clock of the house shows this day and time (`2026-11-17T20:05`), in milliseconds; NaN: no time at all. */
export function houseMoment(text: string): number {
  const told = Date.parse(`${text}Z`)
  if (Number.isNaN(told)) return told
  // How far its clock is ahead may be another thing by then: asked again where that leads.
  return told - aheadAt(told - aheadAt(told))
}

const aheadAt = (at: number): number => Date.parse(`${dayOf(at)}T${clock(at)}Z`) - Math.floor(at / 1000) * 1000
