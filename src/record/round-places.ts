import type { TableEvent } from '../engine/events.ts'
import type { Limits } from '../engine/limits.ts'
import { isUnderWay, type TableState } from '../engine/table.ts'

/**
 * What finds a round in the journal again, and what its own entries do not say: the limits that rounds were played by
 * (from this round on, until the next row), and the entries that changed a round after it was concluded. It grows by what
 * people put right, not by what is played.
 */
export type RoundPlaces = { limits: LimitsSince; changedAt: ReadonlyMap<number, readonly number[]> }
type LimitsSince = readonly { from: number; limits: Limits }[]

export const noPlaces = (limits: Limits): RoundPlaces => ({ limits: [{ from: 1, limits }], changedAt: new Map() })

/** `before`: the table before the entry. */
export function notePlaces(
  places: RoundPlaces,
  before: TableState,
  seq: number,
  events: readonly TableEvent[],
): RoundPlaces {
  if (!events.some((event) => event.type === 'limits-set' || isAfterwards(before, event))) return places
  const changed = events.flatMap((event) => (isAfterwards(before, event) ? [event.round] : []))
  const set = events.findLast((event) => event.type === 'limits-set')
  return {
    limits: set ? limitsNoted(places.limits, before.roundsOpened + 1, set.to) : places.limits,
    changedAt: changed.length > 0 ? changesNoted(places.changedAt, changed, seq) : places.changedAt,
  }
}

type OfRound = Extract<TableEvent, { round: number }>

/** About a round that was concluded before. */
const isAfterwards = ({ round, roundsOpened }: TableState, event: TableEvent): event is OfRound =>
  'round' in event && event.round <= roundsOpened && !(isUnderWay(round) && round.round === event.round)

const limitsNoted = (since: LimitsSince, from: number, limits: Limits): LimitsSince => [
  ...since.filter((row) => row.from < from),
  { from, limits },
]

function changesNoted(changedAt: RoundPlaces['changedAt'], rounds: readonly number[], seq: number) {
  const after = new Map(changedAt)
  for (const round of new Set(rounds)) after.set(round, [...(after.get(round) ?? []), seq])
  return after
}

export const limitsOfRound = ({ limits }: RoundPlaces, round: number): Limits =>
  limits.findLast(({ from }) => from <= round)!.limits

export const changesOf = ({ changedAt }: RoundPlaces, round: number): readonly number[] => changedAt.get(round) ?? []

export type PlainPlaces = { limits: LimitsSince; changedAt: readonly (readonly [number, readonly number[]])[] }

export const writePlaces = ({ limits, changedAt }: RoundPlaces): PlainPlaces => ({ limits, changedAt: [...changedAt] })

export const readPlaces = ({ limits, changedAt }: PlainPlaces): RoundPlaces => ({
  limits,
  changedAt: new Map(changedAt),
})
