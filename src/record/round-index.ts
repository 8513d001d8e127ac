import type { TableEvent } from '../engine/events.ts'

/**
 * The place of a round in its table's stream, by the numbers of its entries. Wagers are not listed: there may be
 * 100,000.
 */
export type RoundPlace = {
  round: number
  opened: number
  closed: number | null
  concluded: number | null
  /** Whether it was settled when it was concluded, and not made void. */
  isSettled: boolean
  /** Other entries about the round until it was concluded, in order: spin, draw, outcome, rulings, referral. */
  played: number[]
  /** Entries that were about the round after it was concluded, in order. */
  changed: number[]
}

/**
 * The effect of one entry on one round. `mentioned`: none of the others, which is a change once the round is concluded.
 */
export type RoundMark = { round: number; mark: 'opened' | 'closed' | 'settled' | 'voided' | 'mentioned' }

export const isConclusion = (mark: RoundMark['mark']): boolean => mark === 'settled' || mark === 'voided'

/** A mark with the number of its entry, as an index keeps it. */
export type PlacedMark = RoundMark & { seq: number }

/** Says of an entry which rounds it opened, closed, concluded or was about otherwise; wagers leave no mark. */
export function roundMarks({ events = noEvents }: EntryOfTable): readonly RoundMark[] {
  return eventMarks(events)
}

/** The part of a table's entry that says what happened; a setup and a refusal have no events. */
type EntryOfTable = { at: string; events?: readonly TableEvent[] }

const noEvents: readonly TableEvent[] = []

const noMarks: readonly RoundMark[] = []

/** The same by the events alone. No mark occurs twice, and a round that has another is not mentioned besides. */
export function eventMarks(events: readonly TableEvent[]): readonly RoundMark[] {
  let marks: readonly RoundMark[] = noMarks
  for (const event of events) {
    const found = markOf(event)
    if (found) marks = withMark(marks, found)
    for (const round of otherRoundsIn(event)) marks = withMark(marks, { round, mark: 'mentioned' })
  }
  return marks
}

/** The rounds that an event changes besides its own: what became of stakes that they left in prison. */
export const otherRoundsIn = (event: TableEvent): readonly number[] =>
  ('prisonRounds' in event ? event.prisonRounds : undefined) ?? noRounds

const noRounds: readonly number[] = []

function withMark(marks: readonly RoundMark[], found: RoundMark): readonly RoundMark[] {
  const own = marks.filter(({ round }) => round === found.round)
  const isThere = own.some(({ mark }) => mark === found.mark || found.mark === 'mentioned')
  return isThere ? marks : [...marks.filter((one) => !(own.includes(one) && one.mark === 'mentioned')), found]
}

function markOf(event: TableEvent): RoundMark | null {
  switch (event.type) {
    case 'betting-opened':
      return { round: event.round, mark: 'opened' }
    case 'betting-closed':
      return { round: event.round, mark: 'closed' }
    case 'round-settled':
      return { round: event.round, mark: 'settled' }
    case 'round-voided':
      return { round: event.round, mark: 'voided' }
    case 'ball-spun':
    case 'early-close-allowed':
    case 'bonus-numbers-drawn':
    case 'outcome-determined':
    case 'results-differed':
    case 'wager-ruled':
    case 'revolutions-counted':
    case 'irregularity-reported':
    case 'round-referred':
    case 'referral-decided':
    case 'power-failed':
    case 'play-resumed':
    case 'play-interrupted':
    case 'outcome-corrected':
      return { round: event.round, mark: 'mentioned' }
    case 'wager-placed':
    case 'wager-withdrawn':
    case 'bought-in':
    case 'cashed-out':
    case 'owed-repaid':
    case 'table-closed':
    case 'table-opened':
    case 'book-set':
    case 'limits-set':
      return null
  }
}

/** The place of a round after one more mark of it; undefined: it was never opened. Marks come in the order of entries. */
export function placeAfter(
  place: RoundPlace | undefined,
  seq: number,
  { round, mark }: RoundMark,
): RoundPlace | undefined {
  if (!place) return mark === 'opened' ? { round, opened: seq, ...unplayed } : undefined
  if (place.concluded !== null) return seq > place.concluded ? { ...place, changed: added(place.changed, seq) } : place
  if (mark === 'closed') return { ...place, closed: seq }
  if (isConclusion(mark)) return { ...place, concluded: seq, isSettled: mark === 'settled' }
  return { ...place, played: added(place.played, seq) }
}

/** The place of a round by all its marks, in the order of entries; those of one entry by their names. */
export const placeFrom = (
  round: number,
  marks: readonly { seq: number; mark: RoundMark['mark'] }[],
): RoundPlace | null =>
  marks.reduce<RoundPlace | undefined>((place, { seq, mark }) => placeAfter(place, seq, { round, mark }), undefined) ??
  null

const unplayed = { closed: null, concluded: null, isSettled: false, played: [], changed: [] }

const added = (seqs: readonly number[], seq: number): number[] => (seqs.at(-1) === seq ? [...seqs] : [...seqs, seq])

/** Every round of a table while its entries are read in order, by number. */
export type RoundPlaces = Map<number, RoundPlace>

/** Adds an entry. */
export function notePlaces(places: RoundPlaces, seq: number, entry: EntryOfTable): void {
  for (const mark of roundMarks(entry)) {
    const place = placeAfter(places.get(mark.round), seq, mark)
    if (place) places.set(mark.round, place)
  }
}

/** The entries of a place that tell of the round, without its wagers, in order. */
export function entriesOfPlace({ opened, closed, concluded, played, changed }: RoundPlace): number[] {
  const all = [opened, ...(closed === null ? [] : [closed]), ...played, ...(concluded === null ? [] : [concluded])]
  return [...new Set([...all, ...changed])].sort((one, other) => one - other)
}
