type Parts = [year: number, month: number, day: number, clock: string]

/** A moment as the clocks of a time zone show it: year, month, day, and the time of day. */
export function timeIn(timeZone: string, time: string): Parts {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const told = Object.fromEntries(format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]))
  const clock = `${told.hour}:${told.minute}:${told.second}`
  return [Number(told.year), Number(told.month), Number(told.day), clock]
}

/** The place that a zone is called after. */
export const placeOfZone = (timeZone: string): string => timeZone.split('/').at(-1)!.replaceAll('_', ' ')
