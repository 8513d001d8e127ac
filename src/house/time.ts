/** Times are ISO texts; they are compared as moments, so that another way to write the same moment changes nothing. */
export const HOUR = 3_600_000
export const MINUTE = 60_000
export const DAY = 24 * HOUR

export function moment(time: string): number {
  const value = Date.parse(time)
  if (Number.isNaN(value)) throw new RangeError(`This is no time: ${time}`)
  return value
}

export const after = (time: string, milliseconds: number): string => new Date(moment(time) + milliseconds).toISOString()

/** Whether a time has come: at that very moment it has. */
export const hasCome = (time: string, now: string): boolean => moment(now) >= moment(time)
