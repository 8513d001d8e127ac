import type { TableEvent } from '../../engine/events.ts'
import { sumsOf } from '../../engine/sums.ts'

/** Spots that changed by player; null: everything of theirs. */
export type Touched = ReadonlyMap<string, ReadonlySet<string> | null>

/** Whose own fields something changes: on one spot, on none, or (`null`) all of them. */
export type Touch = readonly [player: string, spot: string | null | undefined]

/** What changed for players since it was last told. */
export class News {
  #touched = new Map<string, Set<string> | null>()
  #hasConcluded = false

  get isEmpty(): boolean {
    return this.#touched.size === 0
  }

  /** Whether something of this player's own is to be told. */
  isOf = (player: string): boolean => this.#touched.has(player)

  note(event: TableEvent, touches: readonly Touch[] = touchesOf(event)): void {
    for (const touch of touches) this.#touch(touch)
    if ('lines' in event) this.#hasConcluded = true
  }

  /** All of it, which is then no news any more. `isConcluded`: a round came out. */
  take(): { touched: Touched; isConcluded: boolean } {
    const taken = { touched: this.#touched, isConcluded: this.#hasConcluded }
    this.#touched = new Map()
    this.#hasConcluded = false
    return taken
  }

  #touch([player, spot]: Touch): void {
    if (spot === null) return void this.#touched.set(player, null)
    if (!this.#touched.has(player)) this.#touched.set(player, new Set())
    if (spot !== undefined) this.#touched.get(player)?.add(spot)
  }
}

export function touchesOf(event: TableEvent): Touch[] {
  const touches: Touch[] = []
  if ('player' in event) touches.push([event.player, 'spot' in event ? event.spot : undefined])
  // A ruling may replace one that had moved chips to any other spot.
  if (event.type === 'wager-ruled') touches.push([event.player, null])
  if ('lines' in event) for (const player of sumsOf(event.lines).players.keys()) touches.push([player, null])
  if ('awards' in event) for (const { player } of event.awards ?? []) touches.push([player, null])
  if ('adjustments' in event) for (const { player } of event.adjustments ?? []) touches.push([player, null])
  return touches
}

/** What only the player and the staff see of it. */
export const isPrivate = ({ type }: TableEvent): boolean =>
  type === 'wager-placed' ||
  type === 'wager-withdrawn' ||
  type === 'bought-in' ||
  type === 'cashed-out' ||
  type === 'owed-repaid'
