import type { Pocket } from '../books/rule-book.ts'
import type { TableEvent } from '../engine/events.ts'
import type { HouseEvent } from '../house/house-events.ts'

/** The entries of a table that say where it stands and what its wheel did. Others need not be read for its spins. */
export const tellsOfSpins = (body: string): boolean =>
  /"opened":|"type":"(betting-opened|ball-spun|outcome-determined|outcome-corrected|round-voided)"/.test(body)

/** The result of a round after an event: null where it has none any more, undefined where the event says nothing of it. */
export function resultAfter(event: TableEvent): Pocket | null | undefined {
  switch (event.type) {
    case 'outcome-determined':
      return event.pocket
    case 'outcome-corrected':
      return event.to
    case 'round-voided':
      return null
    default:
      return undefined
  }
}

/** The wheel at a table from an entry of the house on; `wheel` is null if nobody named it. */
export type WheelPlace = { readonly seq: number; readonly wheel: string | null }

const unnamed: WheelPlace = { seq: 0, wheel: null }

/** Where each wheel stood, by the entries of the house: a table's entry names the last one before it. */
export class WheelPlaces {
  readonly #tables = new Map<string, WheelPlace[]>()

  /** The entries come in their order. */
  note(seq: number, events: readonly HouseEvent[]): void {
    for (const event of events) {
      if (event.type !== 'wheel-noted') continue
      const { work, wheel, table, from } = event
      if (work !== 'installed' && work !== 'removed') continue
      if (from !== null) this.#put(from, seq, null)
      if (table !== null) this.#put(table, seq, wheel)
    }
  }

  #put(table: string, seq: number, wheel: string | null): void {
    this.#tables.set(table, [...(this.#tables.get(table) ?? []), { seq, wheel }])
  }

  /** The wheel at a table after this entry of the house. */
  at(table: string, house: number): WheelPlace {
    return this.#tables.get(table)?.findLast(({ seq }) => seq <= house) ?? unnamed
  }
}
