import type { HouseEvent } from '../../house/house-events.ts'
import { moment } from '../../house/time.ts'

/** A dealer's time at a table, as the house recorded it; `until` is null while it lasts. */
export type ShiftSpan = {
  readonly table: string
  readonly badge: string
  readonly name: string
  readonly since: string
  until: string | null
}

/** The shifts of every table, followed from the events of the house. */
export class ShiftBook {
  readonly #tables = new Map<string, ShiftSpan[]>()

  take(event: HouseEvent): void {
    if (event.type === 'table-taken') {
      this.#end(event.table, event.at)
      const { badge, name } = event.by
      this.#of(event.table).push({ table: event.table, badge, name, since: event.at, until: null })
    }
    if (event.type === 'table-left') this.#end(event.table, event.at)
  }

  #of(table: string): ShiftSpan[] {
    const own = this.#tables.get(table) ?? []
    this.#tables.set(table, own)
    return own
  }

  #end(table: string, at: string): void {
    const last = this.#of(table).at(-1)
    if (last) last.until ??= at
  }

  /** The shift at a table at a moment: the last that had begun by then, unless it had ended. */
  at(table: string, at: string): ShiftSpan | null {
    const when = moment(at)
    const shift = this.#tables.get(table)?.findLast(({ since }) => moment(since) <= when)
    return shift && (shift.until === null || when < moment(shift.until)) ? shift : null
  }

  get all(): readonly ShiftSpan[] {
    return [...this.#tables.values()].flat()
  }
}
