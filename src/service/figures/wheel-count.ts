import type { Pocket } from '../../books/rule-book.ts'
import type { TableEvent } from '../../engine/events.ts'
import { HOUSE } from '../../house/state.ts'
import { isTableStream } from '../../house/ticket-state.ts'
import { readHouseEntry } from '../../record/house-entry.ts'
import type { Stored } from '../../record/stored-entry.ts'
import { readTableEntry } from '../../record/table-entry.ts'
import { resultAfter, tellsOfSpins, WheelPlaces } from '../../record/wheel-spins.ts'

/** The last durable entry of each stream. */
export type Durable = readonly { readonly stream: string; readonly last: number }[]
export type ReadPages = (stream: string, from: number, last: number) => AsyncIterable<readonly Stored[]>

/** The spins of a wheel at a table. `wheel` null: nobody has named it. `counts`: by the order of the wheel. */
export type WheelAtTable = {
  readonly table: string
  readonly wheel: string | null
  readonly order: readonly Pocket[]
  readonly counts: readonly number[]
}

type CountedWheel = { readonly wheel: string | null; readonly counts: number[] }

/** The spins of a table so far, by what stood there. */
type TableSpins = {
  readonly order: readonly Pocket[]
  readonly wheels: CountedWheel[]
  /** By round, for it may change long after: the place of its wheel in the list times the pockets, and the place of its pocket. */
  readonly rounds: (number | null)[]
}

/** Counts the spins of all wheels. A request adds only what was not counted yet. */
export class WheelCount {
  readonly #pages: ReadPages
  #places = new WheelPlaces()
  #tables = new Map<string, TableSpins>()
  /** The last entry read of each stream. */
  #read = new Map<string, number>()

  constructor(pages: ReadPages) {
    this.#pages = pages
  }

  async of(streams: Durable): Promise<readonly WheelAtTable[]> {
    try {
      // A table's entry names an entry of the house before it.
      for (const { stream, last } of streams.toSorted(
        (a, b) => Number(b.stream === HOUSE) - Number(a.stream === HOUSE),
      ))
        if (stream === HOUSE || isTableStream(stream)) await this.#add(stream, last)
    } catch (error) {
      // A page may be counted in part, so counting starts over.
      this.#places = new WheelPlaces()
      this.#tables = new Map()
      this.#read = new Map()
      throw error
    }
    return [...this.#tables].flatMap(([table, { order, wheels }]) => wheels.map((one) => ({ table, order, ...one })))
  }

  async #add(stream: string, last: number): Promise<void> {
    for await (const page of this.#pages(stream, (this.#read.get(stream) ?? 0) + 1, last)) {
      for (const entry of page) this.#take(stream, entry)
      this.#read.set(stream, page.at(-1)!.seq)
    }
  }

  #take(stream: string, { seq, body }: Stored): void {
    if (stream === HOUSE) {
      if (body.includes('"wheel-noted"')) this.#places.note(seq, readHouseEntry(body).events)
      return
    }
    if (!tellsOfSpins(body)) return
    const entry = readTableEntry(body)
    if ('opened' in entry) this.#tables.set(stream, { order: entry.opened.wheelOrder, wheels: [], rounds: [] })
    else if ('events' in entry)
      for (const event of entry.events)
        count(this.#tables.get(stream)!, event, this.#places.at(stream, entry.house).wheel)
  }
}

/** A round counts for the wheel on which its ball rested, also when its result is corrected later. */
function count({ order, wheels, rounds }: TableSpins, event: TableEvent, wheel: string | null): void {
  const result = resultAfter(event)
  if (result === undefined || !('round' in event)) return
  const before = rounds[event.round] ?? null
  const counted = before === null ? null : wheels[Math.floor(before / order.length)]!
  if (counted) counted.counts[before! % order.length]!--
  rounds[event.round] = null
  if (result === null) return
  const own = counted ?? wheelNamed(wheels, wheel, order.length)
  const place = order.indexOf(result)
  own.counts[place]!++
  rounds[event.round] = wheels.indexOf(own) * order.length + place
}

function wheelNamed(wheels: CountedWheel[], wheel: string | null, places: number): CountedWheel {
  const known = wheels.find((one) => one.wheel === wheel)
  if (known) return known
  const added = { wheel, counts: new Array<number>(places).fill(0) }
  wheels.push(added)
  return added
}
