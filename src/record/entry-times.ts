import { moment } from '../house/time.ts'
import { BEHIND_MAX, type Standing } from './standing.ts'

/** An entry that names the last entry of the house that its decision rests on. */
type RestingEntry = { at: string; house: number }

/** Says what is wrong with the number of the house's entry that an entry rests on. */
export const houseNumberProblem = (house: number): string | null =>
  Number.isSafeInteger(house) && house >= 0 ? null : 'it does not say which entry of the house it rests on'

/**
 * Time runs on within a stream, and between the entry of the house that a decision rests on and the next one; but for a
 * correction of the clock that is itself on record.
 */
export function entryTimeProblem(
  { at, house }: RestingEntry,
  before: RestingEntry | null,
  standing: Standing | null,
): string | null {
  const isBack = before !== null && moment(at) < moment(before.at)
  if (isBack && !standing?.isCorrectedBetween(before.house, house, at))
    return `it is of ${at}, before the entry before it`
  return standing ? amongHouse(standing, house, at) : null
}

function amongHouse(standing: Standing, house: number, at: string): string | null {
  if (house > standing.entries) return `it rests on entry ${house} of the house, which is not there`
  if (standing.correctionsAhead({ house, at }).length > 0) return null
  if (house > 0 && moment(at) < moment(standing.times[house]!))
    return `it is of ${at}, before the entry of the house that it rests on`
  const next = standing.corrections.find(({ seq }) => seq === house + 1)?.from ?? standing.times[house + 1]
  return next !== undefined && moment(at) > moment(next) + BEHIND_MAX
    ? `it is of ${at}, long after the next entry of the house, which it does not know`
    : null
}
