import type { TableEvent } from '../../engine/events.ts'
import { ROUNDS_KEPT_MAX } from '../../engine/history.ts'
import { isStaff } from '../../engine/positions.ts'
import { moment } from '../../house/time.ts'
import type { CommandEntry } from '../../record/table-entry.ts'
import type { DealerFigures, IncidentCounts, ShiftIncidents } from '../../report/journal-figures.ts'
import type { ShiftBook, ShiftSpan } from './shift-book.ts'

type Counts = { -readonly [Part in keyof IncidentCounts]: IncidentCounts[Part] }

const noCounts: IncidentCounts = {
  rounds: 0,
  voided: 0,
  voidedAfterDraw: 0,
  voidedLater: 0,
  corrected: 0,
  ruled: 0,
  irregular: 0,
  referred: 0,
  awarded: 0,
  timedRounds: 0,
  timedMs: 0,
}

/** A dealer at a table: by the shift where there is one, else the last of the staff who acted there. */
type Holder = { readonly dealer: string; name: string | null; readonly shift: ShiftSpan | null }

type AtTable = {
  last: Holder | null
  /** When bets opened for the round under way. */
  opened: string | null
  /** The dealer of each round that the table still remembers. */
  readonly holders: Map<number, Holder>
}

const nobody = 'nobody'

/**
 * Rounds and incidents of a span by dealer and by shift. A round counts for the dealer at the moment of its first conclusion, and so
 * does whatever becomes of it later; an incident of a round under way counts for the dealer of that moment.
 */
export class Incidents {
  readonly #shifts: ShiftBook
  readonly #dealers = new Map<string, { holder: Holder; counts: Counts }>()
  readonly #ofShift = new Map<ShiftSpan, Counts>()
  readonly #tables = new Map<string, AtTable>()

  /** The events of the house come first, so that a table's events find their shift. */
  constructor(shifts: ShiftBook) {
    this.#shifts = shifts
  }

  /** Follows an event of a table. `isCounted`: it lies within the span. */
  take(table: string, entry: CommandEntry, event: TableEvent, isCounted: boolean): void {
    const at = this.#at(table)
    this.#follow(at, entry)
    if (event.type === 'betting-opened') at.opened = entry.at
    const holder = this.#holderOf(table, at, entry, event)
    if (isConclusion(event)) {
      at.holders.set(event.round, holder)
      at.holders.delete(event.round - ROUNDS_KEPT_MAX)
    }
    if (isCounted) this.#count(holder, event, at, entry)
    if (isConclusion(event)) at.opened = null
  }

  #follow(at: AtTable, { actor, command }: CommandEntry): void {
    const { role, name } = command.by
    if (isStaff(role) && role !== 'wheel') at.last = { dealer: actor, name: name ?? null, shift: null }
  }

  #holderOf(table: string, at: AtTable, entry: CommandEntry, event: TableEvent): Holder {
    const before = 'round' in event ? at.holders.get(event.round) : undefined
    if (before) return before
    const shift = this.#shifts.at(table, entry.at)
    if (shift) return { dealer: `staff:${shift.badge}`, name: shift.name, shift }
    return at.last ?? { dealer: nobody, name: null, shift: null }
  }

  #count(holder: Holder, event: TableEvent, { opened }: AtTable, { at }: CommandEntry): void {
    const more = countsOf(event)
    if (!more) return
    const timed = isConclusion(event) && opened !== null
    const all = timed ? { ...more, timedRounds: 1, timedMs: moment(at) - moment(opened) } : more
    for (const counts of this.#countsFor(holder))
      for (const [part, amount] of Object.entries(all)) counts[part as keyof Counts] += amount
  }

  #countsFor(holder: Holder): Counts[] {
    const { dealer, name, shift } = holder
    const own = this.#dealers.get(dealer) ?? { holder, counts: { ...noCounts } }
    own.holder.name ??= name
    this.#dealers.set(dealer, own)
    if (!shift) return [own.counts]
    const ofShift = this.#ofShift.get(shift) ?? { ...noCounts }
    this.#ofShift.set(shift, ofShift)
    return [own.counts, ofShift]
  }

  #at(table: string): AtTable {
    const at = this.#tables.get(table) ?? { last: null, opened: null, holders: new Map() }
    this.#tables.set(table, at)
    return at
  }

  /** `from` and `to` in milliseconds: a shift counts with the part of it that lies between. */
  figures(from: number, to: number): { dealers: DealerFigures[]; shifts: ShiftIncidents[] } {
    const shifts = this.#shifts.all.flatMap((shift): ShiftIncidents[] => {
      const ms = overlap(shift, from, to)
      const counts = this.#ofShift.get(shift)
      return ms > 0 || counts ? [{ ...shift, ms, ...(counts ?? noCounts) }] : []
    })
    const ofDealer = Map.groupBy(shifts, ({ badge }) => `staff:${badge}`)
    const idle = [...ofDealer].filter(([dealer]) => !this.#dealers.has(dealer))
    const dealers = [
      ...[...this.#dealers.values()].map(({ holder: { dealer, name }, counts }) => ({ dealer, name, ...counts })),
      ...idle.map(([dealer, own]) => ({ dealer, name: own[0]!.name, ...noCounts })),
    ].map((one): DealerFigures => {
      const own = ofDealer.get(one.dealer) ?? []
      return { ...one, shifts: own.length, ms: own.length === 0 ? null : own.reduce((sum, { ms }) => sum + ms, 0) }
    })
    return {
      dealers: dealers.sort((a, b) => (a.dealer < b.dealer ? -1 : 1)),
      shifts: shifts.sort((a, b) => moment(a.since) - moment(b.since)),
    }
  }
}

const overlap = ({ since, until }: ShiftSpan, from: number, to: number): number =>
  Math.max(0, Math.min(until === null ? to : moment(until), to) - Math.max(moment(since), from))

type Conclusion = Extract<TableEvent, { type: 'round-settled' | 'round-voided' }>

/** The first conclusion of a round: a later one has adjustments. */
const isConclusion = (event: TableEvent): event is Conclusion =>
  (event.type === 'round-settled' || event.type === 'round-voided') && event.adjustments === undefined

function countsOf(event: TableEvent): Partial<IncidentCounts> | null {
  switch (event.type) {
    case 'round-settled':
      return event.adjustments ? { corrected: 1 } : { rounds: 1 }
    case 'round-voided':
      if (event.adjustments) return { voidedLater: 1 }
      return { rounds: 1, voided: 1, voidedAfterDraw: event.afterDraw ? 1 : 0 }
    case 'outcome-corrected':
      return { corrected: 1 }
    case 'wager-ruled':
      return { ruled: 1 }
    case 'irregularity-reported':
    case 'results-differed':
    case 'power-failed':
    case 'play-interrupted':
      return { irregular: 1 }
    case 'round-referred':
      return { referred: 1 }
    case 'referral-decided':
      return { awarded: (event.awards ?? []).reduce((sum, { amount, before = 0 }) => sum + amount - before, 0) }
    default:
      return null
  }
}
