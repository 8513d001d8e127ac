import { after, HOUR } from '../house/time.ts'

const SINGAPORE = 8 * HOUR

/** A moment as clocks in Singapore show it, which keeps one time all year: year, month, day, and the time of day. */
export function singaporeTime(time: string): [year: number, month: number, day: number, clock: string] {
  const [date, clock] = after(time, SINGAPORE).split('T') as [string, string]
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return [year, month, day, clock.slice(0, 8)]
}
