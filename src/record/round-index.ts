import type { TableEvent } from '../engine/events.ts'
import type { TableEntry } from './table-entry.ts'

/** Where a round lies in its table's stream, by the numbers of its entries. Wagers are not listed: there may be 100,000. */
export type RoundPlace = {
  round: number
  opened: number
  closed: number | null
  concluded: number | null
  /** Other entries about the round until it was concluded, in order: spin, draw, outcome, rulings, referral. */
  played: number[]
  /** Entries that were about the round after it was concluded, in order. */
  changed: number[]
}

/** What one entry did to one round. `mentioned`: anything else, which is a change once the round is concluded. */
export type RoundMark = { round: number; mark: 'opened' | 'closed' | 'concluded' | 'mentioned' }

/** Says of an entry which rounds it opened, closed, concluded or was about otherwise; wagers leave no mark. */
export function roundMarks(entry: TableEntry): readonly RoundMark[] {
  return 'events' in entry ? eventMarks(entry.events) : noMarks
}

const noMarks: readonly RoundMark[] = []

/** The same by the events alone. No mark is there twice. */
export function eventMarks(events: readonly TableEvent[]): readonly RoundMark[] {
  let marks: RoundMark[] | null = null
  for (const event of events) {
    const found = markOf(event)
    if (!found) continue
    marks ??= []
    if (!marks.some(({ round, mark }) => round === found.round && mark === found.mark)) marks.push(found)
  }
  return marks ?? noMarks
}

function markOf(event: TableEvent): RoundMark | null {
  switch (event.type) {
    case 'betting-opened':
      return { round: event.round, mark: 'opened' }
    case 'betting-closed':
      return { round: event.round, mark: 'closed' }
    case 'round-settled':
    case 'round-voided':
      return { round: event.round, mark: 'concluded' }
    case 'ball-spun':
    case 'early-close-allowed':
    case 'bonus-numbers-drawn':
    case 'outcome-determined':
    case 'results-differed':
    case 'wager-ruled':
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
  if (mark === 'concluded') return { ...place, concluded: seq }
  return seq > place.opened ? { ...place, played: added(place.played, seq) } : place
}

const unplayed = { closed: null, concluded: null, played: [], changed: [] }

const added = (seqs: readonly number[], seq: number): number[] => (seqs.at(-1) === seq ? [...seqs] : [...seqs, seq])

/** Every round of a table while its entries are read in order, by number. */
export type RoundPlaces = Map<number, RoundPlace>

/** Adds an entry. */
export function notePlaces(places: RoundPlaces, seq: number, entry: TableEntry): void {
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
