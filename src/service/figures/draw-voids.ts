import type { Pocket } from '../../books/rule-book.ts'
import type { EventOf, TableEvent } from '../../engine/events.ts'
import { isStaff } from '../../engine/positions.ts'
import type { CommandEntry } from '../../record/table-entry.ts'
import type { DealerVoids } from '../../report/journal-figures.ts'

type Counting = { -readonly [Part in keyof DealerVoids]: DealerVoids[Part] }
type AtTable = { dealer: string | null; drawn: readonly Pocket[] }

/**
 * Voids of rounds with a bonus draw, counted by dealer. A person who voids a round after the draw knows its numbers, so
 * the rate after it is compared with the rate before it. A round and its draw count for the last member of staff who
 * acted at the table, a void for its caller.
 */
export class DrawVoids {
  readonly #dealers = new Map<string, Counting>()
  readonly #tables = new Map<string, AtTable>()

  /** Bonus numbers of the round under way at a table; none before the draw. */
  drawnAt(table: string): readonly Pocket[] {
    return this.#at(table).drawn
  }

  /** Adds an event of a table whose book has a bonus draw. `isCounted`: it lies within the span. */
  take(table: string, entry: CommandEntry, event: TableEvent, isCounted: boolean): void {
    const at = this.#at(table)
    const { role } = entry.command.by
    if (isStaff(role) && role !== 'wheel') at.dealer = entry.actor
    if (event.type === 'betting-opened') at.drawn = []
    if (event.type === 'bonus-numbers-drawn') at.drawn = event.numbers
    if (isCounted) this.#count(at.dealer ?? entry.actor, entry, event)
  }

  #count(dealer: string, entry: CommandEntry, event: TableEvent): void {
    if (event.type === 'betting-opened') this.#of(dealer, entry).rounds++
    if (event.type === 'bonus-numbers-drawn') this.#of(dealer, entry).draws++
    if (event.type === 'round-voided' && !event.adjustments) this.#countVoid(entry, event)
  }

  #countVoid(entry: CommandEntry, { afterDraw }: EventOf<'round-voided'>): void {
    const counting = this.#of(entry.actor, entry)
    if (afterDraw) counting.voidAfter++
    else counting.voidBefore++
  }

  #of(actor: string, entry: CommandEntry): Counting {
    const none = { dealer: actor, name: null, rounds: 0, voidBefore: 0, draws: 0, voidAfter: 0 }
    const counting = this.#dealers.get(actor) ?? none
    if (entry.actor === actor) counting.name = entry.command.by.name ?? counting.name
    this.#dealers.set(actor, counting)
    return counting
  }

  #at(table: string): AtTable {
    const at = this.#tables.get(table) ?? { dealer: null, drawn: [] }
    this.#tables.set(table, at)
    return at
  }

  figures(): DealerVoids[] {
    return [...this.#dealers.values()].toSorted((a, b) => b.voidAfter - a.voidAfter)
  }
}
